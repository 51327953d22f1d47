package statetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/store"
)

// keyValueModel does random things to a store and to a map, through barriers, evictions and crashes, and compares
// everything that can be read.
func (on Subject) keyValueModel(t *testing.T, r *rand.Rand) {
	var s [parts]record.KeyValueStore[string, int64]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewKeyValue(state.NewOrdered(2, state.Values, epoch, now), Text, state.Plain(Number), 0), nil
	}, func(a store.Any) {
		for p := range s {
			s[p] = a.(*state.KeyValue[string, int64]).Part(int32(p))
		}
	})
	model := [parts]map[string]int64{{}, {}}
	saved := [parts]map[string]int64{}
	clone := maps.Clone[map[string]int64]
	l.keep(copies(&saved, &model, clone), copies(&model, &saved, clone))
	key := func() string { return strings.Repeat(string(rune('a'+r.IntN(3))), 1+r.IntN(4)) }
	for range 300 {
		p := r.IntN(parts)
		m, st := model[p], s[p]
		switch r.IntN(10) {
		case 0, 1, 2:
			k := key()
			m[k] = r.Int64N(100)
			st.Put(k, m[k])
		case 3:
			k, v := key(), r.Int64N(100)
			old, ok := st.PutIfAbsent(k, v)
			if want, has := m[k]; ok != has || old != want {
				t.Fatalf("PutIfAbsent(%q) = %d, %v; want %d, %v", k, old, ok, want, has)
			} else if !has {
				m[k] = v
			}
		case 4:
			k := key()
			old, ok := st.Delete(k)
			if want, has := m[k]; ok != has || old != want {
				t.Fatalf("Delete(%q) = %d, %v; want %d, %v", k, old, ok, want, has)
			}
			delete(m, k)
		case 5, 6, 7:
			l.step(r)
		}
		for p := range model {
			sameKeyValue(t, r, s[p], model[p], key)
		}
	}
}

func sameKeyValue(t *testing.T, r *rand.Rand, st record.KeyValueStore[string, int64], m map[string]int64, key func() string) {
	t.Helper()
	k := key()
	got, ok := st.Get(k)
	if want, has := m[k]; ok != has || got != want {
		t.Fatalf("Get(%q) = %d, %v; want %d, %v", k, got, ok, want, has)
	}
	lo, hi, n := key(), key(), r.IntN(6)
	show := func(backward bool, in func(string) bool) string {
		keys := slices.Sorted(maps.Keys(m))
		if backward {
			slices.Reverse(keys)
		}
		return list(func(yield func(string, int64) bool) {
			for _, k := range keys {
				if in(k) && !yield(k, m[k]) {
					return
				}
			}
		}, n)
	}
	all := func(string) bool { return true }
	for _, c := range []struct{ name, got, want string }{
		{"All", list(st.All(), n), show(false, all)},
		{"ReverseAll", list(st.ReverseAll(), n), show(true, all)},
		{"Range", list(st.Range(record.Between(lo, hi)), n), show(false, func(k string) bool { return k >= lo && k <= hi })},
		{"ReverseRange", list(st.ReverseRange(record.AtMost(hi)), n), show(true, func(k string) bool { return k <= hi })},
		{"Range from", list(st.ReadOnly().Range(record.AtLeast(lo)), n), show(false, func(k string) bool { return k >= lo })},
		{"PrefixScan", list(st.PrefixScan([]byte(lo)), n), show(false, func(k string) bool { return strings.HasPrefix(k, lo) })},
		{"ApproximateLen", fmt.Sprint(st.ApproximateLen()), fmt.Sprint(len(m))},
	} {
		if c.got != c.want {
			t.Fatalf("%s of %q %q = %s; want %s", c.name, lo, hi, c.got, c.want)
		}
	}
}

// iterators: what a loop does to the store isn't seen by the loop.
func (on Subject) iterators(t *testing.T) {
	var s record.KeyValueStore[string, int64]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewKeyValue(state.NewOrdered(2, state.Values, epoch, now), Text, state.Plain(Number), 0), nil
	}, func(a store.Any) { s = a.(*state.KeyValue[string, int64]).Part(0) })
	for i, k := range []string{"a", "b", "c"} {
		s.Put(k, int64(i))
	}
	l.barrier()
	l.evict(2)
	var seen []string
	for k, v := range s.All() {
		seen = append(seen, fmt.Sprint(k, v))
		s.Put("b", 50)
		s.Put("bb", 60)
		s.Delete("c")
	}
	if got := strings.Join(seen, " "); got != "a0 b1 c2" {
		t.Errorf("a loop that changes the store saw %s", got)
	}
	if got := list(s.All(), 9); got != "a=0 b=50 bb=60 " {
		t.Errorf("after it the store has %s", got)
	}
}

// forms: what each form keeps survives a crash, with its bytes in the changelog.
func (on Subject) forms(t *testing.T) {
	headers := record.Headers{{Name: "h", Value: []byte("1")}, {Name: "n"}}
	var timed record.KeyValueStore[string, record.Timestamped[*string]]
	tl := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewKeyValue(state.NewOrdered(2, state.Values, epoch, now), Text, state.Timed(nullable), 0), nil
	}, func(a store.Any) { timed = a.(*state.KeyValue[string, record.Timestamped[*string]]).Part(1) })
	var headed record.KeyValueStore[string, record.Headed[string]]
	hl := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewKeyValue(state.NewOrdered(2, state.WithHeaders, epoch, now), Text, state.Headed(Text), 0), nil
	}, func(a store.Any) { headed = a.(*state.KeyValue[string, record.Headed[string]]).Part(1) })
	x := "x"
	timed.Put("k", record.Timestamped[*string]{Value: &x, Timestamp: 7})
	timed.Put("gone", record.Timestamped[*string]{Value: &x, Timestamp: 8})
	timed.Put("gone", record.Timestamped[*string]{Timestamp: 9})
	headed.Put("k", record.Headed[string]{Value: "y", Timestamp: 5, Headers: headers})
	for _, lost := range []bool{false, true} {
		tl.barrier()
		tl.crash(lost)
		hl.barrier()
		hl.crash(lost)
		if v, ok := timed.Get("k"); !ok || *v.Value != "x" || v.Timestamp != 7 {
			t.Errorf("lost %v: timestamped value is %v, %v", lost, v, ok)
		}
		if _, ok := timed.Get("gone"); ok {
			t.Errorf("lost %v: nil didn't delete", lost)
		}
		if v, ok := headed.Get("k"); !ok || v.Value != "y" || v.Timestamp != 5 || fmt.Sprint(v.Headers) != fmt.Sprint(headers) {
			t.Errorf("lost %v: value with headers is %v, %v", lost, v, ok)
		}
	}
	if r := hl.log[1][0]; string(r.key) != "k" || string(r.val) != "y" || r.ts != 5 || len(r.headers) == 0 {
		t.Errorf("changelog record is %+v", r)
	}
}

// lru: what was used longest ago goes, and is deleted in the changelog.
func (on Subject) lru(t *testing.T) {
	var s record.KeyValueStore[string, int64]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewKeyValue(state.NewOrdered(2, state.Values, epoch, now), Text, state.Plain(Number), 2), nil
	}, func(a store.Any) { s = a.(*state.KeyValue[string, int64]).Part(0) })
	s.Put("a", 1)
	s.Put("b", 2)
	s.Get("a")
	s.Put("c", 3)
	if got := list(s.All(), 9); got != "a=1 c=3 " {
		t.Errorf("kept %s", got)
	}
	for _, lost := range []bool{false, true} {
		l.barrier()
		l.crash(lost)
		if got := list(s.All(), 9); got != "a=1 c=3 " {
			t.Errorf("lost %v: kept %s", lost, got)
		}
	}
	s.Put("d", 4) // a was put ahead of c
	if got := list(s.All(), 9); got != "c=3 d=4 " {
		t.Errorf("after a restart kept %s", got)
	}
	s.Delete("c")
	s.Put("e", 5)
	if got := list(s.All(), 9); got != "d=4 e=5 " {
		t.Errorf("after a delete kept %s", got)
	}
}
