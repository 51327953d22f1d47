package bench

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// moved is a record of a hop: the head that generated records have, and a key.
type moved struct {
	lane.Head
	key string
}

// hopping is a topology of two stages that does nothing but hop: the cost of the way from one lane to another.
type hopping struct {
	out []*lane.Out[moved] // by lane
	sum []int64            // by lane, apart so that lanes share no cache line
}

func (h *hopping) Program() *lane.Program {
	p := &lane.Program{Name: "Hop", Nodes: []abi.Node{{Name: "n"}}, Sources: []lane.SourceInfo{{Topics: []string{"in"}}}, Hops: []lane.HopInfo{{Name: "h", To: 1}}}
	p.Stages = []lane.StageInfo{{Sources: []int{0}, Out: []int{0}}, {Hops: []int{0}}}
	p.Stages[0].New = func(l *lane.Lane) *lane.Stage {
		out := lane.NewOut[moved](l, 0)
		h.out = append(h.out, out)
		send := func(b *abi.Batch, refs []abi.Ref, from int) {
			for i := from; i < len(refs); i++ {
				r := &refs[i]
				x := out.Next(r.Hash)
				x.B, x.I, x.Hash, x.TS, x.Part, x.Null, x.key = b, r.I, r.Hash, b.Recs[r.I].TS, 0, false, "key"
			}
		}
		return &lane.Stage{Sources: []lane.Source{{Run: send}}, Flows: []lane.Flow{out}}
	}
	p.Stages[1].New = func(l *lane.Lane) *lane.Stage {
		h.sum = append(h.sum, make([]int64, 16)...)
		add := func(recs []moved, from int) {
			sum := int64(0)
			for i := from; i < len(recs); i++ {
				sum += recs[i].TS
			}
			h.sum[16*l.ID] += sum
		}
		return &lane.Stage{Hops: []lane.Receiver{lane.In(add, nil)}}
	}
	return p
}

// costHop moves records from one stage to the next on one lane, over reading them in place.
func costHop() []variant {
	in := Clicks(100, lane.HopBatch, 1000, seldom)
	one, two := newGenerated(&hopping{}, nil, 1), newGenerated(&hopping{}, nil, 2)
	var sum int64
	channel := make(chan moved, lane.HopBatch)
	drain := func(g *generated) {
		for _, l := range g.lanes {
			l.Step()
		}
	}
	return []variant{
		{"read the records in place", lane.HopBatch, cycle(in, func(x Input) {
			for _, r := range x.Refs {
				sum += x.B.Recs[r.I].TS
			}
		})},
		{"hop, 1 lane", lane.HopBatch, cycle(in, func(x Input) { one.run(0, x); drain(one) })},
		{"hop, 2 lanes", lane.HopBatch, cycle(in, func(x Input) { two.run(0, x); drain(two) })},
		{"channel of records", lane.HopBatch, cycle(in, func(x Input) {
			for i := range x.Refs {
				r := &x.Refs[i]
				channel <- moved{lane.Head{B: x.B, I: r.I, Hash: r.Hash, TS: x.B.Recs[r.I].TS}, "key"}
			}
			for range x.Refs {
				sum += (<-channel).TS
			}
		})},
	}
}

// HopTwo is a hop between two lanes that both run: each has a goroutine, sends half of its records to the
// other and half to itself. Wall time, so a quiet machine says most; the smallest of the rounds is printed.
func HopTwo(rounds int) {
	in := Clicks(100, 4*lane.HopBatch, 1000, seldom)
	var best []float64
	for range rounds {
		g := newGenerated(&hopping{}, nil, 2)
		n := 0
		for range 20 {
			for i, x := range in {
				g.lanes[i%2].Put(lane.Work{From: lane.FromRouter, Batch: x.B, Refs: x.Refs})
				n += len(x.Refs)
			}
		}
		start := time.Now()
		var running sync.WaitGroup
		for _, l := range g.lanes {
			running.Go(l.Run)
		}
		for g.lanes[0].Pending()+g.lanes[1].Pending() > 0 {
			time.Sleep(50 * time.Microsecond)
		}
		best = append(best, 2*float64(time.Since(start).Nanoseconds())/float64(n)) // two lanes share the records
		for _, l := range g.lanes {
			l.Close()
		}
		running.Wait()
	}
	slices.Sort(best)
	fmt.Printf("hop-two    between two lanes, wall      %8.1f ns/rec of a lane, median %.1f\n", best[0], best[len(best)/2])
}
