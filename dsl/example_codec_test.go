package dsl_test

import (
	"fmt"

	"github.com/stoatgen/stoatgen/dsl"
)

// Kafka's own forms: a Short has two bytes, an Integer four, a Float four, a Double eight, a Boolean one, a UUID its text.
func ExampleInt16() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("ints", "a", "\x00\x00AA", 1), in("floats", "00000000-0000-0000-0000-000000000007", "\x40\x00\x00\x00", 2),
		in("flags", "b", "\x01", 3), in("doubles", "c", "\x40\x45\x00\x00\x00\x00\x00\x00", 4))
	// Output:
	// shorts a=AA @1
	// longs 00000000-0000-0000-0000-000000000007=2 @2
	// texts b=true @3
	// texts c=42 @4
}

// Where a topic is read from if nothing is committed yet; FromNone refuses to start then.
func ExampleFromLatest() {
	topology := func(b *dsl.Builder) {
		all := b.Stream("all", dsl.String(), dsl.String(), dsl.FromEarliest())
		now := b.Stream("now", dsl.String(), dsl.String(), dsl.FromLatest())
		known := b.Stream("known", dsl.String(), dsl.String(), dsl.FromNone())
		all.Merge(now).Merge(known).To("out")
	}
	show(topology, in("all", "a", "x", 1), in("now", "a", "y", 2), in("known", "a", "z", 3))
	// Output:
	// out a=x @1
	// out a=y @2
	// out a=z @3
}

// A record without a usable timestamp is dropped, or takes the time of its partition.
func ExampleSkipInvalidTimestamps() {
	topology := func(b *dsl.Builder) {
		skipped := b.Stream("skipped", dsl.String(), dsl.String(), dsl.SkipInvalidTimestamps())
		guessed := b.Stream("guessed", dsl.String(), dsl.String(), dsl.PartitionTimeIfInvalid())
		skipped.Merge(guessed).To("out")
	}
	show(topology, in("skipped", "a", "x", -1), in("skipped", "a", "y", 3), in("guessed", "a", "z", 7), in("guessed", "a", "w", -1))
	// Output:
	// out a=y @3
	// out a=z @7
	// out a=w @7
}
