package view

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// item is a node of the description with the size of the tree below it, counted once a path as Kafka Streams does.
type item struct {
	*node
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
	return strings.Compare(a.name, b.name)
}

func (i *item) grow(by int) {
	i.size += by
	for _, p := range i.preds.items() {
		p.grow(by)
	}
}

// Describe is Kafka Streams' Topology.describe() of the graph.
func Describe(g *topo.Graph, config map[string]string) (string, error) {
	l := lower(g, config)
	var b strings.Builder
	b.WriteString("Topologies:\n ")
	for id, group := range l.groups() {
		items := connect(l, group)
		text := fmt.Sprintf("  Sub-topology: %d\n", id)
		if items[0].global {
			text = fmt.Sprintf("  Sub-topology: %d for global store (will not generate tasks)\n", id)
		}
		for _, i := range items {
			text += "    " + i.text() + "\n"
		}
		if !items[0].global {
			text += "\n"
		}
		b.WriteString(text)
	}
	if len(l.Errs) > 0 {
		return b.String(), errors.New(strings.Join(l.Errs, "; "))
	}
	return b.String(), nil
}

// groups are the sub-topologies: nodes joined by edges and by stores, numbered by their sources' names in order. Within one,
// sources come first, then the others as they were declared: in one bin of a Java hash map that order stays.
func (l *lowering) groups() (out [][]string) {
	root := map[string]string{}
	var find func(string) string
	find = func(n string) string {
		if p, ok := root[n]; ok && p != n {
			return find(p)
		}
		return n
	}
	user := map[string]string{}
	for _, n := range l.nodes {
		for _, p := range n.preds {
			root[find(n.name)] = find(p)
		}
		for _, s := range n.stores {
			if u, ok := user[s]; ok && u != n.name {
				if find(n.name) != find(u) {
					root[find(n.name)] = find(u)
				}
			}
			user[s] = n.name
		}
	}
	var sources, others []string
	for _, n := range l.nodes {
		if n.kind == "Source" {
			sources = append(sources, n.name)
		} else {
			others = append(others, n.name)
		}
	}
	sort.Strings(sources)
	at := map[string]int{}
	for _, n := range append(sources, others...) {
		r := find(n)
		i, ok := at[r]
		if !ok {
			i = len(out)
			at[r], out = i, append(out, nil)
		}
		out[i] = append(out[i], n)
	}
	return out
}

// connect builds the edges in the order of Java's hash maps: the neighbours' order depends on sizes at that moment.
func connect(l *lowering, group []string) (out []*item) {
	items := map[string]*item{}
	order := hashOrder(hashOrder(group))
	for _, n := range order {
		items[n] = &item{node: l.byName[n], size: 1}
	}
	for _, n := range order {
		i := items[n]
		for _, p := range i.node.preds {
			pred := items[p]
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
		out = append(out, i.name)
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

func (i *item) text() string {
	const to, from = "\n      --> ", "\n      <-- "
	switch i.kind {
	case "Source":
		return fmt.Sprintf("Source: %s (topics: [%s])", i.name, strings.Join(hashOrder(i.topics), ", ")) + to + names(i.succ)
	case "Sink":
		if i.topic == "" {
			return "Sink: " + i.name + " (extractor class: <extractor>)" + from + names(i.preds)
		}
		return "Sink: " + i.name + " (topic: " + i.topic + ")" + from + names(i.preds)
	}
	return fmt.Sprintf("Processor: %s (stores: [%s])", i.name, strings.Join(hashOrder(i.stores), ", ")) + to + names(i.succ) + from + names(i.preds)
}
