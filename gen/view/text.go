package view

import (
	"fmt"
	"sort"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// item is a node of the description with the size of the tree below it, counted once a path as Kafka Streams does.
type item struct {
	*topo.Node
	size        int
	preds, succ tree
}

// compare is NODE_COMPARATOR: larger trees first, then names.
func compare(a, b *item) int {
	if a == b {
		return 0
	}
	if a.size != b.size {
		return b.size - a.size
	}
	return strings.Compare(a.Name, b.Name)
}

func (i *item) grow(by int) {
	i.size += by
	for _, p := range i.preds.items() {
		p.grow(by)
	}
}

// Describe is Kafka Streams' Topology.describe(). V1
func Describe(t *topo.Topology) string {
	var b strings.Builder
	b.WriteString("Topologies:\n ")
	for _, st := range t.Stages {
		if st.Global {
			fmt.Fprintf(&b, "  Sub-topology: %d for global store (will not generate tasks)\n", st.ID)
		} else {
			fmt.Fprintf(&b, "  Sub-topology: %d\n", st.ID)
		}
		for _, i := range connect(st) {
			b.WriteString("    " + i.text() + "\n")
		}
		if !st.Global {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// connect builds the edges in the order of Java's hash maps: the neighbours' order depends on sizes at that moment. Within a
// bin of a hash map the stage's order stays.
func connect(st *topo.Stage) (out []*item) {
	items, order := map[string]*item{}, []string{}
	for _, n := range st.Nodes {
		items[n.Name], order = &item{Node: n, size: 1}, append(order, n.Name)
	}
	for _, n := range hashOrder(hashOrder(order)) {
		i := items[n]
		for _, p := range i.Parents {
			pred := items[p.Name]
			i.preds.add(pred)
			pred.succ.add(i)
			pred.grow(i.size)
		}
		out = append(out, i)
	}
	sort.Slice(out, func(a, b int) bool { return compare(out[a], out[b]) < 0 })
	return out
}

func names(t tree) string {
	var out []string
	for _, i := range t.items() {
		out = append(out, i.Name)
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

func (i *item) text() string {
	const to, from = "\n      --> ", "\n      <-- "
	switch i.Kind {
	case topo.Source:
		return "Source: " + i.Name + " (" + topics(i.Node) + ")" + to + names(i.succ)
	case topo.Sink:
		topic := "topic: " + i.Topic
		if i.Topic == "" {
			topic = "extractor class: <extractor>"
		}
		return "Sink: " + i.Name + " (" + topic + ")" + from + names(i.preds)
	}
	kept := strings.Join(hashOrder(stores(i.Node)), ", ")
	return "Processor: " + i.Name + " (stores: [" + kept + "])" + to + names(i.succ) + from + names(i.preds)
}

func topics(n *topo.Node) string {
	if n.Schedule != "" {
		return "schedule: " + n.Schedule
	}
	if n.Pattern != "" {
		return "topics: " + n.Pattern
	}
	return "topics: [" + strings.Join(hashOrder(n.Topics), ", ") + "]"
}

func stores(n *topo.Node) (out []string) {
	for _, s := range n.Stores {
		out = append(out, s.Name)
	}
	return out
}
