// Package odd has what Go allows and few write: variables of one letter, methods that come from what is embedded, a builder by another
// name.
package odd

import (
	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// What generated functions call their variables, the package has for itself.
var b, c, h, i, l, r, s, v, w, x = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1

func letters() int { return b + c + h + i + l + r + s + v + w + x }

// Forward is called like a method of every processor's context.
func Forward(v string) string { return v + "!" }

// Named is embedded.
type Named struct{ Name string }

// Title has a receiver that is no pointer.
func (n Named) Title(v string) string { return n.Name + v }

// Loud is promoted to what embeds it.
func (n Named) Loud() string { return n.Name + "!" }

// Order embeds by value.
type Order struct {
	Named
	Total int64
}

// Shop embeds a pointer.
type Shop struct{ *Named }

type twice struct{}

func newTwice() twice { return twice{} }

// Process forwards twice.
func (twice) Process(c record.Context[string, string], r record.Record[string, string]) error {
	c.Forward(r)
	c.Forward(r)
	return nil
}

// Builder is the DSL's.
type Builder = *dsl.Builder

// Letters decodes, and calls a processor.
func Letters(b Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		Filter(func(_ string, o Order) bool { return o.Total > int64(letters()) }).
		MapValues(Order.Loud).
		Process(newTwice).
		MapValues(Forward).
		To("out")
}

// Titles is a topology of what embeds a pointer.
func (s Shop) Titles(b Builder) {
	b.Stream("in", dsl.String(), dsl.String()).MapValues(s.Title).MapValues(s.twice).To("out")
}

func (n *Named) twice(v string) string { return v + n.Name }

// Through reads what it writes: a table from one of its own topics, and a stream that is joined with it and read again.
func Through(b Builder) {
	b.Stream("in", dsl.String(), dsl.String()).Filter(func(k, _ string) bool { return k != "" }).To("mid")
	mid := b.Table("mid", dsl.String(), dsl.String(), dsl.As("mid"))
	b.Stream("late", dsl.String(), dsl.String()).
		JoinTable(mid, func(v, m string) string { return v + m }).
		To("joined")
	b.Stream("joined", dsl.String(), dsl.String()).
		JoinTable(mid, func(v, m string) string { return v + m }).
		To("again")
}
