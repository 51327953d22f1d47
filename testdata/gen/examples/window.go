package examples

import (
	"strconv"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Sliding is the topology of ExampleSliding.
func Sliding(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Sliding(10*time.Millisecond).Grace(20*time.Millisecond)).
		Reduce(func(acc, v string) string { return acc + v }, dsl.As("texts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
		To("out")
}

// Unlimited is the topology of ExampleUnlimited.
func Unlimited(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Unlimited(time.UnixMilli(100))).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key + "@" + strconv.FormatInt(w.Start, 10) }).
		To("out")
}

// OnWindowClose is the topology of ExampleOnWindowClose.
func OnWindowClose(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10 * time.Millisecond).Grace(5 * time.Millisecond)).
		EmitStrategy(dsl.OnWindowClose).
		Count(dsl.As("counts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// Retention is the topology of ExampleRetention.
func Retention(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(10*time.Millisecond)).
		EmitStrategy(dsl.OnWindowClose).
		Count(dsl.As("counts"), dsl.Retention(time.Second)).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// KGroupedStreamSessionWindowedBy is the topology of ExampleKGroupedStream_SessionWindowedBy.
func KGroupedStreamSessionWindowedBy(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
		Count(dsl.As("visits")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// Session is the topology of ExampleSession.
func Session(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10 * time.Millisecond).Grace(50 * time.Millisecond)).
		Count(dsl.As("visits")).
		ToStream().
		ValueAs(dsl.Nullable(dsl.Int64())).
		SelectKey(func(w record.Windowed[string], _ *int64) string { return w.String() }).
		To("out")
}

// SessionWindowsGrace is the topology of ExampleSessionWindows_Grace.
func SessionWindowsGrace(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10 * time.Millisecond).Grace(5 * time.Millisecond)).
		Count(dsl.As("visits")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// SessionWindowedKStreamCount is the topology of ExampleSessionWindowedKStream_Count.
func SessionWindowedKStreamCount(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
		Count(dsl.As("visits")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).
		To("out")
}

// SessionWindowedKStreamReduce is the topology of ExampleSessionWindowedKStream_Reduce.
func SessionWindowedKStreamReduce(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10*time.Millisecond).Grace(50*time.Millisecond)).
		Reduce(func(acc, v string) string { return acc + v }, dsl.As("texts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
		To("out")
}

// SessionWindowedKStreamAggregate is the topology of ExampleSessionWindowedKStream_Aggregate.
func SessionWindowedKStreamAggregate(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10*time.Millisecond)).
		Aggregate(Zero, Add, func(_ string, x, y Total) Total {
			return Total{Orders: x.Orders + y.Orders, Amount: x.Amount + y.Amount}
		}, dsl.As("totals"), dsl.Value(dsl.Binary[Total]())).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ Total) string { return w.String() }).
		To("out", dsl.Value(dsl.JSON[Total]()))
}

// SessionWindowedKStreamEmitStrategy is the topology of ExampleSessionWindowedKStream_EmitStrategy.
func SessionWindowedKStreamEmitStrategy(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
		EmitStrategy(dsl.OnWindowClose).
		Count(dsl.As("visits")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// SessionWindowed is the topology of ExampleSessionWindowed.
func SessionWindowed(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(10 * time.Millisecond)).
		Count(dsl.As("visits")).
		ToStream().
		KeyAs(dsl.SessionWindowed(dsl.String())).
		Map(func(w record.Windowed[string], n int64) (string, string) {
			return w.Key, strconv.FormatInt(w.End-w.Start, 10) + " ms, " + strconv.FormatInt(n, 10)
		}).
		To("out")
}

// KGroupedStreamCogroup is the topology of ExampleKGroupedStream_Cogroup.
func KGroupedStreamCogroup(b *dsl.Builder) {
	orders := b.Stream("orders", dsl.String(), dsl.Int64()).GroupByKey()
	returns := b.Stream("returns", dsl.String(), dsl.Int64()).GroupByKey()
	orders.Cogroup(func(_ string, n, sum int64) int64 { return sum + n }).
		Cogroup(returns, func(_ string, n, sum int64) int64 { return sum - n }).
		Aggregate(func() int64 { return 0 }, dsl.As("balances")).
		ToStream().
		To("out")
}

// CogroupedKStreamCogroup is the topology of ExampleCogroupedKStream_Cogroup.
func CogroupedKStreamCogroup(b *dsl.Builder) {
	names := b.Stream("names", dsl.String(), dsl.String()).GroupByKey()
	ages := b.Stream("ages", dsl.String(), dsl.Int64()).GroupByKey()
	names.Cogroup(func(_, name, text string) string { return text + " " + name }).
		Cogroup(ages, func(_ string, age int64, text string) string { return text + " " + strconv.FormatInt(age, 10) }).
		Aggregate(func() string { return "about:" }, dsl.As("texts")).
		ToStream().
		To("out")
}

// CogroupedKStreamAggregate is the topology of ExampleCogroupedKStream_Aggregate.
func CogroupedKStreamAggregate(b *dsl.Builder) {
	x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
	y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
	x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
		Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
		Aggregate(func() string { return "" }, dsl.As("texts")).
		ToStream().
		To("out")
}

// CogroupedKStreamWindowedBy is the topology of ExampleCogroupedKStream_WindowedBy.
func CogroupedKStreamWindowedBy(b *dsl.Builder) {
	x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
	y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
	x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
		Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
		WindowedBy(dsl.Hopping(10*time.Millisecond, 5*time.Millisecond)).
		Aggregate(func() string { return "" }, dsl.As("texts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
		To("out")
}

// TimeWindowedCogroupedKStreamAggregate is the topology of ExampleTimeWindowedCogroupedKStream_Aggregate.
func TimeWindowedCogroupedKStreamAggregate(b *dsl.Builder) {
	x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
	y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
	x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
		Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
		WindowedBy(dsl.Tumbling(10*time.Millisecond)).
		Aggregate(func() string { return "" }, dsl.As("texts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
		To("out")
}

// CogroupedKStreamSessionWindowedBy is the topology of ExampleCogroupedKStream_SessionWindowedBy.
func CogroupedKStreamSessionWindowedBy(b *dsl.Builder) {
	clicks := b.Stream("clicks", dsl.String(), dsl.String()).GroupByKey()
	orders := b.Stream("orders", dsl.String(), dsl.Int64()).GroupByKey()
	clicks.Cogroup(func(_, _ string, n int64) int64 { return n + 1 }).
		Cogroup(orders, func(_ string, amount, n int64) int64 { return n + amount }).
		SessionWindowedBy(dsl.Session(10*time.Millisecond)).
		Aggregate(func() int64 { return 0 }, func(_ string, x, y int64) int64 { return x + y }, dsl.As("visits")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.String() }).
		To("out")
}

// SessionWindowedCogroupedKStreamAggregate is the topology of ExampleSessionWindowedCogroupedKStream_Aggregate.
func SessionWindowedCogroupedKStreamAggregate(b *dsl.Builder) {
	x := b.Stream("x", dsl.String(), dsl.String()).GroupByKey()
	y := b.Stream("y", dsl.String(), dsl.String()).GroupByKey()
	x.Cogroup(func(_, v, text string) string { return text + "x" + v }).
		Cogroup(y, func(_, v, text string) string { return text + "y" + v }).
		SessionWindowedBy(dsl.Session(10*time.Millisecond).Grace(20*time.Millisecond)).
		Aggregate(func() string { return "" }, func(_, earlier, later string) string { return earlier + later }, dsl.As("texts")).
		ToStream().
		SelectKey(func(w record.Windowed[string], _ string) string { return w.String() }).
		To("out")
}
