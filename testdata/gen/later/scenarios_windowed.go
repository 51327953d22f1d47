package later

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// The shapes of the scenarios, for each kind of window. Null values count, and reach the aggregator of time windows and sessions.

func windowCount(b *dsl.Builder, w dsl.TimeWindows) {
	toShownCounts(grouped(b).WindowedBy(w).Count())
}

func windowEmitFinal(b *dsl.Builder, w dsl.TimeWindows) {
	toShownCounts(grouped(b).WindowedBy(w).EmitStrategy(dsl.OnWindowClose).Count())
}

func windowSuppress(b *dsl.Builder, w dsl.TimeWindows) {
	toShownCounts(countWithCodec(grouped(b).WindowedBy(w)).Suppress(dsl.UntilWindowCloses(dsl.Unbounded())))
}

// Cases: scenarios/tumbling-emit-final
func ScenarioTumblingEmitFinal(b *dsl.Builder) { windowEmitFinal(b, dsl.Tumbling(5*sec).Grace(2*sec)) }

// Cases: scenarios/tumbling-suppress
func ScenarioTumblingSuppress(b *dsl.Builder) { windowSuppress(b, dsl.Tumbling(5*sec).Grace(2*sec)) }

// Cases: scenarios/tumbling-no-grace-emit-final
func ScenarioTumblingNoGraceEmitFinal(b *dsl.Builder) { windowEmitFinal(b, dsl.Tumbling(5*sec)) }

// Cases: scenarios/tumbling-no-grace-suppress
func ScenarioTumblingNoGraceSuppress(b *dsl.Builder) { windowSuppress(b, dsl.Tumbling(5*sec)) }

// Cases: scenarios/hopping-emit-final
func ScenarioHoppingEmitFinal(b *dsl.Builder) {
	windowEmitFinal(b, dsl.Hopping(5*sec, 2*sec).Grace(2*sec))
}

// Cases: scenarios/hopping-suppress
func ScenarioHoppingSuppress(b *dsl.Builder) {
	windowSuppress(b, dsl.Hopping(5*sec, 2*sec).Grace(2*sec))
}

// Cases: scenarios/sliding-count
func ScenarioSlidingCount(b *dsl.Builder) { windowCount(b, dsl.Sliding(4*sec).Grace(2*sec)) }

// Cases: scenarios/sliding-aggregate
func ScenarioSlidingAggregate(b *dsl.Builder) {
	toShown(grouped(b).WindowedBy(dsl.Sliding(4*sec).Grace(2*sec)).Aggregate(empty, comma))
}

// Cases: scenarios/sliding-emit-final
func ScenarioSlidingEmitFinal(b *dsl.Builder) { windowEmitFinal(b, dsl.Sliding(4*sec).Grace(2*sec)) }

// Cases: scenarios/session-count
func ScenarioSessionCount(b *dsl.Builder) {
	toShownCounts(grouped(b).SessionWindowedBy(dsl.Session(3 * sec).Grace(2 * sec)).Count())
}

// Cases: scenarios/session-aggregate
func ScenarioSessionAggregate(b *dsl.Builder) {
	toShown(groupedNullable(b).SessionWindowedBy(dsl.Session(3*sec).Grace(2*sec)).Aggregate(empty, commaNull, bar))
}

// ScenarioSessionReduce reduces nullable values: a session of nulls only has no aggregate. ValueAs says that the rows that are there aren't nil.
//
// Cases: scenarios/session-reduce
func ScenarioSessionReduce(b *dsl.Builder) {
	t := groupedNullable(b).SessionWindowedBy(dsl.Session(3 * sec).Grace(2 * sec)).
		Reduce(func(x, y *string) *string { return new(*x + "+" + text(y)) })
	toShown(t.ValueAs(dsl.String()))
}

// Cases: scenarios/session-emit-final
func ScenarioSessionEmitFinal(b *dsl.Builder) {
	toShownCounts(grouped(b).SessionWindowedBy(dsl.Session(3 * sec).Grace(2 * sec)).EmitStrategy(dsl.OnWindowClose).Count())
}

// Cases: scenarios/session-suppress
func ScenarioSessionSuppress(b *dsl.Builder) {
	toShownCounts(grouped(b).SessionWindowedBy(dsl.Session(3 * sec).Grace(2 * sec)).Count(dsl.Value(dsl.Int64())).
		Suppress(dsl.UntilWindowCloses(dsl.Unbounded())))
}

// Cases: scenarios/cogroup-tumbling
func ScenarioCogroupTumbling(b *dsl.Builder) {
	l, r := streamNullable(b, "left").GroupByKey(), streamNullable(b, "right").GroupByKey()
	toShown(l.Cogroup(func(_ string, v *string, a string) string { return a + "l" + text(v) }).
		Cogroup(r, func(_ string, v *string, a string) string { return a + "r" + text(v) }).
		WindowedBy(dsl.Tumbling(5 * sec).Grace(2 * sec)).Aggregate(empty))
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

// Cases: scenarios/unlimited-window
func ScenarioUnlimitedWindow(b *dsl.Builder) { windowCount(b, dsl.Unlimited(time.UnixMilli(20_000))) }
