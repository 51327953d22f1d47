package topologies

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

//go:generate go tool stoatgen

// Pass filters, and cuts a byte off the values: no state, no change of lane.
func Pass(b *dsl.Builder) {
	b.Stream("bench-in", dsl.String(), dsl.Bytes()).Filter(hasValue).MapValues(Rest).To("pass-out")
}

// Count counts the records of each key.
func Count(b *dsl.Builder) {
	b.Stream("bench-in", dsl.String(), dsl.Bytes()).GroupByKey().Count(dsl.As("counts")).ToStream().To("count-out")
}

// Window counts the records of each key and minute.
func Window(b *dsl.Builder) {
	b.Stream("bench-in", dsl.String(), dsl.Bytes()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(60 * time.Second).Grace(10 * time.Second)).
		Count(dsl.As("windows")).
		ToStream().
		SelectKey(func(k record.Windowed[string], _ int64) string { return k.Key }).
		To("window-out")
}

// Rekey counts the records of each group of keys: the key changes, so records change lanes.
func Rekey(b *dsl.Builder) {
	b.Stream("bench-in", dsl.String(), dsl.Bytes()).
		GroupBy(func(k string, _ []byte) string { return Group(k) }, dsl.Name("group")).
		Count(dsl.As("groups")).
		ToStream().
		To("rekey-out")
}

// Latest keeps the latest value of each key, and writes how long it is: state as large as its input.
func Latest(b *dsl.Builder) {
	b.Stream("restart-in", dsl.String(), dsl.Bytes()).
		GroupByKey().
		Reduce(second, dsl.As("latest")).
		ToStream().
		MapValues(length).
		To("restart-out", dsl.Value(dsl.Int64()))
}

func hasValue(_ string, v []byte) bool { return len(v) > 0 }

// Rest is a value without its first byte.
func Rest(v []byte) []byte { return v[1:] }

// Group is the group of a key, its first four bytes.
func Group(k string) string { return k[:min(4, len(k))] }

func second(_, v []byte) []byte { return v }

func length(v []byte) int64 { return int64(len(v)) }
