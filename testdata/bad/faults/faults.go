// Package faults does not type-check; what is wrong besides is reported too.
package faults

import "github.com/stoatgen/stoatgen/dsl"

func in(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("in", dsl.String(), dsl.String())
}

func Function(b *dsl.Builder) {
	in(b).Filter(func(_ string, v int64) bool { return v > 0 }).To("out") // want ST103@15 "cannot use (func(_ string, v int64)"
}

func Method(b *dsl.Builder) {
	in(b).Filtr(nil).To("out") // want ST103@8 "in(b).Filtr undefined (type dsl.KStream[string, string] has"
}

func StreamAsTable(b *dsl.Builder) {
	other := b.Stream("other", dsl.String(), dsl.String())
	in(b).JoinTable(other, func(l, r string) string { return l + r }).To("out") // want ST403@18 "in call to in(b).JoinTable, type dsl.KStream[string" "call ToTable() on the stream, or"
}

func Generated(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Custom(OrderCodec{})).To("out") // want ST103@31 "in call to dsl.Custom, cannot infer" ST103@42 "undefined: OrderCodec"
}

func Other(b *dsl.Builder) {
	in(b).To("bad topic") // want ST602@11 "cannot be part of a topic's" "use letters, digits, '.', '_' and"
}
