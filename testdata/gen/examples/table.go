package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// KTableFilter is the topology of ExampleKTable_Filter.
func KTableFilter(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
		Filter(func(_ string, n int64) bool { return n > 5 }).
		ToStream().
		To("out")
}

// KTableFilterNot is the topology of ExampleKTable_FilterNot.
func KTableFilterNot(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
		FilterNot(func(_ string, n int64) bool { return n > 5 }).
		ToStream().
		To("out")
}

// KTableMapValues is the topology of ExampleKTable_MapValues.
func KTableMapValues(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.JSON[Order](), dsl.As("rows")).
		MapValues(func(o Order) string { return o.Item }).
		ToStream().
		To("out")
}

// KTableMapValuesWithKey is the topology of ExampleKTable_MapValuesWithKey.
func KTableMapValuesWithKey(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		MapValuesWithKey(func(k, v string) string { return k + ":" + v }).
		ToStream().
		To("out")
}

// KTableGroupBy is the topology of ExampleKTable_GroupBy.
func KTableGroupBy(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.JSON[Order](), dsl.As("rows")).
		GroupBy(func(_ string, o Order) (string, int64) { return o.Item, o.Amount }, dsl.Name("by-item")).
		Reduce(func(acc, n int64) int64 { return acc + n }, func(acc, n int64) int64 { return acc - n }, dsl.As("amounts")).
		ToStream().
		To("out")
}

// KTableToStream is the topology of ExampleKTable_ToStream.
func KTableToStream(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		ToStream().
		ValueAs(dsl.Nullable(dsl.String())).
		MapValues(func(v *string) string {
			if v == nil {
				return "deleted"
			}
			return "set to " + *v
		}).
		To("out")
}

// KTableValueAs is the topology of ExampleKTable_ValueAs.
func KTableValueAs(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
		MapValues(func(n int64) *int64 {
			if n < 0 {
				return nil
			}
			return &n
		}).
		ValueAs(dsl.Int64()).
		MapValues(func(n int64) int64 { return n * 2 }).
		ToStream().
		To("out")
}

// KTableKeyAs is the topology of ExampleKTable_KeyAs.
func KTableKeyAs(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		KeyAs(dsl.JSON[string]()).
		ToStream().
		To("out")
}

// WindowedKTableKeyAs is the topology of ExampleWindowedKTable_KeyAs.
func WindowedKTableKeyAs(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second)).
		Count(dsl.As("counts")).
		KeyAs(dsl.TimeWindowed(dsl.String(), time.Second)).
		Filter(func(_ record.Windowed[string], n int64) bool { return n > 1 }).
		ToStream().
		To("out")
}

// WindowedKTableToStream is the topology of ExampleWindowedKTable_ToStream.
func WindowedKTableToStream(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second)).
		Count(dsl.As("counts")).
		ToStream().
		Map(func(w record.Windowed[string], n int64) (string, int64) { return w.Key, n }).
		To("out")
}

// WindowedKStreamSelectKey is the topology of ExampleWindowedKStream_SelectKey.
func WindowedKStreamSelectKey(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second)).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// WindowedKStreamTo is the topology of ExampleWindowedKStream_To.
func WindowedKStreamTo(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second)).
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}

// KStreamJoinTable is the topology of ExampleKStream_JoinTable.
func KStreamJoinTable(b *dsl.Builder) {
	names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
	b.Stream("in", dsl.String(), dsl.String()).
		JoinTable(names, func(v, name string) string { return v + " of " + name }).
		To("out")
}

// KStreamJoinTableWithKey is the topology of ExampleKStream_JoinTableWithKey.
func KStreamJoinTableWithKey(b *dsl.Builder) {
	names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
	b.Stream("in", dsl.String(), dsl.String()).
		JoinTableWithKey(names, func(k, v, name string) string { return k + ": " + v + " of " + name }).
		To("out")
}

// LRU is the topology of ExampleLRU.
func LRU(b *dsl.Builder) {
	names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"), dsl.LRU(2))
	b.Stream("in", dsl.String(), dsl.String()).
		JoinTable(names, func(v, name string) string { return v + " " + name }).
		To("out")
}

// KStreamLeftJoinTable is the topology of ExampleKStream_LeftJoinTable.
func KStreamLeftJoinTable(b *dsl.Builder) {
	names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
	b.Stream("in", dsl.String(), dsl.String()).
		LeftJoinTable(names, func(v string, name *string) string {
			if name == nil {
				return v
			}
			return v + " of " + *name
		}).
		To("out")
}

// KStreamLeftJoinTableWithKey is the topology of ExampleKStream_LeftJoinTableWithKey.
func KStreamLeftJoinTableWithKey(b *dsl.Builder) {
	names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
	b.Stream("in", dsl.String(), dsl.String()).
		LeftJoinTableWithKey(names, func(k, v string, name *string) string {
			if name == nil {
				return v + " of " + k
			}
			return v + " of " + *name
		}).
		To("out")
}
