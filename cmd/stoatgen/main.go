// Command stoatgen turns topologies written in package dsl into the code that runs them.
//
//	//go:generate go tool stoatgen
//
// Run stoatgen -help for its flags; package gen says how it works.
package main

import (
	"os"

	"github.com/stoatgen/stoatgen/gen"
)

func main() { os.Exit(gen.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
