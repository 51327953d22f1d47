// Command cost prints what generated code costs beside hand-written code: make bench.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/stoatgen/stoatgen/bench"
)

func main() {
	rounds := flag.Int("rounds", 31, "rounds of each comparison")
	only := flag.String("only", "", "comparisons whose name begins so")
	variant := flag.Int("once", -1, "run this variant of one comparison -calls times and say how many records that were")
	calls := flag.Int("calls", 10, "how many calls with -once")
	flag.Parse()
	ran := 0
	chosen := func(name string) bool {
		if !strings.HasPrefix(name, *only) {
			return false
		}
		ran++
		return true
	}
	for _, c := range bench.Comparisons {
		if !chosen(c.Name) {
			continue
		}
		if *variant >= 0 {
			c.Once(*variant, *calls)
			return
		}
		c.Run(*rounds)
	}
	if chosen("hop-two") {
		bench.HopTwo(*rounds)
	}
	if chosen("rounds-two") {
		bench.RoundsTwo(*rounds)
	}
	if chosen("lanes") {
		bench.Lanes(*rounds)
	}
	if ran == 0 {
		fmt.Fprintf(os.Stderr, "no comparison begins with %q\n", *only)
		os.Exit(2)
	}
}
