package main

import (
	"fmt"
	"strconv"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

// key is a record's key: of a windowed table with its window.
type key struct {
	null       bool
	text       string
	start, end int64
}

// rec is a record, or an update of a table. A nil value is null; old is a table's value before, if it is asked for.
type rec struct {
	key      key
	val, old *string
	ts       int64
	header   string
}

// model runs a topology one record at a time, depth first, as Kafka Streams' test driver does with one partition. A
// repartition topic only drops null keys: what else it could change is the order, and topologies where it would are
// not made (errOrder).
type model struct {
	t     topology
	sorts []sort
	nodes []node
	out   []harness.Record
}

// node is an operator. run gets what its input'th input gives.
type node struct {
	run   func(input int, r rec)
	next  []link
	table *ktable
}

type link struct{ to, input int }

func newModel(t topology) (*model, error) {
	f, sorts, err := t.finished()
	if err != nil {
		return nil, err
	}
	m := &model{t: f, sorts: sorts, nodes: make([]node, len(f.Ops))}
	for i := range f.Ops {
		for input, j := range f.Ops[i].In {
			m.nodes[j].next = append(m.nodes[j].next, link{i, input})
		}
		m.build(i)
	}
	for i, taken := range f.taken() {
		if !taken {
			m.nodes[i].next = append(m.nodes[i].next, link{-1, i})
		}
	}
	return m, nil
}

// pipe runs a record and gives what is written.
func (m *model) pipe(s harness.Record) []harness.Record {
	r := rec{key: key{null: s.Key == nil}, val: s.Value, ts: s.TS, header: s.Header}
	if s.Key != nil {
		r.key.text = *s.Key
	}
	m.out = nil
	for i := range m.t.Ops {
		for _, t := range m.t.Ops[i].Topics {
			if t == s.Topic {
				m.nodes[i].run(0, r)
			}
		}
	}
	return m.out
}

func (m *model) forward(i int, r rec) {
	for _, l := range m.nodes[i].next {
		if l.to >= 0 {
			m.nodes[l.to].run(l.input, r)
			continue
		}
		x := harness.Record{Topic: "out" + strconv.Itoa(l.input), Header: r.header, Value: r.val, TS: r.ts}
		if !r.key.null {
			x.Key = &r.key.text
		}
		m.out = append(m.out, x)
	}
}

func (m *model) build(i int) {
	o := &m.t.Ops[i]
	n := &m.nodes[i]
	switch {
	case o.What == "table":
		m.source(i, n)
	case len(o.In) == 0:
		n.run = func(_ int, r rec) { m.forward(i, r) }
	case m.sorts[o.In[0]].shape == stream && m.sorts[i].shape == stream && o.Window.Kind == "" && len(o.In) == 1,
		o.What == "split", o.What == "branch", o.What == "default":
		m.stateless(i, n)
	case o.What == "merge":
		n.run = func(_ int, r rec) { m.forward(i, r) }
	case o.What == "toStream":
		n.run = func(_ int, r rec) { r.old = nil; m.forward(i, r) }
	case o.What == "toWindowText":
		m.windowText(i, n)
	case o.What == "aggregate":
		m.aggregate(i, n)
	case o.What == "regroup":
		m.regroup(i, n)
	case o.What == "toTable":
		m.source(i, n)
		put, hops := n.run, m.sorts[o.In[0]].rekeyed
		n.run = func(input int, r rec) {
			if !(hops && r.key.null) {
				put(input, r)
			}
		}
	case o.What == "filter", o.What == "filterNot", o.What == "change":
		m.view(i, n)
	case o.What == "suppress", o.What == "suppressClose":
		m.suppress(i, n)
	case o.What == "joinTable", o.What == "leftJoinTable":
		m.joinTable(i, n)
	case o.What == "tableJoin", o.What == "tableLeftJoin", o.What == "tableOuterJoin":
		m.joinTables(i, n)
	case o.What == "join", o.What == "leftJoin", o.What == "outerJoin":
		m.joinStreams(i, n)
	default:
		panic(fmt.Sprintf("operator %s has no model", o.What))
	}
}
