package later

import "github.com/stoatgen/stoatgen/dsl"

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
