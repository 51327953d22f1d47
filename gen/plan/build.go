package plan

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/stoatgen/stoatgen/gen/diag"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// builder makes a Program in passes: steps in the order of the operators, then what flows along them, then what is
// needed of it, then which of them are methods.
type builder struct {
	t       *topo.Topology
	p       *Program
	syntax  Syntax
	decls   map[*types.Func]*ast.FuncDecl
	names   names // of the user's package and of what is generated into it
	guarded map[string]bool

	order   []*Step            // parents ahead of children
	result  map[*topo.Op]*Step // whose output is the operator's
	nodes   map[*topo.Node]int // place in Program.Nodes
	stages  map[*topo.Node]*Stage
	globals map[*topo.Op]*Global
	stores  map[*topo.Store]*Store
	hops    map[*topo.Repartition]*Step // the entry behind
	wrap    *Wrapper                    // nil: processors are called themselves
	kept    map[*topo.Store]bool        // materialised by the operators so far
	diags   []diag.Diagnostic
}

// New plans a topology. used are the identifiers that the package has besides its own: those of what was generated for the
// topologies ahead of this one. The program is nil if a diagnostic is an error.
func New(t *topo.Topology, syntax Syntax, used map[string]bool) (*Program, []diag.Diagnostic) {
	b := &builder{t: t, syntax: syntax, decls: syntax.decls(), names: used, guarded: map[string]bool{},
		result: map[*topo.Op]*Step{}, nodes: map[*topo.Node]int{}, stages: map[*topo.Node]*Stage{}, globals: map[*topo.Op]*Global{}, stores: map[*topo.Store]*Store{},
		hops: map[*topo.Repartition]*Step{}, kept: map[*topo.Store]bool{}}
	b.unsupported()
	if diag.Failed(b.diags) {
		return nil, b.diags
	}
	b.program()
	b.wrapper()
	for _, o := range t.Graph.Ops {
		b.op(o)
	}
	b.caches()
	b.rounds()
	b.forwards()
	b.sortStages()
	if diag.Failed(b.diags) {
		return nil, b.diags
	}
	b.flow()
	b.byPartition()
	b.need()
	b.methods()
	b.touches()
	b.joins()
	if diag.Failed(b.diags) {
		return nil, b.diags
	}
	return b.p, b.diags
}

// Used are the identifiers that a package takes by itself.
func Used(p *types.Package) map[string]bool {
	used := map[string]bool{}
	for _, n := range p.Scope().Names() {
		used[n] = true
	}
	return used
}

func (b *builder) program() {
	g := b.t.Graph
	b.p = &Program{Name: g.Name, Package: g.Package, Custom: map[*topo.Codec][]topo.Part{}}
	if g.Recv != nil {
		b.p.Receiver = g.Recv.Type()
		b.p.Name = receiverName(g)
	}
	b.p.Prefix, b.p.File = lower(b.p.Name), snake(b.p.Name)+builds(g.Build)
	b.p.Build = g.Build
	b.constructor()
	b.p.Table, b.p.Func = b.names.take(b.p.Prefix+"Nodes"), b.names.take(b.p.Prefix+"Program")
	b.nodeTable()
	b.stageTable()
	b.storeTable()
}

// constructor takes the name that the user's code calls, which can be no other.
func (b *builder) constructor() {
	g := b.t.Graph
	b.p.New = "New" + upper(b.p.Name)
	if own := g.Package.Scope().Lookup(b.p.New); own != nil {
		b.diags = append(b.diags, diag.New(g.At(own.Pos()), "ST804", b.p.New+" is what stoatgen calls the constructor of topology "+g.Title(),
			"give it another name, or the topology").At(g.At(g.Pos), "the topology is declared here"))
	}
	b.names[b.p.New] = true
}

// receiverName is what a topology is called that is a method: its receiver's type, with the method's name if the type has
// several topologies.
func receiverName(g *topo.Graph) string {
	t := g.Recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return g.Name
	}
	count := 0
	for m := range n.Methods() {
		sig := m.Signature()
		if m.Exported() && sig.Params().Len() == 1 && sig.Results().Len() == 0 {
			if p, ok := types.Unalias(sig.Params().At(0).Type()).(*types.Pointer); ok && topo.Named(p.Elem()) == "Builder" {
				count++
			}
		}
	}
	if count > 1 {
		return n.Obj().Name() + g.Name
	}
	return n.Obj().Name()
}

func (b *builder) nodeTable() {
	for i, n := range b.t.Nodes {
		b.nodes[n] = i
		pos := b.t.Graph.At(n.Op.Pos)
		b.p.Nodes = append(b.p.Nodes, Node{
			Const: b.names.take(b.p.Prefix + upper(b.word(n))),
			Name:  n.Name,
			Pos:   fmt.Sprintf("%s:%d:%d", filepath.Base(pos.Filename), pos.Line, pos.Column),
		})
	}
}

// op adds the steps of one operator.
func (b *builder) op(o *topo.Op) {
	if f := operators[o.Row()]; f != nil {
		f(b, o)
	} else if r := o.From(); r != nil {
		b.result[o] = b.result[r] // a group or its windows: settings of what follows
	}
	for _, st := range b.t.Of(o).Reads {
		b.kept[st] = true
	}
}

// step hangs an operator below another.
func (b *builder) step(o *topo.Op, k Kind, from *Step) *Step {
	n := b.t.Of(o).Node
	s := &Step{Kind: k, Op: o, Node: b.nodes[n]}
	if n != nil {
		s.Stage = b.stages[n]
	}
	b.under(from, s)
	b.result[o] = s
	return s
}

func (b *builder) under(from, s *Step) {
	if s.Stage == nil && from != nil {
		s.Stage = from.Stage
	}
	if from != nil {
		from.Next = append(from.Next, s)
		s.Parents = append(s.Parents, from)
		if s.From == nil {
			s.From = from
		}
	}
	if !slices.Contains(b.order, s) {
		b.order = append(b.order, s)
	}
}

// input is what flows into an operator: the i-th input's step, behind its repartition.
func (b *builder) input(o *topo.Op, i int) *Step {
	in := b.t.Of(o).Inputs[i]
	from := b.result[in.From]
	if in.Through == nil || from == nil {
		return from
	}
	entry := b.through(in.Through, from)
	if entry.From == from {
		return entry
	}
	return b.seenAs(in.From, entry)
}

// seenAs is what a hop of a stream, or of a view of it, gives to another view of the same.
func (b *builder) seenAs(o *topo.Op, entry *Step) *Step {
	i := slices.IndexFunc(entry.Next, func(n *Step) bool { return n.Kind == View && n.Op == o })
	if i >= 0 {
		return entry.Next[i]
	}
	s := &Step{Kind: View, Op: o, Node: entry.Node}
	b.under(entry, s)
	return s
}

// through is the entry behind a repartition, which is made once.
func (b *builder) through(r *topo.Repartition, from *Step) *Step {
	if s := b.hops[r]; s != nil {
		return s
	}
	h := &Hop{Index: len(b.p.Hops), Base: r.Base, Filter: -1, From: b.stages[r.Sink], To: b.stages[r.Source], Key: b.t.Codec(r.Op, topo.KeyRole), Shown: b.shown(from)}
	if r.Filter != nil {
		h.Filter = b.nodes[r.Filter]
	}
	if n, ok := topo.Int(arg(r.Op.Opt("Partitions"), 0)); ok {
		h.Partitions = int32(n)
	}
	b.codec(r.Op, h.Key, "key")
	word, field, typ := "moved", "moved", "Moved"
	if r.Named {
		word = camel(r.Base)
		field, typ = "to"+upper(word), upper(word)+"Hop"
	}
	h.Field = h.From.names.take(field)
	h.Type = b.names.take(b.p.Prefix + typ)
	b.p.Hops = append(b.p.Hops, h)
	h.From.Out, h.To.In = append(h.From.Out, h), append(h.To.In, h)
	out := &Step{Kind: HopOut, Op: r.Op, Node: b.nodes[r.Sink], Stage: h.From, Hop: h}
	h.Partitioner = b.partitioner(out, r.Op, "Partitioner", "MulticastPartitioner")
	b.under(from, out)
	in := &Step{Kind: HopIn, Op: r.Op, Node: b.nodes[r.Source], Stage: h.To, Hop: h, From: from, Name: h.To.names.take("receive" + upper(word))}
	b.order = append(b.order, in)
	h.Entry = in
	h.To.Entries = append(h.To.Entries, in)
	b.hops[r] = in
	return in
}

func arg(s *topo.Setting, i int) topo.Value {
	if s == nil || i >= len(s.Args) {
		return nil
	}
	return s.Args[i]
}

// report adds a diagnostic at an operator.
func (b *builder) report(code string, o *topo.Op, message string, fixes ...string) {
	g := b.t.Graph
	b.diags = append(b.diags, g.Came(diag.New(g.At(o.Pos), code, message, fixes...), o))
}
