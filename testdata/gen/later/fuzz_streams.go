package later

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

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

// Cases: fuzz/suppress-close
func FuzzSuppressClose(b *dsl.Builder) {
	outWindows(groupedNullable(b).WindowedBy(dsl.Tumbling(10*ms).Grace(5*ms)).Aggregate(zero, aggNull).
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded())))
}

// Cases: fuzz/suppress-time
func FuzzSuppressTime(b *dsl.Builder) {
	out(table(b, "in").Suppress(dsl.UntilTimeLimit(10*ms, dsl.Unbounded())))
}

// Cases: fuzz/suppress-max2
func FuzzSuppressMax2(b *dsl.Builder) {
	out(table(b, "in").Suppress(dsl.UntilTimeLimit(30*ms, dsl.MaxRecords(2).EmitEarlyWhenFull())))
}

// Cases: fuzz/cogroup
func FuzzCogroup(b *dsl.Builder) {
	out(stream(b, "l").GroupByKey().Cogroup(func(_ string, v, a string) string { return a + "l" + v }).
		Cogroup(stream(b, "r").GroupByKey(), func(_ string, v, a string) string { return a + "r" + v }).
		Aggregate(zero, dsl.As("cg")))
}
