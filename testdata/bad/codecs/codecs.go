// Package codecs has mistakes with types and codecs.
package codecs

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Order has no codec of its own.
type Order struct{ ID string }

func in(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("in", dsl.String(), dsl.String())
}

func made(v string) Order { return Order{v} }

func Missing(b *dsl.Builder) {
	in(b).MapValues(made).
		To("out") // want ST301@3 "(Order) has no codec" "b.Codec(dsl.JSON[Order]()), or dsl.Value(…) here"
}

func MissingInStore(b *dsl.Builder) {
	in(b).GroupByKey().
		Aggregate(func() Order { return Order{} }, func(_, v string, o Order) Order { return o }, dsl.As("orders")) // want ST301@3 "(Order) has no codec" "b.Codec(dsl.JSON[Order]()), or dsl.Value(…) here"
}

func MissingKey(b *dsl.Builder) {
	in(b).SelectKey(func(_, v string) Order { return Order{v} }).
		GroupByKey().
		Count(dsl.As("count")) // want ST301@3 "(Order) has no codec" "b.Codec(dsl.JSON[Order]()), or dsl.Key(…) here"
}

func MissingOfPointer(b *dsl.Builder) {
	in(b).MapValues(func(v string) *Order { return nil }).
		To("out") // want ST301@3 "(*Order) has no codec" "b.Codec(dsl.JSON[Order]()), or dsl.Value(…) here"
}

func Another(b *dsl.Builder) {
	in(b).To("out", dsl.Value(dsl.Int64())) // want ST302@32 "the codec is of int64, the" "give a codec of string"
}

func AnotherOfGroup(b *dsl.Builder) {
	in(b).GroupBy(func(_, v string) string { return v }, dsl.Name("g"), dsl.Key(dsl.Int32())).Count(dsl.As("c")) // want ST302@82 "the codec is of int32, the" "give a codec of string"
}

func AnotherOfWindows(b *dsl.Builder) {
	in(b).GroupByKey().WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("w")).ToStream().
		To("out", dsl.Key(dsl.String())) // want ST302@25 "the codec is of string, the" "give a codec of record.Windowed[string]"
}

func Pointer(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[*Order]()).To("out") // want ST303@35 "JSON of *Order: a pointer type" "dsl.Nullable(dsl.JSON[Order]())"
}

func NullableTable(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.Nullable(dsl.String()), dsl.As("t")) // want ST304@34 "Nullable at a table, where a" "leave Nullable out; after ToStream, ValueAs(dsl.Nullable(…))"
}

func NullableView(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("t")).
		ValueAs(dsl.Nullable(dsl.String())).ToStream().To("out") // want ST304@15 "Nullable at a table, where a" "leave Nullable out; after ToStream, ValueAs(dsl.Nullable(…))"
}

func Twice(b *dsl.Builder) {
	b.Codec(dsl.JSON[Order]())
	b.Codec(dsl.Binary[Order]()) // want ST305@14 "the codec of Order is declared" "leave one of them out; dsl.Key"
	in(b).MapValues(made).To("out")
}

func View(b *dsl.Builder) {
	in(b).ValueAs(dsl.Int64()).To("out") // want ST306@20 "ValueAs turns string into int64" "change the type with MapValues"
}

func WindowedView(b *dsl.Builder) {
	in(b).GroupByKey().WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("w")).
		KeyAs(dsl.String()).ToStream().To("out") // want ST306@13 "KeyAs turns record.Windowed[string] into string" "dsl.TimeWindowed(…, size) of string"
}

func WindowSize(b *dsl.Builder) {
	in(b).GroupByKey().WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("w")).
		KeyAs(dsl.TimeWindowed(dsl.String(), time.Hour)).ToStream().To("out") // want ST308@13 "TimeWindowed of size 1h0m0s, the windows" "give the window's size"
}

func WindowKind(b *dsl.Builder) {
	in(b).GroupByKey().WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("w")).
		KeyAs(dsl.SessionWindowed(dsl.String())).ToStream().To("out") // want ST308@13 "SessionWindowed of keys that have time" "dsl.TimeWindowed(…, 1m0s)"
}

type closes struct{}

func (closes) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	ctx.Forward(r)
	return nil
}
func (closes) Init(n int)   {}
func (closes) Close() error { return nil }

func Methods(b *dsl.Builder) {
	in(b).
		Process(func() closes { return closes{} }). // want ST307@3 "closes has a method Close with" "declare it as Close()" ST307@3 "closes has a method Init with" "declare it as Init(record.Context[string, string])"
		To("out")
}

func Timestamps(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order](), dsl.Timestamp(at)).To("out") // want ST309@64 "the function of Timestamp takes a" "take a Order"
}

func Partitioned(b *dsl.Builder) {
	in(b).To("out", dsl.Partitioner(byID)) // want ST309@34 "the function of Partitioner takes a" "take a record.Record[string, string]"
}

func KeyPartitioned(b *dsl.Builder) {
	b.Codec(dsl.String())
	l, r := b.Table("l", dsl.String(), dsl.String(), dsl.As("l")), b.Table("r", dsl.Int64(), dsl.String(), dsl.As("r"))
	l.JoinForeign(r, func(string, string) (int64, bool) { return 1, true }, func(a, b string) string { return a + b }, dsl.As("j"),
		dsl.KeyPartitioner(byNumber),     // want ST309@22 "the function of KeyPartitioner takes a int64" "take a string"
		dsl.OtherKeyPartitioner(byText)). // want ST309@27 "the function of OtherKeyPartitioner takes a string" "take a int64"
		ToStream().To("out")
}

func byNumber(string, int64, int) int { return 0 }
func byText(string, string, int) int  { return 0 }

func DeletesAtSinks(b *dsl.Builder) {
	all := b.Table("t", dsl.String(), dsl.String(), dsl.As("t")).ToStream()
	all.To("one", dsl.Partitioner(func(_ string, r record.Record[string, string], _ int) int { return len(r.Key) }))                                           // want ST311@6 "deletes are dropped by To" "ValueAs(dsl.Nullable"
	all.Repartition(dsl.Name("moved"), dsl.MulticastPartitioner(func(_ string, _ record.Record[string, string], _ int, send func(int)) { send(0) })).To("two") // want ST311@6 "deletes are dropped by Repartition" "ValueAs(dsl.Nullable"
	all.ToFunc(func(r record.Record[string, string], _ record.Metadata) string { return r.Key })                                                               // want ST311@6 "deletes are dropped by ToFunc" "ValueAs(dsl.Nullable"
	all.ValueAs(dsl.Nullable(dsl.String())).
		To("three", dsl.Partitioner(func(_ string, r record.Record[string, *string], _ int) int { return len(r.Key) }))
}

func Nothing(b *dsl.Builder) {
	b.Table("t", dsl.String(), dsl.Void(), dsl.As("t")).ToStream().To("out")                                      // want ST304@4 "Void in store" "keep something else"
	in(b).MapValues(func(string) record.None { return record.None{} }).ToTable(dsl.As("u")).ToStream().To("late") // want ST304@69 "Void in store" "keep something else"
}

func Lists(b *dsl.Builder) {
	in(b).MapValues(func(v string) []string { return nil }).To("out", dsl.Value(dsl.List(dsl.Int64()))) // want ST302@82 "the codec is of []int64, the value of To is of type []string" "give a codec of []string"
	in(b).MapValues(func(v string) []string { return nil }).To("late")                                  // want ST301@58 "has no codec"
}

func Unnamed(b *dsl.Builder) {
	in(b).Print(dsl.ToFile("")) // want ST609@25 "ToFile without a name" "name a file"
}

func Formatted(b *dsl.Builder) {
	in(b).Print(dsl.Format(func(k string, v int64) string { return k })) // want ST309@25 "the function of Format takes a int64" "take a string"
}

func TwoPartitioners(b *dsl.Builder) {
	in(b).To("out", dsl.Partitioner(func(string, record.Record[string, string], int) int { return 0 }),
		dsl.MulticastPartitioner(func(string, record.Record[string, string], int, func(int)) {})) // want ST603@7 "MulticastPartitioner"
}

func byID(_ string, r record.Record[string, Order], partitions int) int { return 0 }

func Deletes(b *dsl.Builder) {
	b.Table("t", dsl.String(), dsl.String(), dsl.As("t")).ToStream().
		MapValues(func(v string) string { return v }).
		Filter(func(_, v string) bool { return v != "" }). // want ST311@3 "deletes are dropped by Filter" "ValueAs(dsl.Nullable"
		To("out")
}

func at(v string) time.Time { return time.Time{} }
