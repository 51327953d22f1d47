package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

func ExampleBuilder_Stream() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", nil, nil, 11))
	// Output:
	// out a=x @10
	// out null=null @11
}

func ExampleBuilder_StreamOf() {
	topology := func(b *dsl.Builder) {
		b.StreamOf([]string{"left", "right"}, dsl.String(), dsl.String()).
			To("out")
	}
	show(topology, in("left", "a", "x", 10), in("right", "a", "y", 11))
	// Output:
	// out a=x @10
	// out a=y @11
}

func ExampleBuilder_StreamMatching() {
	topology := func(b *dsl.Builder) {
		b.StreamMatching("in-[0-9]+", dsl.String(), dsl.String()).
			To("out")
	}
	show(topology, in("in-1", "a", "x", 10), in("in-22", "a", "y", 11))
	// Output:
	// out a=x @10
	// out a=y @11
}

func ExampleBuilder_Table() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 5), in("in", "a", nil, 11), in("in", nil, "z", 12))
	// Output:
	// out a=x @10
	// out a=y @5
	// out a=null @11
}

// The codec of a type, said once for the whole topology.
func ExampleBuilder_Codec() {
	topology := func(b *dsl.Builder) {
		b.Codec(dsl.JSON[Total]())
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			GroupByKey().
			Aggregate(Zero, Add, dsl.As("totals")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", Order{Amount: 3}, 10), in("in", "a", Order{Amount: 4}, 11))
	// Output:
	// out a={"orders":1,"amount":3} @10
	// out a={"orders":2,"amount":7} @11
}

func ExampleTimestamp() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order](), dsl.Timestamp(Order.Time)).
			MapValues(func(o Order) string { return o.Item }).
			To("out")
	}
	show(topology, in("in", "a", Order{Item: "tea", Placed: 777}, 10))
	// Output:
	// out a=tea @777
}

// A negative timestamp drops the record.
func ExampleTimestampFunc() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Int64(),
			dsl.TimestampFunc(func(r record.Record[string, int64], _ int64) int64 { return r.Value - 5 })).
			To("out")
	}
	show(topology, in("in", "a", 9, 10), in("in", "b", 2, 11))
	// Output:
	// out a=9 @4
}

// What the record says about its time doesn't count. (A test's clock stands at 0.)
func ExampleWallClockTimestamps() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String(), dsl.WallClockTimestamps()).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "b", "y", -1))
	// Output:
	// out a=x @0
	// out b=y @0
}

// An application that starts for the first time reads what was written in the last week.
func ExampleFromDuration() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String(), dsl.FromDuration(7*24*time.Hour)).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out a=x @10
}

func ExampleJSON() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			MapValues(func(o Order) Total { return Total{Orders: 1, Amount: o.Amount} }).
			To("out", dsl.Value(dsl.JSON[Total]()))
	}
	show(topology, in("in", "a", `{"amount": 3, "unknown": [1, 2]}`, 10))
	// Output:
	// out a={"orders":1,"amount":3} @10
}

func ExampleCustom() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Custom(Degrees{})).
			MapValues(func(c Celsius) Celsius { return c + 10 }).
			To("out", dsl.Value(dsl.Custom(Degrees{})))
	}
	show(topology, in("in", "a", "21.5", 10))
	// Output:
	// out a=22.5 @10
}

// A topic without keys: what groups it gives it one.
func ExampleVoid() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.Void(), dsl.String()).
			GroupBy(func(_ record.None, item string) string { return item }, dsl.Name("by-item")).
			Count(dsl.As("items")).
			ToStream().
			To("out")
	}
	show(topology, in("in", nil, "tea", 10), in("in", nil, "tea", 11))
	// Output:
	// out tea=1 @10
	// out tea=2 @11
}

// Lists have the bytes of Kafka's ListSerializer.
func ExampleList() {
	topology := func(b *dsl.Builder) {
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
	const one, two = "\x00\x00\x00\x00\x00\x00\x00\x01", "\x00\x00\x00\x00\x00\x00\x00\x02"
	show(topology, in("in", "a", "\x00"+"\x00\x00\x00\x00"+"\x00\x00\x00\x02"+one+two, 10)) // no nulls, two elements
	// Output:
	// out a=3 @10
}

func ExampleNullable() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Nullable(dsl.Int64())).
			Filter(func(_ string, n *int64) bool { return n == nil || *n > 1 }).
			To("out")
	}
	show(topology, in("in", "a", nil, 10), in("in", "b", 1, 11), in("in", "c", 2, 12))
	// Output:
	// out a=null @10
	// out c=2 @12
}

// The key of a time window on a topic: the key's bytes and the window's start.
func ExampleTimeWindowed() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(time.Second)).
			Count(dsl.As("counts")).
			ToStream().
			To("out", dsl.Key(dsl.TimeWindowed(dsl.String(), time.Second)))
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 1010))
	// Output:
	// out a@0=1 @10
	// out a@1000=1 @1010
}
