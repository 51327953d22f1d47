package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/counting"
)

// program is an application that can be killed, and what it should do.
type program struct {
	app     func(rt.Config) (*rt.App, error)
	topics  map[string]int32 // partitions of sources and sinks
	sources []string
	sinks   []string
	last    []string // sinks of which only a key's last value is certain
	stores  []string // in the order of the program
	tables  []string // those whose rows are a changelog's values: all but window stores
	// numbered are stores whose changelog keys end in a number that a lane has counted: it isn't compared.
	numbered []string
	// load is the i-th record of the input, which never ends.
	load func(i int) input
	// closing is what closes all that was open before, after i records; nil where nothing is.
	closing func(i int) []input
	// expect computes outputs by topic and key, each key's in order, and rows of stores, from the input.
	expect func(input map[string][]seen) (outputs map[string]map[string][]string, rows map[string]map[string]string, err error)
}

// input is a record of the load; a nil key is null.
type input struct {
	topic     string
	partition int32
	ts        int64
	key, val  []byte
}

// programs make a program whose topics begin with a prefix, for tests that share brokers.
var programs = map[string]func(prefix string) *program{"counting": countingProgram, "flights": flightsProgram, "operators": operatorsProgram,
	"rounds": roundsProgram, "visits": visitsProgram}

func names() []string { return slices.Sorted(maps.Keys(programs)) }

// distinct is how many words the load has.
const distinct = 1000

func countingProgram(prefix string) *program {
	words, counts := prefix+counting.Words, prefix+counting.Counts
	return &program{
		app:     func(cfg rt.Config) (*rt.App, error) { return rt.New(counting.Prefixed(prefix), cfg) },
		topics:  map[string]int32{words: 3, counts: 2},
		sources: []string{words},
		sinks:   []string{counts},
		stores:  []string{counting.Store},
		tables:  []string{counting.Store},
		load: func(i int) input {
			return input{words, int32(i % 3), int64(i), nil, fmt.Appendf(nil, "word-%d", i*i%distinct)}
		},
		expect: func(input map[string][]seen) (map[string]map[string][]string, map[string]map[string]string, error) {
			outputs, rows := map[string][]string{}, map[string]string{}
			for _, r := range input[words] {
				w := string(r.val)
				n := string(codec.AppendInt64(nil, int64(len(outputs[w])+1)))
				outputs[w], rows[w] = append(outputs[w], n), n
			}
			return map[string]map[string][]string{counts: outputs}, map[string]map[string]string{counting.Store: rows}, nil
		},
	}
}
