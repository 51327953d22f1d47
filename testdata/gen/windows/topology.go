// Package windows has aggregations over windows that are kept as lists: sliding windows, sessions, what is sent on close, more
// windows than a ring holds, cogroups.
package windows

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

const ms = time.Millisecond

// Order is what a customer orders.
type Order struct {
	Customer int64  `json:"customer"`
	Item     string `json:"item"`
	Amount   int64  `json:"amount"`
}

// Basket is what a customer has ordered in a window.
type Basket struct {
	Last   string `json:"last"`
	Amount int64  `json:"amount"`
}

// Empty is a basket at first.
func Empty() Basket { return Basket{} }

// Put adds an order.
func Put(_ int64, o Order, b Basket) Basket { return Basket{Last: o.Item, Amount: b.Amount + o.Amount} }

// Baskets sends windows on close, behind a hop and ahead of another: the keys of windows that close are other keys than those
// of the record at hand.
func Baskets(b *dsl.Builder) {
	b.Stream("orders", dsl.String(), dsl.JSON[Order]()).
		GroupBy(func(_ string, o Order) int64 { return o.Customer }, dsl.Key(dsl.Int64()), dsl.Name("by-customer")).
		WindowedBy(dsl.Hopping(10*ms, 5*ms).Grace(5*ms)).
		EmitStrategy(dsl.OnWindowClose).
		Aggregate(Empty, Put, dsl.As("baskets"), dsl.Value(dsl.JSON[Basket]())).
		ToStream().
		GroupBy(func(_ record.Windowed[int64], b Basket) string { return b.Last }, dsl.Key(dsl.String()), dsl.Name("by-item")).
		Aggregate(func() int64 { return 0 }, func(_ string, b Basket, n int64) int64 { return n + b.Amount }, dsl.As("items")).
		ToStream().
		To("out")
}

// Gone has aggregates that become null: a negative number deletes.
func Gone(b *dsl.Builder) {
	g := b.Stream("in", dsl.String(), dsl.Int64()).GroupByKey()
	zero := func() *int64 { return new(int64(0)) }
	add := func(_ string, v int64, a *int64) *int64 {
		if v < 0 {
			return nil
		}
		return new(*a + v)
	}
	g.SessionWindowedBy(dsl.Session(10*ms).Grace(20*ms)).
		Aggregate(zero, add, func(_ string, x, y *int64) *int64 { return new(*x + *y) }, dsl.As("visits")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ *int64) string { return w.String() }).
		To("sessions")
	g.WindowedBy(dsl.Sliding(10*ms).Grace(20*ms)).
		Aggregate(zero, add, dsl.As("slides")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ *int64) string { return w.String() }).
		To("slides")
}

// Regrouped needs the old values of windows: they are taken out of their groups.
func Regrouped(b *dsl.Builder) {
	plus := func(a, n int64) int64 { return a + n }
	minus := func(a, n int64) int64 { return a - n }
	byKey := func(w record.Windowed[string], n int64) (string, int64) { return w.Key, n }
	g := b.Stream("in", dsl.String(), dsl.String()).GroupByKey()
	g.SessionWindowedBy(dsl.Session(10*ms).Grace(20*ms)).Count(dsl.As("visits")).
		GroupBy(byKey, dsl.Name("visits-by-key")).Reduce(plus, minus, dsl.As("visit-totals")).ToStream().To("visits-out")
	g.WindowedBy(dsl.Sliding(10*ms).Grace(20*ms)).Count(dsl.As("slides")).
		GroupBy(byKey, dsl.Name("slides-by-key")).Reduce(plus, minus, dsl.As("slide-totals")).ToStream().To("slides-out")
	g.WindowedBy(dsl.Sliding(10*ms).Grace(20*ms)).Reduce(func(a, v string) string { return a + v }, dsl.As("texts")).
		GroupBy(func(w record.Windowed[string], v string) (string, string) { return v, w.Key }, dsl.Name("by-text")).
		Count(dsl.As("by-text")).ToStream().To("texts-out")
}

// Long keeps windows for a second that are open for ten milliseconds, and has more windows of a key than a ring.
func Long(b *dsl.Builder) {
	g := b.Stream("in", dsl.String(), dsl.Int64()).GroupByKey()
	sum := func(a, n int64) int64 { return a + n }
	g.WindowedBy(dsl.Tumbling(10*ms)).Reduce(sum, dsl.As("kept"), dsl.Retention(time.Second)).
		Filter(func(_ record.Windowed[string], n int64) bool { return n > 1 }).
		ToStream().
		To("kept-out")
	g.WindowedBy(dsl.Hopping(10*ms, ms).Grace(100*ms)).Reduce(sum, dsl.As("many")).
		ToStream().
		Filter(func(w record.Windowed[string], _ int64) bool { return w.Start%5 == 0 }).
		To("many-out")
}

// Both aggregates two types of values into a session, sent with its own codec.
func Both(b *dsl.Builder) {
	orders := b.Stream("orders", dsl.String(), dsl.JSON[Order]()).GroupByKey()
	clicks := b.Stream("clicks", dsl.String(), dsl.Nullable(dsl.String())).GroupByKey()
	orders.Cogroup(func(_ string, o Order, b Basket) Basket { return Basket{Last: o.Item, Amount: b.Amount + o.Amount} }).
		Cogroup(clicks, func(_ string, page *string, b Basket) Basket {
			if page != nil {
				b.Last = *page
			}
			return b
		}).
		SessionWindowedBy(dsl.Session(10*ms).Grace(10*ms)).
		Aggregate(Empty, func(_ string, x, y Basket) Basket { return Basket{Last: x.Last + y.Last, Amount: x.Amount + y.Amount} },
			dsl.As("both"), dsl.Value(dsl.JSON[Basket]())).
		ToStream().
		To("out", dsl.Value(dsl.JSON[Basket]()))
}

// Visits counts sessions, Recent sliding windows, Final tumbling ones when they close.
func Visits(b *dsl.Builder) {
	counted(b.Stream("in", dsl.String(), dsl.String()).GroupByKey().
		SessionWindowedBy(dsl.Session(15 * time.Second).Grace(5 * time.Second)).Count(dsl.As("visits")))
}

// Recent: see Visits.
func Recent(b *dsl.Builder) {
	counted(b.Stream("in", dsl.String(), dsl.String()).GroupByKey().
		WindowedBy(dsl.Sliding(20 * time.Second).Grace(5 * time.Second)).Count(dsl.As("recent")))
}

// Final: see Visits. Final10 and Final60 have more windows that hold a record.
func Final(b *dsl.Builder) { final(b, dsl.Tumbling(time.Minute)) }

// Final10 has 10.
func Final10(b *dsl.Builder) { final(b, dsl.Hopping(time.Minute, 6*time.Second)) }

// Final60 has 60.
func Final60(b *dsl.Builder) { final(b, dsl.Hopping(time.Minute, time.Second)) }

func final(b *dsl.Builder, w dsl.TimeWindows) {
	counted(b.Stream("in", dsl.String(), dsl.String()).GroupByKey().
		WindowedBy(w).EmitStrategy(dsl.OnWindowClose).Count(dsl.As("final")))
}

func counted(t dsl.WindowedKTable[string, int64]) {
	t.ToStream().To("out")
}

// Stored has tables of windowed keys in stores of their own.
func Stored(b *dsl.Builder) {
	t := b.Stream("in", dsl.String(), dsl.Int64()).GroupByKey().
		SessionWindowedBy(dsl.Session(10*ms).Grace(20*ms)).
		Reduce(func(a, n int64) int64 { return a + n }, dsl.As("visits"))
	t.Filter(func(_ record.Windowed[string], n int64) bool { return n > 1 }, dsl.As("large")).
		MapValues(func(n int64) int64 { return 10 * n }, dsl.As("tens")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
	b.Stream("in2", dsl.String(), dsl.String()).GroupByKey().
		WindowedBy(dsl.Tumbling(10*ms)).
		Count(dsl.As("counts")).
		MapValues(func(n int64) string { return "many"[:min(n, 4)] }, dsl.As("texts"), dsl.Value(dsl.String())).
		ToStream().
		To("texts-out")
}

// Joined joins tables of windows with each other: rows are found in the windows themselves.
func Joined(b *dsl.Builder) {
	xs := b.Stream("x", dsl.Int64(), dsl.String()).GroupByKey()
	ys := b.Stream("y", dsl.Int64(), dsl.String()).GroupByKey()
	x := xs.SessionWindowedBy(dsl.Session(10 * ms).Grace(20 * ms)).Count(dsl.As("xs"))
	y := ys.SessionWindowedBy(dsl.Session(10*ms).Grace(20*ms)).Reduce(func(a, v string) string { return a + v }, dsl.As("ys"))
	x.Join(y, func(n int64, v string) string { return v[:min(int(n), len(v))] }).
		ToStream().
		SelectKey(func(w record.Windowed[int64], _ string) string { return w.String() }).
		To("out")
	c := xs.WindowedBy(dsl.Tumbling(10 * ms).Grace(5 * ms)).EmitStrategy(dsl.OnWindowClose).Count(dsl.As("cs"))
	r := ys.WindowedBy(dsl.Tumbling(10*ms).Grace(5*ms)).Reduce(func(a, v string) string { return a + v }, dsl.As("rs"))
	c.LeftJoin(r, func(n int64, v *string) string {
		if v == nil {
			return "nothing"
		}
		return (*v)[:min(int(n), len(*v))]
	}, dsl.As("final")).
		ToStream().
		SelectKey(func(w record.Windowed[int64], _ string) string { return w.String() }).
		To("final-out")
}

// Read reads keys that have windows.
func Read(b *dsl.Builder) {
	sum := func(a, n int64) int64 { return a + n }
	s := b.Stream("times", dsl.TimeWindowed(dsl.String(), 10*ms), dsl.Int64())
	s.GroupByKey().Reduce(sum, dsl.As("by-window")).ToStream().To("by-window-out")
	s.GroupBy(func(w record.Windowed[string], _ int64) string { return w.Key }, dsl.Name("inner")).
		Reduce(sum, dsl.As("by-key")).ToStream().To("by-key-out")
	limits := b.Table("limits", dsl.TimeWindowed(dsl.String(), 10*ms), dsl.Int64(), dsl.As("limits"))
	s.JoinTable(limits, func(n, limit int64) int64 { return min(n, limit) }).To("limited")
	b.Stream("sessions", dsl.SessionWindowed(dsl.String()), dsl.Int64()).
		Filter(func(w record.Windowed[string], n int64) bool { return w.End-w.Start > n }).
		To("long")
}

// Nested keeps keys that have windows already: behind a cache, in windows of their own, held back, and with a foreign key.
func Nested(b *dsl.Builder) {
	sum := func(a, n int64) int64 { return a + n }
	s := b.Stream("times", dsl.TimeWindowed(dsl.String(), 10*ms), dsl.Int64())
	s.GroupByKey().Reduce(sum, dsl.As("sums"), dsl.Cache()).ToStream().To("sums-out")
	s.GroupByKey().SessionWindowedBy(dsl.Session(5 * ms)).EmitStrategy(dsl.OnWindowClose).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[record.Windowed[string]], _ int64) string { return w.Key.Key }).
		To("closed-out")
	t := b.Table("sessions", dsl.SessionWindowed(dsl.String()), dsl.Int64(), dsl.As("sessions"))
	held := t.Suppress(dsl.UntilTimeLimit(10*ms, dsl.Unbounded()), dsl.Name("held")).ToStream()
	held.Join(held.MapValues(func(n int64) int64 { return -n }), func(a, n int64) int64 { return a * n }, dsl.Within(5*ms), dsl.As("squares")).To("squares-out")
	names := b.Table("names", dsl.String(), dsl.Int64(), dsl.As("names"))
	t.LeftJoinForeign(names, func(w record.Windowed[string], _ int64) (string, bool) { return w.Key, true }, named, dsl.As("named")).
		ToStream().
		To("named-out")
	recent := b.Table("recent", dsl.SessionWindowed(dsl.String()), dsl.Int64(), dsl.As("recent"), dsl.LRU(2))
	t.Suppress(dsl.UntilTimeLimit(10*ms, dsl.Unbounded()), dsl.Name("late")).
		LeftJoin(recent, named).
		ToStream().
		To("late-out")
}

func named(n int64, name *int64) int64 {
	if name == nil {
		return n
	}
	return n + *name
}

// Pointers has windows of keys that may be null, and a table that is held back.
func Pointers(b *dsl.Builder) {
	s := b.Stream("in", dsl.Nullable(dsl.String()), dsl.Int64())
	s.ToTable(dsl.As("rows")).
		Suppress(dsl.UntilTimeLimit(10*ms, dsl.Unbounded()), dsl.Name("held")).
		ToStream().
		MapValuesWithKey(func(k *string, n int64) int64 { return n + int64(len(*k)) }).
		To("rows-out")
	b.Stream("times", dsl.Nullable(dsl.TimeWindowed(dsl.String(), 10*ms)), dsl.Int64()).ToTable(dsl.As("times")).
		Suppress(dsl.UntilTimeLimit(10*ms, dsl.Unbounded()), dsl.Name("held-times")).
		ToStream().
		MapValuesWithKey(func(k *record.Windowed[string], n int64) int64 { return n + k.Start }).
		To("times-out")
	s.GroupByKey().
		WindowedBy(dsl.Tumbling(10*ms)).
		Count(dsl.As("windows")).
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded()), dsl.Name("closed")).
		ToStream().
		ValueAs(dsl.Nullable(dsl.Int64())).
		SelectKey(func(w record.Windowed[*string], _ *int64) string { return *w.Key }).
		To("out")
}

// Brought has keys of windows that are made here meet those that a topic brings.
func Brought(b *dsl.Builder) {
	keys := dsl.TimeWindowed(dsl.String(), 10*ms)
	made := b.Stream("in", dsl.String(), dsl.Int64()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10 * ms)).
		Count(dsl.As("counts")).
		ToStream().
		KeyAs(keys)
	brought := b.Stream("windows", keys, dsl.Int64())
	both := made.Merge(brought)
	both.To("both")
	both.GroupByKey().Count(dsl.As("met")).ToStream().To("met-out")
	made.ToTable(dsl.As("versions"), dsl.Versioned(time.Minute))
	made.OuterJoin(brought, pair, dsl.Within(5*ms).Grace(5*ms), dsl.As("pairs")).To("pairs-out")
}

func pair(a, b *int64) string {
	switch {
	case a == nil:
		return "brought alone"
	case b == nil:
		return "made alone"
	}
	return "both"
}
