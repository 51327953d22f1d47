package later

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// EdgeHdrSession writes the tombstone of a merged session as the text "null": the value is made nullable for it.
//
// Cases: edge-v3/hdr-session-c0 edge-v3/hdr-session-c1000000
func EdgeHdrSession(b *dsl.Builder) {
	outWindowTexts(grouped(b).SessionWindowedBy(dsl.Session(10 * ms)).Count())
}

// Cases: edge-v3/hdr-ss edge-v3/emit-throttle-left
func EdgeHdrSs(b *dsl.Builder) { ssLeft(b, dsl.Within(5*ms)) }

// Cases: edge-v3/tt-filter-join
func EdgeTtFilterJoin(b *dsl.Builder) {
	out(table(b, "l").Filter(func(_, v string) bool { return len(v) > 1 }).
		LeftJoin(table(b, "r").MapValues(func(v string) string { return "m" + v }), joinLeft))
}

// Cases: edge-v3/tt-suppress-join
func EdgeTtSuppressJoin(b *dsl.Builder) {
	out(table(b, "l").Suppress(dsl.UntilTimeLimit(5*ms, dsl.Unbounded())).Join(table(b, "r"), join))
}

// Cases: edge-v3/tw-tt-join
func EdgeTwTtJoin(b *dsl.Builder) {
	x := stream(b, "l").GroupByKey().WindowedBy(dsl.Tumbling(10 * ms)).Count()
	y := stream(b, "r").GroupByKey().WindowedBy(dsl.Tumbling(10 * ms)).Count()
	outWindows(x.OuterJoin(y, func(p, q *int64) string { return numberText(p) + "/" + numberText(q) }))
}

// Cases: edge-v3/unlimited
func EdgeUnlimited(b *dsl.Builder) {
	outWindowTexts(grouped(b).WindowedBy(dsl.Unlimited(time.UnixMilli(5))).Count())
}

// Cases: edge-v3/session-out-of-order-merge
func EdgeSessionMerge(b *dsl.Builder) {
	outWindows(grouped(b).SessionWindowedBy(dsl.Session(10*ms).Grace(100*ms)).Aggregate(
		func() string { return "i" },
		func(_ string, v, a string) string { return a + v },
		func(_ string, x, y string) string { return "<" + x + "," + y + ">" }))
}

// Cases: edge-v3/versioned-table-groupby
func EdgeVersionedTableGroupBy(b *dsl.Builder) {
	out(versioned(b, "in", "v", 100*ms).GroupBy(func(_, v string) (string, string) { return "g", v }).Reduce(plus, minus))
}

// Cases: edge-v3/versioned-agg
func EdgeVersionedAgg(b *dsl.Builder) {
	out(grouped(b).Reduce(func(x, y string) string { return x + y }, dsl.As("v"), dsl.Versioned(10*ms)))
}

// Cases: edge-v3/list-dups
func EdgeListDups(b *dsl.Builder) { ssOuter(b, dsl.Within(5*ms)) }

// Cases: edge-v3/transform-values
func EdgeTransformValues(b *dsl.Builder) { out(table(b, "in").TransformValues(newWithKey)) }
