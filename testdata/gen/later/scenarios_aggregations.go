package later

import "github.com/stoatgen/stoatgen/dsl"

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
