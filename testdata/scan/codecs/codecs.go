// Package codecs has a topology for each way in which an operator finds its codec. Its comment says what each operator that
// needs one gets, in order.
package codecs

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Order has a codec only where one is given.
type Order struct{ ID string }

func made(v string) Order             { return Order{v} }
func zero() Order                     { return Order{} }
func add(_, v string, o Order) Order  { return o }
func upper(v string) string           { return v }
func pointer(v string) *string        { return &v }
func key(_, v string) string          { return v }
func keyOf(_ string, v Order) string  { return v.ID }
func joined(v string, o Order) string { return v }

// Upstream: To(Custom[string] JSON[string])
func Upstream(b *dsl.Builder) {
	b.Stream("in", dsl.Custom(text{}), dsl.JSON[string]()).MapValues(upper).To("out")
}

// Changed: To(Custom[string] Int64)
func Changed(b *dsl.Builder) {
	b.Stream("in", dsl.Custom(text{}), dsl.JSON[string]()).MapValues(func(v string) int64 { return 1 }).To("out")
}

// Back: To(String String)
func Back(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[string]()).
		MapValues(func(v string) int64 { return 1 }).MapValues(func(v int64) string { return "" }).To("out")
}

// Option: To(JSON[string] Nullable(String))
func Option(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).MapValues(pointer).To("out", dsl.Key(dsl.JSON[string]()), dsl.Value(dsl.String()))
}

// Declared: Aggregate(String Binary[Order]) To(String JSON[Order])
func Declared(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).GroupByKey().
		Aggregate(zero, add, dsl.As("a"), dsl.Value(dsl.Binary[Order]())).ToStream().To("out")
	b.Codec(dsl.JSON[Order]())
}

// View: To(String Binary[Order])
func View(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).ValueAs(dsl.Binary[Order]()).Filter(func(string, Order) bool { return true }).To("out")
}

// Nullables: To(Nullable(String) Nullable(JSON[Order]))
func Nullables(b *dsl.Builder) {
	b.Stream("in", dsl.Nullable(dsl.String()), dsl.Nullable(dsl.JSON[Order]())).To("out")
}

// Grouped: Reduce(JSON[string] Binary[Order])
func Grouped(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		GroupBy(keyOf, dsl.Name("g"), dsl.Key(dsl.JSON[string]()), dsl.Value(dsl.Binary[Order]())).
		Reduce(func(a, b Order) Order { return b }, dsl.As("r"))
}

// Counted: Count(String Int64) To(String Int64)
func Counted(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[int64]()).GroupByKey().Count(dsl.As("c")).ToStream().To("out")
}

// Windowed: Count(JSON[string] Int64) To(TimeWindowed(JSON[string], 1m0s) Int64)
func Windowed(b *dsl.Builder) {
	b.Stream("in", dsl.JSON[string](), dsl.String()).GroupByKey().
		WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("w")).ToStream().To("out")
}

// Sessions: Count(String Int64) Suppress(SessionWindowed(String) Int64) To(SessionWindowed(String) Int64)
func Sessions(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).GroupByKey().SessionWindowedBy(dsl.Session(time.Minute)).Count(dsl.As("s")).
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded()), dsl.Name("q")).ToStream().To("out")
}

// Tables: JoinTable(String) To(String String)
func Tables(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.JSON[Order](), dsl.As("t"))
	b.Stream("in", dsl.String(), dsl.String()).SelectKey(key).JoinTable(t, joined, dsl.Name("j")).To("out")
}

// Streams: Join(String String Binary[Order]) To(String String)
func Streams(b *dsl.Builder) {
	o := b.Stream("o", dsl.String(), dsl.JSON[Order]())
	b.Stream("in", dsl.String(), dsl.String()).Join(o, joined, dsl.Within(time.Second), dsl.As("j"), dsl.OtherValue(dsl.Binary[Order]())).To("out")
}

// Sent: Count(JSON[string] Int64) To(JSON[string] Int64)
func Sent(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).GroupBy(key, dsl.Name("g"), dsl.Key(dsl.JSON[string]())).Count(dsl.As("c")).ToStream().To("out")
}

// Kept: Aggregate(JSON[string] JSON[Order]) To(JSON[string] JSON[Order])
func Kept(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).GroupByKey(dsl.Key(dsl.Custom(text{}))).
		Aggregate(zero, add, dsl.As("a"), dsl.Key(dsl.JSON[string]()), dsl.Value(dsl.JSON[Order]())).ToStream().To("out")
}

// Numbers: Count(String Int64) To(String Int64)
func Numbers(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).GroupByKey(dsl.Value(dsl.JSON[int64]())).Count(dsl.As("c")).ToStream().To("out")
}

// Moved: Repartition(JSON[string]) To(JSON[string] Custom[string])
func Moved(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).Repartition(dsl.Name("r"), dsl.Key(dsl.JSON[string]()), dsl.Value(dsl.Custom(text{}))).To("out")
}

// Sides: Join(JSON[string] JSON[string] String) To(JSON[string] String)
func Sides(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.String())
	s.Join(s, func(l, r string) string { return l + r }, dsl.Within(time.Second), dsl.As("j"), dsl.Key(dsl.JSON[string]()), dsl.Value(dsl.JSON[string]())).To("out")
}

// WindowKept: Count(JSON[string] Int64) To(TimeWindowed(JSON[string], 1m0s) Int64)
func WindowKept(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).GroupByKey(dsl.Key(dsl.Custom(text{}))).
		WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("w"), dsl.Key(dsl.JSON[string]())).ToStream().To("out")
}

// WindowBinary: Count(Binary[string] Int64) To(TimeWindowed(JSON[string], 1m0s) Int64)
func WindowBinary(b *dsl.Builder) {
	b.Stream("in", dsl.JSON[string](), dsl.String()).GroupByKey(dsl.Key(dsl.Binary[string]())).
		WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("w")).ToStream().To("out")
}

// Foreign: JoinForeign(JSON[string] JSON[string]) To(Custom[string] JSON[string])
func Foreign(b *dsl.Builder) {
	l, r := b.Table("l", dsl.Custom(text{}), dsl.String(), dsl.As("l")), b.Table("r", dsl.String(), dsl.String(), dsl.As("r"))
	l.JoinForeign(r, func(_, v string) (string, bool) { return v, true }, func(l, r string) string { return l + r },
		dsl.As("f"), dsl.Key(dsl.JSON[string]()), dsl.Value(dsl.JSON[string]())).ToStream().To("out")
}

// Pairs: Join(JSON[string] JSON[string]) To(JSON[string] JSON[string])
func Pairs(b *dsl.Builder) {
	l, r := b.Table("l", dsl.String(), dsl.String(), dsl.As("l")), b.Table("r", dsl.String(), dsl.String(), dsl.As("r"))
	l.Join(r, func(l, r string) string { return l + r }, dsl.As("j"), dsl.Key(dsl.JSON[string]()), dsl.Value(dsl.JSON[string]())).ToStream().To("out")
}

// Nothing: To(String none)
func Nothing(b *dsl.Builder) { b.Stream("in", dsl.String(), dsl.String()).MapValues(made).To("out") }

type text struct{}

func (text) Append(dst []byte, v string) ([]byte, error) { return append(dst, v...), nil }
func (text) Decode(src []byte) (string, error)           { return string(src), nil }
