package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// closing declares the method that sends windows on when they have closed.
func (g *gen) closing(s *plan.Step) {
	st := s.Store
	w := g.writer("continue")
	for _, n := range []string{"l", "s", "h", "c", "head", "streamTime"} {
		w.names[n] = true
	}
	e := &env{head: "&head", fields: "B: h.B, I: h.I", bare: bare(s, "h"), origin: "h.Source()", batch: "h.B", index: "h.I", hash: "c.Hash", part: "c.Part", headers: "h.Headers()", at: "l.At"}
	ts := "c.TS"
	if st.Window.Kind == plan.SessionWindows {
		ts = "c.End"
	}
	w.lazy("head", "head := lane.Head{%s, Hash: c.Hash, TS: %s, Part: c.Part}", e.from(), ts)
	key := cell{slot: s.In.Key.Known()}
	if s.Next[0].Need.Key {
		key = w.closedKey(s, e, key)
	}
	e.key = key
	w.windowKey(s, e, "c.Start", "c.End")
	none := w.fresh("none")
	w.lazy(none, "var %s %s", none, g.slot(s.Out.Value))
	out := e.changed(w.stored(s, "c.Agg", "false"), cell{expr: none, null: "true", slot: s.Out.Value}, ts)
	w.children(s, &out)
	body := fmt.Sprintf("for _, c := range s.%s.Close(streamTime, l.Now()) {\n%s}", st.Field, w.text())
	g.decl("// %s sends the windows on that have closed at a stream time, with the headers of the record at hand.\nfunc (s *%s) %s(h *lane.Head, streamTime int64) {\nl := s.lane\n%s\n}",
		st.Window.Close, s.Stage.Type, st.Window.Close, body)
}

// closedKey decodes the key of a window from the bytes that the store has of it.
func (w *writer) closedKey(s *plan.Step, e *env, key cell) cell {
	key.expr = w.fresh("inner")
	typ := w.g.slot(key.slot)
	w.take(s, e, "c.Key", key.expr, strings.TrimPrefix(typ, "*"))
	if strings.HasPrefix(typ, "*") {
		p := w.fresh(key.expr)
		w.f("%s := &%s", p, key.expr)
		key.expr = p
	}
	return key
}

// take decodes a store's key into a new variable.
func (w *writer) take(s *plan.Step, e *env, raw, name, typ string) {
	g := w.g
	d := g.decoder(s.Store.Key, demandOf(true))
	if g.err != nil {
		return
	}
	if d.Total {
		w.f("%s := %s", name, g.text(d.Value(jen.Id(raw))))
		return
	}
	w.f("var %s %s\nif !%s {", name, typ, g.text(d.Call(jen.Id(raw), jen.Id(name))))
	w.failed(e, s.Node, g.reason(d, raw))
	w.f("}")
}
