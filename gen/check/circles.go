package check

import (
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// circles: a topic is not written by what reads it, be it over repartitions or other topics. Kafka Streams takes such a topology, and
// it may be meant, with something on the way that ends it.
func (c *checker) circles() {
	w := ways{}
	for _, n := range c.t.Nodes {
		if n.Kind == topo.Sink && n.Internal {
			w[n] = c.readers(n)
		}
	}
	for _, n := range c.t.Nodes {
		if n.Kind != topo.Sink || n.Internal || n.Topic == "" {
			continue
		}
		for _, s := range c.readers(n) {
			over, back := w.find(s, n, nil, map[*topo.Node]bool{})
			switch {
			case !back: // one report a circle
				w[n] = append(w[n], s)
				continue
			case len(over) > 0:
				c.say(n.Op, argPos(n.Op.ArgPos, 0, n.Op.Pos), "ST414", "write to another topic",
					"topic %q is written by what is made of it, over %s", n.Topic, strings.Join(over, " and "))
			default:
				c.say(n.Op, argPos(n.Op.ArgPos, 0, n.Op.Pos), "ST414", "write to another topic",
					"topic %q is read by the stream that is written to it", n.Topic)
			}
			c.related(s.Op.Pos, "it is read here")
		}
	}
}

// readers are the sources of a sink's topic.
func (c *checker) readers(sink *topo.Node) (out []*topo.Node) {
	for _, s := range c.t.Nodes {
		if s.Kind == topo.Source && slices.Contains(s.Topics, sink.Topic) {
			out = append(out, s)
		}
	}
	return out
}

// ways lead from sinks to the sources of their topics.
type ways map[*topo.Node][]*topo.Node

// find looks for a way from a node to a sink, and says which topics of the user's it goes over.
func (w ways) find(from, to *topo.Node, over []string, seen map[*topo.Node]bool) ([]string, bool) {
	if from == to {
		return over, true
	}
	seen[from] = true
	if from.Kind == topo.Sink && !from.Internal {
		over = append(slices.Clip(over), "topic \""+from.Topic+"\"")
	}
	for _, next := range slices.Concat(from.Children, w[from]) {
		if !seen[next] {
			if path, ok := w.find(next, to, over, seen); ok {
				return path, true
			}
		}
	}
	return nil, false
}
