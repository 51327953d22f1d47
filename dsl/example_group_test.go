package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

func ExampleKStream_GroupByKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			Count(dsl.As("counts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 11), in("in", "b", "z", 12))
	// Output:
	// out a=1 @10
	// out a=2 @11
	// out b=1 @12
}

func ExampleKStream_GroupBy() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			GroupBy(func(_ string, o Order) string { return o.Item }, dsl.Name("by-item")).
			Count(dsl.As("counts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "1", Order{Item: "tea"}, 10), in("in", "2", Order{Item: "tea"}, 11))
	// Output:
	// out tea=1 @10
	// out tea=2 @11
}

// Null values and null keys don't count. The result has the key's largest timestamp.
func ExampleKGroupedStream_Count() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			Count(dsl.As("counts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", nil, 11), in("in", nil, "y", 12), in("in", "a", "z", 3))
	// Output:
	// out a=1 @10
	// out a=2 @10
}

func ExampleKGroupedStream_Reduce() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Int64()).
			GroupByKey().
			Reduce(func(acc, n int64) int64 { return max(acc, n) }, dsl.As("largest")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", 3, 10), in("in", "a", 7, 11), in("in", "a", 5, 12))
	// Output:
	// out a=3 @10
	// out a=7 @11
	// out a=7 @12
}

func ExampleKGroupedStream_Aggregate() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			GroupByKey().
			Aggregate(Zero, Add, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
			ToStream().
			To("out", dsl.Value(dsl.JSON[Total]()))
	}
	show(topology, in("in", "a", Order{Amount: 3}, 10), in("in", "a", Order{Amount: 4}, 11))
	// Output:
	// out a={"orders":1,"amount":3} @10
	// out a={"orders":2,"amount":7} @11
}

// A record that comes after its window has closed is dropped.
func ExampleKGroupedStream_WindowedBy() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond).Grace(5 * time.Millisecond)).
			Count(dsl.As("counts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", "y", 12), in("in", "a", "in time", 4), in("in", "a", "z", 17), in("in", "a", "late", 5))
	// Output:
	// out [a@0/10]=1 @3
	// out [a@10/20]=1 @12
	// out [a@0/10]=2 @4
	// out [a@10/20]=2 @17
}

func ExampleHopping() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Hopping(10*time.Millisecond, 5*time.Millisecond)).
			Count(dsl.As("counts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 12), in("in", "a", "y", 16))
	// Output:
	// out [a@5/15]=1 @12
	// out [a@10/20]=1 @12
	// out [a@10/20]=2 @16
	// out [a@15/25]=1 @16
}

// A windowed count counts null values too: no function is in the way of them.
func ExampleTimeWindowedKStream_Count() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
			Count(dsl.As("counts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", nil, 4))
	// Output:
	// out [a@0/10]=1 @3
	// out [a@0/10]=2 @4
}

func ExampleTimeWindowedKStream_Reduce() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Int64()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10*time.Millisecond)).
			Reduce(func(acc, n int64) int64 { return acc + n }, dsl.As("sums")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
			To("out")
	}
	show(topology, in("in", "a", 3, 3), in("in", "a", 4, 4), in("in", "a", 5, 12))
	// Output:
	// out a=3 @3
	// out a=7 @4
	// out a=5 @12
}

func ExampleTimeWindowedKStream_Aggregate() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10*time.Millisecond)).
			Aggregate(Zero, Add, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ Total) string { return w.String() }).
			To("out", dsl.Value(dsl.JSON[Total]()))
	}
	show(topology, in("in", "a", Order{Amount: 3}, 3), in("in", "a", Order{Amount: 4}, 4))
	// Output:
	// out [a@0/10]={"orders":1,"amount":3} @3
	// out [a@0/10]={"orders":2,"amount":7} @4
}

// Updates are what is sent unless something else is said.
func ExampleTimeWindowedKStream_EmitStrategy() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
			EmitStrategy(dsl.OnWindowUpdate).
			Count(dsl.As("counts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
			To("out")
	}
	show(topology, in("in", "a", "x", 3), in("in", "a", "y", 4))
	// Output:
	// out a=1 @3
	// out a=2 @4
}

// A row that moves is subtracted from its old group and added to its new one; an empty group counts 0.
func ExampleKGroupedTable_Count() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			GroupBy(func(k, v string) (string, string) { return v, k }, dsl.Name("by-value")).
			Count(dsl.As("counts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "b", "x", 11), in("in", "a", "y", 12), in("in", "b", nil, 13))
	// Output:
	// out x=1 @10
	// out x=2 @11
	// out x=1 @12
	// out y=1 @12
	// out x=0 @13
}

func ExampleKGroupedTable_Reduce() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
			GroupBy(func(_ string, n int64) (string, int64) { return "sum", n }, dsl.Name("all")).
			Reduce(func(acc, n int64) int64 { return acc + n }, func(acc, n int64) int64 { return acc - n }, dsl.As("sums")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", 3, 10), in("in", "b", 4, 11), in("in", "a", 1, 12), in("in", "b", nil, 13))
	// Output:
	// out sum=3 @10
	// out sum=7 @11
	// out sum=5 @12
	// out sum=1 @13
}

func ExampleKGroupedTable_Aggregate() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.JSON[Order](), dsl.As("rows")).
			GroupBy(func(_ string, o Order) (string, Order) { return o.Item, o }, dsl.Name("by-item")).
			Aggregate(Zero, Add, Subtract, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
			ToStream().
			To("out", dsl.Value(dsl.JSON[Total]()))
	}
	show(topology, in("in", "1", Order{Item: "tea", Amount: 3}, 10), in("in", "1", Order{Item: "tea", Amount: 5}, 11))
	// Output:
	// out tea={"orders":1,"amount":3} @10
	// out tea={"orders":1,"amount":5} @11
}
