// Package lowering has topologies whose steps, inputs and stores are looked at one by one.
package lowering

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

func first(_, v string) string { return v[:1] }
func both(l, r string) string  { return l + r }

// Lazy has a table that nothing reads, one that a join reads, and one that is named.
func Lazy(b *dsl.Builder) {
	b.Table("a", dsl.String(), dsl.String()).ToStream().To("x")
	t := b.Table("b", dsl.String(), dsl.String())
	b.Table("c", dsl.String(), dsl.String(), dsl.As("named"))
	b.Stream("s", dsl.String(), dsl.String()).SelectKey(first).JoinTable(t, both).To("y")
}

// Shared has a named group that is repartitioned once for two aggregates.
func Shared(b *dsl.Builder) {
	g := b.Stream("s", dsl.String(), dsl.String()).GroupBy(first, dsl.Name("g"))
	g.Count(dsl.As("n"))
	g.WindowedBy(dsl.Hopping(time.Minute, time.Second).Grace(time.Hour)).EmitStrategy(dsl.OnWindowClose).Count(dsl.As("w"))
}

// Twice merges a stream with itself, and with a view of it.
func Twice(b *dsl.Builder) {
	s := b.Stream("s", dsl.String(), dsl.String())
	s.Merge(s, dsl.Name("same")).To("out")
	s.KeyAs(dsl.Nullable(dsl.String())).Merge(s.KeyAs(dsl.Nullable(dsl.String())), dsl.Name("seen")).To("seen")
}
