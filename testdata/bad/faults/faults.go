// Package faults does not type-check; what is wrong besides is reported too.
package faults

import "github.com/stoatgen/stoatgen/dsl"

func in(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("in", dsl.String(), dsl.String())
}

func Function(b *dsl.Builder) {
	in(b).Filter(func(_ string, v int64) bool { return v > 0 }).To("out") // want ST103@15 "cannot use (func(_ string, v int64)" "pass a func(string, string) bool"
}

func Method(b *dsl.Builder) {
	in(b).Filtr(nil).To("out") // want ST103@8 "in(b).Filtr undefined (type dsl.KStream[string, string] has" "write Filter"
}

func Methods(b *dsl.Builder) {
	in(b).ToTable().To("out")                                                                                                                     // want ST103@18 "To is a method of KStream: call ToStream() first"
	in(b).Count()                                                                                                                                 // want ST103@8 "Count is a method of KGroupedStream: call GroupByKey() or GroupBy(…) first"
	in(b).Fork()                                                                                                                                  // want ST103@8 "docs/operators.md has the methods of KStream"
	in(b).To("out", dsl.Int64())                                                                                                                  // want ST103@18 "dsl.Key(…) or dsl.Value(…) around the codec"
	in(b).MapValues(func(v string) {}).To("out")                                                                                                  // want ST103@18 "pass a func(string) V2"
	in(b).ToTable(dsl.As("l")).JoinForeign(in(b).ToTable(dsl.As("r")), func(v string) string { return v }, func(l, r string) string { return l }) // want ST103@69 "pass a func(string, string) (string, bool)"
	b.Stream("x", dsl.Strnig(), dsl.Json[int]())                                                                                                  // want ST103@20 "write dsl.String" ST103@34 "write dsl.JSON"
	b.Stream("y", dsl.Text(), dsl.JSON[string](1))                                                                                                // want ST103@20 "docs/operators.md" ST103@45 "mend this first"
}

func StreamAsTable(b *dsl.Builder) {
	other := b.Stream("other", dsl.String(), dsl.String())
	in(b).JoinTable(other, func(l, r string) string { return l + r }).To("out") // want ST403@18 "in call to in(b).JoinTable, type dsl.KStream[string" "call ToTable() on the stream, or"
}

func Generated(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Custom(OrderCodec{})).To("out") // want ST103@31 "in call to dsl.Custom, cannot infer" "write the type arguments" ST103@42 "undefined: OrderCodec" "declare it"
}

func Other(b *dsl.Builder) {
	in(b).To("bad topic") // want ST602@11 "cannot be part of a topic's" "use letters, digits, '.', '_' and"
}
