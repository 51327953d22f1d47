package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

// A row that stops matching is deleted.
func ExampleKTable_Filter() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
			Filter(func(_ string, n int64) bool { return n > 5 }).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "a", 7, 11), in("in", "a", 2, 12))
	// Output:
	// out a=7 @11
	// out a=null @12
}

func ExampleKTable_FilterNot() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
			FilterNot(func(_ string, n int64) bool { return n > 5 }).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "a", 7, 11))
	// Output:
	// out a=1 @10
	// out a=null @11
}

func ExampleKTable_MapValues() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.JSON[Order](), dsl.As("rows")).
			MapValues(func(o Order) string { return o.Item }).
			ToStream().
			To("out")
	}
	show(topology, in("in", "1", Order{Item: "tea"}, 10), in("in", "1", nil, 11))
	// Output:
	// out 1=tea @10
	// out 1=null @11
}

func ExampleKTable_MapValuesWithKey() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			MapValuesWithKey(func(k, v string) string { return k + ":" + v }).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out a=a:x @10
}

func ExampleKTable_GroupBy() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.JSON[Order](), dsl.As("rows")).
			GroupBy(func(_ string, o Order) (string, int64) { return o.Item, o.Amount }, dsl.Name("by-item")).
			Reduce(func(acc, n int64) int64 { return acc + n }, func(acc, n int64) int64 { return acc - n }, dsl.As("amounts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "1", Order{Item: "tea", Amount: 3}, 10), in("in", "2", Order{Item: "tea", Amount: 4}, 11))
	// Output:
	// out tea=3 @10
	// out tea=7 @11
}

// A delete is a null value: a function sees it after ValueAs.
func ExampleKTable_ToStream() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			ToStream().
			ValueAs(dsl.Nullable(dsl.String())).
			MapValues(func(v *string) string {
				if v == nil {
					return "deleted"
				}
				return "set to " + *v
			}).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", nil, 11))
	// Output:
	// out a=set to x @10
	// out a=deleted @11
}

// A function that may return nil deletes rows; ValueAs is rid of its pointer.
func ExampleKTable_ValueAs() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.Int64(), dsl.As("rows")).
			MapValues(func(n int64) *int64 {
				if n < 0 {
					return nil
				}
				return &n
			}).
			ValueAs(dsl.Int64()).
			MapValues(func(n int64) int64 { return n * 2 }).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", 3, 10), in("in", "b", 4, 11))
	// Output:
	// out a=6 @10
	// out b=8 @11
}

func ExampleKTable_KeyAs() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			KeyAs(dsl.JSON[string]()).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out "a"=x @10
}

// KeyAs makes an ordinary table of windowed keys.
func ExampleWindowedKTable_KeyAs() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(time.Second)).
			Count(dsl.As("counts")).
			KeyAs(dsl.TimeWindowed(dsl.String(), time.Second)).
			Filter(func(_ record.Windowed[string], n int64) bool { return n > 1 }).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", "y", 20))
	// Output:
	// out a@0=2 @20
}

func ExampleWindowedKTable_ToStream() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(time.Second)).
			Count(dsl.As("counts")).
			ToStream().
			Map(func(w record.Windowed[string], n int64) (string, int64) { return w.Key, n }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out a=1 @10
}

func ExampleWindowedKStream_SelectKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(time.Second)).
			Count(dsl.As("counts")).
			ToStream().
			SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out [a@0/1000]=1 @10
}

// The key on the topic is the key's bytes and the window's start.
func ExampleWindowedKStream_To() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			GroupByKey().
			WindowedBy(dsl.Tumbling(time.Second)).
			Count(dsl.As("counts")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 1010))
	// Output:
	// out a@1000=1 @1010
}

// Updates of the table send nothing; a record without a row is dropped.
func ExampleKStream_JoinTable() {
	topology := func(b *dsl.Builder) {
		names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
		b.Stream("in", dsl.String(), dsl.String()).
			JoinTable(names, func(v, name string) string { return v + " of " + name }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("names", "a", "Ann", 11), in("in", "a", "y", 12))
	// Output:
	// out a=y of Ann @12
}

func ExampleKStream_JoinTableWithKey() {
	topology := func(b *dsl.Builder) {
		names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
		b.Stream("in", dsl.String(), dsl.String()).
			JoinTableWithKey(names, func(k, v, name string) string { return k + ": " + v + " of " + name }).
			To("out")
	}
	show(topology, in("names", "a", "Ann", 11), in("in", "a", "y", 12))
	// Output:
	// out a=a: y of Ann @12
}

// The table has the two names that came or were asked for last.
func ExampleLRU() {
	topology := func(b *dsl.Builder) {
		names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"), dsl.LRU(2))
		b.Stream("in", dsl.String(), dsl.String()).
			JoinTable(names, func(v, name string) string { return v + " " + name }).
			To("out")
	}
	show(topology, in("names", "a", "Ann", 1), in("names", "b", "Bob", 2), in("in", "a", "x", 3),
		in("names", "c", "Cy", 4), in("in", "b", "y", 5), in("in", "a", "z", 6))
	// Output:
	// out a=x Ann @3
	// out a=z Ann @6
}

func ExampleKStream_LeftJoinTable() {
	topology := func(b *dsl.Builder) {
		names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
		b.Stream("in", dsl.String(), dsl.String()).
			LeftJoinTable(names, func(v string, name *string) string {
				if name == nil {
					return v
				}
				return v + " of " + *name
			}).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("names", "a", "Ann", 11), in("in", "a", "y", 12))
	// Output:
	// out a=x @10
	// out a=y of Ann @12
}

func ExampleKStream_LeftJoinTableWithKey() {
	topology := func(b *dsl.Builder) {
		names := b.Table("names", dsl.String(), dsl.String(), dsl.As("names"))
		b.Stream("in", dsl.String(), dsl.String()).
			LeftJoinTableWithKey(names, func(k, v string, name *string) string {
				if name == nil {
					return v + " of " + k
				}
				return v + " of " + *name
			}).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out a=x of a @10
}
