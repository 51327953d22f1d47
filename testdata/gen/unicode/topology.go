// Package unicode has names beyond ASCII, and text that looks like the generator's own.
package unicode

import "github.com/stoatgen/stoatgen/dsl"

// Größe is a length.
type Größe struct {
	Länge int64
	Имя   string
}

func größer(g Größe) Größe {
	g.Länge++
	return g
}

func имя(g Größe) string { return g.Имя }

// Sizes reads lengths and writes what is longer, and their names.
func Sizes(b *dsl.Builder) {
	b.Codec(dsl.JSON[Größe]())
	all := b.Stream("in", dsl.String(), dsl.JSON[Größe]())
	all.MapValues(größer).To("longer")
	all.MapValues(имя).
		MapValues(func(имя string) string { return "⟪" + имя + "⟫.y⟪#0⟫ rt.Main" }).
		To("names")
}

// Éclairs keeps the last length.
func Éclairs(b *dsl.Builder) {
	b.Stream("eclairs", dsl.String(), dsl.JSON[Größe]()).
		GroupByKey().
		Reduce(func(_, g Größe) Größe { return größer(g) }, dsl.As("last")).
		ToStream().
		To("out")
}
