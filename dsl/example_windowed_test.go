package dsl_test

import (
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// What a table can do, a table of windows can.
func ExampleWindowedKTable_MapValuesWithKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
			Count(dsl.As("counts")).
			Filter(func(_ record.Windowed[string], n int64) bool { return n > 1 }).
			FilterNot(func(w record.Windowed[string], _ int64) bool { return w.Start == 0 }).
			MapValues(func(n int64) int64 { return n * 100 }).
			MapValuesWithKey(func(w record.Windowed[string], n int64) string { return fmt.Sprint(w, " ", n) }).
			ValueAs(dsl.JSON[string]()).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.Key }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 15))
	// Output:
	// out a="[a@10/20] 200" @15
}

// The windows of all keys are summed up by their start.
func ExampleWindowedKTable_GroupBy() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10*time.Millisecond)).
			Count(dsl.As("counts")).
			GroupBy(func(w record.Windowed[string], n int64) (int64, int64) { return w.Start, n }, dsl.Name("by-start")).
			Reduce(func(sum, n int64) int64 { return sum + n }, func(sum, n int64) int64 { return sum - n }, dsl.As("sums")).
			ToStream().
			To("out", dsl.Key(dsl.Int64()))
	}
	show(topology, in("in", "a", "x", 10), in("in", "b", "x", 11), in("in", "c", "x", 20))
	// Output:
	// out 10=1 @10
	// out 10=2 @11
	// out 20=1 @20
}

// Windows of the same key and time meet.
func ExampleWindowedKTable_Join() {
	topology := func(b *dsl.Builder) {
		clicks := b.Stream("clicks", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("clicks"))
		orders := b.Stream("orders", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("orders"))
		clicks.Join(orders, func(c, o int64) string { return fmt.Sprint(c, " clicks, ", o, " orders") }).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
			To("out")
	}
	show(topology, in("clicks", "a", "x", 1), in("clicks", "a", "y", 2), in("orders", "a", "tea", 3), in("orders", "a", "jam", 15))
	// Output:
	// out [a@0/10]=2 clicks, 1 orders @3
}

// The table on the left has a result whatever the other side has.
func ExampleWindowedKTable_LeftJoin() {
	topology := func(b *dsl.Builder) {
		clicks := b.Stream("clicks", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("clicks"))
		orders := b.Stream("orders", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("orders"))
		clicks.LeftJoin(orders, func(c int64, o *int64) string {
			if o == nil {
				return fmt.Sprint(c, " clicks")
			}
			return fmt.Sprint(c, " clicks, ", *o, " orders")
		}).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
			To("out")
	}
	show(topology, in("clicks", "a", "x", 1), in("orders", "a", "tea", 3), in("orders", "a", "jam", 15))
	// Output:
	// out [a@0/10]=1 clicks @1
	// out [a@0/10]=1 clicks, 1 orders @3
}

// Each side has a result whatever the other has.
func ExampleWindowedKTable_OuterJoin() {
	topology := func(b *dsl.Builder) {
		clicks := b.Stream("clicks", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("clicks"))
		orders := b.Stream("orders", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("orders"))
		clicks.OuterJoin(orders, func(c, o *int64) int64 {
			if c == nil || o == nil {
				return 0
			}
			return *c * *o
		}).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("clicks", "a", "x", 1), in("orders", "a", "tea", 3), in("orders", "a", "jam", 15))
	// Output:
	// out [a@0/10]=0 @1
	// out [a@0/10]=1 @3
	// out [a@10/20]=0 @15
}

// What a stream can do, a stream of windows can.
func ExampleWindowedKStream_MapValuesWithKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
			Count(dsl.As("counts")).
			ToStream().
			Filter(func(_ record.Windowed[string], n int64) bool { return n > 1 }).
			FilterNot(func(w record.Windowed[string], _ int64) bool { return w.Start == 0 }).
			MapValues(func(n int64) int64 { return n * 100 }).
			Peek(func(w record.Windowed[string], n int64) { fmt.Println("saw", w, n) }).
			MapValuesWithKey(func(w record.Windowed[string], n int64) string { return fmt.Sprint(n, " since ", w.Start) }).
			FlatMap(func(w record.Windowed[string], v string, emit func(string, string)) {
				emit(w.Key, v)
				emit("all", v)
			}).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 15))
	// Output:
	// saw [a@10/20] 200
	// out a=200 since 10 @15
	// out all=200 since 10 @15
}

// Updates of windows are counted by key.
func ExampleWindowedKStream_GroupBy() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10*time.Millisecond)).
			Count(dsl.As("counts")).
			ToStream().
			GroupBy(func(w record.Windowed[string], _ int64) string { return w.Key }, dsl.Name("by-key")).
			Count(dsl.As("updates")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 25))
	// Output:
	// out a=1 @10
	// out a=2 @25
}

func ExampleWindowedKStream_ForEach() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
			Count(dsl.As("counts")).
			ToStream().
			ForEach(func(w record.Windowed[string], n int64) { fmt.Println("saw", w, n) })
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// saw [a@10/20] 1
}

func ExampleWindowedKStream_Print() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
			Count(dsl.As("counts")).
			ToStream().
			Print(dsl.Label("counts"))
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// [counts]: [a@10/20], 1
}
