package words

import (
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
)

//go:generate go tool stoatgen

// Words reads lines and writes how often each word has occurred.
func Words(b *dsl.Builder) {
	b.Stream("lines", dsl.String(), dsl.String()).
		FlatMapValues(split).
		GroupBy(func(_ string, word string) string { return word }, dsl.Name("by-word")).
		Count(dsl.As("words")).
		ToStream().
		To("counts")
}

func split(line string, emit func(string)) {
	for word := range strings.FieldsSeq(line) {
		emit(word)
	}
}
