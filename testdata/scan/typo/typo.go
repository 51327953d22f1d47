package typo

import "github.com/stoatgen/stoatgen/dsl"

func Wrong(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64())
	s.Filter(func(_ string, v string) bool { return v != "" }).To("out")
	s.MapValues(func(v int64) string { return "x" }).Filtr(nil).To("out2")
}
