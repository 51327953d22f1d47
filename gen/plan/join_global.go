package plan

import (
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Global is a table or store that every lane sees whole.
type Global struct {
	Index int
	Node  int
	Topic string
	Store *Store // what its rows look like; none of the program's
	Stage *Stage // that fills it, none of the program's; nil: it is a table, which needs none
}

// globalStore is a declared store behind a topic, with the stage that fills it.
func (b *builder) globalStore(st *topo.Store) {
	n := st.Nodes[0]
	word := upper(camel(st.Name))
	s := b.stages[n]
	s.Type = b.names.take(b.p.Prefix+word+"Stage", verb("new"))
	x := &Store{Name: st.Name, Node: b.nodes[n], Stage: s, Field: word, Row: b.names.row(b.p.Prefix + word + "Row")}
	x.Key, x.Value = b.t.Codec(st.Op, topo.KeyRole), b.t.Codec(st.Op, topo.ValueRole)
	b.codec(st.Op, x.Key, "key")
	b.codec(st.Op, x.Value, "value")
	b.declared(x, st.Op, st.Kind)
	b.recent(x, st.Op)
	x.Field = b.names.take(b.p.Prefix + word) // of several stages
	b.stores[st] = x
	s.Stores = append(s.Stores, x)
	x.Global = &Global{Index: len(b.p.Globals), Node: b.nodes[n.Parents[0]], Topic: n.Parents[0].Topics[0], Store: x, Stage: s}
	b.p.Globals = append(b.p.Globals, x.Global)
}

// looks notes that a stage looks rows of a global table or store up.
func (s *Stage) looks(g *Global) {
	if !slices.Contains(s.Globals, g) {
		s.Globals = append(s.Globals, g)
	}
}

func (b *builder) globalTable(o *topo.Op) {
	t := b.t.Of(o)
	st := &Store{Name: t.Store.Name, Node: b.nodes[t.Node], Key: b.t.Codec(o, topo.KeyRole), Value: b.t.Codec(o, topo.ValueRole)}
	if b.codec(o, st.Key, "key") && b.codec(o, st.Value, "value") {
		st.Elem = st.Value.Plain().Type
	}
	st.LRU, _ = topo.Int(arg(o.Opt("LRU"), 0))
	st.Field = b.names.take(b.p.Prefix + upper(camel(t.Nodes[0].Topics[0])))
	st.Row = b.names.row(st.Field + "Row")
	g := &Global{Index: len(b.p.Globals), Node: st.Node, Topic: t.Nodes[0].Topics[0], Store: st}
	b.p.Globals = append(b.p.Globals, g)
	b.globals[o] = g
}

// joinGlobal looks up the row of a key that a function computes; nothing hops.
func (b *builder) joinGlobal(o *topo.Op) {
	from := b.input(o, 0)
	s := b.step(o, JoinGlobal, from)
	b.functions(s)
	s.Left, s.WithKey = strings.HasPrefix(o.Method, "Left"), strings.HasSuffix(o.Method, "WithKeys")
	s.Global = b.globals[o.Others()[0]]
	s.Stage.looks(s.Global)
}
