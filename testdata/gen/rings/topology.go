// Package rings has windowed aggregations: what a ring keeps, what is late, what deletes a window.
package rings

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Reduced keeps the longest text of a window.
func Reduced(b *dsl.Builder) {
	t := b.Stream("in", dsl.String(), dsl.String()).GroupByKey().
		WindowedBy(dsl.Hopping(10*time.Second, 5*time.Second).Grace(5*time.Second)).
		Reduce(func(a, v string) string {
			if len(v) > len(a) {
				return v
			}
			return a
		}, dsl.As("longest"))
	t.Filter(func(w record.Windowed[string], v string) bool { return v != "skip" }).ToStream().To("longest-out")
	t.GroupBy(func(w record.Windowed[string], v string) (string, string) { return v, w.Key }, dsl.Name("by-text")).
		Count(dsl.As("texts")).ToStream().To("texts-out")
}

// Deleted deletes a window's row by nil, and begins it anew.
func Deleted(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Nullable(dsl.Int64())).GroupByKey().
		WindowedBy(dsl.Tumbling(10*time.Second)).
		Aggregate(func() *int64 { return new(int64(0)) }, func(_ string, v, a *int64) *int64 {
			if v == nil {
				return nil
			}
			return new(*a + *v)
		}, dsl.As("sums")).
		ToStream().
		Map(func(w record.Windowed[string], n *int64) (string, *int64) { return w.Key, n }).
		To("out")
}

// Keyed makes an ordinary table of a windowed one.
func Keyed(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second).Grace(time.Second)).
		Count(dsl.As("counts")).
		KeyAs(dsl.TimeWindowed(dsl.String(), time.Second)).
		ToStream().
		Peek(func(record.Windowed[string], int64) {}).
		To("out")
}
