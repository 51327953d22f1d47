// Package partitions has partitioners wherever one may stand.
package partitions

import (
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Router is the topology's parameter.
type Router struct{ Home int }

// digit is the partition that a text begins with: - is Kafka's default.
func digit(s string) int {
	if strings.HasPrefix(s, "-") {
		return record.DefaultPartition
	}
	return int(s[0] - '0')
}

func byValue(_ string, r record.Record[string, string], _ int) int { return digit(r.Value) }

// Topology writes to partitions that values, keys, headers, topics and counts name.
func (o *Router) Topology(b *dsl.Builder) {
	in := b.Stream("in", dsl.String(), dsl.String())
	in.To("named", dsl.Partitioner(byValue))
	in.To("sent", dsl.MulticastPartitioner(func(_ string, r record.Record[string, string], n int, send func(partition int)) {
		for _, c := range r.Value {
			if c == '*' {
				for i := range n {
					send(i)
				}
				continue
			}
			send(digit(string(c)))
		}
	}))
	in.ToFunc(func(r record.Record[string, string], _ record.Metadata) string { return "to-" + r.Key },
		dsl.Partitioner(func(topic string, r record.Record[string, string], n int) int { return (len(topic) + o.Home) % n }))
	in.ValueAs(dsl.Nullable(dsl.String())).
		To("headed", dsl.Partitioner(func(_ string, r record.Record[string, *string], n int) int {
			h, ok := r.Headers.Last("partition")
			if !ok || r.Value == nil {
				return record.DefaultPartition
			}
			return digit(string(h))
		}))
}

// Moved counts a key apart in each partition that its records are moved to.
func Moved(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		Repartition(dsl.Name("moved"), dsl.Partitions(4), dsl.Partitioner(byValue)).
		GroupByKey().
		Count(dsl.As("counts")).
		ToStream().
		To("out")
}

// Spread counts the records of each partition that they are sent to.
func Spread(b *dsl.Builder) {
	b.Stream("in", dsl.Int64(), dsl.String()).
		Repartition(dsl.Name("spread"), dsl.Partitions(4), dsl.MulticastPartitioner(
			func(topic string, r record.Record[int64, string], n int, send func(int)) {
				for _, c := range r.Value {
					send(digit(string(c)))
				}
			})).
		GroupByKey().
		Count(dsl.As("counts")).
		ToStream().
		To("out", dsl.Key(dsl.Int64()))
}

// Windowed sends the windows of a key where their start says, and where Kafka's default does: by all of the key's bytes.
func Windowed(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second)).
		Count(dsl.As("seconds")).
		ToStream().
		To("out", dsl.Partitioner(func(_ string, r record.Record[record.Windowed[string], int64], n int) int {
			if r.Key.Key == "-" {
				return record.DefaultPartition
			}
			return int(r.Key.Start/1000) % n
		}))
}

// Foreign joins tables whose topics are partitioned by what their keys begin with.
func Foreign(b *dsl.Builder) {
	b.Codec(dsl.String())
	orders := b.Table("orders", dsl.String(), dsl.String(), dsl.As("orders"))
	customers := b.Table("customers", dsl.String(), dsl.String(), dsl.As("customers"))
	orders.LeftJoinForeign(customers,
		func(_, customer string) (string, bool) { return customer, customer != "" },
		func(customer string, name *string) string {
			if name == nil {
				return customer + "?"
			}
			return customer + "=" + *name
		},
		dsl.As("joined"), dsl.KeyPartitioner(byKey), dsl.OtherKeyPartitioner(byKey)).
		ToStream().
		To("out")
}

func byKey(_, key string, _ int) int { return digit(key) }
