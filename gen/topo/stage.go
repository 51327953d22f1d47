package topo

import (
	"slices"
	"strings"
)

// split finds the sub-topologies: nodes joined by edges and by stores, numbered by their sources' names in order.
func (t *Topology) split() {
	root := map[*Node]*Node{}
	find := func(n *Node) *Node {
		for root[n] != nil && root[n] != n {
			n = root[n]
		}
		return n
	}
	user := map[*Store]*Node{}
	for _, n := range t.Nodes {
		for _, p := range n.Parents {
			root[find(n)] = find(p)
		}
		for _, s := range n.Stores {
			if u := user[s]; u != nil && find(n) != find(u) {
				root[find(n)] = find(u)
			}
			user[s] = n
		}
	}
	stages := map[*Node]*Stage{}
	for _, n := range t.ordered() {
		st := stages[find(n)]
		if st == nil {
			st = &Stage{ID: len(t.Stages), Global: n.Global}
			stages[find(n)] = st
			t.Stages = append(t.Stages, st)
		}
		n.Stage = st
		st.Nodes = append(st.Nodes, n)
		for _, s := range n.Stores {
			if !slices.Contains(st.Stores, s) {
				st.Stores = append(st.Stores, s)
			}
		}
	}
}

// ordered are the sources by name, then the others as they were declared: the order in which Kafka Streams makes groups.
func (t *Topology) ordered() []*Node {
	var sources, others []*Node
	for _, n := range t.Nodes {
		if n.Kind == Source {
			sources = append(sources, n)
		} else {
			others = append(others, n)
		}
	}
	slices.SortFunc(sources, func(a, b *Node) int { return strings.Compare(a.Name, b.Name) })
	return append(sources, others...)
}
