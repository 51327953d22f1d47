package later

import "github.com/stoatgen/stoatgen/dsl"

// streamBothNullable is a stream whose functions see null keys too.
func streamBothNullable(b *dsl.Builder, topic string) dsl.KStream[*string, *string] {
	return b.Stream(topic, dsl.Nullable(dsl.String()), dsl.Nullable(dsl.String()))
}

// ScenarioHeaders shows nulls to the first chain only: ValueAs is the same stream for functions that see none.
//
// Cases: scenarios/headers
func ScenarioHeaders(b *dsl.Builder) {
	all := streamNullable(b, "left")
	r := stream(b, "right")
	all.Filter(func(_ string, _ *string) bool { return true }).
		MapValues(func(v *string) string { return text(v) + "!" }).
		FlatMapValues(func(v string, emit func(string)) { emit(v); emit(v + v) }).To("a")
	l := all.ValueAs(dsl.String())
	slash := func(x, y string) string { return x + "/" + y }
	l.GroupByKey().Reduce(func(x, y string) string { return x + "," + y }).ToStream().To("b")
	l.JoinTable(r.ToTable(), slash).To("c")
	l.Join(r, slash, dsl.Within(10*sec)).To("d")
}
