package examples

import (
	"fmt"

	"github.com/stoatgen/stoatgen/dsl"
)

// Int16 is the topology of ExampleInt16.
func Int16(b *dsl.Builder) {
	b.Stream("ints", dsl.Bytes(), dsl.Int32()).
		MapValues(func(n int32) int16 { return int16(n) }).
		To("shorts", dsl.Value(dsl.Int16()))
	b.Stream("floats", dsl.UUID(), dsl.Float32()).
		MapValues(func(x float32) int64 { return int64(x) }).
		To("longs")
	flags := b.Stream("flags", dsl.String(), dsl.Bool())
	doubles := b.Stream("doubles", dsl.String(), dsl.Float64())
	flags.MapValues(func(yes bool) string { return fmt.Sprint(yes) }).
		Merge(doubles.MapValues(func(x float64) string { return fmt.Sprint(x) })).
		To("texts")
}

// FromLatest is the topology of ExampleFromLatest.
func FromLatest(b *dsl.Builder) {
	all := b.Stream("all", dsl.String(), dsl.String(), dsl.FromEarliest())
	now := b.Stream("now", dsl.String(), dsl.String(), dsl.FromLatest())
	known := b.Stream("known", dsl.String(), dsl.String(), dsl.FromNone())
	all.Merge(now).Merge(known).To("out")
}

// SkipInvalidTimestamps is the topology of ExampleSkipInvalidTimestamps.
func SkipInvalidTimestamps(b *dsl.Builder) {
	skipped := b.Stream("skipped", dsl.String(), dsl.String(), dsl.SkipInvalidTimestamps())
	guessed := b.Stream("guessed", dsl.String(), dsl.String(), dsl.PartitionTimeIfInvalid())
	skipped.Merge(guessed).To("out")
}
