package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "app" {
		runApp(os.Args[2:])
	}
	pl := plan{settings: settings{id: "kill"}}
	flag.IntVar(&pl.kills, "kills", 50, "how often to kill")
	flag.StringVar(&pl.app, "app", "counting", "program to kill")
	flag.StringVar(&pl.brokers, "broker", "embedded", "host:port of brokers that hold nothing else, or embedded")
	flag.StringVar(&pl.fault, "fault", "", "a mistake that must be found: state-before-commit, offsets-before-data or no-atomic-flush")
	flag.Uint64Var(&pl.seed, "seed", uint64(time.Now().UnixNano()), "of the moments to kill at")
	flag.DurationVar(&pl.longest, "longest", time.Second, "the longest life of a process")
	flag.IntVar(&pl.lanes, "lanes", 2, "lanes")
	flag.Parse()
	if programs[pl.app] == nil {
		fmt.Fprintf(os.Stderr, "-app: found %q, expected one of %v\n", pl.app, names())
		os.Exit(2)
	}
	fmt.Printf("seed %d\n", pl.seed)
	res, err := loop(pl, os.Stdout)
	fmt.Printf("%d kills, %d records, %d rounds given up to kfake\n", res.kills, res.records, res.torn)
	switch {
	case pl.fault != "" && err == nil:
		fmt.Printf("fault %s was NOT found\n", pl.fault)
		os.Exit(1)
	case pl.fault != "":
		fmt.Printf("fault %s was found: %v\n", pl.fault, err)
	case err != nil:
		fmt.Println("failed:", err)
		os.Exit(1)
	default:
		fmt.Println("outputs, changelogs and state equal those of a run without kills")
	}
}
