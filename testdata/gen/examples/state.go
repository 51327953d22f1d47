package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// BuilderVersionedKeyValueStore is the topology of ExampleBuilder_VersionedKeyValueStore.
func BuilderVersionedKeyValueStore(b *dsl.Builder) {
	last := b.TimestampedKeyValueStore("last", dsl.String(), dsl.String(), dsl.InMemory(), dsl.NoChangelog())
	past := b.VersionedKeyValueStore("past", dsl.String(), dsl.String(), dsl.Versioned(time.Second).SegmentInterval(100*time.Millisecond), dsl.Changelog("retention.ms", "-1"))
	b.Stream("in", dsl.String(), dsl.String()).Process2(NewHistorian, last, past, dsl.Name("historian")).To("out")
}

// BuilderHeadersKeyValueStore is the topology of ExampleBuilder_HeadersKeyValueStore.
func BuilderHeadersKeyValueStore(b *dsl.Builder) {
	last := b.HeadersKeyValueStore("last", dsl.String(), dsl.String())
	windows := b.HeadersWindowStore("windows", dsl.String(), dsl.String(), 10*time.Millisecond, time.Second)
	sessions := b.HeadersSessionStore("sessions", dsl.String(), dsl.String(), time.Second)
	b.Stream("in", dsl.String(), dsl.String()).Process3(NewTagger, last, windows, sessions).To("out")
}

// BuilderSessionStore is the topology of ExampleBuilder_SessionStore.
func BuilderSessionStore(b *dsl.Builder) {
	visits := b.SessionStore("visits", dsl.String(), dsl.Int64(), time.Second)
	pages := b.TimestampedWindowStore("pages", dsl.String(), dsl.String(), 10*time.Millisecond, time.Second, dsl.RetainDuplicates())
	b.Stream("in", dsl.String(), dsl.String()).ProcessValues2(NewVisitor, visits, pages).To("out")
}

// KStreamProcessValues is the topology of ExampleKStream_ProcessValues.
func KStreamProcessValues(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).ProcessValues(NewShouter).To("out")
}

// KStreamProcessValues3 is the topology of ExampleKStream_ProcessValues3.
func KStreamProcessValues3(b *dsl.Builder) {
	x := b.KeyValueStore("x", dsl.String(), dsl.Int64(), dsl.Cache())
	y := b.KeyValueStore("y", dsl.String(), dsl.Int64(), dsl.NoCache())
	z := b.KeyValueStore("z", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.Int64()).ProcessValues3(NewTower, x, y, z).To("out")
}

// KTableTransformValues is the topology of ExampleKTable_TransformValues.
func KTableTransformValues(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).TransformValues(NewMarker).ToStream().To("out")
}

// KTableTransformValues2 is the topology of ExampleKTable_TransformValues2.
func KTableTransformValues2(b *dsl.Builder) {
	x, y := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64())
	b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).TransformValues2(NewSum2, x, y).ToStream().To("out")
}

// KTableTransformValues3 is the topology of ExampleKTable_TransformValues3.
func KTableTransformValues3(b *dsl.Builder) {
	x, y, z := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64()), b.KeyValueStore("z", dsl.String(), dsl.Int64())
	b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).TransformValues3(NewSum3, x, y, z).ToStream().To("out")
}

// Partitions is the topology of ExamplePartitions.
func Partitions(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		SelectKey(func(_, v string) string { return v }).
		Repartition(dsl.Partitions(4), dsl.Name("by-value")).
		GroupByKey().
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}

// BuilderEvery2 is the topology of ExampleBuilder_Every2.
func BuilderEvery2(b *dsl.Builder) {
	x, y := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.Int64()).Process2(NewBoth, x, y)
	b.Every2(time.Minute, NewDifference, x, y, dsl.Name("minutely")).To("out")
}

// BuilderEvery1 is the topology of ExampleBuilder_Every1.
func BuilderEvery1(b *dsl.Builder) {
	counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.String()).Process1(NewTally, counts)
	b.Every1(time.Minute, NewHourly, counts, dsl.Name("minutely")).To("out")
}

// BuilderCron2 is the topology of ExampleBuilder_Cron2.
func BuilderCron2(b *dsl.Builder) {
	x, y := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.Int64()).Process2(NewBoth, x, y)
	b.Cron2("@hourly", NewDifference, x, y, dsl.Name("hourly")).To("out")
}

// BuilderCron is the topology of ExampleBuilder_Cron.
func BuilderCron(b *dsl.Builder) {
	b.Cron("CRON_TZ=Asia/Tokyo 0 12 * * *", NewHeart, dsl.Name("noon")).To("out")
}
