package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// wait puts a record into the buffer of its join and joins those that have waited long enough, by their timestamps. One that
// is too old for the buffer, or has no key to wait by, is joined at once.
func (w *writer) wait(s *plan.Step, e *env) {
	st, join := s.Store, s.Next[0]
	w.dropNullValue(join.Node, e)
	if !join.Left {
		w.dropNullKey(s, e)
	}
	at := *e
	if e.key.null != "" {
		w.f("if %s {", e.key.null)
		w.child(s, join, at, true)
		w.f("%s\n}", w.drop)
		e.key.null = ""
	}
	kb := w.keyBytes(e, st.Key, s.Node)
	vb := w.bytes(e, e.val, "l.Scratch", st.Value, s.Node)
	w.f("if s.%s.Add(%s, %s, %s, %s, %s, %s, %s) {", st.Field, e.part, e.hash, e.ts, kb, vb, e.headers, e.origin)
	w.child(s, join, *e, false)
	w.f("}")
	x, h := w.fresh("x"), w.fresh("h")
	w.f("for %s := s.%s.Next(); %s != nil; %s = s.%s.Next() {", x, st.Field, x, x, st.Field)
	w.f("%s := lane.Head{B: &%s.B, Hash: %s.Hash, TS: %s.TS, Part: %s.Part}", h, x, x, x, x)
	key := w.own(st.Key, x+".B.Key(0)", "key", join.In.Key)
	val := w.own(st.Value, x+".B.Value(0)", "v", join.In.Value)
	out := &env{head: "&" + h, origin: h + ".Source()", ts: x + ".TS", rawKey: x + ".B.Key(0)"}
	out.key, out.val = cell{expr: key, slot: join.In.Key}, cell{expr: val, slot: join.In.Value}
	w.child(s, join, *out, false)
	w.f("}")
}

// own spells the value of bytes that were made here, by their codec.
func (w *writer) own(c *topo.Codec, raw, name string, slot plan.Slot) string {
	d := w.g.decoder(c, plan.Demand{All: true, Any: true})
	if w.g.err != nil {
		return ""
	}
	v := w.fresh(name)
	typ := strings.TrimPrefix(w.g.slot(slot), "*")
	if d.Total {
		w.f("%s := %s", v, w.g.text(d.Value(jen.Op(raw))))
	} else {
		w.f("var %s %s\n%s", v, typ, w.g.text(d.Call(jen.Op(raw), jen.Op(v))))
	}
	if isPointer(slot) {
		return "&" + v
	}
	return v
}

// bufferStore makes the buffer of a join.
func (g *gen) bufferStore(st *plan.Store, set func(string, ...any)) {
	owns := "func(_ int32, hash uint32) bool { return l.Owns(hash) }"
	if st.Stage.ByPartition {
		owns = "func(part int32, _ uint32) bool { return l.OwnsPartition(part) }"
	}
	set("%s", fmt.Sprintf("s.%s = state.NewBuffer(%d, &s.Epoch, %d, %s)", st.Field, st.Index+1, st.Grace, owns))
}
