package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

// Counter puts into its store and forwards all counts when stream time comes to a multiple of ten.
func ExampleKStream_Process1() {
	topology := func(b *dsl.Builder) {
		counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64())
		b.Stream("in", dsl.String(), dsl.String()).Process1(NewCounter, counts).To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "b", "x", 5), in("in", "a", "y", 12))
	// Output:
	// out a=1 @1
	// out a=2 @12
	// out b=1 @12
}

// Sorter names the child that a record goes to.
func ExampleKStream_Process() {
	topology := func(b *dsl.Builder) {
		sorted := b.Stream("in", dsl.String(), dsl.String()).Process(NewSorter, dsl.Name("sorter"))
		sorted.To("words", dsl.Name("long"))
		sorted.To("letters", dsl.Name("short"))
	}
	show(topology, in("in", "a", "stoat", 1), in("in", "b", "x", 2))
	// Output:
	// words a=stoat @1
	// letters b=x @2
}

// Latest keeps values by time; it can't change the key, so what is below counts without a repartition.
func ExampleKStream_ProcessValues1() {
	topology := func(b *dsl.Builder) {
		values := b.WindowStore("values", dsl.String(), dsl.String(), 5*time.Millisecond, time.Second)
		b.Stream("in", dsl.String(), dsl.String()).ProcessValues1(NewLatest, values).To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "a", "y", 4), in("in", "a", "z", 8))
	// Output:
	// out a=x @1
	// out a=xy @4
	// out a=yz @8
}

// A topic fills a store, which a table's transformer reads.
func ExampleKTable_TransformValues1() {
	topology := func(b *dsl.Builder) {
		names := b.KeyValueStore("names", dsl.String(), dsl.String())
		b.ReadOnlyStore("people", dsl.String(), dsl.String(), names, NewFiller)
		b.Table("winners", dsl.String(), dsl.String()).TransformValues1(NewNamer, dsl.ReadOnly(names)).ToStream().To("out")
	}
	show(topology, in("people", "7", "Ann", 1), in("winners", "first", "7", 2), in("winners", "first", nil, 3))
	// Output:
	// out first=first is Ann @2
	// out first=nobody @3
}

// The table keeps what it was: a record meets the value of its own time.
func ExampleVersioned() {
	topology := func(b *dsl.Builder) {
		prices := b.Table("prices", dsl.String(), dsl.String(), dsl.As("prices"), dsl.Versioned(time.Second))
		b.Stream("orders", dsl.String(), dsl.String()).
			JoinTable(prices, func(order, price string) string { return order + " for " + price }).
			To("out")
	}
	show(topology, in("prices", "a", "1 CHF", 10), in("prices", "a", "2 CHF", 20), in("orders", "a", "o1", 15), in("orders", "a", "o2", 25))
	// Output:
	// out a=o1 for 1 CHF @15
	// out a=o2 for 2 CHF @25
}

// Orders wait five milliseconds of stream time for a price that comes late.
func ExampleGrace() {
	topology := func(b *dsl.Builder) {
		prices := b.Table("prices", dsl.String(), dsl.String(), dsl.As("prices"), dsl.Versioned(time.Second))
		b.Stream("orders", dsl.String(), dsl.String()).
			JoinTable(prices, func(order, price string) string { return order + " for " + price }, dsl.Grace(5*time.Millisecond)).
			To("out")
	}
	show(topology, in("prices", "a", "1 CHF", 10), in("orders", "a", "o1", 15), in("prices", "a", "2 CHF", 12), in("orders", "a", "o2", 20))
	// Output:
	// out a=o1 for 2 CHF @15
}

// A beat a minute, at ten seconds past. What was missed is one tick.
func ExampleBuilder_Every() {
	topology := func(b *dsl.Builder) {
		b.Every(time.Minute, NewHeart, dsl.Offset(10*time.Second), dsl.Name("heart")).To("out")
	}
	show(topology, clock(9_000), clock(1_000), clock(60_000), clock(180_000))
	// Output:
	// out beat=10s @10000
	// out beat=1m10s @70000
	// out beat=4m10s @250000
}

// Counts of the hour are sent at its end, and begin anew.
func ExampleBuilder_Cron1() {
	topology := func(b *dsl.Builder) {
		counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64())
		b.Stream("in", dsl.String(), dsl.String()).Process1(NewTally, counts)
		b.Cron1("0 * * * *", NewHourly, counts, dsl.Name("hourly")).To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "a", "y", 2), in("in", "b", "x", 3), clock(3_600_000), in("in", "b", "x", 4), clock(3_600_000))
	// Output:
	// out a=2 @3600000
	// out b=1 @3600000
	// out b=1 @7200000
}

// Visits end when nothing has come for ten milliseconds of stream time: each record puts its key's timer off.
func ExampleBuilder_Timers() {
	topology := func(b *dsl.Builder) {
		ends := b.Timers("ends", dsl.String())
		visits := b.TimestampedKeyValueStore("visits", dsl.String(), dsl.Int64())
		b.Stream("in", dsl.String(), dsl.String()).Process2(NewVisits, ends, visits).To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "b", "x", 5), in("in", "a", "y", 8), in("in", "c", "x", 30))
	// Output:
	// out b=1 @15
	// out a=2 @18
}

// An LRU store forgets the key that was used longest ago.
func ExampleBuilder_KeyValueStore() {
	topology := func(b *dsl.Builder) {
		counts := b.KeyValueStore("counts", dsl.String(), dsl.Int64(), dsl.LRU(1))
		b.Stream("in", dsl.String(), dsl.String()).Process1(NewCounter, counts).To("out")
	}
	show(topology, in("in", "a", "x", 1), in("in", "b", "x", 5), in("in", "a", "y", 12))
	// Output:
	// out a=1 @1
	// out a=1 @12
}

// A topic fills the store; processors of the same partition read it.
func ExampleBuilder_ReadOnlyStore() {
	topology := func(b *dsl.Builder) {
		names := b.KeyValueStore("names", dsl.String(), dsl.String())
		b.ReadOnlyStore("people", dsl.String(), dsl.String(), names, NewFiller)
		b.Stream("visits", dsl.String(), dsl.String()).ProcessValues1(NewGreeter, dsl.ReadOnly(names)).To("out")
	}
	show(topology, in("visits", "v", "7", 1), in("people", "7", "Ann", 2), in("visits", "v", "7", 3))
	// Output:
	// out v=Hello stranger @1
	// out v=Hello Ann @3
}

// Every lane sees all names, whichever partitions of the topic they are in; the topic is read to its end before the first visit.
func ExampleBuilder_GlobalStore() {
	topology := func(b *dsl.Builder) {
		names := b.KeyValueStore("names", dsl.String(), dsl.String())
		b.GlobalStore("people", dsl.String(), dsl.String(), names, NewFiller)
		b.Stream("visits", dsl.String(), dsl.String()).ProcessValues1(NewGreeter, dsl.ReadOnly(names)).To("out")
	}
	show(topology, in("visits", "v", "7", 1), in("people", "7", "Ann", 2), in("visits", "v", "7", 3))
	// Output:
	// out v=Hello stranger @1
	// out v=Hello Ann @3
}

// Each processor is called through the wrapper, which measures, logs, or guards: this one keeps the second record from the greeter.
func ExampleBuilder_Wrap() {
	topology := func(b *dsl.Builder) {
		b.Wrap(NewGuard)
		names := b.KeyValueStore("names", dsl.String(), dsl.String())
		b.ReadOnlyStore("people", dsl.String(), dsl.String(), names, NewFiller)
		b.Stream("visits", dsl.String(), dsl.String()).ProcessValues1(NewGreeter, dsl.ReadOnly(names), dsl.Name("greet")).To("out")
	}
	show(topology, in("people", "7", "Ann", 1), in("visits", "v", "7", 2), in("visits", "v", "7", 3), in("visits", "v", "7", 4))
	// Output:
	// out v=Hello Ann @2
	// out v=Hello Ann @4
}
