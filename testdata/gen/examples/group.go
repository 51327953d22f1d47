package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// KStreamGroupByKey is the topology of ExampleKStream_GroupByKey.
func KStreamGroupByKey(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}

// KStreamGroupBy is the topology of ExampleKStream_GroupBy.
func KStreamGroupBy(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		GroupBy(func(_ string, o Order) string { return o.Item }, dsl.Name("by-item")).
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}

// KGroupedStreamCount is the topology of ExampleKGroupedStream_Count.
func KGroupedStreamCount(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}

// KGroupedStreamReduce is the topology of ExampleKGroupedStream_Reduce.
func KGroupedStreamReduce(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		GroupByKey().
		Reduce(func(acc, n int64) int64 { return max(acc, n) }, dsl.As("largest")).
		ToStream().
		To("out")
}

// KGroupedStreamAggregate is the topology of ExampleKGroupedStream_Aggregate.
func KGroupedStreamAggregate(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		GroupByKey().
		Aggregate(Zero, Add, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
		ToStream().
		To("out", dsl.Value(dsl.JSON[Total]()))
}

// KGroupedStreamWindowedBy is the topology of ExampleKGroupedStream_WindowedBy.
func KGroupedStreamWindowedBy(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10 * time.Millisecond).Grace(5 * time.Millisecond)).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// Hopping is the topology of ExampleHopping.
func Hopping(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Hopping(10*time.Millisecond, 5*time.Millisecond)).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// TimeWindowedKStreamCount is the topology of ExampleTimeWindowedKStream_Count.
func TimeWindowedKStreamCount(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// TimeWindowedKStreamReduce is the topology of ExampleTimeWindowedKStream_Reduce.
func TimeWindowedKStreamReduce(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10*time.Millisecond)).
		Reduce(func(acc, n int64) int64 { return acc + n }, dsl.As("sums")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
		To("out")
}

// TimeWindowedKStreamAggregate is the topology of ExampleTimeWindowedKStream_Aggregate.
func TimeWindowedKStreamAggregate(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10*time.Millisecond)).
		Aggregate(Zero, Add, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ Total) string { return w.String() }).
		To("out", dsl.Value(dsl.JSON[Total]()))
}

// TimeWindowedKStreamEmitStrategy is the topology of ExampleTimeWindowedKStream_EmitStrategy.
func TimeWindowedKStreamEmitStrategy(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10 * time.Millisecond)).
		EmitStrategy(dsl.OnWindowUpdate).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
		To("out")
}

// KGroupedTableCount is the topology of ExampleKGroupedTable_Count.
func KGroupedTableCount(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		GroupBy(func(k, v string) (string, string) { return v, k }, dsl.Name("by-value")).
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}

// KGroupedTableReduce is the topology of ExampleKGroupedTable_Reduce.
func KGroupedTableReduce(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
		GroupBy(func(_ string, n int64) (string, int64) { return "sum", n }, dsl.Name("all")).
		Reduce(func(acc, n int64) int64 { return acc + n }, func(acc, n int64) int64 { return acc - n }, dsl.As("sums")).
		ToStream().
		To("out")
}

// KGroupedTableAggregate is the topology of ExampleKGroupedTable_Aggregate.
func KGroupedTableAggregate(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.JSON[Order](), dsl.As("rows")).
		GroupBy(func(_ string, o Order) (string, Order) { return o.Item, o }, dsl.Name("by-item")).
		Aggregate(Zero, Add, Subtract, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
		ToStream().
		To("out", dsl.Value(dsl.JSON[Total]()))
}
