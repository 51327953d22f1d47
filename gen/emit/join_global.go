package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// joinGlobal looks up the row of the key that a function computes.
func (w *writer) joinGlobal(s *plan.Step, e *env) {
	st := s.Global.Store
	w.dropNullValue(s.Node, e)
	mapped, there, row := w.fresh("mapped"), w.fresh("there"), w.fresh("row")
	w.at(s)
	w.f("%s, %s := %s", mapped, there, w.g.call(s.Fns[0], e.key.expr, e.val.expr))
	key := cell{expr: mapped, slot: plan.Slot{Type: st.Key.Plain().Type}}
	look := func() string {
		return fmt.Sprintf("s.%s.Row(codec.String(%s))", st.Field, w.bytes(e, key, "s.kbuf", st.Key, s.Node))
	}
	var in []string
	if !s.Left {
		w.f("if !%s {\nl.Drop(%s, abi.NullKey)\n%s\n}", there, w.g.node(s.Node), w.drop)
		w.f("%s := %s\nif %s == nil {\n%s\n}", row, look(), row, w.drop)
		in = []string{e.val.expr, row + ".V"}
		if s.WithKey {
			in = []string{e.key.expr, mapped, e.val.expr, row + ".V"}
		}
	} else {
		w.f("var %s *%s\nif %s {", row, st.Row, there)
		w.f("%s = %s\n}", row, look())
		other := w.pointer("other", w.g.typ(st.Elem), row+".V", row+" == nil")
		in = []string{e.val.expr, other}
		if s.WithKey {
			p := w.fresh("named")
			w.f("var %s *%s\nif %s {\n%s = &%s\n}", p, w.g.typ(key.slot.Type), there, p, mapped)
			in = []string{e.key.expr, p, e.val.expr, other}
		}
	}
	v := w.fresh("v")
	w.at(s)
	w.assign(w.g.call(s.Fns[1], in...), v)
	e.set(cell{expr: v, slot: s.Out.Value})
	w.children(s, e)
}

// globals declares the tables that every lane sees, for the run time.
func (g *gen) globals(b *strings.Builder) {
	if len(g.p.Globals) == 0 {
		return
	}
	b.WriteString("Globals: []lane.GlobalInfo{\n")
	for _, x := range g.p.Globals {
		make := ""
		if x.Stage != nil {
			make = fmt.Sprintf("func(l *lane.Lane) lane.Global { return lane.NewFilled(%s) }", g.newStage(x.Stage))
		} else {
			row, keep := title(x.Store.Row), ""
			if x.Store.LRU > 0 {
				keep = fmt.Sprintf(".Keep(%d)", x.Store.LRU)
			}
			make = fmt.Sprintf("func(*lane.Lane) lane.Global { return join.NewGlobal(put%s, get%s)%s }", row, row, keep)
		}
		fmt.Fprintf(b, "{Name: %q, Node: %s, Topic: %q, New: %s},\n", x.Store.Name, g.node(x.Node), x.Topic, make)
	}
	b.WriteString("},\n")
}

// globalFields are the tables that a stage looks rows up in.
func (g *gen) globalFields(s *plan.Stage, field, set func(string, ...any)) {
	for _, x := range s.Globals {
		if x.Stage != nil {
			g.userStoreField(x.Store, field)
			g.userStore(x.Store, fmt.Sprintf("l.GlobalStore(%d)", x.Index), set)
			continue
		}
		field("%s *join.Global[%s] // of all lanes", x.Store.Field, x.Store.Row)
		set("s.%s = l.Global(%d).(*join.Global[%s])", x.Store.Field, x.Index, x.Store.Row)
	}
}
