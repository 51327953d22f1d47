package main

import (
	"math"
	"slices"
	"strconv"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
	"github.com/stoatgen/stoatgen/rt/record"
)

// sinkPartitions is how many a topic has whose partitions are chosen.
const sinkPartitions = 3

// partitions are those that a sink writes to.
func (m *model) partitions(i int, r rec) (all []int32) {
	x := record.Record[string, *string]{Key: r.key.text, Value: r.val}
	switch m.t.Ops[i].Spread {
	case 1:
		p := spread("", x, sinkPartitions)
		if p == record.DefaultPartition {
			p = int(murmur2([]byte(r.key.bytes()))&math.MaxInt32) % sinkPartitions
		}
		return []int32{int32(p)}
	case 2:
		scatter("", x, sinkPartitions, func(p int) {
			if !slices.Contains(all, int32(p)) {
				all = append(all, int32(p))
			}
		})
		return all
	}
	return []int32{0}
}

// sink is the topic that an operator's record is written to.
func (m *model) sink(i int, r rec) (topic string, ok bool) {
	topic = "out" + strconv.Itoa(i)
	if !m.t.Ops[i].Sort {
		return topic, m.t.Ops[i].Spread == 0 || r.val != nil || m.sorts[i].kind == nullable
	}
	return topic + "-" + side(r.key.text, r.val), r.val != nil || m.sorts[i].kind == nullable
}

func (m *model) forward(i int, r rec) {
	if t := m.nodes[i].table; m.t.Ops[i].Cache && t.rows != nil {
		t.hold(r)
		return
	}
	m.send(i, r)
}

func (m *model) send(i int, r rec) {
	if o := &m.t.Ops[i]; o.Into != "" {
		into := r
		as, _ := m.sorts[i].windows.keys()
		into.key = key{null: r.key.null, as: as, text: r.key.shown()}
		m.write(o.Into, into, 0)
	}
	for _, l := range m.nodes[i].next {
		if l.to >= 0 {
			m.nodes[l.to].run(l.input, r)
			continue
		}
		topic, ok := m.sink(l.input, r)
		if !ok {
			continue
		}
		for _, p := range m.partitions(l.input, r) {
			m.write(topic, r, p)
		}
	}
}

func (m *model) write(topic string, r rec, partition int32) {
	x := harness.Record{Topic: topic, Header: r.header, Value: r.val, TS: r.ts, Partition: partition}
	if !r.key.null {
		x.Key = new(harness.Runes([]byte(r.key.bytes())))
	}
	m.out = append(m.out, x)
}
