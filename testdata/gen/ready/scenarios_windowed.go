package ready

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// The shapes of the scenarios, for each kind of window. Null values count, and reach the aggregator of time windows and sessions.

func windowCount(b *dsl.Builder, w dsl.TimeWindows) {
	toShownCounts(grouped(b).WindowedBy(w).Count())
}

func windowAggregate(b *dsl.Builder, w dsl.TimeWindows) {
	toShown(groupedNullable(b).WindowedBy(w).Aggregate(empty, commaNull))
}

// Cases: scenarios/tumbling-count
func ScenarioTumblingCount(b *dsl.Builder) { windowCount(b, dsl.Tumbling(5*sec).Grace(2*sec)) }

// Cases: scenarios/tumbling-aggregate
func ScenarioTumblingAggregate(b *dsl.Builder) { windowAggregate(b, dsl.Tumbling(5*sec).Grace(2*sec)) }

// Cases: scenarios/tumbling-no-grace-count
func ScenarioTumblingNoGraceCount(b *dsl.Builder) { windowCount(b, dsl.Tumbling(5*sec)) }

// Cases: scenarios/tumbling-no-grace-aggregate
func ScenarioTumblingNoGraceAggregate(b *dsl.Builder) { windowAggregate(b, dsl.Tumbling(5*sec)) }

// Cases: scenarios/hopping-count
func ScenarioHoppingCount(b *dsl.Builder) { windowCount(b, dsl.Hopping(5*sec, 2*sec).Grace(2*sec)) }

// Cases: scenarios/hopping-aggregate
func ScenarioHoppingAggregate(b *dsl.Builder) {
	windowAggregate(b, dsl.Hopping(5*sec, 2*sec).Grace(2*sec))
}

func windowEmitFinal(b *dsl.Builder, w dsl.TimeWindows) {
	toShownCounts(grouped(b).WindowedBy(w).EmitStrategy(dsl.OnWindowClose).Count())
}

// Cases: scenarios/tumbling-emit-final
func ScenarioTumblingEmitFinal(b *dsl.Builder) { windowEmitFinal(b, dsl.Tumbling(5*sec).Grace(2*sec)) }

// Cases: scenarios/tumbling-no-grace-emit-final
func ScenarioTumblingNoGraceEmitFinal(b *dsl.Builder) { windowEmitFinal(b, dsl.Tumbling(5*sec)) }

// Cases: scenarios/hopping-emit-final
func ScenarioHoppingEmitFinal(b *dsl.Builder) {
	windowEmitFinal(b, dsl.Hopping(5*sec, 2*sec).Grace(2*sec))
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

// Cases: scenarios/cogroup-tumbling
func ScenarioCogroupTumbling(b *dsl.Builder) {
	l, r := streamNullable(b, "left").GroupByKey(), streamNullable(b, "right").GroupByKey()
	toShown(l.Cogroup(func(_ string, v *string, a string) string { return a + "l" + text(v) }).
		Cogroup(r, func(_ string, v *string, a string) string { return a + "r" + text(v) }).
		WindowedBy(dsl.Tumbling(5 * sec).Grace(2 * sec)).Aggregate(empty))
}

// Cases: scenarios/unlimited-window
func ScenarioUnlimitedWindow(b *dsl.Builder) { windowCount(b, dsl.Unlimited(time.UnixMilli(20_000))) }
