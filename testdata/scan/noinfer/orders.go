package noinfer

import "github.com/stoatgen/stoatgen/dsl"

type Order struct{ ID string }

func Orders(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Custom(OrderCodec{})).
		Filter(func(_ string, o Order) bool { return o.ID != "" }).
		MapValues(func(o Order) string { return o.ID }).To("out")
	b.Stream("in2", dsl.String(), dsl.String()).To("out2")
}
