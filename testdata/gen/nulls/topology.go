// Package nulls has the views of null: what functions see, and what travels unseen.
package nulls

import "github.com/stoatgen/stoatgen/dsl"

func orDash(s *string) string {
	if s == nil {
		return "-"
	}
	return *s
}

func dashNull(s string) *string {
	if s == "-" {
		return nil
	}
	return &s
}

// Unseen passes nulls by what can't see them.
func Unseen(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.String()).Peek(func(string, string) {}).MapValues(func(v string) string { return v + "!" })
	s.To("passed")
	s.Filter(func(_, v string) bool { return v != "" }).To("dropped")
	s.ValueAs(dsl.Nullable(dsl.String())).MapValues(orDash).To("seen")
}

// Keys has null keys that are seen, made and lost.
func Keys(b *dsl.Builder) {
	s := b.Stream("in", dsl.Nullable(dsl.String()), dsl.Nullable(dsl.String()))
	s.MapValuesWithKey(func(k, v *string) string { return orDash(k) + orDash(v) }).To("shown")
	made := s.SelectKey(func(_, v *string) *string { return v })
	made.To("made")
	made.KeyAs(dsl.String()).ValueAs(dsl.String()).MapValuesWithKey(func(k, v string) string { return k + v }).To("plain")
	s.KeyAs(dsl.String()).Map(func(k string, v *string) (string, *string) { return k + orDash(v), dashNull(k) }).To("mapped")
}

// Raw has bytes, where nil is null and empty is not.
func Raw(b *dsl.Builder) {
	b.Stream("in", dsl.Bytes(), dsl.Bytes()).
		Map(func(k, v []byte) ([]byte, []byte) { return v, k }).
		To("swapped")
}

// Deletes has functions that delete by nil.
func Deletes(b *dsl.Builder) {
	g := b.Stream("in", dsl.String(), dsl.String()).GroupByKey()
	g.Aggregate(func() *string { return new("") }, func(_, v string, a *string) *string {
		if v == "-" {
			return nil
		}
		return new(*a + v)
	}, dsl.As("texts")).ToStream().To("texts-out")
	n := b.Stream("in2", dsl.String(), dsl.Nullable(dsl.String())).GroupByKey()
	n.Reduce(func(a, v *string) *string { return dashNull(*a + *v) }, dsl.As("reduced")).
		ToStream().ValueAs(dsl.Nullable(dsl.String())).MapValues(orDash).To("reduced-out")
}
