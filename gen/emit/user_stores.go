package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// userStoreField declares a declared store.
func (g *gen) userStoreField(st *plan.Store, field func(string, ...any)) {
	if st.Declared.Kind == topo.TimerStore {
		field("%s *state.Timers[%s]", st.Field, g.typ(st.Key.Type))
		return
	}
	field("%s *state.%s[%s, %s]", st.Field, stateTypes[st.Declared.Kind], g.typ(st.Key.Type), g.userValue(st))
}

var stateTypes = map[topo.StoreKind]string{topo.KeyValueStore: "KeyValue", topo.WindowStore: "Window", topo.SessionStore: "Session", topo.VersionedStore: "Versioned"}

// userValue is the type of a declared store's values.
func (g *gen) userValue(st *plan.Store) string {
	v := g.typ(st.Value.Type)
	switch st.Declared.Form {
	case plan.TimedForm:
		return qualify("record.Timestamped[") + v + "]"
	case plan.HeadedForm:
		return qualify("record.Headed[") + v + "]"
	}
	return v
}

// userStore spells how a declared store is made. follows is the one of another goroutine that it only reads; "": it has rows of its own.
func (g *gen) userStore(st *plan.Store, follows string, set func(string, ...any)) {
	d, rows := st.Declared, g.ownRows(st)
	if follows != "" {
		rows = "state.Follow(" + follows + ")"
	}
	if d.Kind == topo.TimerStore {
		set("s.%s = state.NewTimers(%d, %s(), &s.Epoch, s.tasks.Clock(), l.Parts(%d), s.tasks.Alarm, s.%s)\ns.tasks.Time(s.%s)",
			st.Field, st.Index+1, d.KeyFunc, st.Stage.Index, d.Fire, st.Field)
		return
	}
	parts := "1"
	if st.Global == nil {
		parts = fmt.Sprintf("l.Parts(%d)", st.Stage.Index)
	}
	if d.Kind == topo.VersionedStore {
		if follows != "" {
			follows = ".Follow(" + follows + ")"
		}
		set("s.%s = state.NewVersioned(store.NewTable[state.Versions[%s]](&s.Epoch), %d, %s(), %s(), %d, %s)%s",
			st.Field, g.typ(st.Value.Type), st.Index+1, d.KeyFunc, d.ValueFunc, d.Retention, parts, follows)
		return
	}
	form := [...]string{plan.PlainForm: "Plain", plan.TimedForm: "Timed", plan.HeadedForm: "Headed"}[d.Form]
	rows += fmt.Sprintf(", %s(), state.%s(%s())", d.KeyFunc, form, d.ValueFunc)
	switch d.Kind {
	case topo.WindowStore:
		dup := ""
		if d.Duplicates {
			dup = ", Duplicates: true"
		}
		set("s.%s = state.NewWindow(%s, state.WindowOptions{Size: %d, Retention: %d%s}, %s)", st.Field, rows, d.Size, d.Retention, dup, parts)
	case topo.SessionStore:
		set("s.%s = state.NewSession(%s, %d, %s)", st.Field, rows, d.Retention, parts)
	default:
		set("s.%s = state.NewKeyValue(%s, %d)", st.Field, rows, st.LRU)
	}
}

// ownRows spells the rows of a declared store where it is written.
func (g *gen) ownRows(st *plan.Store) string {
	row := "Values"
	if st.Declared.Form == plan.HeadedForm {
		row = "WithHeaders"
	}
	return fmt.Sprintf("state.NewOrdered(%d, state.%s, &s.Epoch, s.tasks.Clock())", st.Index+1, row)
}

// userStoreCodecs declares how a declared store's keys and values become bytes.
func (g *gen) userStoreCodecs(st *plan.Store) {
	g.stateCodec(st.Declared.KeyFunc, "keys of store "+st.Name, st.Key)
	if st.Declared.Kind == topo.TimerStore {
		return
	}
	g.stateCodec(st.Declared.ValueFunc, "values of store "+st.Name, st.Value)
}

func (g *gen) stateCodec(name, what string, c *topo.Codec) {
	typ := g.typ(c.Type)
	pointer := strings.HasPrefix(c.Type.String(), "*")
	v := "*v"
	if pointer {
		v = "**v"
	}
	call, fails := g.appendTo("b", v, c)
	d := g.decoder(c, plan.Demand{All: true, Any: true})
	if g.err != nil {
		return
	}
	if !fails {
		call += ", nil"
	}
	decode := ""
	switch {
	case d.Total && pointer:
		decode = fmt.Sprintf("x := %s\n*v = &x\nreturn true", g.text(d.Value(jen.Id("b"))))
	case d.Total:
		decode = fmt.Sprintf("*v = %s\nreturn true", g.text(d.Value(jen.Id("b"))))
	case pointer:
		decode = fmt.Sprintf("x := new(%s)\n*v = x\nreturn %s", strings.TrimPrefix(typ, "*"), g.decodeInto(d, "b", "*x"))
	default:
		decode = "return " + g.decodeInto(d, "b", "*v")
	}
	extra := ""
	if pointer || c.Kind == "Bytes" {
		extra = fmt.Sprintf("Null: func(v *%s) bool { return *v == nil },\n", typ)
	} else if !pointers(c.Type) && !fails {
		extra = "Flat: true,\n"
	}
	g.inState(`// %s is what the %s are as bytes.
func %s() state.Codec[%s] {
	return state.Codec[%s]{
		Append: func(b []byte, v *%s) ([]byte, error) { return %s },
		Decode: func(b []byte, v *%s) bool {
			%s
		},
		%s}
}`,
		name, what, name, typ, typ, typ, call, typ, decode, extra)
}
