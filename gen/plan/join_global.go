package plan

import (
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Global is a table that every lane sees whole.
type Global struct {
	Index int
	Node  int
	Topic string
	Store *Store // what its rows look like; none of the program's, it has no stage
	Users []*Stage
}

func (b *builder) globalTable(o *topo.Op) {
	t := b.t.Of(o)
	st := &Store{Name: t.Store.Name, Node: b.nodes[t.Node], Key: b.t.Codec(o, topo.KeyRole), Value: b.t.Codec(o, topo.ValueRole)}
	if b.codec(o, st.Key, "key") && b.codec(o, st.Value, "value") {
		st.Elem = plain(st.Value).Type
	}
	st.Field = b.names.take(b.p.Prefix + upper(camel(t.Nodes[0].Topics[0])))
	st.Row = b.names.take(st.Field + "Row")
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
	for _, st := range s.Global.Users {
		if st == s.Stage {
			return
		}
	}
	s.Global.Users = append(s.Global.Users, s.Stage)
}
