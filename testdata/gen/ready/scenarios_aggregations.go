package ready

import (
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
)

// Cases: scenarios/count
func ScenarioCount(b *dsl.Builder) { outCount(grouped(b).Count(dsl.As("counts"))) }

// ScenarioCountRekeyed drops null values at GroupBy; Kafka Streams makes their key null and drops it at the repartition.
//
// Cases: scenarios/count-rekeyed
func ScenarioCountRekeyed(b *dsl.Builder) {
	outCount(stream(b, "in").GroupBy(func(_, v string) string { return "g" + strconv.Itoa(parse(v)%4) }).Count())
}

// ScenarioReduce deletes by returning nil, so the value is nullable.
//
// Cases: scenarios/reduce
func ScenarioReduce(b *dsl.Builder) {
	groupedNullable(b).Reduce(func(a, v *string) *string {
		switch {
		case parse(*v)%7 == 0:
			return nil
		case len(*a) > 40:
			return v
		}
		return new(*a + "+" + *v)
	}).ToStream().To("out")
}

// ScenarioAggregate deletes by returning nil: the aggregate is nullable, the values aren't.
//
// Cases: scenarios/aggregate
func ScenarioAggregate(b *dsl.Builder) {
	grouped(b).Aggregate(
		func() *string { return new("0") },
		func(k, v string, a *string) *string {
			if parse(v)%9 == 0 {
				return nil
			}
			return new(sum(k, v, *a))
		}).ToStream().To("out")
}

// Cases: scenarios/table-count
func ScenarioTableCount(b *dsl.Builder) {
	outCount(table(b, "in").GroupBy(func(_, v string) (string, string) { return "g" + strconv.Itoa(parse(v)%4), v }).Count())
}

// Cases: scenarios/table-aggregate
func ScenarioTableAggregate(b *dsl.Builder) {
	out(table(b, "in").GroupBy(byThird).Aggregate(zero, sum, difference))
}

// Cases: scenarios/table-reduce
func ScenarioTableReduce(b *dsl.Builder) {
	out(table(b, "in").GroupBy(byThird).Reduce(reduceSum, reduceDifference))
}

// cut begins anew after 40 bytes.
func cut(a string) string {
	if len(a) > 40 {
		return ""
	}
	return a
}

// Cases: scenarios/cogroup
func ScenarioCogroup(b *dsl.Builder) {
	l, r := stream(b, "left").GroupByKey(), stream(b, "right").GroupByKey()
	out(l.Cogroup(func(_, v, a string) string { return cut(a) + "l" + v }).
		Cogroup(r, func(_, v, a string) string { return cut(a) + "r" + v }).
		Aggregate(empty))
}
