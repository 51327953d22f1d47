package bench

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// hops is how many times each record of these topologies hops.
const hops = 2

// hopsOn is a topology that does nothing but hop, through a stage for each hop, or back to the first stage each time: then a
// barrier goes in rounds.
type hopsOn struct {
	back bool
	sum  []int64 // by lane, apart so that lanes share no cache line
}

func (h *hopsOn) Program() *lane.Program {
	p := &lane.Program{Name: "Hops", Nodes: []abi.Node{{Name: "n"}}, Sources: []lane.SourceInfo{{Topics: []string{"in"}}},
		Stages: []lane.StageInfo{{Sources: []int{0}}}}
	for i := range hops {
		x := lane.HopInfo{Name: fmt.Sprint("h", i), From: i, To: i + 1}
		if h.back {
			x.From, x.To, x.After, x.Round = 0, 0, i, i+1
		} else {
			p.Stages = append(p.Stages, lane.StageInfo{})
		}
		p.Hops = append(p.Hops, x)
		p.Stages[x.From].Out = append(p.Stages[x.From].Out, i)
		p.Stages[x.To].Hops = append(p.Stages[x.To].Hops, i)
	}
	for i := range p.Stages {
		p.Stages[i].New = func(l *lane.Lane) *lane.Stage { return h.stage(l, &p.Stages[i]) }
	}
	return p
}

func (h *hopsOn) stage(l *lane.Lane, info *lane.StageInfo) *lane.Stage {
	if l.ID*16 == len(h.sum) {
		h.sum = append(h.sum, make([]int64, 16)...)
	}
	s, out := &lane.Stage{}, map[int]*lane.Out[moved]{}
	for _, i := range info.Out {
		out[i] = lane.NewOut[moved](l, i)
		s.Flows = append(s.Flows, out[i])
	}
	for range info.Sources {
		s.Sources = append(s.Sources, lane.Source{Run: func(b *abi.Batch, refs []abi.Ref, from int) {
			for _, r := range refs[from:] {
				*out[0].Next(r.Hash) = moved{Head: lane.Head{B: b, I: r.I, Hash: r.Hash, TS: b.Recs[r.I].TS}}
			}
		}})
	}
	for _, i := range info.Hops {
		next := out[i+1]
		s.Hops = append(s.Hops, lane.In(func(recs []moved, from int) {
			for k := range recs[from:] {
				r := recs[from+k]
				if next == nil {
					h.sum[16*l.ID] += r.TS
					continue
				}
				r.Hash *= 31
				*next.Next(r.Hash) = r
			}
		}, nil))
	}
	return s
}

// costRounds is a barrier that nothing is ahead of: a record here is a barrier.
func costRounds(lanes int) []variant {
	barrier := func(name string, back bool) variant {
		g := newGenerated(&hopsOn{back: back}, nil, lanes)
		return variant{name, 1, func() { g.barrier(); g.recycle() }}
	}
	return []variant{barrier("a stage a hop", false), barrier("hops back", true)}
}

// RoundsTwo is two lanes that run, with epochs of so many records one behind the other: what of a barrier the records behind it
// wait for. Wall time, so a quiet machine says most.
func RoundsTwo(rounds int) {
	for _, records := range []int{256, 10_000} {
		var each [2][]float64
		for range rounds {
			for i, back := range []bool{false, true} {
				each[i] = append(each[i], epochs(back, records))
			}
		}
		var ratio []float64
		for i := range each[0] {
			ratio = append(ratio, each[1][i]/each[0][i])
		}
		n := len(ratio)
		for _, s := range [][]float64{each[0], each[1], ratio} {
			slices.Sort(s)
		}
		fmt.Printf("rounds-two %6d records an epoch, 2 lanes, wall: a stage a hop %8.1f us an epoch, hops back %8.1f; rounds x%.3f [%.3f-%.3f]\n",
			records, each[0][n/10], each[1][n/10], ratio[n/2], ratio[n/4], ratio[3*n/4])
	}
}

// epochs is how many microseconds an epoch takes, with the next one's records behind it.
func epochs(back bool, records int) float64 {
	const n, lanes = 200, 2
	g := newGenerated(&hopsOn{back: back}, nil, lanes)
	var given atomic.Int64
	g.handed = func(h *lane.Handover) {
		given.Add(1)
		g.lanes[h.Lane].Recycle(h)
	}
	in := Clicks(1, records/lanes, 1000, seldom)[0]
	router := lane.NewRouter(g.p, lanes, func(to int, w lane.Work) { g.lanes[to].Put(w) })
	start := time.Now()
	var running sync.WaitGroup
	for _, l := range g.lanes {
		running.Go(l.Run)
	}
	for e := range n {
		for _, l := range g.lanes {
			l.Put(lane.Work{From: lane.FromRouter, Batch: in.B, Refs: in.Refs})
		}
		router.Barrier(uint32(e+1), nil)
		for int(given.Load()) < (e-1)*lanes*len(g.p.Stages) { // two epochs are under way, as in an application
			time.Sleep(20 * time.Microsecond)
		}
	}
	for int(given.Load()) < n*lanes*len(g.p.Stages) {
		time.Sleep(20 * time.Microsecond)
	}
	took := time.Since(start)
	for _, l := range g.lanes {
		l.Close()
	}
	running.Wait()
	return float64(took.Microseconds()) / n
}
