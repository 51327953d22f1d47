package statetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/store"
)

// most rows of a partition are kept by an LRU store.
const most = 3

// recency is what an LRU store of one partition has.
type recency struct {
	rows map[string]used
	n    int64
}

type used struct {
	v        string
	put, use int64
}

func (m *recency) set(k, v string) {
	m.n++
	m.rows[k] = used{v, m.n, m.n}
	for len(m.rows) > most {
		oldest := ""
		for k, u := range m.rows {
			if oldest == "" || u.use < m.rows[oldest].use {
				oldest = k
			}
		}
		delete(m.rows, oldest)
	}
}

func (m *recency) get(k string) string {
	u, ok := m.rows[k]
	if ok {
		m.n++
		u.use = m.n
		m.rows[k] = u
	}
	return u.v
}

func (m *recency) show() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(m.rows)) {
		fmt.Fprintf(&b, "%s=%s ", k, m.rows[k].v)
	}
	return b.String()
}

func (m *recency) clone() recency { return recency{maps.Clone(m.rows), m.n} }

// restarted is what is there after a start: the order is that of the puts.
func (m *recency) restarted() recency {
	c := m.clone()
	for k, u := range c.rows {
		u.use = u.put
		c.rows[k] = u
	}
	return c
}

// recents is what can be done with an LRU store under test.
type recents struct {
	put    func(part int, k, v string)
	get    func(part int, k string) string
	delete func(part int, k string)
	all    func(part int) string
}

// recent does random things to an LRU store and to its model.
func (l *life) recent(r *rand.Rand, s recents) {
	l.t.Helper()
	model, saved := [parts]recency{{rows: map[string]used{}}, {rows: map[string]used{}}}, [parts]recency{}
	each := func(f func(i int)) {
		for i := range model {
			f(i)
		}
	}
	l.keep(func() { each(func(i int) { saved[i] = model[i].clone() }) }, func() { each(func(i int) { model[i] = saved[i].restarted() }) })
	for n := range 400 {
		p, k := r.IntN(parts), string(rune('a'+r.IntN(6)))
		switch r.IntN(12) {
		default:
			v := fmt.Sprint("v", n)
			s.put(p, k, v)
			model[p].set(k, v)
		case 5, 6, 7:
			if got, want := s.get(p, k), model[p].get(k); got != want {
				l.t.Fatalf("Get(%s) of partition %d = %q; want %q", k, p, got, want)
			}
		case 8:
			s.delete(p, k)
			delete(model[p].rows, k)
		case 9, 10, 11:
			l.any.Trim(l.epoch - 1)
			l.step(r)
		}
		each(func(i int) {
			if got, want := s.all(i), model[i].show(); got != want {
				l.t.Fatalf("partition %d has %s; want %s", i, got, want)
			}
		})
	}
	l.barrier()
	each(func(i int) {
		for k := range model[i].rows {
			s.delete(i, k)
		}
	})
	l.barrier()
	if l.any.Trim(l.epoch); l.any.Stats().Dirty != 0 {
		l.t.Errorf("%+v behind a barrier", l.any.Stats())
	}
}

// recentModel is a declared LRU store, which keeps headers, too.
func (on Subject) recentModel(t *testing.T, r *rand.Rand) {
	var s [parts]record.KeyValueStore[string, record.Headed[string]]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewKeyValue(state.NewOrdered(2, state.WithHeaders, epoch, now), Text, state.Headed(Text), most), nil
	}, func(a store.Any) {
		for p := range s {
			s[p] = a.(*state.KeyValue[string, record.Headed[string]]).Part(int32(p))
		}
	})
	l.recent(r, recents{
		put: func(p int, k, v string) {
			s[p].Put(k, record.Headed[string]{Value: v, Headers: record.Headers{{Name: "h", Value: []byte(v)}}})
		},
		get: func(p int, k string) string {
			v, ok := s[p].Get(k)
			if ok && (len(v.Headers) != 1 || string(v.Headers[0].Value) != v.Value) {
				t.Fatalf("%s has the headers %v", v.Value, v.Headers)
			}
			return v.Value
		},
		delete: func(p int, k string) { s[p].Delete(k) },
		all: func(p int) (all string) {
			for k, v := range s[p].All() {
				all += k + "=" + v.Value + " "
			}
			return all
		},
	})
}

// text is a row of an LRU table.
type text struct {
	TS int64
	V  string
}

// recentTable is what generated code does with an LRU table.
func (on Subject) recentTable(t *testing.T) (*life, recents) {
	var s *store.LRU[text]
	l := on.life(t, func(epoch *uint32, _ *int64) (store.Any, []*int64) {
		return store.NewLRU(store.KV[text]{
			Table: store.NewTable[text](epoch), CF: 2,
			Put: func(b []byte, v *text) []byte { return append(codec.AppendInt64(b, v.TS), v.V...) },
			Get: func(row []byte, v *text) bool {
				*v = text{codec.GetInt64(row), string(row[8:])}
				return true
			},
		}, most, func(int32) bool { return true }), nil
	}, func(a store.Any) { s = a.(*store.LRU[text]) })
	hash := func(k string) uint32 { return codec.Murmur2([]byte(k)) }
	set := func(p int, k, v string, live bool) {
		l.now++
		at := s.Place(s.Ask(int32(p), k, hash(k)), int32(p), k, hash(k))
		x := s.Table.Get(at)
		x.Val, x.Live = text{l.now, v}, live
		s.Touch(x, at, l.now)
	}
	return l, recents{
		put:    func(p int, k, v string) { set(p, k, v, true) },
		delete: func(p int, k string) { set(p, k, "", false) },
		get: func(p int, k string) string {
			if v := s.Row(s.Ask(int32(p), k, hash(k)), int32(p), k, hash(k)); v != nil {
				return v.V
			}
			return ""
		},
		all: func(p int) (all string) {
			err := s.Rows(l.db, func(part int32, key []byte, _ int64, val []byte) bool {
				if int(part) == p {
					all += string(key) + "=" + string(val) + " "
				}
				return true
			})
			must(t, err)
			return all
		},
	}
}

func (on Subject) recentTableModel(t *testing.T, r *rand.Rand) {
	l, s := on.recentTable(t)
	l.recent(r, s)
	if n := l.any.Stats().Entries; n != 0 {
		t.Errorf("%d entries are left of rows that were all deleted", n)
	}
}

// recentLog: what is one too many is deleted in the changelog, at the time of the record that made it so; records come in the order of
// the last change of each key.
func (on Subject) recentLog(t *testing.T) {
	l, s := on.recentTable(t)
	for _, k := range []string{"a", "b", "c"} {
		s.put(0, k, "1")
	}
	l.barrier()
	s.put(0, "b", "2")
	s.put(0, "c", "2")
	s.put(0, "b", "3")
	s.put(0, "d", "1")
	l.barrier()
	var got []string
	for _, r := range l.log[0][3:] {
		val := string(r.val)
		if r.val == nil {
			val = "null"
		}
		got = append(got, fmt.Sprintf("%s=%s@%d", r.key, val, r.ts))
	}
	if want := []string{"c=2@5", "b=3@6", "a=null@7", "d=1@7"}; !slices.Equal(got, want) {
		t.Errorf("changelog %q; want %q", got, want)
	}
}
