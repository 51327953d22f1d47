package statetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/store"
)

type history struct {
	puts     map[string]map[int64]*string // by key and time; nil is a delete
	observed int64
}

func (h *history) clone() history {
	c := history{map[string]map[int64]*string{}, h.observed}
	for k, m := range h.puts {
		c.puts[k] = maps.Clone(m)
	}
	return c
}

// at is the version of a time.
func (h *history) at(k string, ts int64) (v *string, from, to int64, latest bool) {
	times := slices.Sorted(maps.Keys(h.puts[k]))
	for i, t := range slices.Backward(times) {
		if t <= ts {
			to, latest = record.Latest, i == len(times)-1
			if !latest {
				to = times[i+1]
			}
			return h.puts[k][t], t, to, latest
		}
	}
	return nil, 0, 0, false
}

// versionedModel compares with every put there was: a version is valid until the next put of its key begins.
// past is how far back versions are kept.
const past = 30

// put sets a version, and says what there was at its time and until when the new one is valid.
func (h *history) put(k string, v *string, ts int64) (old string, validTo int64) {
	if h.observed = max(h.observed, ts); ts < h.observed-past {
		return "", record.NotPut
	}
	if o, from, to, _ := h.at(k, ts); o != nil {
		old = fmt.Sprint(*o, from, to)
	}
	if h.puts[k] == nil {
		h.puts[k] = map[int64]*string{}
	}
	h.puts[k][ts] = v
	_, _, validTo, _ = h.at(k, ts)
	return old, validTo
}

func (on Subject) versionedModel(t *testing.T, r *rand.Rand) {
	var s record.VersionedKeyValueStore[string, *string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		v := state.NewVersioned(store.NewTable[state.Versions[*string]](epoch), 2, Text, nullable, past, parts)
		return v, []*int64{&v.Observed[0], &v.Observed[1]}
	}, func(a store.Any) { s = a.(*state.Versioned[string, *string]).Part(1) })
	h := history{map[string]map[int64]*string{}, -1}
	var saved history
	l.keep(func() { saved = h.clone() }, func() { h = saved.clone() })
	now := int64(0)
	for i := range 250 {
		k, ts := keys[r.IntN(len(keys))], max(0, now-r.Int64N(40))
		switch r.IntN(9) {
		case 0, 1, 2, 3, 4:
			var v *string
			if r.IntN(4) > 0 {
				x := fmt.Sprint("v", i)
				v = &x
			}
			old, want := h.put(k, v, ts)
			if v == nil && r.IntN(2) == 0 {
				got := ""
				if o, ok := s.Delete(k, ts); ok {
					got = fmt.Sprint(*o.Value, o.Timestamp, o.ValidTo)
				}
				if got != old {
					t.Fatalf("Delete(%q, %d) = %s; want %s", k, ts, got, old)
				}
				break
			}
			if got := s.Put(k, v, ts); got != want {
				t.Fatalf("Put(%q, %d) = %d; want %d", k, ts, got, want)
			}
		case 5:
			now += r.Int64N(20)
		default:
			l.step(r)
		}
		sameVersions(t, r, s, &h, now)
	}
}

func sameVersions(t *testing.T, r *rand.Rand, s record.VersionedKeyValueStore[string, *string], h *history, now int64) {
	t.Helper()
	for _, asOf := range []int64{now - r.Int64N(50), 1 << 40} {
		k := keys[r.IntN(len(keys))]
		want := ""
		if v, from, to, latest := h.at(k, asOf); v != nil && (latest || asOf >= h.observed-past) {
			want = fmt.Sprint(*v, from, to)
		}
		got := ""
		v, ok := s.GetAsOf(k, asOf)
		if asOf > now {
			v, ok = s.ReadOnly().Get(k)
		}
		if ok {
			got = fmt.Sprint(*v.Value, v.Timestamp, v.ValidTo)
		}
		if got != want {
			t.Fatalf("Get(%q, %d), observed %d = %q; want %q", k, asOf, h.observed, got, want)
		}
	}
}
