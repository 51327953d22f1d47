package state_test

import (
	"cmp"
	"fmt"
	"maps"
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

func TestWindowModel(t *testing.T) {
	for seed := range uint64(30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { windowsModel(t, rand.New(rand.NewPCG(seed, 2))) })
	}
}

func windowsModel(t *testing.T, r *rand.Rand) {
	var s [parts]record.WindowStore[string, string]
	l := newLife(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewWindow(state.NewOrdered(2, state.Values, epoch, now), text, state.Plain(text), state.WindowOptions{Size: size, Retention: retention}, parts)
		return w, []*int64{&w.Observed[0], &w.Observed[1]}
	}, func(a store.Any) {
		for p := range s {
			s[p] = a.(*state.Window[string, string]).Part(int32(p))
		}
	})
	model, saved := map[int]windowModel{0: {observed: -1}, 1: {observed: -1}}, map[int]windowModel{0: {observed: -1}, 1: {observed: -1}}
	now := int64(0)
	for i := range 200 {
		p := r.IntN(parts)
		m, st := model[p], s[p]
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
			l.barrier()
			model[p] = m
			for i := range model {
				saved[i] = model[i].clone()
			}
		case 6:
			l.evict(1 + r.IntN(5))
		case 7:
			now += r.Int64N(30)
		case 8:
			if r.IntN(4) == 0 {
				l.crash(r.IntN(2) == 0)
				for i := range model {
					model[i] = saved[i].clone()
				}
				m = model[p]
			}
		}
		model[p] = m
		sameWindows(t, r, s[p], m, now)
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

// TestDuplicates: a put adds a row, in order, also behind a restart.
func TestDuplicates(t *testing.T) {
	var s record.WindowStore[string, string]
	l := newLife(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewWindow(state.NewOrdered(2, state.Values, epoch, now), text, state.Plain(text), state.WindowOptions{Size: 1, Retention: 100, Duplicates: true}, parts)
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

// TestExpiredRowsGo: rows that nobody sees any more leave the DB.
func TestExpiredRowsGo(t *testing.T) {
	var s record.WindowStore[string, string]
	l := newLife(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewWindow(state.NewOrdered(2, state.Values, epoch, now), text, state.Plain(text), state.WindowOptions{Size: 1, Retention: 100}, parts)
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
	if err := l.db.Scan(2, nil, nil, func(_, _ []byte) bool { n++; return true }); err != nil {
		t.Fatal(err)
	}
	if n < 90 || n > 500 {
		t.Errorf("%d rows of 100 that are seen are in the DB", n)
	}
}

func TestSessionModel(t *testing.T) {
	for seed := range uint64(30) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { sessionsModel(t, rand.New(rand.NewPCG(seed, 3))) })
	}
}

func sessionsModel(t *testing.T, r *rand.Rand) {
	var s record.SessionStore[string, string]
	l := newLife(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewSession(state.NewOrdered(2, state.Values, epoch, now), text, state.Plain(text), retention, parts)
		return w, []*int64{&w.Observed[0], &w.Observed[1]}
	}, func(a store.Any) { s = a.(*state.Session[string, string]).Part(1) })
	m, saved := windowModel{observed: -1}, windowModel{observed: -1}
	now := int64(0)
	for i := range 200 {
		end := max(0, now-r.Int64N(60))
		w := record.Windowed[string]{Key: keys[r.IntN(len(keys))], Start: max(0, end-r.Int64N(20)), End: end}
		switch r.IntN(9) {
		case 0, 1, 2, 3:
			v := fmt.Sprint("v", i)
			s.Put(w, v)
			if m.observed = max(m.observed, end); end > m.observed-retention {
				m.set(w, v)
			}
		case 4:
			if len(m.rows) > 0 {
				w = m.rows[r.IntN(len(m.rows))].w
			}
			s.Remove(w)
			m.remove(w)
		case 5:
			l.barrier()
			saved = m.clone()
		case 6:
			l.evict(1 + r.IntN(5))
		case 7:
			now += r.Int64N(30)
		case 8:
			if r.IntN(4) == 0 {
				l.crash(r.IntN(2) == 0)
				m = saved.clone()
			}
		}
		sameSessions(t, r, s, m, now)
	}
}

func sameSessions(t *testing.T, r *rand.Rand, st record.SessionStore[string, string], m windowModel, now int64) {
	t.Helper()
	k, early := keys[r.IntN(len(keys))], now-r.Int64N(80)
	late := early + r.Int64N(50)
	lo, hi := keys[r.IntN(len(keys))], keys[r.IntN(len(keys))]
	seen := func(x row) bool { return x.w.End > m.observed-retention }
	touches := func(x row) bool { return seen(x) && x.w.End >= early && x.w.Start <= late }
	between := func(x row) bool { return x.w.Key >= lo && x.w.Key <= hi }
	order := func(a, b row) int { return cmp.Or(cmp.Compare(a.w.End, b.w.End), cmp.Compare(a.w.Start, b.w.Start)) }
	print := func(x row) string { return fmt.Sprintf("%v=%s", x.w, x.v) }
	mine, touched := func(x row) bool { return seen(x) && x.w.Key == k }, func(x row) bool { return touches(x) && x.w.Key == k }
	back := func(a, b row) int { return order(b, a) }
	one := record.Windowed[string]{Key: k, Start: max(0, early), End: max(0, late)}
	if len(m.rows) > 0 && r.IntN(2) == 0 {
		one = m.rows[r.IntN(len(m.rows))].w
	}
	v, ok := st.FetchSession(one.Key, one.Start, one.End)
	want := fmt.Sprint("", false)
	if i := slices.IndexFunc(m.rows, func(x row) bool { return x.w == one && seen(x) }); i >= 0 {
		want = fmt.Sprint(m.rows[i].v, true)
	}
	for _, c := range []struct{ name, got, want string }{
		{"Fetch", list(st.ReadOnly().Fetch(k), 99), m.show(mine, order, print)},
		{"BackwardFetch", list(st.BackwardFetch(k), 99), m.show(mine, back, print)},
		{"FindSessions", list(st.FindSessions(k, early, late), 99), m.show(touched, order, print)},
		{"BackwardFindSessions", list(st.BackwardFindSessions(k, early, late), 99), m.show(touched, back, print)},
		{"FetchRange", bag(st.FetchRange(record.Between(lo, hi))), m.bag(func(x row) bool { return seen(x) && between(x) })},
		{"BackwardFetchRange", bag(st.BackwardFetchRange(record.Between(lo, hi))), m.bag(func(x row) bool { return seen(x) && between(x) })},
		{"FindSessionsRange", bag(st.FindSessionsRange(record.Between(lo, hi), early, late)), m.bag(func(x row) bool { return touches(x) && between(x) })},
		{"BackwardFindSessionsRange", bag(st.BackwardFindSessionsRange(record.AtMost(hi), early, late)), m.bag(func(x row) bool { return touches(x) && x.w.Key <= hi })},
		{"FindSessionsEnding", bag(st.FindSessionsEnding(early, late)), m.bag(func(x row) bool { return seen(x) && x.w.End >= early && x.w.End <= late })},
		{"FetchSession", fmt.Sprint(v, ok), want},
	} {
		if c.got != c.want {
			t.Fatalf("%s of %q %d %d keys %q..%q observed %d = %q; want %q", c.name, k, early, late, lo, hi, m.observed, c.got, c.want)
		}
	}
}

// TestVersionedModel compares with every put there was: a version is valid until the next put of its key begins.
func TestVersionedModel(t *testing.T) {
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { versionedModel(t, rand.New(rand.NewPCG(seed, 4))) })
	}
}

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

func versionedModel(t *testing.T, r *rand.Rand) {
	const past = 30
	var s record.VersionedKeyValueStore[string, *string]
	l := newLife(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		v := state.NewVersioned(store.NewTable[state.Versions[*string]](epoch), 2, text, nullable, past, parts)
		return v, []*int64{&v.Observed[0], &v.Observed[1]}
	}, func(a store.Any) { s = a.(*state.Versioned[string, *string]).Part(1) })
	h := history{map[string]map[int64]*string{}, -1}
	saved := h.clone()
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
			h.observed = max(h.observed, ts)
			want := record.NotPut
			old := ""
			if ts >= h.observed-past {
				if o, from, to, _ := h.at(k, ts); o != nil {
					old = fmt.Sprint(*o, from, to)
				}
				if h.puts[k] == nil {
					h.puts[k] = map[int64]*string{}
				}
				h.puts[k][ts] = v
				_, _, want, _ = h.at(k, ts)
			}
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
			l.barrier()
			saved = h.clone()
		case 6:
			l.evict(1 + r.IntN(5))
		case 7:
			now += r.Int64N(20)
		case 8:
			if r.IntN(4) == 0 {
				l.crash(r.IntN(2) == 0)
				h = saved.clone()
			}
		}
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
}
