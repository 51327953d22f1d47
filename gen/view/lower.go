// Package describe turns a graph into Kafka Streams' nodes, names and stores, and prints Topology.describe().
package view

import (
	"fmt"
	"regexp"

	"github.com/stoatgen/stoatgen/gen/topo"
)

type node struct {
	kind, name, topic string
	topics, stores    []string
	preds             []string
	global            bool
}

// handle is what a DSL call left behind: the node to hang the next one on, and what later calls need to know.
type handle struct {
	node     string
	changed  bool   // the key was changed: who needs it repartitions
	table    bool   // a table over parents, or with a store of its own
	store    string // own store
	lazy     bool   // the store exists only if something reads it
	parents  []*handle
	group    string  // Grouped's name
	shared   *handle // repartition that a named group shares
	branches *int
	co       []*handle
	global   bool // fed on every instance: not part of the stage
	both     bool // rows are looked up in the own store and in the parents'
}

type lowering struct {
	n      int
	nodes  []*node
	byName map[string]*node
	of     map[*topo.Op]*handle
	config map[string]string
	Errs   []string
}

func (l *lowering) next(prefix string) string {
	l.n++
	return fmt.Sprintf("%s-%010d", prefix, l.n-1)
}

// named takes a number in any case, as Kafka Streams does.
func (l *lowering) named(o *topo.Op, prefix string) string {
	n := l.next(prefix)
	if u := name(o); u != "" {
		return u
	}
	return n
}

func name(o *topo.Op) string { return o.Opt("Name").Text() }

// materialized says whether the options make a Materialized: any but Name does.
func materialized(o *topo.Op) bool {
	for _, s := range o.Opts {
		if s.Name != "Name" {
			return true
		}
	}
	return false
}

// storeName is As's or a numbered one.
func (l *lowering) storeName(o *topo.Op, prefix string) string {
	if as := o.Opt("As").Text(); as != "" {
		return as
	}
	return l.next(prefix + "-STATE-STORE")
}

func (l *lowering) add(kind, name, topic string, preds ...string) *node {
	n := &node{kind: kind, name: name, topic: topic, preds: preds}
	if l.byName[name] != nil {
		l.Errs = append(l.Errs, "node "+name+" twice")
		return n
	}
	l.nodes, l.byName[name] = append(l.nodes, n), n
	return n
}

func (l *lowering) source(name string, topics ...string) *node {
	n := l.add("Source", name, "")
	n.topics = topics
	return n
}

func (n *node) connect(stores ...string) {
	for _, s := range stores {
		for _, h := range n.stores {
			if h == s {
				s = ""
			}
		}
		if s != "" {
			n.stores = append(n.stores, s)
		}
	}
}

// read makes a table readable and gives the stores that its rows are looked up in.
func (l *lowering) read(h *handle) (out []string) {
	if h.store != "" && h.table {
		if h.lazy {
			h.lazy = false
			l.byName[h.node].connect(h.store)
		}
		out = append(out, h.store)
		if len(h.parents) == 0 || !h.both {
			return out
		}
	}
	for _, p := range h.parents {
		out = append(out, l.read(p)...)
	}
	return out
}

var generated = regexp.MustCompile(`^KSTREAM.*-\d{10}$`)

// through is a repartition: always three numbers, and numbered nodes only if the base is a numbered name itself.
func (l *lowering) through(from *handle, base string) *handle {
	topic := base + "-repartition"
	out, filter, in := l.next("KSTREAM-SINK"), l.next("KSTREAM-FILTER"), l.next("KSTREAM-SOURCE")
	if !generated.MatchString(base) {
		out, filter, in = topic+"-sink", topic+"-filter", topic+"-source"
	}
	l.add("Processor", filter, "", from.node)
	l.add("Sink", out, topic, filter)
	l.source(in, topic)
	return &handle{node: in}
}

// forKey repartitions if the key was changed.
func (l *lowering) forKey(h *handle, base string) *handle {
	if !h.changed {
		return h
	}
	if h.group != "" {
		if h.shared == nil {
			h.shared = l.through(h, base)
		}
		return h.shared
	}
	return l.through(h, base)
}

// Lower numbers the graph's operators in their order.
func lower(g *topo.Graph, config map[string]string) *lowering {
	l := &lowering{byName: map[string]*node{}, of: map[*topo.Op]*handle{}, config: config}
	for _, o := range g.Ops {
		r, ok := rows[key(o)]
		switch {
		case !ok:
			l.Errs = append(l.Errs, "no row for "+key(o))
			l.of[o] = &handle{}
		case r.how == nil:
			if l.of[o] = l.recv(o); l.of[o] == nil {
				l.of[o] = &handle{}
			}
		default:
			l.of[o] = r.how(l, o, r)
		}
	}
	return l
}

func (l *lowering) recv(o *topo.Op) *handle {
	if r, ok := o.Recv.(*topo.Op); ok {
		return l.of[r]
	}
	return nil
}

// other is the i-th argument that is a DSL value.
func (l *lowering) other(o *topo.Op, i int) *handle {
	for _, a := range o.Args {
		if x := topo.From(a); x != nil {
			if i == 0 {
				return l.of[x]
			}
			i--
		}
	}
	return nil
}
