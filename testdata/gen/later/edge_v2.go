package later

import (
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
)

// fkPrefix is the part before the bar; N is null.
func fkPrefix(_ string, v string) (string, bool) {
	k, _, _ := strings.Cut(v, "|")
	return k, k != "N"
}

// unlessN is the global table's key; N is null.
func unlessN(_ *string, v string) (string, bool) { return v, v != "N" }

// Cases: edge-v2/tt-inner-ver
func EdgeTtInnerVer(b *dsl.Builder) {
	out(versioned(b, "l", "lv", 60*ms).Join(versioned(b, "r", "rv", 60*ms), join))
}

// Cases: edge-v2/fk-inner edge-v2/fk-inner-internal
func EdgeFkInner(b *dsl.Builder) { out(table(b, "l").JoinForeign(table(b, "r"), fkPrefix, join)) }

// Cases: edge-v2/fk-left
func EdgeFkLeft(b *dsl.Builder) {
	out(table(b, "l").LeftJoinForeign(table(b, "r"), fkPrefix, joinLeft))
}

// Cases: edge-v2/fk-inner-mat
func EdgeFkInnerMat(b *dsl.Builder) {
	out(table(b, "l").JoinForeign(table(b, "r"), fkPrefix, join, dsl.As("fkj")))
}

// Cases: edge-v2/st-ver
func EdgeStVer(b *dsl.Builder) {
	stream(b, "l").JoinTable(versioned(b, "r", "v", 20*ms), join).To("out")
}

// Cases: edge-v2/st-grace
func EdgeStGrace(b *dsl.Builder) {
	stream(b, "l").JoinTable(versioned(b, "r", "v", 60*ms), join, dsl.Name("j"), dsl.Grace(5*ms)).To("out")
}

// Cases: edge-v2/gt-join
func EdgeGtJoin(b *dsl.Builder) {
	b.Stream("l", dsl.Nullable(dsl.String()), dsl.String()).
		JoinGlobalWithKeys(b.GlobalTable("r", dsl.String(), dsl.String()), unlessN, keys).To("out")
}

// Cases: edge-v2/gt-left
func EdgeGtLeft(b *dsl.Builder) {
	b.Stream("l", dsl.Nullable(dsl.String()), dsl.String()).
		LeftJoinGlobalWithKeys(b.GlobalTable("r", dsl.String(), dsl.String()), unlessN, keysLeft).To("out")
}

// Cases: edge-v2/cache-session
func EdgeCacheSession(b *dsl.Builder) {
	outWindowCounts(grouped(b).SessionWindowedBy(dsl.Session(5 * ms)).Count())
}

// Cases: edge-v2/cogroup
func EdgeCogroup(b *dsl.Builder) {
	out(stream(b, "x").GroupByKey().Cogroup(func(_ string, v, a string) string { return a + "x" + v }).
		Cogroup(stream(b, "y").GroupByKey(), func(_ string, v, a string) string { return a + "y" + v }).
		Aggregate(zero, dsl.As("cg")))
}

// EdgePunct is a Topology of addSource, addProcessor and addSink: names give the same nodes.
//
// Cases: edge-v2/punct
func EdgePunct(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String(), dsl.Name("S")).Process(newPuncts, dsl.Name("Pr")).To("out", dsl.Name("K"))
}

// Cases: edge-v2/onclose-retention
func EdgeOnCloseRetention(b *dsl.Builder) {
	outWindowTexts(grouped(b).WindowedBy(dsl.Tumbling(10*ms)).EmitStrategy(dsl.OnWindowClose).
		Count(dsl.As("w"), dsl.Retention(1000*ms)))
}

// Cases: edge-v2/onclose-inmem
func EdgeOnCloseInMem(b *dsl.Builder) {
	outWindowTexts(grouped(b).WindowedBy(dsl.Tumbling(10 * ms)).EmitStrategy(dsl.OnWindowClose).Count())
}
