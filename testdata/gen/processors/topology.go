// Package processors is the golden topologies of the Processor API: every declared store, named children, punctuations of
// both clocks, state below processors, read sides, transformers of tables.
package processors

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Stores puts every record into every kind of store and forwards what they say.
func Stores(b *dsl.Builder) {
	kv := b.KeyValueStore("plain", dsl.String(), dsl.Nullable(dsl.String()))
	timed := b.TimestampedKeyValueStore("timed", dsl.String(), dsl.Int64())
	headed := b.HeadersKeyValueStore("headed", dsl.String(), dsl.String())
	in := b.Stream("in", dsl.String(), dsl.String())
	in.Process3(newKeyed, kv, timed, headed).To("keyed")

	windows := b.WindowStore("windows", dsl.String(), dsl.String(), 5*time.Millisecond, 20*time.Millisecond)
	twice := b.TimestampedWindowStore("twice", dsl.String(), dsl.Int64(), 5*time.Millisecond, 20*time.Millisecond, dsl.RetainDuplicates())
	in.Process2(newWindowed, windows, twice).To("windowed")

	sessions := b.HeadersSessionStore("sessions", dsl.String(), dsl.Int64(), 50*time.Millisecond)
	past := b.VersionedKeyValueStore("past", dsl.String(), dsl.String(), dsl.Versioned(30*time.Millisecond))
	lru := b.KeyValueStore("lru", dsl.String(), dsl.Int64(), dsl.LRU(2))
	in.Process3(newHistory, sessions, past, lru).To("history")
}

// Children has a processor that chooses, and one that only reads what the other writes.
func Children(b *dsl.Builder) {
	seen := b.KeyValueStore("seen", dsl.String(), dsl.Int64())
	sorted := b.Stream("in", dsl.String(), dsl.String()).Process1(newSorter, seen, dsl.Name("sort"))
	sorted.To("odd", dsl.Name("odd"))
	sorted.MapValues(func(v string) string { return v + "!" }, dsl.Name("even")).To("even")
	b.Stream("ask", dsl.String(), dsl.String()).Process1(newReader, dsl.ReadOnly(seen)).To("answers")
}

// Below keeps state behind a processor that does not change the key, also for records that it kept back.
func Below(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).ProcessValues(newDelayer).GroupByKey().Count(dsl.As("counts")).
		ToStream().To("counted")
}

// Filled is a store behind a topic, which others only read, and a transformer with a store.
func Filled(b *dsl.Builder) {
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.ReadOnlyStore("names", dsl.String(), dsl.Nullable(dsl.String()), names, newFiller)
	b.Table("people", dsl.String(), dsl.String()).TransformValues1(newNamer, dsl.ReadOnly(names)).ToStream().To("named")
}

// Tally counts numbers in a store: nothing in it allocates.
func Tally(b *dsl.Builder) {
	sums := b.KeyValueStore("sums", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.Int64()).Process1(newAdder, sums).To("sums-out")
}

// Beside has state of other operators behind a processor that does not change the key, on lanes that have whole partitions.
func Beside(b *dsl.Builder) {
	left := b.Stream("left", dsl.String(), dsl.String()).ProcessValues(newPassing)
	right := b.Stream("right", dsl.String(), dsl.String())
	left.OuterJoin(right, both, dsl.Within(time.Second), dsl.As("joined"), dsl.Name("joined")).To("joined")
	left.GroupByKey().SessionWindowedBy(dsl.Session(time.Second)).Count(dsl.As("sessions")).ToStream().To("sessions")
	left.GroupByKey().WindowedBy(dsl.Sliding(time.Second)).Count(dsl.As("sliding")).ToStream().To("sliding")
	left.GroupByKey().WindowedBy(dsl.Tumbling(time.Second)).EmitStrategy(dsl.OnWindowClose).Count(dsl.As("closed")).ToStream().To("closed")
	rows := left.ToTable(dsl.As("rows"))
	rows.OuterJoin(right.ToTable(dsl.As("others")), both, dsl.As("pairs")).ToStream().To("pairs")
	rows.Suppress(dsl.UntilTimeLimit(time.Second, dsl.Unbounded()), dsl.Name("calm")).ToStream().To("calm")
	rows.GroupBy(func(k, v string) (string, string) { return v, k }).Count(dsl.As("groups")).ToStream().To("groups")
}
