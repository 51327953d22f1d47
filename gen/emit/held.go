package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// heldTypes declares the records in which what was held back goes on.
func (g *gen) heldTypes() {
	for _, s := range g.p.Stages {
		for _, h := range s.Held {
			g.record(&h.Hop, fmt.Sprintf("%s is an update that the %s lets go.", h.Type, h.Word()))
			if h.Suppress != nil {
				g.takeHeld(h)
			}
		}
	}
}

// takeHeld declares what makes a record of a suppression's bytes.
func (g *gen) takeHeld(h *plan.Held) {
	var b strings.Builder
	decode := func(dst, src string, null bool, slot plan.Slot, c *topo.Codec) {
		d := g.decoder(c, plan.Demand{All: true, Any: true})
		if g.err != nil {
			return
		}
		if null {
			fmt.Fprintf(&b, "if %s != nil {\n", src)
		}
		to := dst
		if isPointer(slot) {
			fmt.Fprintf(&b, "%s = new(%s)\n", dst, strings.TrimPrefix(g.slot(slot), "*"))
			to = "*" + dst
		}
		if d.Total {
			fmt.Fprintf(&b, "%s = %s\n", to, g.text(d.Value(jen.Op(src))))
		} else {
			fmt.Fprintf(&b, "if !%s {\nreturn &r.Head, false\n}\n", g.decodeInto(d, src, to))
		}
		if null {
			b.WriteString("}\n")
		}
	}
	for _, f := range g.hopFields(&h.Hop) {
		switch f.name {
		case "Key":
			decode("r.Key", "key", false, h.Record.Key, h.Key)
		case "KeyBytes":
			if f.typ == "[]byte" {
				b.WriteString("r.KeyBytes = key\n")
			} else {
				b.WriteString("copy(r.KeyBytes[:], key)\n")
			}
		case "Value":
			decode("r.Value", "now", true, h.Record.Value, h.Store.Value)
		case "NoValue":
			b.WriteString("r.NoValue = now == nil\n")
		case "Old":
			decode("r.Old", "was", true, h.Record.Value, h.Store.Value)
		case "NoOld":
			b.WriteString("r.NoOld = was == nil\n")
		}
	}
	g.inState("// take%s makes the record that goes on of what was held back.\nfunc take%s(key, now, was []byte, r *%s) (*lane.Head, bool) {\n%sreturn &r.Head, true\n}",
		title(h.Type), title(h.Type), h.Type, b.String())
}

// suppress gives an update to the buffer, as bytes; what is due goes on behind the batch.
func (w *writer) suppress(s *plan.Step, e *env) {
	h := s.Held
	w.at(s)
	kb := w.keyBytes(e, h.Key, s.Node)
	now := w.bytes(e, e.val, "l.Scratch", h.Store.Value, s.Node)
	was := w.bytes(e, e.old, "s.vbuf", h.Store.Value, s.Node)
	time := e.ts
	if h.Suppress.Final {
		time = e.key.expr + ".End"
	}
	head := w.fresh("head")
	w.f("%s := lane.Head{%s, Hash: %s, TS: %s, Part: %s}", head, e.from(), e.hash, e.ts, e.part)
	put := fmt.Sprintf("s.%s.Put(%s, %s, %s, %s, &%s)", h.Field, kb, time, now, was, head)
	if !h.Suppress.ShutDown {
		w.f("%s // an error is a full buffer's that may not send early", put)
		return
	}
	w.f("if err := %s; err != nil {", put)
	w.failed(e, s.Node, "err")
	w.f("}")
}

// cache keeps an update back if caches are on: then the record has come to its end. at is the entry's place, start and end the
// window's bounds; had and has say whether there was a row before and is one now.
func (w *writer) cache(s *plan.Step, e *env, at, start, end, had string) {
	if s.Held == nil {
		return
	}
	h := &s.Held.Hop
	c, r, first := w.fresh("c"), w.fresh("held"), w.fresh("first")
	w.f("if %s := s.%s; %s.On() {", c, h.Field, c)
	var old []field
	for _, f := range w.g.hopFields(h) {
		if f.name == "Old" || f.name == "NoOld" {
			old = append(old, f)
		}
	}
	if len(old) == 0 {
		first = "_"
	}
	w.f("%s, %s := %s.Put(%s, %s, %s, %s, %s)", r, first, c, at, start, end, had, orTrue(e.val.there()))
	of := *e
	if st := s.Store.Window; st != nil && st.Kind == plan.SessionWindows {
		of.headers = "" // from its cache a session is sent with those of its last record
	}
	w.f("%s.Head = lane.Head{%s, Hash: %s, TS: %s, Part: %s}", r, of.from(), e.hash, e.ts, e.part)
	for _, f := range w.g.hopFields(h) {
		if f.name == "KeyBytes" {
			kb := w.keyBytes(e, h.Key, s.Node)
			if f.typ == "[]byte" {
				w.f("%s.KeyBytes = append(%s.KeyBytes[:0], %s...)", r, r, kb)
			} else {
				w.f("copy(%s.KeyBytes[:], %s)", r, kb)
			}
		}
	}
	if len(old) > 0 {
		w.f("if %s {", first)
		for _, f := range old {
			switch {
			case f.name == "NoOld":
				w.f("%s.NoOld = %s", r, not(had))
			case strings.HasPrefix(f.typ, "*"): // nil says that there was no row
				w.f("if %s {\n%s.Old = %s\n}", had, r, e.old.expr)
			default:
				w.f("%s.Old = %s", r, e.old.expr)
			}
		}
		w.f("}")
	}
	present := *e
	present.old = cell{}
	w.fillNew(h, &present, r)
	w.f("%s\n}", w.drop)
}

// heldFields declares what a stage holds back with.
func (g *gen) heldFields(s *plan.Stage, field, set func(string, ...any)) {
	var items []string
	for _, h := range s.Held {
		prefetch := "nil"
		if len(h.Entry.Touches) > 0 {
			prefetch = "s." + prefetchName(h.Entry)
		}
		if h.Suppress == nil {
			field("%s *lane.Cache[%s]", h.Field, h.Type)
			set("s.%s = lane.NewCache[%s](l)", h.Field, h.Type)
		}
		items = append(items, fmt.Sprintf("{Holder: s.%s, In: lane.In(s.%s, %s)}", h.Field, h.Entry.Name, prefetch))
	}
	if len(items) > 0 {
		set("s.Held = []lane.Held{%s}", strings.Join(items, ", "))
	}
}

// buffer makes a suppression's store.
func (g *gen) buffer(h *plan.Held, set func(string, ...any)) {
	p := h.Suppress
	settings := fmt.Sprintf("Wait: %d", p.Wait)
	add := func(name string, n int64) {
		if n != 0 {
			settings += fmt.Sprintf(", %s: %d", name, n)
		}
	}
	add("MaxRecords", p.MaxRecords)
	add("MaxBytes", p.MaxBytes)
	if p.ShutDown {
		settings += ", ShutDown: true"
	}
	if p.Final {
		settings += ", Final: true"
	}
	if p.Windows {
		add("Tail", int64(boundsLen(h.Key)))
	}
	owns := "func(_ int32, hash uint32) bool { return l.Owns(hash) }"
	if h.From.ByPartition {
		owns = "func(part int32, _ uint32) bool { return l.OwnsPartition(part) }"
	}
	set("s.%s = suppress.New[%s](suppress.Settings{%s}, &s.Epoch, %d, %s)\ns.%s.Decode = take%s", h.Field, h.Type, settings, h.Store.Index+1, owns, h.Field, title(h.Type))
}

// bufferMarks are the marks of a stage's suppressions.
func bufferMarks(s *plan.Stage) (all []mark) {
	for _, h := range s.Held {
		if h.Suppress != nil {
			all = append(all, mark{h.Field + ".Time", h.Store.Name + "/time"})
		}
	}
	return all
}
