// Package held has operators that hold records back: suppressions and caches. And streams that read the same topics.
package held

import (
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

const ms = time.Millisecond

// Seat is a row of a table.
type Seat struct {
	Row  string `json:"row"`
	Paid int64  `json:"paid"`
}

func paid(_ int64, s Seat) bool { return s.Paid > 0 }

func byRow(id int64, s Seat) (string, int64) { return s.Row, id }

// Seats holds rows back whose keys are numbers and whose values have text in them. Below are a store of its own and a group,
// which takes the old value out.
func Seats(b *dsl.Builder) {
	seats := b.Table("seats", dsl.Int64(), dsl.JSON[Seat](), dsl.As("seats")).
		Suppress(dsl.UntilTimeLimit(10*ms, dsl.MaxRecords(3).MaxBytes(1000)), dsl.Name("calm"), dsl.Changelog("segment.bytes", "1048576"))
	seats.Filter(paid, dsl.As("paid")).ToStream().To("paid-out")
	seats.GroupBy(byRow, dsl.Name("rows")).Count(dsl.As("by-row")).ToStream().To("rows-out")
}

// longer keeps the longer text, and nothing of two that are equal.
func longer(acc, v *string) *string {
	switch {
	case *acc == *v:
		return nil
	case len(*acc) > len(*v):
		return acc
	}
	return v
}

// Longest has values that may be null: a result that was deleted is held back too.
func Longest(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Nullable(dsl.String())).
		GroupByKey().
		Reduce(longer, dsl.As("longest")).
		Suppress(dsl.UntilTimeLimit(5*ms, dsl.Unbounded()), dsl.Name("slow"), dsl.NoChangelog()).
		ToStream().
		To("out")
}

// Visits is sessions, each sent once.
func Visits(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		SessionWindowedBy(dsl.Session(5*ms).Grace(2*ms)).
		Count(dsl.As("visits")).
		Suppress(dsl.UntilWindowCloses(dsl.MaxRecords(5).ShutDownWhenFull()), dsl.Name("over")).
		ToStream().
		To("out")
}

// Cached caches all there is but one: a table, a group of it, windows, and below one cache another.
func Cached(b *dsl.Builder) {
	b.Cache()
	b.Table("seats", dsl.Int64(), dsl.JSON[Seat](), dsl.As("seats")).
		GroupBy(byRow, dsl.Name("rows")).
		Count(dsl.As("by-row")).
		Filter(func(_ string, n int64) bool { return n > 1 }, dsl.As("full")).
		ToStream().
		To("full-out")
	in := b.Stream("in", dsl.String(), dsl.String()).FlatMapValues(func(v string, emit func(string)) { emit(v); emit(v + v) })
	in.GroupByKey().WindowedBy(dsl.Hopping(10*ms, 5*ms)).Count(dsl.As("windows")).ToStream().
		SelectKey(func(w record.Windowed[string], _ int64) string { return w.Key }).To("windows-out")
	in.GroupByKey().Reduce(func(a, v string) string { return a + v }, dsl.As("at-once"), dsl.NoCache()).ToStream().To("at-once-out")
}

// One caches one store, as it says itself.
func One(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		FlatMapValues(func(v string, emit func(string)) { emit(v); emit(v + v) }).
		GroupByKey().
		Aggregate(func() string { return "" }, func(_, v, acc string) string { return acc + v }, dsl.As("all"), dsl.Cache()).
		ToStream().
		To("out")
}

// Joins cache what tables make of tables. A record changes both sides, of which the last update is sent.
func Joins(b *dsl.Builder) {
	in := b.Stream("in", dsl.String(), dsl.String())
	left := in.ToTable(dsl.As("left"))
	right := in.SelectKey(func(k, _ string) string { return k }).ToTable(dsl.As("right"), dsl.Name("right"))
	other := b.Table("other", dsl.String(), dsl.String(), dsl.As("other"))
	join := func(l, r string) string { return l + "-" + r }
	left.Join(in.ToTable(dsl.As("same")), join, dsl.As("join"), dsl.Cache()).ToStream().To("join-out")
	left.Join(in.ToTable(dsl.As("again")), join, dsl.As("at-once")).ToStream().To("at-once-out")
	left.JoinForeign(other, func(_, v string) (string, bool) { return v[:1], true }, join, dsl.As("foreign"), dsl.Cache()).ToStream().To("foreign-out")
	left.Join(right, join, dsl.As("pairs")).TransformValues(newSeen, dsl.As("seen"), dsl.Cache()).ToStream().To("seen-out")
}

// seen counts the updates of a key.
type seen struct{ n map[string]int }

func newSeen() *seen { return &seen{map[string]int{}} }

// Transform adds how many there were.
func (s *seen) Transform(key string, v *string) string {
	if s.n[key]++; v == nil {
		return "none"
	}
	return *v + strings.Repeat("!", s.n[key])
}

// Twice reads topics in two streams that are one source.
func Twice(b *dsl.Builder) {
	b.StreamOf([]string{"a", "b"}, dsl.String(), dsl.String()).Filter(func(_, v string) bool { return v != "no" }).To("first")
	b.StreamOf([]string{"b", "a"}, dsl.String(), dsl.String()).To("second")
}

func sum(a, n int64) int64 { return a + n }

// Calm holds sums back for an hour.
func Calm(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		GroupByKey().
		Reduce(sum, dsl.As("sums")).
		Suppress(dsl.UntilTimeLimit(time.Hour, dsl.Unbounded()), dsl.Name("calm")).
		ToStream().
		To("out")
}

// Sums caches sums, and the windows of them.
func Sums(b *dsl.Builder) {
	b.Cache()
	in := b.Stream("in", dsl.String(), dsl.Int64()).GroupByKey()
	in.Reduce(sum, dsl.As("sums")).ToStream().To("out")
	in.WindowedBy(dsl.Hopping(time.Minute, 20*time.Second)).Reduce(sum, dsl.As("windows")).ToStream().To("windows-out")
}

// Soon lets sums through as they come.
func Soon(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		GroupByKey().
		Reduce(sum, dsl.As("sums")).
		Suppress(dsl.UntilTimeLimit(0, dsl.Unbounded()), dsl.Name("soon")).
		ToStream().
		To("out")
}

// Last sends the last value of a tenth of a second.
func Last(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		Suppress(dsl.UntilTimeLimit(100*ms, dsl.Unbounded()), dsl.Name("last")).
		ToStream().
		To("out")
}
