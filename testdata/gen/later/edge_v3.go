package later

import "github.com/stoatgen/stoatgen/dsl"


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
