package view

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Mermaid is the topology as a flowchart: a subgraph a sub-topology, topics as round nodes, stores as cylinders. V2
func Mermaid(t *topo.Topology) string {
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	c := number(t)
	for _, st := range t.Stages {
		fmt.Fprintf(&b, "  subgraph s%d[\"%s\"]\n", st.ID, title(st))
		for _, n := range st.Nodes {
			fmt.Fprintf(&b, "    n%d[\"%s\"]\n", c.node[n], n.Name)
		}
		for _, s := range st.Stores {
			fmt.Fprintf(&b, "    d%d[(\"%s\")]\n", c.store[s], s.Name)
		}
		b.WriteString("  end\n")
	}
	for i, name := range c.topics {
		fmt.Fprintf(&b, "  t%d([\"%s\"])\n", i, name)
	}
	for _, e := range edges(t, c) {
		arrow := "-->"
		if e.store {
			arrow = "-.-"
		}
		fmt.Fprintf(&b, "  %s %s %s\n", e.from, arrow, e.to)
	}
	return b.String()
}

// Dot is the same as a digraph of Graphviz. V2
func Dot(t *topo.Topology) string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph %q {\n  node [shape=box];\n", t.Graph.Name)
	c := number(t)
	for _, st := range t.Stages {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%q;\n", st.ID, title(st))
		for _, n := range st.Nodes {
			fmt.Fprintf(&b, "    n%d [label=%q];\n", c.node[n], n.Name)
		}
		for _, s := range st.Stores {
			fmt.Fprintf(&b, "    d%d [label=%q, shape=cylinder];\n", c.store[s], s.Name)
		}
		b.WriteString("  }\n")
	}
	for i, name := range c.topics {
		fmt.Fprintf(&b, "  t%d [label=%q, shape=ellipse];\n", i, name)
	}
	for _, e := range edges(t, c) {
		style := ""
		if e.store {
			style = " [style=dashed, dir=none]"
		}
		fmt.Fprintf(&b, "  %s -> %s%s;\n", e.from, e.to, style)
	}
	b.WriteString("}\n")
	return b.String()
}

func title(st *topo.Stage) string {
	if st.Global {
		return fmt.Sprintf("Sub-topology %d (global store)", st.ID)
	}
	return fmt.Sprintf("Sub-topology %d", st.ID)
}

// numbers are the names of a chart's elements, which names of nodes cannot be.
type numbers struct {
	node   map[*topo.Node]int
	store  map[*topo.Store]int
	topic  map[string]int
	topics []string
}

func number(t *topo.Topology) numbers {
	c := numbers{map[*topo.Node]int{}, map[*topo.Store]int{}, map[string]int{}, nil}
	for i, n := range t.Nodes {
		c.node[n] = i
		for _, name := range ends(n) {
			if _, known := c.topic[name]; !known {
				c.topic[name], c.topics = len(c.topics), append(c.topics, name)
			}
		}
	}
	for i, s := range t.Stores {
		c.store[s] = i
	}
	return c
}

// ends are the topics that a node reads or writes.
func ends(n *topo.Node) []string {
	switch {
	case n.Kind == topo.Source && n.Pattern != "":
		return []string{n.Pattern}
	case n.Kind == topo.Source:
		return n.Topics
	case n.Kind == topo.Sink && n.Topic != "":
		return []string{n.Topic}
	}
	return nil
}

type edge struct {
	from, to string
	store    bool
}

func edges(t *topo.Topology, c numbers) (out []edge) {
	for _, n := range t.Nodes {
		me := fmt.Sprint("n", c.node[n])
		for _, name := range ends(n) {
			topic := fmt.Sprint("t", c.topic[name])
			if n.Kind == topo.Source {
				out = append(out, edge{from: topic, to: me})
			} else {
				out = append(out, edge{from: me, to: topic})
			}
		}
		for _, child := range n.Children {
			out = append(out, edge{from: me, to: fmt.Sprint("n", c.node[child])})
		}
		for _, s := range n.Stores {
			out = append(out, edge{from: me, to: fmt.Sprint("d", c.store[s]), store: true})
		}
	}
	return out
}
