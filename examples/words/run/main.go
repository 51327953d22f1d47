// Command run counts words.
package main

import (
	"github.com/stoatgen/stoatgen/examples/words"
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/rocks"
)

func main() {
	rt.Main(words.NewWords(rt.Config{ApplicationID: "words", Store: rocks.Backend()}))
}
