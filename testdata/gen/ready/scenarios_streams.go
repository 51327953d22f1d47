package ready

import (
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Cases: scenarios/filter
func ScenarioFilter(b *dsl.Builder) {
	in := streamNullable(b, "in")
	in.Filter(isEvenNull).To("even")
	in.FilterNot(isEvenNull).To("odd")
}

// streamBothNullable is a stream whose functions see null keys too.
func streamBothNullable(b *dsl.Builder, topic string) dsl.KStream[*string, *string] {
	return b.Stream(topic, dsl.Nullable(dsl.String()), dsl.Nullable(dsl.String()))
}

// Cases: scenarios/map-values
func ScenarioMapValues(b *dsl.Builder) {
	in := streamBothNullable(b, "in")
	in.MapValues(func(v *string) *string {
		switch {
		case v == nil:
			return new("null!")
		case parse(*v)%5 == 0:
			return nil
		}
		return new(*v + *v)
	}).To("out1")
	in.MapValuesWithKey(func(k, v *string) string { return text(k) + ":" + text(v) }).To("out2")
}

// Cases: scenarios/map-flatmap
func ScenarioMapFlatMap(b *dsl.Builder) {
	in := streamBothNullable(b, "in")
	in.Map(func(k, v *string) (*string, *string) { return v, k }).To("swapped")
	in.SelectKey(func(k, v *string) string { return text(k) + text(v) }).To("rekeyed")
	in.FlatMap(func(k, v *string, emit func(string, *string)) {
		for i := range parseNull(v) % 3 {
			emit(text(k)+strconv.Itoa(i), v)
		}
	}).To("flat")
	in.FlatMapValues(func(v *string, emit func(string)) {
		if v == nil {
			return
		}
		for _, c := range *v {
			emit(string(c))
		}
	}).To("digits")
}

// Cases: scenarios/split-default
func ScenarioSplitDefault(b *dsl.Builder) {
	s := streamNullable(b, "in").Split(dsl.Name("s-"))
	low := s.Branch(func(_ string, v *string) bool { return parseNull(v) < 10 }, dsl.Name("low"))
	mid := s.Branch(func(_ string, v *string) bool { return parseNull(v) < 25 }, dsl.Name("mid"))
	high := s.Default(dsl.Name("high"))
	low.To("low")
	mid.To("mid")
	high.To("high")
}

// Cases: scenarios/split-no-default
func ScenarioSplitNoDefault(b *dsl.Builder) {
	s := streamNullable(b, "in").Split()
	s.Branch(func(_ string, v *string) bool { return parseNull(v) < 10 }).To("low")
	s.Branch(func(_ string, v *string) bool { return parseNull(v) > 40 }).
		MapValues(func(v *string) string { return "x" + text(v) }).To("high")
}

// Cases: scenarios/merge
func ScenarioMerge(b *dsl.Builder) {
	streamNullable(b, "left").MapValues(func(v *string) string { return "l" + text(v) }).
		Merge(streamNullable(b, "right").MapValues(func(v *string) string { return "r" + text(v) })).To("out")
}

// ScenarioRepartition moves null keys and null values through a repartition.
//
// Cases: scenarios/repartition
func ScenarioRepartition(b *dsl.Builder) {
	streamNullable(b, "in").SelectKey(func(_ string, v *string) *string { return v }).
		Repartition(dsl.Name("rp")).
		MapValues(func(v *string) string { return text(v) + "'" }).To("out")
}

// Cases: scenarios/topic-extractor
func ScenarioTopicExtractor(b *dsl.Builder) {
	streamNullable(b, "in").Filter(func(_ string, v *string) bool { return v != nil }).
		ValueAs(dsl.String()).
		Peek(func(string, string) {}).
		ToFunc(func(r record.Record[string, string], _ record.Metadata) string {
			if parse(r.Value)%2 == 0 {
				return "even"
			}
			return "odd"
		})
}

// Cases: scenarios/multi-source
func ScenarioMultiSource(b *dsl.Builder) {
	b.StreamOf([]string{"left", "right"}, dsl.String(), dsl.Nullable(dsl.String())).
		MapValues(func(v *string) string { return "x" + text(v) }).To("out")
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
