package ready

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// FuzzCount counts by key. Null keys and values are dropped by Count.
//
// Cases: fuzz/count edge-v1/count-null-value edge-v2/hdr-dsl edge-v3/hdr-count-c0 edge-v3/hdr-count-c1000000
func FuzzCount(b *dsl.Builder) {
	b.Cache()
	outCountText(grouped(b).Count())
}

// FuzzAggCache aggregates with the cache on (a setting).
//
// Cases: fuzz/agg-cache
func FuzzAggCache(b *dsl.Builder) {
	b.Cache()
	out(grouped(b).Aggregate(zero, agg, dsl.As("s")))
}

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

// sessions aggregates sessions; null values reach the aggregator.
func sessions(b *dsl.Builder, w dsl.SessionWindows) {
	outWindows(groupedNullable(b).SessionWindowedBy(w).Aggregate(zero, aggNull, merge))
}

func sessionsRetained(b *dsl.Builder, w dsl.SessionWindows) {
	outWindows(groupedNullable(b).SessionWindowedBy(w).Aggregate(zero, aggNull, merge, dsl.Retention(1000*time.Second)))
}

// FuzzSession5x0 and the next five are named by gap and grace.
//
// Cases: fuzz/session-5-0 edge-v1/session
func FuzzSession5x0(b *dsl.Builder) { sessions(b, dsl.Session(5*ms)) }

// Cases: fuzz/session-5-20
func FuzzSession5x20(b *dsl.Builder) { sessions(b, dsl.Session(5*ms).Grace(20*ms)) }

// Cases: fuzz/session-0-3
func FuzzSession0x3(b *dsl.Builder) { sessions(b, dsl.Session(0).Grace(3*ms)) }

// Cases: fuzz/session-ret-5-0
func FuzzSessionRet5x0(b *dsl.Builder) { sessionsRetained(b, dsl.Session(5*ms)) }

// Cases: fuzz/session-ret-5-20
func FuzzSessionRet5x20(b *dsl.Builder) { sessionsRetained(b, dsl.Session(5*ms).Grace(20*ms)) }

// Cases: fuzz/session-ret-0-3
func FuzzSessionRet0x3(b *dsl.Builder) { sessionsRetained(b, dsl.Session(0).Grace(3*ms)) }

// sliding aggregates in sliding windows, which drop null values.
func sliding(b *dsl.Builder, w dsl.TimeWindows) {
	outWindows(grouped(b).WindowedBy(w).Aggregate(zero, agg))
}

// FuzzSliding5x0 and the next three are named by difference and grace.
//
// Cases: fuzz/sliding-5-0
func FuzzSliding5x0(b *dsl.Builder) { sliding(b, dsl.Sliding(5*ms)) }

// Cases: fuzz/sliding-5-15
func FuzzSliding5x15(b *dsl.Builder) { sliding(b, dsl.Sliding(5*ms).Grace(15*ms)) }

// FuzzSliding0x10 fails in Kafka Streams: a sliding window of no length.
//
// Cases: fuzz/sliding-0-10
func FuzzSliding0x10(b *dsl.Builder) { sliding(b, dsl.Sliding(0).Grace(10*ms)) }

// Cases: fuzz/sliding-20-100
func FuzzSliding20x100(b *dsl.Builder) { sliding(b, dsl.Sliding(20*ms).Grace(100*ms)) }

// Cases: fuzz/tw-close
func FuzzTwClose(b *dsl.Builder) {
	outWindows(groupedNullable(b).WindowedBy(dsl.Tumbling(10*ms).Grace(3*ms)).EmitStrategy(dsl.OnWindowClose).
		Aggregate(zero, aggNull, dsl.Retention(1000*time.Second)))
}

// Cases: fuzz/hop-close
func FuzzHopClose(b *dsl.Builder) {
	outWindows(groupedNullable(b).WindowedBy(dsl.Hopping(10*ms, 4*ms).Grace(3*ms)).EmitStrategy(dsl.OnWindowClose).
		Aggregate(zero, aggNull, dsl.Retention(1000*time.Second)))
}

// Cases: fuzz/tw-close-strict
func FuzzTwCloseStrict(b *dsl.Builder) {
	outWindows(groupedNullable(b).WindowedBy(dsl.Tumbling(10*ms).Grace(3*ms)).EmitStrategy(dsl.OnWindowClose).
		Aggregate(zero, aggNull))
}

// Cases: fuzz/session-close
func FuzzSessionClose(b *dsl.Builder) {
	outWindows(groupedNullable(b).SessionWindowedBy(dsl.Session(5*ms).Grace(3*ms)).EmitStrategy(dsl.OnWindowClose).
		Aggregate(zero, aggNull, merge))
}

// Cases: fuzz/sliding-close
func FuzzSlidingClose(b *dsl.Builder) {
	outWindows(grouped(b).WindowedBy(dsl.Sliding(5*ms).Grace(3*ms)).EmitStrategy(dsl.OnWindowClose).
		Aggregate(zero, agg, dsl.Retention(1000*time.Second)))
}

// Cases: fuzz/cogroup
func FuzzCogroup(b *dsl.Builder) {
	out(stream(b, "l").GroupByKey().Cogroup(func(_ string, v, a string) string { return a + "l" + v }).
		Cogroup(stream(b, "r").GroupByKey(), func(_ string, v, a string) string { return a + "r" + v }).
		Aggregate(zero, dsl.As("cg")))
}
