package bench

import (
	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/testdata/gen/joins"
)

const within = 10_000 // of joins.Inner and joins.Outer

// onward calls f with one input after the other. Behind the last one it calls end, and the input begins again, later.
func onward(in []Input, f func(i int, x Input), end func()) func() {
	first, last := in[0].B.Recs[0].TS, in[len(in)-1].B.Recs
	span, i := last[len(last)-1].TS-first, 0
	return func() {
		f(i, in[i])
		if i++; i < len(in) {
			return
		}
		i = 0
		end()
		for _, x := range in {
			for k := range x.B.Recs {
				x.B.Recs[k].TS += span
			}
		}
	}
}

// costJoin joins two streams of numbers that come batch by batch in turn. Changelogs are in it, and every 100 batches a barrier
// with all rows. Unmatched records are looked for with each record, not once a second.
func costJoin(app func(rt.Config) (*rt.App, error), outer bool) []variant {
	a, err := app(config)
	g, h := newGenerated(a, err, 1), newJoinsByHand(1<<11, outer, within)
	numbers := func() []Input { return Numbers(100, lane.HopBatch, 1000) }
	return []variant{
		{"hand, rings", lane.HopBatch, onward(numbers(), func(i int, x Input) { h.run(i%2, x); h.forget() }, func() { h.barrier(); h.reset() })},
		{"generated", lane.HopBatch, onward(numbers(), func(i int, x Input) { g.run(i%2, x); g.forget() }, func() { g.barrier(); g.recycle() })},
	}
}

func costInner() []variant { return costJoin(joins.NewInner, false) }

func costOuter() []variant { return costJoin(joins.NewOuter, true) }
