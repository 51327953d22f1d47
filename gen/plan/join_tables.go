package plan

import (
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// TableJoin is a table-table join by the key: its two sides, and what both lead to.
type TableJoin struct {
	LeftOuter, RightOuter bool
	Left, Right           *Step // the tables
	Sides                 [2]*Step
	Merged                *Step // has the store of the results, if there is one
}

// Outer says whether a side's rows have results without a partner.
func (j *TableJoin) Outer(right bool) bool {
	if right {
		return j.RightOuter
	}
	return j.LeftOuter
}

// tableJoin makes a step a side and one that both lead to. Outer sides send old values, as in Kafka Streams, since a delete
// of what was never there gives no result.
func (b *builder) tableJoin(o *topo.Op) {
	left, right := b.input(o, 0), b.input(o, 1)
	if left == nil || right == nil {
		return
	}
	t := b.t.Of(o)
	j := &TableJoin{Left: left, Right: right, RightOuter: strings.HasPrefix(o.Method, "Outer")}
	j.LeftOuter = j.RightOuter || strings.HasPrefix(o.Method, "Left")
	nodes := t.Nodes[len(t.Nodes)-3:]
	stage := b.stages[t.Node]
	for i, from := range []*Step{left, right} {
		s := &Step{Kind: JoinTables, Op: o, Node: b.nodes[nodes[i]], Stage: stage, Tables: j, Right: i == 1}
		s.Left, s.Lookup = j.Outer(s.Right), []*Step{right, left}[i]
		b.under(from, s)
		if i == 0 {
			b.functions(s)
		} else {
			s.Fns = j.Sides[0].Fns
		}
		if s.Left {
			b.sendOld(from, true)
		}
		j.Sides[i] = s
	}
	m := &Step{Kind: TableJoined, Op: o, Node: b.nodes[t.Node], Stage: stage, Tables: j}
	b.under(j.Sides[0], m)
	b.under(j.Sides[1], m)
	b.result[o], j.Merged = m, m
	b.fill(m)
}

// rowStores is the stores that a look-up of a table's row reads: the nearest above.
func rowStores(s *Step) []*Store {
	for ; s != nil; s = s.From {
		if s.Store != nil {
			return []*Store{s.Store}
		}
		if s.Kind == TableJoined {
			return append(rowStores(s.Tables.Left), rowStores(s.Tables.Right)...)
		}
	}
	return nil
}
