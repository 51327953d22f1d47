package ready

import (
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
)

// Cases: scenarios/table-source
func ScenarioTableSource(b *dsl.Builder) { out(table(b, "in")) }

// Cases: scenarios/table-source-materialized
func ScenarioTableSourceMaterialized(b *dsl.Builder) { out(tableAs(b, "in", "t")) }

// Cases: scenarios/table-filter
func ScenarioTableFilter(b *dsl.Builder) { out(table(b, "in").Filter(isEven)) }

// Cases: scenarios/table-filter-materialized
func ScenarioTableFilterMaterialized(b *dsl.Builder) {
	out(table(b, "in").Filter(isEven, dsl.As("f")))
}

// Cases: scenarios/table-filter-not
func ScenarioTableFilterNot(b *dsl.Builder) { out(table(b, "in").FilterNot(isEven)) }

// Cases: scenarios/table-map-values
func ScenarioTableMapValues(b *dsl.Builder) { out(table(b, "in").MapValues(bang1)) }

// Cases: scenarios/to-table
func ScenarioToTable(b *dsl.Builder) { out(stream(b, "in").ToTable(dsl.As("t"))) }

// ScenarioToTableRekeyed drops null values at SelectKey; Kafka Streams makes their key null and drops it at the repartition.
//
// Cases: scenarios/to-table-rekeyed
func ScenarioToTableRekeyed(b *dsl.Builder) {
	out(stream(b, "in").SelectKey(func(_, v string) string { return "k" + strconv.Itoa(parse(v)%4) }).ToTable())
}

// Cases: scenarios/versioned-table-filter
func ScenarioVersionedTableFilter(b *dsl.Builder) {
	out(versioned(b, "in", "vt", 10*sec).Filter(isEven))
}

// Cases: scenarios/versioned-table-table
func ScenarioVersionedTableTable(b *dsl.Builder) {
	out(versioned(b, "left", "vl", 10*sec).Join(versioned(b, "right", "vr", 10*sec), plus))
}

// Cases: scenarios/versioned-table-group
func ScenarioVersionedTableGroup(b *dsl.Builder) {
	out(versioned(b, "in", "vt", 10*sec).GroupBy(byThird).Aggregate(zero, sum, difference))
}
