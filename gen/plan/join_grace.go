package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// grace has the records of a stream-table join wait in a buffer for versions of the table that come late. What is joined
// then is of any key.
func (b *builder) grace(o *topo.Op, from *Step) *Step {
	n, ok := topo.Int(arg(o.Opt("Grace"), 0))
	if !ok || from == nil {
		return from
	}
	node := b.t.Of(o).Node
	s := &Step{Kind: Wait, Op: o, Node: b.nodes[node], Stage: b.stages[node], Store: b.stores[b.t.Of(o).Store]}
	s.Store.Waits, s.Store.Grace = true, n/1e6
	b.under(from, s)
	return s
}
