package ready

import "github.com/stoatgen/stoatgen/dsl"

// FuzzCount counts by key. Null keys and values are dropped by Count.
//
// Cases: fuzz/count edge-v1/count-null-value edge-v2/hdr-dsl edge-v3/hdr-count-c0 edge-v3/hdr-count-c1000000
func FuzzCount(b *dsl.Builder) { outCountText(grouped(b).Count()) }

// FuzzAggCache aggregates with the cache on (a setting).
//
// Cases: fuzz/agg-cache
func FuzzAggCache(b *dsl.Builder) { out(grouped(b).Aggregate(zero, agg, dsl.As("s"))) }

// timeWindows aggregates in time windows. A null value reaches the aggregator there, so the value is nullable.
func timeWindows(b *dsl.Builder, w dsl.TimeWindows) {
	outWindows(groupedNullable(b).WindowedBy(w).Aggregate(zero, aggNull))
}

// FuzzTw10x10x0 and the next three are named by size, advance and grace.
//
// Cases: fuzz/tw-10-10-0
func FuzzTw10x10x0(b *dsl.Builder) { timeWindows(b, dsl.Tumbling(10*ms)) }

// Cases: fuzz/tw-10-10-7
func FuzzTw10x10x7(b *dsl.Builder) { timeWindows(b, dsl.Tumbling(10*ms).Grace(7*ms)) }

// Cases: fuzz/tw-12-4-5
func FuzzTw12x4x5(b *dsl.Builder) { timeWindows(b, dsl.Hopping(12*ms, 4*ms).Grace(5*ms)) }

// Cases: fuzz/tw-10-3-0
func FuzzTw10x3x0(b *dsl.Builder) { timeWindows(b, dsl.Hopping(10*ms, 3*ms)) }

// FuzzRepartTw re-keys by the value's last character. The filter sees nulls, so the value is nullable to the end.
//
// Cases: fuzz/repart-tw
func FuzzRepartTw(b *dsl.Builder) {
	t := streamNullable(b, "in").Filter(func(_ string, v *string) bool { return v != nil }).
		GroupBy(func(_ string, v *string) string { return last(*v) }).
		WindowedBy(dsl.Tumbling(10 * ms).Grace(5 * ms)).Count()
	t.ToStream().SelectKey(windowed).MapValues(number).To("out")
}
