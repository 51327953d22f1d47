package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// KStreamProcess1 is the topology of ExampleKStream_Process1.
func KStreamProcess1(b *dsl.Builder) {
	counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.String()).Process1(NewCounter, counts).To("out")
}

// KStreamProcess is the topology of ExampleKStream_Process.
func KStreamProcess(b *dsl.Builder) {
	sorted := b.Stream("in", dsl.String(), dsl.String()).Process(NewSorter, dsl.Name("sorter"))
	sorted.To("words", dsl.Name("long"))
	sorted.To("letters", dsl.Name("short"))
}

// KStreamProcessValues1 is the topology of ExampleKStream_ProcessValues1.
func KStreamProcessValues1(b *dsl.Builder) {
	values := b.WindowStore("values", dsl.String(), dsl.String(), 5*time.Millisecond, time.Second)
	b.Stream("in", dsl.String(), dsl.String()).ProcessValues1(NewLatest, values).To("out")
}

// KTableTransformValues1 is the topology of ExampleKTable_TransformValues1.
func KTableTransformValues1(b *dsl.Builder) {
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.ReadOnlyStore("people", dsl.String(), dsl.String(), names, NewFiller)
	b.Table("winners", dsl.String(), dsl.String()).TransformValues1(NewNamer, dsl.ReadOnly(names)).ToStream().To("out")
}

// Versioned is the topology of ExampleVersioned.
func Versioned(b *dsl.Builder) {
	prices := b.Table("prices", dsl.String(), dsl.String(), dsl.As("prices"), dsl.Versioned(time.Second))
	b.Stream("orders", dsl.String(), dsl.String()).
		JoinTable(prices, func(order, price string) string { return order + " for " + price }).
		To("out")
}

// Grace is the topology of ExampleGrace.
func Grace(b *dsl.Builder) {
	prices := b.Table("prices", dsl.String(), dsl.String(), dsl.As("prices"), dsl.Versioned(time.Second))
	b.Stream("orders", dsl.String(), dsl.String()).
		JoinTable(prices, func(order, price string) string { return order + " for " + price }, dsl.Grace(5*time.Millisecond)).
		To("out")
}

// BuilderEvery is the topology of ExampleBuilder_Every.
func BuilderEvery(b *dsl.Builder) {
	b.Every(time.Minute, NewHeart, dsl.Offset(10*time.Second), dsl.Name("heart")).To("out")
}

// BuilderCron1 is the topology of ExampleBuilder_Cron1.
func BuilderCron1(b *dsl.Builder) {
	counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.String()).Process1(NewTally, counts)
	b.Cron1("0 * * * *", NewHourly, counts, dsl.Name("hourly")).To("out")
}

// BuilderTimers is the topology of ExampleBuilder_Timers.
func BuilderTimers(b *dsl.Builder) {
	ends := b.Timers("ends", dsl.String())
	visits := b.TimestampedKeyValueStore("visits", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.String()).Process2(NewVisits, ends, visits).To("out")
}

// BuilderKeyValueStore is the topology of ExampleBuilder_KeyValueStore.
func BuilderKeyValueStore(b *dsl.Builder) {
	counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64(), dsl.LRU(1))
	b.Stream("in", dsl.String(), dsl.String()).Process1(NewCounter, counts).To("out")
}

// BuilderReadOnlyStore is the topology of ExampleBuilder_ReadOnlyStore.
func BuilderReadOnlyStore(b *dsl.Builder) {
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.ReadOnlyStore("people", dsl.String(), dsl.String(), names, NewFiller)
	b.Stream("visits", dsl.String(), dsl.String()).ProcessValues1(NewGreeter, dsl.ReadOnly(names)).To("out")
}

// BuilderGlobalStore is the topology of ExampleBuilder_GlobalStore.
func BuilderGlobalStore(b *dsl.Builder) {
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.GlobalStore("people", dsl.String(), dsl.String(), names, NewFiller)
	b.Stream("visits", dsl.String(), dsl.String()).ProcessValues1(NewGreeter, dsl.ReadOnly(names)).To("out")
}

// BuilderWrap is the topology of ExampleBuilder_Wrap.
func BuilderWrap(b *dsl.Builder) {
	b.Wrap(NewGuard)
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.ReadOnlyStore("people", dsl.String(), dsl.String(), names, NewFiller)
	b.Stream("visits", dsl.String(), dsl.String()).ProcessValues1(NewGreeter, dsl.ReadOnly(names), dsl.Name("greet")).To("out")
}
