package ready

import "github.com/stoatgen/stoatgen/dsl"

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
