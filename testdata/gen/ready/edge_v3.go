package ready

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Cases: edge-v3/hdr-tw-c0 edge-v3/hdr-tw-c1000000
func EdgeHdrTw(b *dsl.Builder) {
	b.Cache()
	outWindowTexts(grouped(b).WindowedBy(dsl.Tumbling(10 * ms)).Count())
}

// Cases: edge-v3/hdr-tgroup-c0 edge-v3/hdr-tgroup-c1000000
func EdgeHdrTgroup(b *dsl.Builder) {
	b.Cache()
	out(table(b, "in").GroupBy(func(_ string, v string) (string, string) { return v[:1], v }).Reduce(plus, minus))
}

// Cases: edge-v3/op-stream-time
func EdgeOpStreamTime(b *dsl.Builder) {
	outWindowTexts(stream(b, "in").Filter(func(_, v string) bool { return v != "skip" }).GroupByKey().
		WindowedBy(dsl.Tumbling(10 * ms)).Count())
}

// Cases: edge-v3/two-window-ops
func EdgeTwoWindowOps(b *dsl.Builder) {
	s := stream(b, "in")
	outWindowTexts(s.GroupByKey().WindowedBy(dsl.Tumbling(10 * ms)).Count())
	toWindowTexts(s.GroupBy(func(_, v string) string { return v }).WindowedBy(dsl.Tumbling(10*ms)).Count(), "out2")
}

// nullIfN is a key that may be null; KeyAs drops the pointer and keeps the null, so that the stream fits the table.
func nullIfN(_ string, v string) *string {
	if v == "n" {
		return nil
	}
	return &v
}

// Cases: edge-v3/repartition-null-key-leftjoin
func EdgeRepartitionNullKeyLeft(b *dsl.Builder) {
	stream(b, "in").SelectKey(nullIfN).KeyAs(dsl.String()).LeftJoinTable(table(b, "r"), joinLeft).To("out")
}

// Cases: edge-v3/repartition-null-key-inner
func EdgeRepartitionNullKeyInner(b *dsl.Builder) {
	stream(b, "in").SelectKey(nullIfN).KeyAs(dsl.String()).JoinTable(table(b, "r"), join).To("out")
}

// Cases: edge-v3/hdr-ss edge-v3/emit-throttle-left
func EdgeHdrSs(b *dsl.Builder) { ssLeft(b, dsl.Within(5*ms)) }

// Cases: edge-v3/list-dups
func EdgeListDups(b *dsl.Builder) { ssOuter(b, dsl.Within(5*ms)) }

// EdgeHdrSession writes the tombstone of a merged session as the text "null": the value is made nullable for it.
//
// Cases: edge-v3/hdr-session-c0 edge-v3/hdr-session-c1000000
func EdgeHdrSession(b *dsl.Builder) {
	b.Cache()
	outWindowTexts(grouped(b).SessionWindowedBy(dsl.Session(10 * ms)).Count())
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

// Cases: edge-v3/transform-values
func EdgeTransformValues(b *dsl.Builder) { out(table(b, "in").TransformValues(newWithKey)) }

// Cases: edge-v3/tt-filter-join
func EdgeTtFilterJoin(b *dsl.Builder) {
	out(table(b, "l").Filter(func(_, v string) bool { return len(v) > 1 }).
		LeftJoin(table(b, "r").MapValues(func(v string) string { return "m" + v }), joinLeft))
}

// Cases: edge-v3/versioned-table-groupby
func EdgeVersionedTableGroupBy(b *dsl.Builder) {
	out(versioned(b, "in", "v", 100*ms).GroupBy(func(_, v string) (string, string) { return "g", v }).Reduce(plus, minus))
}

// Cases: edge-v3/versioned-agg
func EdgeVersionedAgg(b *dsl.Builder) {
	out(grouped(b).Reduce(func(x, y string) string { return x + y }, dsl.As("v"), dsl.Versioned(10*ms)))
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
