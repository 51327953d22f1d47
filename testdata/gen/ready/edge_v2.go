package ready

import (
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

func over3(_ string, v string) bool { return parse(v) > 3 }

func byGroup(_ string, v string) (string, string) {
	g, rest, _ := strings.Cut(v, ":")
	return g, rest
}

// Cases: edge-v2/tfilter-nomat
func EdgeTfilterNomat(b *dsl.Builder) { out(table(b, "in").Filter(over3)) }

// Cases: edge-v2/tfilter-srcmat
func EdgeTfilterSrcmat(b *dsl.Builder) { out(tableAs(b, "in", "s").Filter(over3)) }

// Cases: edge-v2/tfilter-mat
func EdgeTfilterMat(b *dsl.Builder) { out(table(b, "in").Filter(over3, dsl.As("f"))) }

// Cases: edge-v2/tmapvalues
func EdgeTmapvalues(b *dsl.Builder) {
	out(table(b, "in").MapValues(func(v string) string { return "m" + v }))
}

// Cases: edge-v2/tgroup-agg
func EdgeTgroupAgg(b *dsl.Builder) {
	out(table(b, "in").GroupBy(byGroup).Aggregate(zero, agg, sub, dsl.As("ag")))
}

// Cases: edge-v2/tgroup-count
func EdgeTgroupCount(b *dsl.Builder) { outCountText(table(b, "in").GroupBy(byGroup).Count()) }

// Cases: edge-v2/tgroup-reduce
func EdgeTgroupReduce(b *dsl.Builder) {
	out(table(b, "in").GroupBy(byGroup).Reduce(plus, minus))
}

// EdgeMerge carries a null key and value to the sink: no function sees them.
//
// Cases: edge-v2/merge
func EdgeMerge(b *dsl.Builder) { stream(b, "a").Merge(stream(b, "b")).To("out") }

// EdgeSplit writes the second branch as it is declared (Branched.withConsumer), the named ones afterwards: the numbers show it.
//
// Cases: edge-v2/split
func EdgeSplit(b *dsl.Builder) {
	s := streamNullable(b, "in").Split(dsl.Name("s-"))
	a := s.Branch(func(_ string, v *string) bool { return v != nil && strings.HasPrefix(*v, "a") }, dsl.Name("A"))
	s.Branch(func(_ string, v *string) bool { return v != nil }).To("outB")
	d := s.Default(dsl.Name("D"))
	a.To("outA")
	d.To("outD")
}

// EdgeRepartCount drops the null value at SelectKey, which Kafka Streams turns into a null key and drops at the repartition.
//
// Cases: edge-v2/repart-count
func EdgeRepartCount(b *dsl.Builder) {
	outCountText(stream(b, "in").SelectKey(func(_, v string) string { return v }).GroupByKey().Count())
}

// Cases: edge-v2/totable
func EdgeToTable(b *dsl.Builder) { out(stream(b, "in").ToTable(dsl.As("tt"))) }

// Cases: edge-v2/cache-src
func EdgeCacheSrc(b *dsl.Builder) {
	b.Cache()
	out(tableAs(b, "in", "s"))
}

// Cases: edge-v2/cache-hop
func EdgeCacheHop(b *dsl.Builder) {
	b.Cache()
	outWindowCounts(grouped(b).WindowedBy(dsl.Hopping(10*ms, 5*ms)).Count())
}

// EdgeReduce deletes by a reducer that returns nil, so the value is nullable. The reducer itself sees no nil.
//
// Cases: edge-v2/reduce
func EdgeReduce(b *dsl.Builder) {
	groupedNullable(b).Reduce(func(x, y *string) *string {
		if *y == "DEL" {
			return nil
		}
		s := *x + *y
		return &s
	}, dsl.As("r")).ToStream().To("out")
}

// EdgeFlatMap makes the key the value, null included, so the key is nullable.
//
// Cases: edge-v2/flat-map
func EdgeFlatMap(b *dsl.Builder) {
	b.Stream("in", dsl.Nullable(dsl.String()), dsl.String()).
		FlatMapValues(func(v string, emit func(string)) {
			for p := range strings.SplitSeq(v, ",") {
				emit(p)
			}
		}).
		Filter(func(_ *string, v string) bool { return v != "" }).
		Map(func(k *string, v string) (string, *string) { return v, k }).To("out")
}

// Cases: edge-v2/dyn-topic
func EdgeDynTopic(b *dsl.Builder) {
	stream(b, "in").ToFunc(func(r record.Record[string, string], _ record.Metadata) string { return "out-" + r.Value })
}

// EdgePassThrough copies. What happens to a negative timestamp is a setting here; dsl.SkipInvalidTimestamps and
// dsl.PartitionTimeIfInvalid say it in the topology.
//
// Cases: edge-v2/ts-neg edge-v2/ts-neg-skip edge-v2/ts-neg-part
func EdgePassThrough(b *dsl.Builder) { stream(b, "in").To("out") }

// Cases: edge-v2/dlq-proc edge-v2/dlq-proc-fail
func EdgeDlqProc(b *dsl.Builder) { stream(b, "in").TryMapValues(boom).To("out") }

// Cases: edge-v2/cache-session
func EdgeCacheSession(b *dsl.Builder) {
	b.Cache()
	outWindowCounts(grouped(b).SessionWindowedBy(dsl.Session(5 * ms)).Count())
}

// Cases: edge-v2/cogroup
func EdgeCogroup(b *dsl.Builder) {
	out(stream(b, "x").GroupByKey().Cogroup(func(_ string, v, a string) string { return a + "x" + v }).
		Cogroup(stream(b, "y").GroupByKey(), func(_ string, v, a string) string { return a + "y" + v }).
		Aggregate(zero, dsl.As("cg")))
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

// EdgePunct is a Topology of addSource, addProcessor and addSink: names give the same nodes.
//
// Cases: edge-v2/punct
func EdgePunct(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String(), dsl.Name("S")).Process(newPuncts, dsl.Name("Pr")).To("out", dsl.Name("K"))
}

// Cases: edge-v2/tt-inner-ver
func EdgeTtInnerVer(b *dsl.Builder) {
	out(versioned(b, "l", "lv", 60*ms).Join(versioned(b, "r", "rv", 60*ms), join))
}

// Cases: edge-v2/st-ver
func EdgeStVer(b *dsl.Builder) {
	stream(b, "l").JoinTable(versioned(b, "r", "v", 20*ms), join).To("out")
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

// fkPrefix is the part before the bar; N is null.
func fkPrefix(_ string, v string) (string, bool) {
	k, _, _ := strings.Cut(v, "|")
	return k, k != "N"
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

// unlessN is the global table's key; N is null.
func unlessN(_ *string, v string) (string, bool) { return v, v != "N" }
