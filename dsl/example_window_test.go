package dsl_test

import (
	"strconv"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

// Windows are where the set of records changes: each record ends one, and begins one if later records lie in it.
func ExampleSliding() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Sliding(10*time.Millisecond).Grace(20*time.Millisecond)).
			Reduce(func(acc, v string) string { return acc + v }, dsl.As("texts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 20), in("in", "a", "y", 25), in("in", "a", "z", 22))
	// Output:
	// out [a@10/20]=x @20
	// out [a@21/31]=y @25
	// out [a@15/25]=xy @25
	// out [a@21/31]=yz @25
	// out [a@15/25]=xyz @25
	// out [a@12/22]=xz @22
	// out [a@23/33]=y @25
}

// What comes ahead of the window's start is in no window.
func ExampleUnlimited() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Unlimited(time.UnixMilli(100))).
			Count(dsl.As("counts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key + "@" + strconv.FormatInt(w.Start, 10) }).
			To("out")
	}
	show(topology, in("in", "a", "x", 99), in("in", "a", "y", 100), in("in", "a", "z", 5000))
	// Output:
	// out a@100=1 @100
	// out a@100=2 @5000
}

// Each window is sent once, when no record can change it any more: by the order of their starts.
func ExampleOnWindowClose() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond).Grace(5 * time.Millisecond)).
			EmitStrategy(dsl.OnWindowClose).
			Count(dsl.As("counts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "b", "x", 4), in("in", "a", "y", 12), in("in", "a", "in time", 5), in("in", "b", "z", 15))
	// Output:
	// out [a@0/10]=2 @5
	// out [b@0/10]=1 @4
}

// A longer retention keeps windows that have closed: to be looked up, and to be sent on close when time makes a leap.
func ExampleRetention() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10*time.Millisecond)).
			EmitStrategy(dsl.OnWindowClose).
			Count(dsl.As("counts"), dsl.Retention(time.Second)).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "b", "x", 500))
	// Output:
	// out [a@0/10]=1 @3
}

func ExampleKGroupedStream_SessionWindowedBy() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
			Count(dsl.As("visits")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", "y", 13), in("in", "a", "z", 24))
	// Output:
	// out [a@3/3]=1 @3
	// out [a@3/13]=2 @13
	// out [a@24/24]=1 @24
}

// A record between two sessions makes one of them. Sessions that became part of another are deleted: a nullable view
// shows it.
func ExampleSession() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10 * time.Millisecond).Grace(50 * time.Millisecond)).
			Count(dsl.As("visits")).
			ToStream().
			ValueAs(dsl.Nullable(dsl.Int64())).
			SelectKey(func(w record.Windowed[string], _ *int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", "y", 20), in("in", "a", "between", 12))
	// Output:
	// out [a@3/3]=1 @3
	// out [a@20/20]=1 @20
	// out [a@3/3]=null @3
	// out [a@20/20]=null @20
	// out [a@3/20]=3 @20
}

// A session takes records until stream time has passed its end by more than gap and grace.
func ExampleSessionWindows_Grace() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10 * time.Millisecond).Grace(5 * time.Millisecond)).
			Count(dsl.As("visits")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "b", "x", 17), in("in", "a", "in time", 4), in("in", "b", "y", 40), in("in", "a", "late", 5))
	// Output:
	// out [a@3/3]=1 @3
	// out [b@17/17]=1 @17
	// out [a@3/4]=2 @4
	// out [b@40/40]=1 @40
}

// Null values count, as in tumbling windows.
func ExampleSessionWindowedKStream_Count() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
			Count(dsl.As("visits")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", nil, 4))
	// Output:
	// out a=1 @3
	// out a=2 @4
}

// The function merges sessions, too: an earlier one is its first argument.
func ExampleSessionWindowedKStream_Reduce() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10*time.Millisecond).Grace(50*time.Millisecond)).
			Reduce(func(acc, v string) string { return acc + v }, dsl.As("texts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", "y", 20), in("in", "a", "between", 12))
	// Output:
	// out [a@3/3]=x @3
	// out [a@20/20]=y @20
	// out [a@3/20]=xybetween @20
}

func ExampleSessionWindowedKStream_Aggregate() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10*time.Millisecond)).
			Aggregate(Zero, Add, func(_ string, x, y Total) Total {
				return Total{Orders: x.Orders + y.Orders, Amount: x.Amount + y.Amount}
			}, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ Total) string { return w.String() }).
			To("out", dsl.Value(dsl.JSON[Total]()))
	}
	show(topology, in("in", "a", Order{Amount: 3}, 3), in("in", "a", Order{Amount: 4}, 4))
	// Output:
	// out [a@3/3]={"orders":1,"amount":3} @3
	// out [a@3/4]={"orders":2,"amount":7} @4
}

// Sessions are sent when they have closed, by the order of their ends.
func ExampleSessionWindowedKStream_EmitStrategy() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
			EmitStrategy(dsl.OnWindowClose).
			Count(dsl.As("visits")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", "y", 12), in("in", "b", "z", 22), in("in", "b", "z", 23))
	// Output:
	// out [a@3/12]=2 @12
}

// The key of a session is the key's bytes, its end and its start.
func ExampleSessionWindowed() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
			Count(dsl.As("visits")).
			ToStream().
			KeyAs(dsl.SessionWindowed(dsl.String())).
			Map(func(w record.Windowed[string], n int64) (string, string) {
				return w.Key, strconv.FormatInt(w.End-w.Start, 10) + " ms, " + strconv.FormatInt(n, 10)
			}).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", "y", 12))
	// Output:
	// out a=0 ms, 1 @3
	// out a=9 ms, 2 @12
}

// Two streams, one aggregate.
func ExampleKGroupedStream_Cogroup() {
	topology := func(b *dsl.Builder) {
		orders := b.Stream("orders", dsl.String(), dsl.Int64()).GroupByKey()
		returns := b.Stream("returns", dsl.String(), dsl.Int64()).GroupByKey()
		orders.Cogroup(func(_ string, n, sum int64) int64 { return sum + n }).
			Cogroup(returns, func(_ string, n, sum int64) int64 { return sum - n }).
			Aggregate(func() int64 { return 0 }, dsl.As("balances")).
			ToStream().
			To("out")
	}
	show(topology, in("orders", "a", 5, 1), in("returns", "a", 2, 2), in("orders", "a", 4, 3))
	// Output:
	// out a=5 @1
	// out a=3 @2
	// out a=7 @3
}

func ExampleCogroupedKStream_Cogroup() {
	topology := func(b *dsl.Builder) {
		names := b.Stream("names", dsl.String(), dsl.String()).GroupByKey()
		ages := b.Stream("ages", dsl.String(), dsl.Int64()).GroupByKey()
		names.Cogroup(func(_, name, text string) string { return text + " " + name }).
			Cogroup(ages, func(_ string, age int64, text string) string { return text + " " + strconv.FormatInt(age, 10) }).
			Aggregate(func() string { return "about:" }, dsl.As("texts")).
			ToStream().
			To("out")
	}
	show(topology, in("names", "a", "Ada", 1), in("ages", "a", 36, 2))
	// Output:
	// out a=about: Ada @1
	// out a=about: Ada 36 @2
}

func ExampleCogroupedKStream_Aggregate() {
	topology := func(b *dsl.Builder) {
		x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
		y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
		x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
			Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
			Aggregate(func() string { return "" }, dsl.As("texts")).
			ToStream().
			To("out")
	}
	show(topology, in("x", "a", "1", 5), in("y", "a", "2", 3), in("y", "a", nil, 4))
	// Output:
	// out a=x1 @5
	// out a=x1y2 @5
}

func ExampleCogroupedKStream_WindowedBy() {
	topology := func(b *dsl.Builder) {
		x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
		y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
		x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
			Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
			WindowedBy(dsl.Hopping(10*time.Millisecond, 5*time.Millisecond)).
			Aggregate(func() string { return "" }, dsl.As("texts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
			To("out")
	}
	show(topology, in("x", "a", "1", 5), in("y", "a", "2", 12))
	// Output:
	// out [a@0/10]=x1 @5
	// out [a@5/15]=x1 @5
	// out [a@5/15]=x1y2 @12
	// out [a@10/20]=y2 @12
}

// Each stream has a stream time of its own: what is late for one is in time for the other.
func ExampleTimeWindowedCogroupedKStream_Aggregate() {
	topology := func(b *dsl.Builder) {
		x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
		y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
		x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
			Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
			WindowedBy(dsl.Tumbling(10*time.Millisecond)).
			Aggregate(func() string { return "" }, dsl.As("texts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
			To("out")
	}
	show(topology, in("x", "a", "1", 12), in("x", "a", "late", 3), in("y", "a", "2", 4))
	// Output:
	// out [a@10/20]=x1 @12
	// out [a@0/10]=y2 @4
}

func ExampleCogroupedKStream_SessionWindowedBy() {
	topology := func(b *dsl.Builder) {
		clicks := b.Stream("clicks", dsl.String(), dsl.String()).GroupByKey()
		orders := b.Stream("orders", dsl.String(), dsl.Int64()).GroupByKey()
		clicks.Cogroup(func(_, _ string, n int64) int64 { return n + 1 }).
			Cogroup(orders, func(_ string, amount, n int64) int64 { return n + amount }).
			SessionWindowedBy(dsl.Session(10*time.Millisecond)).
			Aggregate(func() int64 { return 0 }, func(_ string, x, y int64) int64 { return x + y }, dsl.As("visits")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("clicks", "a", "home", 3), in("orders", "a", 100, 8))
	// Output:
	// out [a@3/3]=1 @3
	// out [a@3/8]=101 @8
}

func ExampleSessionWindowedCogroupedKStream_Aggregate() {
	topology := func(b *dsl.Builder) {
		x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
		y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
		x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
			Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
			SessionWindowedBy(dsl.Session(10*time.Millisecond).Grace(20*time.Millisecond)).
			Aggregate(func() string { return "" }, func(_, earlier, later string) string { return earlier + later }, dsl.As("texts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
			To("out")
	}
	show(topology, in("x", "a", "1", 5), in("y", "a", "2", 20), in("x", "a", "3", 12))
	// Output:
	// out [a@5/5]=x1 @5
	// out [a@20/20]=y2 @20
	// out [a@5/20]=x1y2x3 @20
}
