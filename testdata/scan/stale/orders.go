package stale

import "github.com/stoatgen/stoatgen/dsl"

func Orders(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).Filter(func(_, v string) bool { return v != "" }).To("out")
}

func Run() { _ = NewOrders(1) }
