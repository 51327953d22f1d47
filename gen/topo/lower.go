package topo

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/stoatgen/stoatgen/gen/diag"
)

// lowering numbers the operators of a graph in their order. T1, T2.
type lowering struct {
	t        *Topology
	n        int // the next number
	op       *Op // that is being lowered
	nodes    map[string]*Node
	stores   map[string]*Store
	joined   map[*Node]*Repartition // by the node of a stream, see side
	optimize bool                   // topology.optimization=all
	problems []diag.Diagnostic
}

// Lower gives a graph its nodes, names, stores, repartitions and stages. settings are Kafka Streams' own, by their names;
// of them only topology.optimization has a say. The diagnostics are about names that were used twice. T4.
func Lower(g *Graph, settings map[string]string) (*Topology, []diag.Diagnostic) {
	l := &lowering{t: &Topology{Graph: g, steps: map[*Op]*Step{}, window: genericWindowed(g.Package)},
		nodes: map[string]*Node{}, stores: map[string]*Store{}, joined: map[*Node]*Repartition{},
		optimize: settings["topology.optimization"] == "all"}
	for _, o := range g.Ops {
		l.op = o
		r := rows[o.Row()]
		s := l.pass(o)
		if r.how != nil {
			s = r.how(l, o, r)
		}
		s.Op = o
		l.t.steps[o] = s
	}
	l.t.split()
	return l.t, l.problems
}

// pass is an Op without a node: what its receiver is, with settings of its own.
func (l *lowering) pass(o *Op) *Step {
	s := *l.recv(o)
	s.Nodes, s.Repartitions, s.Reads, s.Inputs = nil, nil, nil, nil
	if r := o.From(); r != nil {
		s.Inputs = []Input{{From: r, Node: s.Node}}
	}
	return &s
}

// recv is the receiver's step; an empty one for the builder. T4.
func (l *lowering) recv(o *Op) *Step {
	if s := l.t.steps[o.From()]; s != nil {
		return s
	}
	return &Step{}
}

// other is the step of the i-th argument that is a DSL value; nil: there are no more.
func (l *lowering) other(o *Op, i int) *Step {
	if os := o.Others(); i < len(os) {
		return l.t.steps[os[i]]
	}
	return nil
}

// need is other where the operator cannot do without. T4.
func (l *lowering) need(o *Op, i int) *Step {
	if s := l.other(o, i); s != nil {
		return s
	}
	return &Step{Op: o}
}

func (l *lowering) next(prefix string) string {
	l.n++
	return fmt.Sprintf("%s-%010d", prefix, l.n-1)
}

// named takes a number in any case. T2.
func (l *lowering) named(o *Op, prefix string) string {
	n := l.next(prefix)
	if u := o.Name(); u != "" {
		return u
	}
	return n
}

// Name is the operator's name if the user gave one.
func (o *Op) Name() string { return o.Opt("Name").Text() }

// materialized says whether the options make a Materialized: any but Name does.
func (o *Op) materialized() bool {
	return slices.ContainsFunc(o.Opts, func(s *Setting) bool { return s.Name != "Name" })
}

// add declares a node; parents may be nil where the graph is broken. T4.
func (l *lowering) add(s *Step, kind NodeKind, name string, parents ...*Node) *Node {
	n := &Node{Kind: kind, Name: name, Op: l.op}
	for _, p := range parents {
		n.under(p)
	}
	if first := l.nodes[name]; first != nil {
		l.twice("ST401", name, `give one of them another name: dsl.Name("…")`, first.Op, `"`+name+`" is the name of two operators`)
		return n
	}
	l.nodes[name] = n
	l.t.Nodes = append(l.t.Nodes, n)
	s.Nodes = append(s.Nodes, n)
	return n
}

// under gives a node a parent, each once: a stream that is merged with itself has one way into it, as in Kafka Streams.
func (n *Node) under(p *Node) {
	if p != nil && !slices.Contains(n.Parents, p) {
		n.Parents = append(n.Parents, p)
		p.Children = append(p.Children, n)
	}
}

// twice reports a name's second use, once an operator.
func (l *lowering) twice(code, name, fix string, first *Op, message string) {
	for _, p := range l.problems {
		if p.Code == code && p.Pos == l.t.Graph.At(l.op.Pos) {
			return
		}
	}
	at := l.op.Pos
	for _, s := range l.op.Opts {
		if (s.Name == "Name" || s.Name == "As") && s.Text() == name {
			at = s.Pos
		}
	}
	d := diag.New(l.t.Graph.At(at), code, message, fix).
		At(l.t.Graph.At(first.Pos), "first used by "+first.Method+" here")
	l.problems = append(l.problems, l.t.Graph.Came(d, l.op))
}

// Came adds the calls of helpers that led to an Op.
func (g *Graph) Came(d diag.Diagnostic, o *Op) diag.Diagnostic {
	for _, p := range o.Via {
		d = d.At(g.At(p), "read from here")
	}
	return d
}

func (l *lowering) source(s *Step, name string, topics ...string) *Node {
	n := l.add(s, Source, name)
	n.Topics = topics
	return n
}

// store declares a store under its final name.
func (l *lowering) store(name string, kind StoreKind, key, value *Op) *Store {
	s := &Store{Name: name, Kind: kind, Op: l.op, Materialized: true}
	if key != nil && value != nil { // T4
		s.Key, s.Value = key.Key(), value.Value()
		s.Windowed = key.Windowed() && kind != WindowStore && kind != SessionStore
	}
	if l.op.Opt("Versioned") != nil && kind == KeyValueStore {
		s.Kind = VersionedStore
	}
	s.Named = l.op.Opt("As").Text() != "" || l.op.Name() != "" && kind != KeyValueStore && kind != WindowStore && kind != SessionStore
	if first := l.stores[name]; first != nil {
		l.twice("ST402", name, `give one of them another name: dsl.As("…")`, first.Op, `"`+name+`" is the name of two stores`)
		return s
	}
	l.stores[name] = s
	l.t.Stores = append(l.t.Stores, s)
	return s
}

// own is the store of an operator's result: As's name or a numbered one.
func (l *lowering) own(o *Op, prefix string, kind StoreKind) *Store {
	name := o.Opt("As").Text()
	if name == "" {
		name = l.next(prefix + "-STATE-STORE")
	}
	return l.store(name, kind, o, o)
}

func (n *Node) connect(stores ...*Store) {
	for _, s := range stores {
		if s != nil && !slices.Contains(n.Stores, s) {
			n.Stores, s.Nodes = append(n.Stores, s), append(s.Nodes, n)
		}
	}
}

// read makes a table readable and gives the stores that its rows are looked up in.
func (l *lowering) read(s *Step) (out []*Store) {
	if s.Store != nil && s.table {
		if !s.Store.Materialized {
			s.Store.Materialized = true
			s.Node.connect(s.Store)
		}
		out = append(out, s.Store)
		if len(s.parents) == 0 || !s.both {
			return out
		}
	}
	for _, p := range s.parents {
		out = append(out, l.read(p)...)
	}
	return out
}

// lazy is a table whose store exists only if it is named or something reads it.
func (l *lowering) lazy(s *Step, o *Op) *Step {
	s.table = true
	if s.Store.Materialized = false; s.Store.Global || o.Opt("As") != nil {
		l.read(s)
	}
	return s
}

var numbered = regexp.MustCompile(`^KSTREAM.*-\d{10}$`)

// through is a repartition: always three numbers, and numbered nodes only if the base is a numbered name itself.
func (l *lowering) through(s *Step, from *Node, base string) *Repartition {
	r := &Repartition{Base: base, Topic: base + "-repartition", Op: l.op, From: from}
	out, filter, in := l.next("KSTREAM-SINK"), l.next("KSTREAM-FILTER"), l.next("KSTREAM-SOURCE")
	if !numbered.MatchString(base) {
		out, filter, in = r.Topic+"-sink", r.Topic+"-filter", r.Topic+"-source"
	}
	r.Filter = l.add(s, Processor, filter, from)
	r.Sink = l.add(s, Sink, out, r.Filter)
	r.Source = l.source(s, in, r.Topic)
	return l.keep(s, r)
}

// counted is how a name ends that has a number and so changes with what is above.
var counted = regexp.MustCompile(`-\d{10}$`)

func (l *lowering) keep(s *Step, r *Repartition) *Repartition {
	r.Named = !counted.MatchString(r.Base)
	r.Sink.Topic, r.Sink.Internal, r.Source.Internal = r.Topic, true, true
	s.Repartitions = append(s.Repartitions, r)
	l.t.Repartitions = append(l.t.Repartitions, r)
	return r
}

// side is a join's stream, repartitioned if its key was changed. A stream has one repartition for all joins that give it no name,
// though each takes the numbers: the one that was made last, be it a named join's.
func (l *lowering) side(s, from *Step, name string) *Node {
	switch {
	case !from.Rekeyed:
		return l.input(s, from, "")
	case l.joined[from.Node] == nil || name != "":
		base := name
		if base == "" {
			base = from.Node.Name
		}
		l.joined[from.Node] = l.through(s, from.Node, base)
	default:
		l.next("KSTREAM-SINK")
		l.next("KSTREAM-FILTER")
		l.next("KSTREAM-SOURCE")
	}
	through := l.joined[from.Node]
	s.Inputs = append(s.Inputs, Input{From: from.Op, Node: through.Source, Through: through})
	return through.Source
}

// input repartitions what flows into s if its key was changed.
func (l *lowering) input(s, from *Step, base string) *Node {
	in := Input{From: from.Op, Node: from.Node}
	switch {
	case !from.Rekeyed:
	case from.group == nil || from.group.name == "":
		in.Through = l.through(s, from.Node, base)
	default:
		if from.group.shared == nil {
			from.group.shared = l.through(s, from.Node, base)
		}
		in.Through = from.group.shared
	}
	if in.Through != nil {
		in.Node = in.Through.Source
	}
	s.Inputs = append(s.Inputs, in)
	return in.Node
}
