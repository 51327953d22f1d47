package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/testdata/gen/timers"
)

// visitsProgram has timers: a visit ends when its key has been quiet for a while. Its topics have the names that the topology
// gives them, and one partition, whose stream time says when they fire.
func visitsProgram(string) *program {
	return &program{
		app:     timers.NewVisits,
		topics:  map[string]int32{"in": 1, "out": 1},
		sources: []string{"in"},
		sinks:   []string{"out"},
		stores:  []string{"visit-ends", "visits"},
		tables:  []string{"visit-ends", "visits"},
		load: func(i int) input {
			value := "x"
			if i%7 == 0 {
				value = "leave"
			}
			return input{"in", 0, firstTime + int64(i)/20, fmt.Appendf(nil, "key-%d", i*i%distinct), []byte(value)}
		},
		expect: expectVisits,
	}
}

// expectVisits looks through all visits whenever time has gone on.
func expectVisits(in map[string][]seen) (map[string]map[string][]string, map[string]map[string]string, error) {
	visits, outputs, now := map[string]timers.Visit{}, map[string][]string{}, int64(-1)
	for _, r := range in["in"] {
		if string(r.val) == "leave" {
			delete(visits, r.key)
		} else {
			v := visits[r.key]
			visits[r.key] = timers.Visit{Records: v.Records + 1, End: max(v.End, r.ts+timers.Gap)}
		}
		if r.ts <= now {
			continue
		}
		now = r.ts
		var over []string
		for key, v := range visits {
			if v.End <= now {
				over = append(over, key)
			}
		}
		slices.SortFunc(over, func(a, b string) int { return cmp.Or(cmp.Compare(visits[a].End, visits[b].End), cmp.Compare(a, b)) })
		for _, key := range over {
			v := visits[key]
			outputs[key] = append(outputs[key], fmt.Sprintf("%d true of %s at %d", v.Records, time.UnixMilli(v.End).UTC().Format("05.000"), now))
			delete(visits, key)
		}
	}
	rows, ends := map[string]string{}, map[string]string{}
	for key, v := range visits {
		rows[key] = string(encode(v))
		ends[string(append(codec.AppendInt64([]byte{0}, v.End), key...))] = ""
	}
	return map[string]map[string][]string{"out": outputs}, map[string]map[string]string{"visits": rows, "visit-ends": ends}, nil
}
