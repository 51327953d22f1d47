package later

import "github.com/stoatgen/stoatgen/dsl"

// Cases: scenarios/bytes-fk-join
func ScenarioBytesFkJoin(b *dsl.Builder) {
	out(table(b, "left").JoinForeign(table(b, "right"),
		func(_, v string) (string, bool) { return abc[parse(v)%2], parse(v)%5 != 0 }, plus, dsl.Name("fk")))
}
