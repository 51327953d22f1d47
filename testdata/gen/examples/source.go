package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// BuilderStream is the topology of ExampleBuilder_Stream.
func BuilderStream(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		To("out")
}

// BuilderStreamOf is the topology of ExampleBuilder_StreamOf.
func BuilderStreamOf(b *dsl.Builder) {
	b.StreamOf([]string{"left", "right"}, dsl.String(), dsl.String()).
		To("out")
}

// BuilderStreamMatching is the topology of ExampleBuilder_StreamMatching.
func BuilderStreamMatching(b *dsl.Builder) {
	b.StreamMatching("in-[0-9]+", dsl.String(), dsl.String()).
		To("out")
}

// BuilderTable is the topology of ExampleBuilder_Table.
func BuilderTable(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		ToStream().
		To("out")
}

// BuilderCodec is the topology of ExampleBuilder_Codec.
func BuilderCodec(b *dsl.Builder) {
	b.Codec(dsl.JSON[Total]())
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		GroupByKey().
		Aggregate(Zero, Add, dsl.As("totals")).
		ToStream().
		To("out")
}

// Timestamp is the topology of ExampleTimestamp.
func Timestamp(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order](), dsl.Timestamp(Order.Time)).
		MapValues(func(o Order) string { return o.Item }).
		To("out")
}

// TimestampFunc is the topology of ExampleTimestampFunc.
func TimestampFunc(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64(),
		dsl.TimestampFunc(func(r record.Record[string, int64], _ int64) int64 { return r.Value - 5 })).
		To("out")
}

// WallClockTimestamps is the topology of ExampleWallClockTimestamps.
func WallClockTimestamps(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String(), dsl.WallClockTimestamps()).
		To("out")
}

// FromDuration is the topology of ExampleFromDuration.
func FromDuration(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String(), dsl.FromDuration(7*24*time.Hour)).
		To("out")
}

// JSON is the topology of ExampleJSON.
func JSON(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		MapValues(func(o Order) Total { return Total{Orders: 1, Amount: o.Amount} }).
		To("out", dsl.Value(dsl.JSON[Total]()))
}

// Custom is the topology of ExampleCustom.
func Custom(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Custom(Degrees{})).
		MapValues(func(c Celsius) Celsius { return c + 10 }).
		To("out", dsl.Value(dsl.Custom(Degrees{})))
}

// Void is the topology of ExampleVoid.
func Void(b *dsl.Builder) {
	b.Stream("in", dsl.Void(), dsl.String()).
		GroupBy(func(_ record.None, item string) string { return item }, dsl.Name("by-item")).
		Count(dsl.As("items")).
		ToStream().
		To("out")
}

// List is the topology of ExampleList.
func List(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.List(dsl.Int64())).
		MapValues(func(amounts []int64) int64 {
			sum := int64(0)
			for _, n := range amounts {
				sum += n
			}
			return sum
		}).
		To("out")
}

// Nullable is the topology of ExampleNullable.
func Nullable(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Nullable(dsl.Int64())).
		Filter(func(_ string, n *int64) bool { return n == nil || *n > 1 }).
		To("out")
}

// TimeWindowed is the topology of ExampleTimeWindowed.
func TimeWindowed(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second)).
		Count(dsl.As("counts")).
		ToStream().
		To("out", dsl.Key(dsl.TimeWindowed(dsl.String(), time.Second)))
}
