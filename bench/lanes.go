package bench

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/testdata/gen/counts"
)

// Lanes runs the rekeyed count on one lane and on two, CPU bound: how much faster two cores are. Rounds
// alternate; wall time, because that is the question.
func Lanes(rounds int) {
	in := Orders(40, 2000, 10_000)
	took := func(lanes int) float64 {
		app, err := counts.NewCounts(config)
		g := newGenerated(app, err, lanes)
		r := lane.NewRouter(g.p, lanes, func(to int, w lane.Work) { g.lanes[to].Put(w) })
		records := 0
		for range 10 {
			for _, x := range in {
				all := make([]uint32, len(x.Refs))
				for i := range all {
					all[i] = uint32(i)
				}
				r.Route(0, x.B, all)
				records += len(all)
			}
		}
		start := time.Now()
		var running sync.WaitGroup
		for _, l := range g.lanes {
			running.Go(l.Run)
		}
		for _, l := range g.lanes {
			for l.Pending() > 0 {
				time.Sleep(50 * time.Microsecond)
			}
		}
		d := time.Since(start)
		for _, l := range g.lanes {
			l.Close()
		}
		running.Wait()
		return float64(d.Nanoseconds()) / float64(records)
	}
	var gain, one, two []float64
	for range rounds {
		a, b := took(1), took(2)
		one, two, gain = append(one, a), append(two, b), append(gain, a/b)
	}
	for _, s := range [][]float64{one, two, gain} {
		slices.Sort(s)
	}
	n := len(gain)
	fmt.Printf("lanes      1 lane %.1f ns/rec, 2 lanes %.1f, best of %d rounds: x%.2f; rounds x%.2f [%.2f-%.2f]\n",
		one[0], two[0], n, one[0]/two[0], gain[n/2], gain[n/4], gain[3*n/4])
}
