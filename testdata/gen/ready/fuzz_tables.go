package ready

import "github.com/stoatgen/stoatgen/dsl"

// Cases: fuzz/tgroup
func FuzzTgroup(b *dsl.Builder) {
	out(table(b, "in").GroupBy(byLast).Aggregate(zero, agg, sub, dsl.As("ag")))
}

// FuzzChain counts how many keys have each count.
//
// Cases: fuzz/chain edge-v3/chain-agg edge-v3/chain-agg-cache
func FuzzChain(b *dsl.Builder) {
	b.Cache()
	c := grouped(b).Count()
	outCountText(c.GroupBy(func(k string, n int64) (string, string) { return number(n), k }).Count())
}

// Cases: fuzz/tfilter
func FuzzTfilter(b *dsl.Builder) { out(tableAs(b, "in", "s").Filter(even)) }

// Cases: fuzz/st-inner edge-v2/st-inner
func FuzzStInner(b *dsl.Builder) { stream(b, "l").JoinTable(table(b, "r"), join).To("out") }

// Cases: fuzz/st-left edge-v2/st-left
func FuzzStLeft(b *dsl.Builder) { stream(b, "l").LeftJoinTable(table(b, "r"), joinLeft).To("out") }
