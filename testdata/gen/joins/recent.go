package joins

import "github.com/stoatgen/stoatgen/dsl"

// FewPrices looks up what a thing costs, as long as its price is among the two that came or were asked for last.
func FewPrices(b *dsl.Builder) {
	prices := b.GlobalTable("prices", dsl.String(), dsl.String(), dsl.As("prices"), dsl.LRU(2))
	b.Stream("in", dsl.String(), dsl.String()).
		LeftJoinGlobal(prices, func(_, v string) (string, bool) { return v, true }, orNone).
		To("out")
}
