// Package joins has joins whose sides do not meet.
package joins

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

func in(b *dsl.Builder, topic string) dsl.KStream[string, string] {
	return b.Stream(topic, dsl.String(), dsl.String())
}

func both(l, r string) string { return l + r }

func first(_ string, v string) string { return v[:1] }

func Partitions(b *dsl.Builder) {
	l := in(b, "l").SelectKey(first).Repartition(dsl.Name("l"), dsl.Partitions(4))
	r := in(b, "r").SelectKey(first).Repartition(dsl.Name("r"), dsl.Partitions(8))
	l.Join(r, both, dsl.Within(time.Minute), dsl.As("j")).To("out") // want ST501@4 "Join of a side with 4" "give both sides the same number"
}

func NoPartition(b *dsl.Builder) {
	in(b, "l").Repartition(dsl.Name("l"), dsl.Partitions(0)).To("out") // want ST502@55 "0 partitions" "give at least 1"
}

func Windows(b *dsl.Builder) {
	g := in(b, "l").GroupByKey()
	l := g.WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("l"))
	r := g.WindowedBy(dsl.Tumbling(time.Hour)).Count(dsl.As("r"))
	l.Join(r, func(a, b int64) int64 { return a + b }).ToStream().To("out") // want ST503@4 "Join of tables with different windows" "window both sides alike"
}

func Bytes(b *dsl.Builder) {
	t := b.Table("t", dsl.JSON[string](), dsl.String(), dsl.As("t"))
	in(b, "l").JoinTable(t, both).To("out") // want ST504@13 "the keys of the sides of" "give both sides the same codec"
}
