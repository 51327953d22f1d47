package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

// A value comes with the timestamp it was put with; the versioned store also knows what it was before.
func ExampleBuilder_VersionedKeyValueStore() {
	topology := func(b *dsl.Builder) {
		last := b.TimestampedKeyValueStore("last", dsl.String(), dsl.String(), dsl.InMemory(), dsl.NoChangelog())
		past := b.VersionedKeyValueStore("past", dsl.String(), dsl.String(), dsl.Versioned(time.Second).SegmentInterval(100*time.Millisecond), dsl.Changelog("retention.ms", "-1"))
		b.Stream("in", dsl.String(), dsl.String()).Process2(NewHistorian, last, past, dsl.Name("historian")).To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 20))
	// Output:
	// out a=x, first seen @10
	// out a=y, was x at 10 @20
}

// Headers are kept with the values.
func ExampleBuilder_HeadersKeyValueStore() {
	topology := func(b *dsl.Builder) {
		last := b.HeadersKeyValueStore("last", dsl.String(), dsl.String())
		windows := b.HeadersWindowStore("windows", dsl.String(), dsl.String(), 10*time.Millisecond, time.Second)
		sessions := b.HeadersSessionStore("sessions", dsl.String(), dsl.String(), time.Second)
		b.Stream("in", dsl.String(), dsl.String()).Process3(NewTagger, last, windows, sessions).To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 12))
	// Output:
	// out a=0 headers before @10
	// out a=3 headers before @12
}

// Sessions of a store are found by the time they lie in.
func ExampleBuilder_SessionStore() {
	topology := func(b *dsl.Builder) {
		visits := b.SessionStore("visits", dsl.String(), dsl.Int64(), time.Second)
		pages := b.TimestampedWindowStore("pages", dsl.String(), dsl.String(), 10*time.Millisecond, time.Second, dsl.RetainDuplicates())
		b.Stream("in", dsl.String(), dsl.String()).ProcessValues2(NewVisitor, visits, pages).To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 10), in("in", "a", "z", 50))
	// Output:
	// out a=1 pages at this time, 1 in this visit @10
	// out a=2 pages at this time, 2 in this visit @10
	// out a=1 pages at this time, 1 in this visit @50
}

// A processor without stores.
func ExampleKStream_ProcessValues() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).ProcessValues(NewShouter).To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out a=x! @10
}

// Three stores, in the order of the constructor's parameters.
func ExampleKStream_ProcessValues3() {
	topology := func(b *dsl.Builder) {
		x := b.KeyValueStore("x", dsl.String(), dsl.Int64(), dsl.Cache())
		y := b.KeyValueStore("y", dsl.String(), dsl.Int64(), dsl.NoCache())
		z := b.KeyValueStore("z", dsl.String(), dsl.Int64())
		b.Stream("in", dsl.String(), dsl.Int64()).ProcessValues3(NewTower, x, y, z).To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "a", 2, 11), in("in", "a", 3, 12))
	// Output:
	// out a=1 @10
	// out a=5 @11
	// out a=15 @12
}

// A transformer without stores sees a delete as nil.
func ExampleKTable_TransformValues() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).TransformValues(NewMarker).ToStream().To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", nil, 11))
	// Output:
	// out a=is x @10
	// out a=is gone @11
}

func ExampleKTable_TransformValues2() {
	topology := func(b *dsl.Builder) {
		x, y := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64())
		b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).TransformValues2(NewSum2, x, y).ToStream().To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "a", 2, 11))
	// Output:
	// out a=1 @10
	// out a=4 @11
}

func ExampleKTable_TransformValues3() {
	topology := func(b *dsl.Builder) {
		x, y, z := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64()), b.KeyValueStore("z", dsl.String(), dsl.Int64())
		b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).TransformValues3(NewSum3, x, y, z).ToStream().To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "a", 2, 11), in("in", "a", 3, 12))
	// Output:
	// out a=1 @10
	// out a=5 @11
	// out a=15 @12
}

// As many partitions as asked for, which decides how the counts are spread.
func ExamplePartitions() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			SelectKey(func(_, v string) string { return v }).
			Repartition(dsl.Partitions(4), dsl.Name("by-value")).
			GroupByKey().
			Count(dsl.As("counts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "b", "x", 11))
	// Output:
	// out x=1 @10
	// out x=2 @11
}

// Two stores, of which each tick sees the part of one partition.
func ExampleBuilder_Every2() {
	topology := func(b *dsl.Builder) {
		x, y := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64())
		b.Stream("in", dsl.String(), dsl.Int64()).Process2(NewBoth, x, y)
		b.Every2(time.Minute, NewDifference, x, y, dsl.Name("minutely")).To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "a", 2, 11), clock(60_000))
	// Output:
	// out a=1 @60000
}

// A store that is reported and emptied every minute.
func ExampleBuilder_Every1() {
	topology := func(b *dsl.Builder) {
		counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64())
		b.Stream("in", dsl.String(), dsl.String()).Process1(NewTally, counts)
		b.Every1(time.Minute, NewHourly, counts, dsl.Name("minutely")).To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "a", "y", 2), clock(60_000))
	// Output:
	// out a=2 @60000
}

// A word stands for a common expression. Here two stores are compared each hour.
func ExampleBuilder_Cron2() {
	topology := func(b *dsl.Builder) {
		x, y := b.KeyValueStore("x", dsl.String(), dsl.Int64()), b.KeyValueStore("y", dsl.String(), dsl.Int64())
		b.Stream("in", dsl.String(), dsl.Int64()).Process2(NewBoth, x, y)
		b.Cron2("@hourly", NewDifference, x, y, dsl.Name("hourly")).To("out")
	}
	show(topology, in("in", "a", 5, 10), clock(3_600_000))
	// Output:
	// out a=0 @3600000
}

// A beat at noon of a place.
func ExampleBuilder_Cron() {
	topology := func(b *dsl.Builder) {
		b.Cron("CRON_TZ=Asia/Tokyo 0 12 * * *", NewHeart, dsl.Name("noon")).To("out")
	}
	show(topology, clock(3*3_600_000))
	// Output:
	// out beat=3h0m0s @10800000
}
