package emit

import (
	"fmt"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// keeping is how a store keeps values.
type keeping uint8

const (
	flat  keeping = iota // as they are: no pointers in them
	text                 // a string, copied
	blob                 // bytes, copied
	eager                // encoded when they are put, and decoded from that: what aliases a batch must not be kept, or they may have no bytes
)

func (g *gen) keeps(st *plan.Store) keeping {
	switch {
	case isString(st.Value) && g.typ(st.Elem) == "string":
		return text
	case isBytes(st.Value):
		return blob
	case g.appender(st.Value).Fails || pointers(st.Elem):
		return eager
	}
	return flat
}

// pointers says whether a value has any.
func pointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return pointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if pointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// ours spells something of the stage; in an entry's loop by a variable that is set ahead of it.
func (w *writer) ours(name, expr string) string {
	if !w.entry {
		return expr
	}
	if w.known == nil {
		w.known = map[string]string{}
	}
	if w.known[expr] == "" {
		w.known[expr] = w.fresh(name)
		w.hoist(w.known[expr] + " := " + expr)
	}
	return w.known[expr]
}

// table spells a store's table, places where the batch's keys lie in it. An LRU store notes itself what is used.
func (w *writer) table(st *plan.Store) string {
	if st.Shape() == plan.RecentRows {
		return w.ours(holder(st), "s."+holder(st))
	}
	return w.ours(holder(st), "s."+holder(st)+".Table")
}

// touch spells that an entry was changed.
func (w *writer) touch(st *plan.Store, e *env, x, at string) {
	now := ""
	if st.Shape() == plan.RecentRows {
		now = ", " + e.ts
	}
	w.f("%s.Touch(%s, %s%s)", w.table(st), x, at, now)
}

// kvType spells the type of a store that keeps the last value of a key.
func kvType(st *plan.Store) string {
	if st.Shape() == plan.RecentRows {
		return fmt.Sprintf("*store.LRU[%s]", st.Row)
	}
	return fmt.Sprintf("*store.KV[%s]", st.Row)
}

// kvStore spells how one is made.
func kvStore(st *plan.Store) string {
	row := title(st.Row)
	kv := fmt.Sprintf("store.KV[%s]{\nTable: store.NewTable[%s](&s.Epoch), CF: %d,\nPut: put%s, Get: get%s,\n}", st.Row, st.Row, st.Index+1, row, row)
	if st.Shape() == plan.RecentRows {
		return fmt.Sprintf("store.NewLRU(%s, %d, l.OwnsPartition)", kv, st.LRU)
	}
	return "&" + kv
}

// place spells where the record's key lies in a store's table, as far as that was looked up with the batch.
func (w *writer) place(st *plan.Store, e *env) string {
	if e.ask {
		return fmt.Sprintf("s.%s.Ask(%s, %s, %s)", holder(st), e.part, e.entryKey, e.hash)
	}
	if e.at == "" {
		return "0"
	}
	return w.places(st) + "[" + e.at + "]"
}

func (w *writer) places(st *plan.Store) string { return w.ours(atField(st), "s."+atField(st)) }

// clone spells a copy of a value that aliases nothing.
func clone(k keeping, v string) string {
	switch k {
	case text:
		return "strings.Clone(" + v + ")"
	case blob:
		return "bytes.Clone(" + v + ")"
	}
	return v
}

// agg is the type of a window's aggregate in its slot.
func (g *gen) agg(st *plan.Store) string {
	if g.keeps(st) == eager {
		return strings.TrimSuffix(st.Row, "Row") + "Agg"
	}
	return g.typ(st.Elem)
}

// inState adds a declaration about state.
func (g *gen) inState(format string, args ...any) {
	g.state = append(g.state, g.apart(qualify(fmt.Sprintf(format, args...))))
}

// rows declares what stores keep, and how that becomes bytes.
func (g *gen) rows() {
	for _, st := range g.p.Stores {
		switch st.Shape() {
		case plan.UserRows:
			g.userStoreCodecs(st)
		case plan.VersionRows:
			g.stateCodec(st.KeyFunc, "keys of store "+st.Name, st.Key.Plain())
			g.stateCodec(st.ValueFunc, "values of store "+st.Name, st.Value.Plain())
		case plan.SideRows:
			g.values(st, "the value of a record")
		case plan.ListRows:
			g.values(st, "the aggregate of a window")
		case plan.RingRows:
			g.ring(st)
		case plan.KeyRows, plan.RecentRows:
			g.row(st)
		}
	}
	for _, x := range g.p.Globals {
		if x.Stage != nil {
			g.userStoreCodecs(x.Store)
			continue
		}
		g.row(x.Store)
	}
}

// row declares a row with its timestamp, and how it becomes bytes.
func (g *gen) row(st *plan.Store) {
	k := g.keeps(st)
	raw := ""
	if k == eager {
		raw = "Raw []byte // what V was decoded from, and aliases\n"
	}
	g.inState("// %s is a row of store %s.\ntype %s struct {\nTS int64\n%sV %s\n}", st.Row, st.Name, st.Row, raw, g.typ(st.Elem))
	put := "append(b, v.Raw...)"
	if k != eager {
		put, _ = g.appendTo("b", "v.V", st.Value)
	}
	get := g.take(st, k, "row[8:]", "v")
	g.inState("func put%s(b []byte, v *%s) []byte {\nb = codec.AppendInt64(b, v.TS)\nreturn %s\n}", title(st.Row), st.Row, put)
	g.inState("func get%s(row []byte, v *%s) bool {\nv.TS = codec.GetInt64(row)\n%s}", title(st.Row), st.Row, get)
}

func title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// take spells the reading of a kept value into dst.V, or dst itself; what is kept is copied.
func (g *gen) take(st *plan.Store, k keeping, src, dst string) string {
	d := g.decoder(st.Value, plan.Demand{All: true, Any: true})
	if g.err != nil {
		return ""
	}
	switch k {
	case text:
		return fmt.Sprintf("%s.V = string(%s)\nreturn true\n", dst, src)
	case blob:
		return fmt.Sprintf("%s.V = bytes.Clone(%s)\nreturn true\n", dst, src)
	case eager:
		return fmt.Sprintf("%s.Raw = bytes.Clone(%s)\nreturn %s\n", dst, src, g.text(d.Call(jen.Op(dst+".Raw"), jen.Op(dst+".V"))))
	}
	return fmt.Sprintf("return %s\n", g.text(d.Call(jen.Op(src), jen.Op(dst+".V"))))
}

// ring declares the windows of a key.
func (g *gen) ring(st *plan.Store) {
	g.inState("// %s is a row of store %s: the windows of a key.\ntype %s struct{ Slots [%d]window.Slot[%s] }", st.Row, st.Name, st.Row, st.Window.Slots, g.agg(st))
	g.values(st, "the aggregate of a window")
}

// values declares what is kept in a list or ring, and how that becomes bytes.
func (g *gen) values(st *plan.Store, what string) {
	k, a := g.keeps(st), g.agg(st)
	d := g.decoder(st.Value, plan.Demand{All: true, Any: true})
	if g.err != nil {
		return
	}
	switch k {
	case eager:
		g.inState("// %s is %s.\ntype %s struct {\nRaw []byte // what V was decoded from, and aliases\nV %s\n}", a, what, a, g.typ(st.Elem))
		g.inState("func put%s(b []byte, v *%s) []byte { return append(b, v.Raw...) }", title(st.Row), a)
		g.inState("func get%s(b []byte, v *%s) bool {\n%s}", title(st.Row), a, g.take(st, k, "b", "v"))
	case text, blob:
		g.inState("func put%s(b []byte, v *%s) []byte { return append(b, *v...) }", title(st.Row), a)
		from := "string(b)"
		if k == blob {
			from = "bytes.Clone(b)"
		}
		g.inState("func get%s(b []byte, v *%s) bool {\n*v = %s\nreturn true\n}", title(st.Row), a, from)
	default:
		call, _ := g.appendTo("b", "*v", st.Value)
		g.inState("func put%s(b []byte, v *%s) []byte { return %s }", title(st.Row), a, call)
		g.inState("func get%s(b []byte, v *%s) bool { return %s }", title(st.Row), a, g.decodeInto(d, "b", "*v"))
	}
}

// kept writes what a store keeps of a value: a row or aggregate type with the value in it. live says whether there is one.
func (w *writer) kept(s *plan.Step, e *env, typ string, v cell, ts string) (row, live string) {
	st, k := s.Store, w.g.keeps(s.Store)
	if v.null == "" && k != eager {
		if untimed(st) {
			return clone(k, v.elem()), "true"
		}
		return fmt.Sprintf("%s{TS: %s, V: %s}", typ, ts, clone(k, v.elem())), "true"
	}
	row = w.fresh("row")
	begin := func(ts string) {
		if untimed(st) {
			w.f("var %s %s", row, typ)
		} else {
			w.f("%s := %s{TS: %s}", row, typ, ts)
		}
	}
	switch {
	case v.null == "":
		begin(ts)
		w.eager(s, e, row, v)
		return row, "true"
	case untimed(st) && k != eager:
		w.f("var %s %s\nif %s {\n%s = %s\n}", row, typ, not(v.null), row, clone(k, v.elem()))
		return row, not(v.null)
	}
	begin(e.ts) // a delete has the record's timestamp
	w.f("if %s {", not(v.null))
	if ts != e.ts && !untimed(st) {
		w.f("%s.TS = %s", row, ts)
	}
	if k == eager {
		w.eager(s, e, row, v)
	} else {
		w.f("%s.V = %s", row, clone(k, v.elem()))
	}
	w.f("}")
	return row, not(v.null)
}

// eager encodes a value, or copies the bytes it came in, and decodes what is kept from that.
func (w *writer) eager(s *plan.Step, e *env, row string, v cell) {
	g := w.g
	d := g.decoder(s.Store.Value, plan.Demand{All: true, Any: true})
	if g.err != nil {
		return
	}
	decode := g.text(d.Call(jen.Op(row+".Raw"), jen.Op(row+".V")))
	unchanged := s.Kind == plan.Table || s.Kind == plan.TableFilter || s.Kind == plan.JoinStreams
	if unchanged && e.raw != "" && s.In.RawValue != nil && s.In.RawValue.Equal(s.Store.Value) {
		w.f("%s.Raw = bytes.Clone(%s)", row, e.raw)
		if !e.undecoded {
			w.f("%s", decode)
			return
		}
		w.f("if !%s {", decode)
		w.malformed(s.From, e, g.reason(d, row+".Raw"))
		w.f("}")
		return
	}
	call, fails := g.appendTo("nil", v.elem(), s.Store.Value)
	w.set(s, e, row+".Raw", call, fails)
	w.f("if !%s {", decode)
	w.failed(e, s.Node, g.reason(d, row+".Raw"))
	w.f("}")
}

// set writes a value's bytes, which a call gives, to a place; if it fails, an error ends the record.
func (w *writer) set(s *plan.Step, e *env, to, call string, fails bool) {
	if !fails {
		w.f("%s = %s", to, call)
		return
	}
	data := w.fresh("data")
	w.f("%s, err := %s", data, call)
	w.fail(e, s.Node)
	w.f("%s = %s", to, data)
}

// malformed hands a record that a codec refused to the deserialization handler and ends it.
func (w *writer) malformed(s *plan.Step, e *env, reason string) {
	w.f("if l.Malformed(%s, %s, %s, %s) {\nreturn\n}\n%s", w.g.node(s.Node), e.batch, e.index, reason, w.drop)
}
