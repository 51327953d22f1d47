// Package times has mistakes with time and windows.
package times

import (
	"os"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

func in(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("in", dsl.String(), dsl.String())
}

func grouped(b *dsl.Builder) dsl.KGroupedStream[string, string] { return in(b).GroupByKey() }

func both(l, r string) string { return l + r }

func NotConstant(b *dsl.Builder) {
	size := time.Duration(len(os.Args)) * time.Second
	grouped(b).WindowedBy(dsl.Tumbling(size)).Count(dsl.As("c")) // want ST226@37 "the size of Tumbling is not" "make it a constant"
}

func Size(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Tumbling(0)).Count(dsl.As("c")) // want ST701@37 "Tumbling of size 0s" "give a positive size"
}

func Difference(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Sliding(-time.Second)).Count(dsl.As("c")) // want ST701@36 "Sliding of -1s" "give zero or more"
}

func Declared(b *dsl.Builder) {
	in(b).ProcessValues1(reader, b.WindowStore("w", dsl.String(), dsl.Int64(), 0, time.Hour)).To("out") // want ST701@77 "windows of size 0s" "give a positive size"
}

func Advance(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Hopping(time.Minute, time.Hour)).Count(dsl.As("c")) // want ST702@49 "an advance of 1h0m0s for windows" "give a positive advance of at"
}

func Back(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String(), dsl.FromDuration(-time.Second)).To("out") // want ST710@62 "FromDuration of -1s" "give zero or more"
}

func BackFrom(b *dsl.Builder) {
	back := time.Duration(len(os.Args)) * time.Hour
	b.Stream("again", dsl.String(), dsl.String(), dsl.FromDuration(back)).To("late") // want ST226@65 "FromDuration" "make it a constant"
}

func Clocks(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String(), dsl.WallClockTimestamps(), dsl.SkipInvalidTimestamps()).To("out") // want ST603@76 "SkipInvalidTimestamps"
}

func Grace(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Tumbling(time.Minute).Grace(-time.Second)).Count(dsl.As("c")) // want ST703@56 "a grace of -1s" "give zero or more"
}

func Micro(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Tumbling(1500 * time.Microsecond)).Count(dsl.As("c")) // want ST704@37 "1.5ms is not whole milliseconds" "round it to milliseconds"
}

func Empty(b *dsl.Builder) {
	in(b).Join(b.Stream("r", dsl.String(), dsl.String()), both,
		dsl.Within(time.Second).After(-time.Minute), dsl.As("j")).To("out") // want ST705@7 "a join window from 1s before" "make the sum of both zero"
}

func Retention(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Tumbling(time.Hour).Grace(time.Hour)).Count(dsl.As("c"), dsl.Retention(time.Hour)) // want ST706@99 "a retention of 1h0m0s, the windows" "keep windows for 2h0m0s or more"
}

func Unlimited(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Unlimited(time.UnixMilli(0)).Grace(time.Hour)).Count(dsl.As("c")) // want ST707@57 "unlimited windows have no grace" "leave the grace out"
}

func Never(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Unlimited(time.UnixMilli(0))).
		EmitStrategy(dsl.OnWindowClose).Count(dsl.As("c")) // want ST708@3 "EmitStrategy of unlimited windows would send" "use OnWindowUpdate, or windows that close"
}

func Unversioned(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.String(), dsl.As("t"))
	in(b).JoinTable(t, both, dsl.Name("j"), dsl.Grace(time.Second)).To("out") // want ST709@46 "a grace against a table that" "give the table dsl.Versioned(…)"
}

func History(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.String(), dsl.As("t"), dsl.Versioned(time.Second))
	in(b).JoinTable(t, both, dsl.Name("j"), dsl.Grace(time.Minute)).To("out") // want ST709@52 "a grace of 1m0s against a" "make the history at least as"
}

func Joined(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.String(), dsl.As("t"), dsl.Versioned(time.Second))
	u := b.Table("u", dsl.String(), dsl.String(), dsl.As("u"), dsl.Versioned(time.Second))
	in(b).JoinTable(t.Join(u, both, dsl.Name("tu")), both, dsl.Name("j"), dsl.Grace(time.Millisecond)).To("out") // want ST709@76 "a grace against a table that" "give the table dsl.Versioned(…)"
}

func Suppressed(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.String(), dsl.As("t"), dsl.Versioned(time.Second))
	t.Filter(func(k, _ string) bool { return k != "" }).
		Suppress(dsl.UntilTimeLimit(time.Second, dsl.Unbounded()), dsl.Name("s")).ToStream().To("out") // want ST712@3 "Suppress of a versioned table" "suppress the updates of one without"
}

func Negative(b *dsl.Builder) {
	b.Table("t", dsl.String(), dsl.String(), dsl.As("t"), dsl.Versioned(-time.Microsecond)) // want ST710@70 "Versioned of -1µs" "give zero or more"
}

func Twice(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Tumbling(time.Minute).Grace(0).Grace(time.Second)).Count(dsl.As("c")) // want ST711@59 "Grace is set twice" "leave one of them out"
}

func SlidingRetention(b *dsl.Builder) {
	w := dsl.Sliding(time.Hour).Grace(time.Minute)
	grouped(b).WindowedBy(w).Count(dsl.As("c"), dsl.Retention(2*time.Hour)) // want ST706@60 "can change for 2h1m0s"
}

func Absurd(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Hopping(24*365*100*time.Hour, time.Millisecond)).Count(dsl.As("c")) // want ST721@13 "each record changes 3153600000000 windows" "use a larger advance"
}

// Ages are windows whose lengths together are longer than any duration.
func Ages(b *dsl.Builder) {
	const age = 200 * 365 * 24 * time.Hour
	s := b.Stream("in", dsl.String(), dsl.String())
	s.Join(b.Stream("other", dsl.String(), dsl.String()), func(l, r string) string { return l + r }, dsl.Within(age), dsl.As("j")).To("out")
	grouped(b).WindowedBy(dsl.Tumbling(age).Grace(age)).Count(dsl.As("c"), dsl.Retention(age)) // want ST706@87 "a retention of 1752000h0m0s"
}
