package ready

import "github.com/stoatgen/stoatgen/dsl"

// Cases: scenarios/stream-table-inner
func ScenarioStreamTableInner(b *dsl.Builder) {
	stream(b, "left").JoinTable(table(b, "right"), plus).To("out")
}

// Cases: scenarios/stream-table-left
func ScenarioStreamTableLeft(b *dsl.Builder) {
	stream(b, "left").LeftJoinTable(table(b, "right"), plusLeft).To("out")
}

// ScenarioStreamTableRekeyed drops null values at SelectKey; Kafka Streams makes their key null and drops it at the repartition.
//
// Cases: scenarios/stream-table-rekeyed
func ScenarioStreamTableRekeyed(b *dsl.Builder) {
	stream(b, "left").SelectKey(func(_, v string) string { return abc[parse(v)%3] }).
		JoinTable(table(b, "right"), plus).To("out")
}
