package statetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/store"
)

type row struct {
	w record.Windowed[string]
	v string
}

// windowModel is what a window or session store of one partition has: rows in the order of puts.
type windowModel struct {
	rows     []row
	observed int64
}

func (m windowModel) clone() windowModel { return windowModel{slices.Clone(m.rows), m.observed} }

func (m *windowModel) set(w record.Windowed[string], v string) {
	m.remove(w)
	m.rows = append(m.rows, row{w, v})
}

func (m *windowModel) remove(w record.Windowed[string]) {
	m.rows = slices.DeleteFunc(m.rows, func(r row) bool { return r.w == w })
}

// show prints the rows that pass, in an order.
func (m *windowModel) show(keep func(row) bool, order func(a, b row) int, print func(row) string) (s string) {
	var out []row
	for _, r := range m.rows {
		if keep(r) {
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, order)
	for _, r := range out {
		s += print(r) + " "
	}
	return s
}

func sorted(s []string) string { slices.Sort(s); return fmt.Sprint(s) }

// bag is what an iterator over several keys yields, which promises no order.
func bag[K, V any](rows func(func(K, V) bool)) string {
	var out []string
	for k, v := range rows {
		out = append(out, fmt.Sprintf("%v=%v", k, v))
	}
	return sorted(out)
}

func (m *windowModel) bag(keep func(row) bool) string {
	var out []string
	for _, r := range m.rows {
		if keep(r) {
			out = append(out, fmt.Sprintf("%v=%v", r.w, r.v))
		}
	}
	return sorted(out)
}

const size, retention = 5, 40

// keys whose bytes go on where others end, also with the bytes that times begin with.
var keys = []string{"a", "a\x00", "a\x00\x00", "b", "ba"}

func (on Subject) windowsModel(t *testing.T, r *rand.Rand) {
	var s [parts]record.WindowStore[string, string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewWindow(state.NewOrdered(2, state.Values, epoch, now), Text, state.Plain(Text), state.WindowOptions{Size: size, Retention: retention}, parts)
		return w, []*int64{&w.Observed[0], &w.Observed[1]}
	}, func(a store.Any) {
		for p := range s {
			s[p] = a.(*state.Window[string, string]).Part(int32(p))
		}
	})
	model, saved := [parts]windowModel{{observed: -1}, {observed: -1}}, [parts]windowModel{}
	l.keep(copies(&saved, &model, windowModel.clone), copies(&model, &saved, windowModel.clone))
	now := int64(0)
	for i := range 200 {
		p := r.IntN(parts)
		m, st := &model[p], s[p]
		k, start := keys[r.IntN(len(keys))], max(0, now-r.Int64N(60))
		switch r.IntN(9) {
		case 0, 1, 2, 3:
			v := fmt.Sprint("v", i)
			st.Put(k, v, start)
			if m.observed = max(m.observed, start); start > m.observed-retention {
				m.set(record.Windowed[string]{Key: k, Start: start, End: start + size}, v)
			}
		case 4:
			st.Delete(k, start)
			m.observed = max(m.observed, start)
			m.remove(record.Windowed[string]{Key: k, Start: start, End: start + size})
		case 5:
			now += r.Int64N(30)
		default:
			l.step(r)
		}
		sameWindows(t, r, s[p], *m, now)
	}
}

func sameWindows(t *testing.T, r *rand.Rand, st record.WindowStore[string, string], m windowModel, now int64) {
	t.Helper()
	k, from := keys[r.IntN(len(keys))], max(0, now-r.Int64N(80))
	to := from + r.Int64N(50)
	lo, hi := keys[r.IntN(len(keys))], keys[r.IntN(len(keys))]
	seen := func(x row) bool { return x.w.Start > m.observed-retention }
	in := func(x row) bool { return seen(x) && x.w.Start >= from && x.w.Start <= to }
	byStart := func(a, b row) int { return cmp.Compare(a.w.Start, b.w.Start) }
	print := func(x row) string { return fmt.Sprintf("%d=%s", x.w.Start, x.v) }
	mine := func(x row) bool { return in(x) && x.w.Key == k }
	at, ok := st.FetchAt(k, from)
	for _, c := range []struct{ name, got, want string }{
		{"Fetch", list(st.Fetch(k, from, to), 99), m.show(mine, byStart, print)},
		{"BackwardFetch", list(st.BackwardFetch(k, from, to), 99), m.show(mine, func(a, b row) int { return byStart(b, a) }, print)},
		{"FetchRange", bag(st.FetchRange(record.Between(lo, hi), from, to)), m.bag(func(x row) bool { return in(x) && x.w.Key >= lo && x.w.Key <= hi })},
		{"BackwardFetchRange", bag(st.BackwardFetchRange(record.AtLeast(lo), from, to)), m.bag(func(x row) bool { return in(x) && x.w.Key >= lo })},
		{"All", bag(st.ReadOnly().All()), m.bag(seen)},
		{"BackwardAll", bag(st.BackwardAll()), m.bag(seen)},
		{"FetchAt", fmt.Sprint(at, ok), fetchAt(m, k, from, seen)},
	} {
		if c.got != c.want {
			t.Fatalf("%s of %q in %d..%d, keys %q..%q, observed %d = %q; want %q", c.name, k, from, to, lo, hi, m.observed, c.got, c.want)
		}
	}
}

func fetchAt(m windowModel, k string, start int64, seen func(row) bool) string {
	for _, x := range m.rows {
		if x.w.Key == k && x.w.Start == start && seen(x) {
			return fmt.Sprint(x.v, true)
		}
	}
	return fmt.Sprint("", false)
}

// duplicates: a put adds a row, in order, also behind a restart.
func (on Subject) duplicates(t *testing.T) {
	var s record.WindowStore[string, string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewWindow(state.NewOrdered(2, state.Values, epoch, now), Text, state.Plain(Text), state.WindowOptions{Size: 1, Retention: 100, Duplicates: true}, parts)
		return w, []*int64{&w.Observed[0], &w.Observed[1], &w.Seqs[0], &w.Seqs[1]}
	}, func(a store.Any) { s = a.(*state.Window[string, string]).Part(1) })
	for i, lost := range []bool{false, true, false} {
		s.Put("k", fmt.Sprint("x", i), 7)
		l.barrier()
		l.crash(lost)
	}
	s.Delete("k", 7) // names no one row
	if got := list(s.Fetch("k", 0, 100), 9); got != "7=x0 7=x1 7=x2 " {
		t.Errorf("rows are %s", got)
	}
}

// expired: rows that nobody sees any more leave the DB.
func (on Subject) expired(t *testing.T) {
	var s record.WindowStore[string, string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewWindow(state.NewOrdered(2, state.Values, epoch, now), Text, state.Plain(Text), state.WindowOptions{Size: 1, Retention: 100}, parts)
		return w, []*int64{&w.Observed[0], &w.Observed[1]}
	}, func(a store.Any) { s = a.(*state.Window[string, string]).Part(0) })
	for i := range int64(3000) {
		s.Put(fmt.Sprint("k", i), "v", i)
		if i%10 == 0 {
			l.barrier()
			l.evict(20)
		}
	}
	n := 0
	must(t, l.db.Scan(2, nil, nil, func(_, _ []byte) bool { n++; return true }))
	if n < 90 || n > 500 {
		t.Errorf("%d rows of 100 that are seen are in the DB", n)
	}
}
