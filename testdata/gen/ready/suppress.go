package ready

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Cases: edge-v1/suppress-close
func EdgeSuppressClose(b *dsl.Builder) {
	outWindowCounts(grouped(b).WindowedBy(dsl.Tumbling(10 * ms).Grace(5 * ms)).Count().
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded())))
}

// Cases: edge-v1/suppress-session
func EdgeSuppressSession(b *dsl.Builder) {
	outWindowCounts(grouped(b).SessionWindowedBy(dsl.Session(5 * ms).Grace(3 * ms)).Count().
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded())))
}

// Cases: edge-v1/suppress-time
func EdgeSuppressTime(b *dsl.Builder) {
	outCountText(grouped(b).Count().Suppress(dsl.UntilTimeLimit(10*ms, dsl.Unbounded())))
}

// Cases: edge-v1/suppress-maxrec
func EdgeSuppressMaxRec(b *dsl.Builder) {
	outCountText(grouped(b).Count().Suppress(dsl.UntilTimeLimit(time.Hour, dsl.MaxRecords(1).EmitEarlyWhenFull())))
}

// EdgeSuppressShutdown ends with an error: the buffer is full.
//
// Cases: edge-v1/suppress-shutdown
func EdgeSuppressShutdown(b *dsl.Builder) {
	outCountText(grouped(b).Count().Suppress(dsl.UntilTimeLimit(time.Hour, dsl.MaxRecords(1).ShutDownWhenFull())))
}

// Cases: edge-v1/suppress-zero
func EdgeSuppressZero(b *dsl.Builder) {
	out(tableAs(b, "in", "s").Suppress(dsl.UntilTimeLimit(0, dsl.Unbounded())))
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

func windowSuppress(b *dsl.Builder, w dsl.TimeWindows) {
	toShownCounts(countWithCodec(grouped(b).WindowedBy(w)).Suppress(dsl.UntilWindowCloses(dsl.Unbounded())))
}

// Cases: scenarios/tumbling-suppress
func ScenarioTumblingSuppress(b *dsl.Builder) { windowSuppress(b, dsl.Tumbling(5*sec).Grace(2*sec)) }

// Cases: scenarios/tumbling-no-grace-suppress
func ScenarioTumblingNoGraceSuppress(b *dsl.Builder) { windowSuppress(b, dsl.Tumbling(5*sec)) }

// Cases: scenarios/hopping-suppress
func ScenarioHoppingSuppress(b *dsl.Builder) {
	windowSuppress(b, dsl.Hopping(5*sec, 2*sec).Grace(2*sec))
}

// Cases: scenarios/session-suppress
func ScenarioSessionSuppress(b *dsl.Builder) {
	toShownCounts(grouped(b).SessionWindowedBy(dsl.Session(3 * sec).Grace(2 * sec)).Count(dsl.Value(dsl.Int64())).
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded())))
}

// Cases: scenarios/suppress-time-limit
func ScenarioSuppressTimeLimit(b *dsl.Builder) {
	outCount(grouped(b).Count(dsl.Value(dsl.Int64())).Suppress(dsl.UntilTimeLimit(3*sec, dsl.Unbounded())))
}

// Cases: scenarios/suppress-max-records
func ScenarioSuppressMaxRecords(b *dsl.Builder) {
	outCount(grouped(b).Count(dsl.Value(dsl.Int64())).
		Suppress(dsl.UntilTimeLimit(10*sec, dsl.MaxRecords(2).EmitEarlyWhenFull())))
}

// Cases: scenarios/bytes-suppress
func ScenarioBytesSuppress(b *dsl.Builder) {
	toShownCounts(grouped(b).WindowedBy(dsl.Tumbling(5*sec).Grace(2*sec)).Count(dsl.As("w")).
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded()), dsl.Name("sup")))
}
