package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// KTableSuppress is the topology of ExampleKTable_Suppress.
func KTableSuppress(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		Suppress(dsl.UntilTimeLimit(10*time.Millisecond, dsl.MaxRecords(1000)), dsl.Name("last")).
		ToStream().
		To("out")
}

// WindowedKTableSuppress is the topology of ExampleWindowedKTable_Suppress.
func WindowedKTableSuppress(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10*time.Millisecond).Grace(5*time.Millisecond)).
		Count(dsl.As("counts")).
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded()), dsl.Name("final")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
		To("out")
}

// BuilderCache is the topology of ExampleBuilder_Cache.
func BuilderCache(b *dsl.Builder) {
	b.Cache()
	b.Stream("in", dsl.String(), dsl.String()).
		FlatMapValues(func(v string, emit func(string)) { emit(v); emit(v) }).
		GroupByKey().
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}
