package cross

import (
	. "github.com/stoatgen/stoatgen/dsl"
	d "github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/testdata/bad/reading/other"
)

type T struct{ b *d.Builder }

// Alias and dot import.
func Alias(b *d.Builder) { b.Stream("x", String(), d.String(), Name("n")).To("y") }

// Held keeps the builder in a struct.
func Held(b *d.Builder) {
	t := T{b}
	t.b.Stream("x", String(), String()).To("y")
}

// Setup looks like a topology but is a helper without a result.
func Setup(b *d.Builder) { b.Codec(Int64()) }

func Main(b *d.Builder) {
	Setup(b)
	b.Stream("x", String(), String()).To(other.Topic())
}

var AsVar = func(b *d.Builder) { b.Stream("x", String(), String()).To("z") }
