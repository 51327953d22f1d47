package window_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestTally: counts of windows that are sent on close are the same whether each record changes each of its windows or is
// noted once: results, drops, changelog and rows, whatever the order of records, the end of epochs and restarts.
func TestTally(t *testing.T) {
	late := int64(0)
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 7))
		size := 1 + rng.Int64N(60)
		of := operator{size: size, advance: 1 + rng.Int64N(size), grace: rng.Int64N(20), count: true, onClose: true, every: rng.Int64N(3)}
		of.retention = of.size + of.grace + rng.Int64N(2)*rng.Int64N(100)
		singly := of
		singly.singly = true
		both := []*operator{&of, &singly}
		for _, o := range both {
			o.epoch, o.time, o.db = 1, -1, memory(t)
			o.open(t, nil)
		}
		now, disorder, logged := int64(0), 1+rng.Int64N(80), 0
		for step := range 200 {
			now += rng.Int64N(6)
			key, ts := string(rune('a'+rng.IntN(3))), max(0, now-rng.Int64N(disorder))
			end, restart := rng.IntN(20) == 0, rng.IntN(3)
			for _, o := range both {
				o.out = o.out[:0]
				o.fetch(t, &key)
				o.process(&key, &key, ts, int64(step))
				if end {
					o.commit(t)
					if restart > 0 {
						o.crash(t, restart > 1)
					}
				}
			}
			if got, want := fmt.Sprint(of.out, of.late), fmt.Sprint(singly.out, singly.late); got != want {
				t.Fatalf("seed %d, step %d: sent\n\t%s, one by one\n\t%s", seed, step, got, want)
			}
			if got, want := fmt.Sprint(of.log[logged:]), fmt.Sprint(singly.log[logged:]); got != want {
				t.Fatalf("seed %d, step %d: changelogs differ\n\t%s\n\t%s", seed, step, got, want)
			}
			logged = len(of.log)
			if rng.IntN(10) == 0 && rows(t, &of) != rows(t, &singly) {
				t.Fatalf("seed %d, step %d: rows\n%s, one by one\n%s", seed, step, rows(t, &of), rows(t, &singly))
			}
		}
		late += of.late
	}
	if late == 0 {
		t.Error("nothing was late")
	}
}
