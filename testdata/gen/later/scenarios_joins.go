package later

import "github.com/stoatgen/stoatgen/dsl"

// fromTen is the key in a global table, null below 10. Null values never reach it and join nothing anyway.
func fromTen(_ string, v string) (string, bool) { return abc[parse(v)%3], parse(v) >= 10 }

// Cases: scenarios/stream-global-inner
func ScenarioStreamGlobalInner(b *dsl.Builder) {
	stream(b, "left").JoinGlobal(b.GlobalTable("right", dsl.String(), dsl.String()), fromTen, plus).To("out")
}

// Cases: scenarios/stream-global-left
func ScenarioStreamGlobalLeft(b *dsl.Builder) {
	stream(b, "left").LeftJoinGlobal(b.GlobalTable("right", dsl.String(), dsl.String()), fromTen, plusLeft).To("out")
}
