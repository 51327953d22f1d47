package examples

import (
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// WindowedKTableMapValuesWithKey is the topology of ExampleWindowedKTable_MapValuesWithKey.
func WindowedKTableMapValuesWithKey(b *dsl.Builder) {
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

// WindowedKTableGroupBy is the topology of ExampleWindowedKTable_GroupBy.
func WindowedKTableGroupBy(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10*time.Millisecond)).
		Count(dsl.As("counts")).
		GroupBy(func(w record.Windowed[string], n int64) (int64, int64) { return w.Start, n }, dsl.Name("by-start")).
		Reduce(func(sum, n int64) int64 { return sum + n }, func(sum, n int64) int64 { return sum - n }, dsl.As("sums")).
		ToStream().
		To("out", dsl.Key(dsl.Int64()))
}

// WindowedKTableJoin is the topology of ExampleWindowedKTable_Join.
func WindowedKTableJoin(b *dsl.Builder) {
	clicks := b.Stream("clicks", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("clicks"))
	orders := b.Stream("orders", dsl.String(), dsl.String()).GroupByKey().WindowedBy(dsl.Tumbling(10 * time.Millisecond)).Count(dsl.As("orders"))
	clicks.Join(orders, func(c, o int64) string { return fmt.Sprint(c, " clicks, ", o, " orders") }).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
		To("out")
}

// WindowedKTableLeftJoin is the topology of ExampleWindowedKTable_LeftJoin.
func WindowedKTableLeftJoin(b *dsl.Builder) {
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

// WindowedKTableOuterJoin is the topology of ExampleWindowedKTable_OuterJoin.
func WindowedKTableOuterJoin(b *dsl.Builder) {
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

// WindowedKStreamMapValuesWithKey is the topology of ExampleWindowedKStream_MapValuesWithKey.
func WindowedKStreamMapValuesWithKey(b *dsl.Builder) {
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

// WindowedKStreamGroupBy is the topology of ExampleWindowedKStream_GroupBy.
func WindowedKStreamGroupBy(b *dsl.Builder) {
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

// WindowedKStreamForEach is the topology of ExampleWindowedKStream_ForEach.
func WindowedKStreamForEach(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
		Count(dsl.As("counts")).
		ToStream().
		ForEach(func(w record.Windowed[string], n int64) { fmt.Println("saw", w, n) })
}

// WindowedKStreamPrint is the topology of ExampleWindowedKStream_Print.
func WindowedKStreamPrint(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
		Count(dsl.As("counts")).
		ToStream().
		Print(dsl.Label("counts"))
}
