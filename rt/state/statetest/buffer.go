package statetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/store"
)

type wait struct {
	ts   int64
	key  string
	n    int
	part int32
}

// bufferModel compares with a sorted list: what waits comes out by timestamp, key and arrival, over crashes too.
func (on Subject) bufferModel(t *testing.T, r *rand.Rand) {
	const grace = 10
	var b *state.Buffer
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		b := state.NewBuffer(2, epoch, grace, func(int32, uint32) bool { return true })
		return b, []*int64{&b.Observed}
	}, func(a store.Any) { b = a.(*state.Buffer) })
	var model, saved []wait
	observed, savedObserved, now := int64(-1), int64(-1), int64(0)
	l.keep(func() { saved, savedObserved = slices.Clone(model), observed }, func() { model, observed = slices.Clone(saved), savedObserved })
	for i := range 200 {
		switch r.IntN(8) {
		case 0, 1, 2, 3:
			now += r.Int64N(4)
			x := wait{max(0, now-r.Int64N(20)), string(rune('a' + r.IntN(3))), i, int32(r.IntN(parts))}
			observed = max(observed, x.ts)
			late := b.Add(x.part, 0, x.ts, []byte(x.key), []byte(fmt.Sprint(i)), []byte{0}, abi.Origin{B: &abi.Batch{Topic: "in", Base: int64(i), Recs: make([]abi.Rec, 1)}})
			if late != (x.ts < observed-grace) {
				t.Fatalf("record at %d, observed %d: late is %v", x.ts, observed, late)
			}
			if !late {
				model = append(model, x)
			}
		case 4, 5:
			slices.SortStableFunc(model, func(a, b wait) int {
				if a.ts != b.ts {
					return int(a.ts - b.ts)
				}
				if a.key != b.key {
					return int(a.key[0]) - int(b.key[0])
				}
				return a.n - b.n
			})
			x := b.Next()
			if len(model) == 0 || model[0].ts > observed-grace {
				if x != nil {
					t.Fatalf("got a record at %d, observed %d; none is due", x.TS, observed)
				}
				break
			}
			want := model[0]
			model = model[1:]
			if x == nil || x.TS != want.ts || string(x.B.Key(0)) != want.key || string(x.B.Value(0)) != fmt.Sprint(want.n) || x.Part != want.part || x.B.Topic != "in" || x.B.Base != int64(want.n) {
				t.Fatalf("got %+v, want %+v", x, want)
			}
		case 6, 7:
			l.step(r)
		}
	}
}
