package later

import "github.com/stoatgen/stoatgen/dsl"

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

// Cases: edge-v3/versioned-table-groupby
func EdgeVersionedTableGroupBy(b *dsl.Builder) {
	out(versioned(b, "in", "v", 100*ms).GroupBy(func(_, v string) (string, string) { return "g", v }).Reduce(plus, minus))
}

// Cases: edge-v3/versioned-agg
func EdgeVersionedAgg(b *dsl.Builder) {
	out(grouped(b).Reduce(func(x, y string) string { return x + y }, dsl.As("v"), dsl.Versioned(10*ms)))
}
