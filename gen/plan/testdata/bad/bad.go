// Package bad has what type-checks and can't be planned.
package bad

import "github.com/stoatgen/stoatgen/dsl"

func Circle(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.String())
	t := s.GroupBy(func(_, v string) string { return v }, dsl.Name("g")).Count(dsl.As("c"))
	s.JoinTable(t, func(v string, n int64) string { return v }).To("out")
}

func Codecs(b *dsl.Builder) {
	b.Stream("in", dsl.Int64(), dsl.String()).
		KeyAs(dsl.JSON[int64]()).
		GroupByKey().
		Count(dsl.As("c")).
		ToStream().To("out")
}
