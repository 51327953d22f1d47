package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Of the updates of a key only the last within the limit is sent.
func ExampleKTable_Suppress() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			Suppress(dsl.UntilTimeLimit(10*time.Millisecond, dsl.MaxRecords(1000)), dsl.Name("last")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 0), in("in", "a", "y", 5), in("in", "b", "z", 10))
	// Output:
	// out a=y @5
}

// A window's result is sent once, when nothing can change it any more.
func ExampleWindowedKTable_Suppress() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(10*time.Millisecond).Grace(5*time.Millisecond)).
			Count(dsl.As("counts")).
			Suppress(dsl.UntilWindowCloses(dsl.Unbounded()), dsl.Name("final")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
			To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "a", "y", 2), in("in", "b", "z", 15))
	// Output:
	// out a=2 @2
}

// With a cache, of the updates of a key only the last of a commit is sent; the driver commits after each record.
func ExampleBuilder_Cache() {
	topology := func(b *dsl.Builder) {
		b.Cache()
		b.Stream("in", dsl.String(), dsl.String()).
			FlatMapValues(func(v string, emit func(string)) { emit(v); emit(v) }).
			GroupByKey().
			Count(dsl.As("counts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "a", "y", 2))
	// Output:
	// out a=2 @1
	// out a=4 @2
}
