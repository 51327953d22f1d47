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

func joinInner(b *dsl.Builder, w dsl.JoinWindows) {
	stream(b, "left").Join(stream(b, "right"), plus, w).To("out")
}

func joinLeftSide(b *dsl.Builder, w dsl.JoinWindows) {
	stream(b, "left").LeftJoin(stream(b, "right"), plusLeft, w).To("out")
}

func joinBothSides(b *dsl.Builder, w dsl.JoinWindows) {
	stream(b, "left").OuterJoin(stream(b, "right"), plusOuter, w).To("out")
}

// Cases: scenarios/stream-stream-inner-sym
func ScenarioJoinInnerSym(b *dsl.Builder) { joinInner(b, dsl.Within(3*sec).Grace(2*sec)) }

// Cases: scenarios/stream-stream-inner-no-grace
func ScenarioJoinInnerNoGrace(b *dsl.Builder) { joinInner(b, dsl.Within(3*sec)) }

// Cases: scenarios/stream-stream-inner-asym
func ScenarioJoinInnerAsym(b *dsl.Builder) {
	joinInner(b, dsl.Within(3*sec).Grace(sec).Before(5*sec).After(0))
}

// Cases: scenarios/stream-stream-left-sym
func ScenarioJoinLeftSym(b *dsl.Builder) { joinLeftSide(b, dsl.Within(3*sec).Grace(2*sec)) }

// Cases: scenarios/stream-stream-left-no-grace
func ScenarioJoinLeftNoGrace(b *dsl.Builder) { joinLeftSide(b, dsl.Within(3*sec)) }

// Cases: scenarios/stream-stream-left-asym
func ScenarioJoinLeftAsym(b *dsl.Builder) {
	joinLeftSide(b, dsl.Within(3*sec).Grace(sec).Before(5*sec).After(0))
}

// Cases: scenarios/stream-stream-outer-sym
func ScenarioJoinOuterSym(b *dsl.Builder) { joinBothSides(b, dsl.Within(3*sec).Grace(2*sec)) }

// Cases: scenarios/stream-stream-outer-no-grace
func ScenarioJoinOuterNoGrace(b *dsl.Builder) { joinBothSides(b, dsl.Within(3*sec)) }

// Cases: scenarios/stream-stream-outer-asym
func ScenarioJoinOuterAsym(b *dsl.Builder) {
	joinBothSides(b, dsl.Within(3*sec).Grace(sec).Before(5*sec).After(0))
}

// Cases: scenarios/stream-stream-self
func ScenarioJoinSelf(b *dsl.Builder) {
	s := stream(b, "in")
	s.Join(s, plus, dsl.Within(3*sec).Grace(2*sec)).To("out")
}

// Cases: scenarios/table-table-inner
func ScenarioTableTableInner(b *dsl.Builder) { out(table(b, "left").Join(table(b, "right"), plus)) }

// Cases: scenarios/table-table-left
func ScenarioTableTableLeft(b *dsl.Builder) {
	out(table(b, "left").LeftJoin(table(b, "right"), plusLeft))
}

// Cases: scenarios/table-table-outer
func ScenarioTableTableOuter(b *dsl.Builder) {
	out(table(b, "left").OuterJoin(table(b, "right"), plusOuter))
}

// Cases: scenarios/table-table-materialized
func ScenarioTableTableMaterialized(b *dsl.Builder) {
	out(table(b, "left").Join(table(b, "right"), plus, dsl.As("j")).
		Filter(func(_, v string) bool { return len(v) < 5 }).MapValues(bang1))
}

// Cases: scenarios/stream-versioned-table
func ScenarioStreamVersionedTable(b *dsl.Builder) {
	stream(b, "left").JoinTable(versioned(b, "right", "vt", 10*sec), plus).To("out")
}

// Cases: scenarios/fk-join-inner
func ScenarioFkJoinInner(b *dsl.Builder) {
	out(table(b, "left").JoinForeign(table(b, "right"), fkThird, plus))
}

// Cases: scenarios/fk-join-left
func ScenarioFkJoinLeft(b *dsl.Builder) {
	out(table(b, "left").LeftJoinForeign(table(b, "right"), fkThird, plusLeft))
}

// fkThird is the foreign key, null for multiples of 5.
func fkThird(_ string, v string) (string, bool) { return abc[parse(v)%3], parse(v)%5 != 0 }

// Cases: scenarios/stream-versioned-table-grace
func ScenarioStreamVersionedTableGrace(b *dsl.Builder) {
	stream(b, "left").JoinTable(versioned(b, "right", "vt", 20*sec), plus, dsl.Grace(2*sec), dsl.Name("j")).To("out")
}

// Cases: scenarios/stream-global-inner
func ScenarioStreamGlobalInner(b *dsl.Builder) {
	stream(b, "left").JoinGlobal(b.GlobalTable("right", dsl.String(), dsl.String()), fromTen, plus).To("out")
}

// Cases: scenarios/stream-global-left
func ScenarioStreamGlobalLeft(b *dsl.Builder) {
	stream(b, "left").LeftJoinGlobal(b.GlobalTable("right", dsl.String(), dsl.String()), fromTen, plusLeft).To("out")
}

// fromTen is the key in a global table, null below 10. Null values never reach it and join nothing anyway.
func fromTen(_ string, v string) (string, bool) { return abc[parse(v)%3], parse(v) >= 10 }
