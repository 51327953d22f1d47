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

func (on Subject) sessionsModel(t *testing.T, r *rand.Rand) {
	var s record.SessionStore[string, string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		w := state.NewSession(state.NewOrdered(2, state.Values, epoch, now), Text, state.Plain(Text), retention, parts)
		return w, []*int64{&w.Observed[0], &w.Observed[1]}
	}, func(a store.Any) { s = a.(*state.Session[string, string]).Part(1) })
	m, saved := windowModel{observed: -1}, windowModel{}
	l.keep(func() { saved = m.clone() }, func() { m = saved.clone() })
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
			now += r.Int64N(30)
		default:
			l.step(r)
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
