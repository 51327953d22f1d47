// Package forms has Kafka's forms of lists and of nothing.
package forms

import (
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// odd are the odd numbers; others are null.
func odd(v []int64) (out []*int64) {
	for _, n := range v {
		if n%2 == 0 {
			out = append(out, nil)
		} else {
			out = append(out, &n)
		}
	}
	return out
}

// known are the numbers that are not null.
func known(v []*int64) (out []int64) {
	for _, n := range v {
		if n != nil {
			out = append(out, *n)
		}
	}
	return out
}

// Lists reads and writes lists of elements of one size, with nulls and without.
func Lists(b *dsl.Builder) {
	b.Codec(dsl.List(dsl.Int64()))
	b.Stream("numbers", dsl.String(), dsl.List(dsl.Int64())).
		MapValues(odd).
		To("odd", dsl.Value(dsl.List(dsl.Nullable(dsl.Int64()))))
	b.Stream("some", dsl.String(), dsl.List(dsl.Nullable(dsl.Int64()))).
		MapValues(known).
		To("known")
}

// Seen keeps all words of a key in a list.
func Seen(b *dsl.Builder) {
	b.Codec(dsl.List(dsl.String()))
	b.Stream("words", dsl.String(), dsl.String()).
		GroupByKey().
		Aggregate(func() []string { return nil }, func(_, word string, all []string) []string {
			return append(all[:len(all):len(all)], word)
		}, dsl.As("seen")).
		ToStream().
		To("seen-out")
}

// Nothing has keys that are always null, and values that are, and writes both.
func Nothing(b *dsl.Builder) {
	b.Stream("unkeyed", dsl.Void(), dsl.String()).
		MapValues(strings.ToUpper).
		To("upper")
	b.Stream("unkeyed-too", dsl.Void(), dsl.String()).
		SelectKey(func(_ record.None, v string) string { return v }).
		To("keyed")
	b.Stream("empty", dsl.String(), dsl.Nullable(dsl.Void())).
		Map(func(k string, v *record.None) (record.None, string) {
			if v != nil {
				panic("a value of Void is always null")
			}
			return record.None{}, k
		}).
		To("turned")
	b.Stream("forgotten", dsl.String(), dsl.String()).
		MapValues(func(string) record.None { return record.None{} }).
		To("deletes")
	b.Stream("lost", dsl.String(), dsl.String()).
		SelectKey(func(string, string) record.None { return record.None{} }).
		Repartition(dsl.Name("lost")).
		To("never")
}
