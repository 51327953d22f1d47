package emit

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// lists updates windows that are kept as lists: the store says what a record does to which, the new aggregates are computed
// from the old ones, then every window is set and sent on. The user's code runs ahead of all changes. W3
func (w *writer) lists(s *plan.Step, e *env) {
	st := s.Store
	w.dropNullKey(s, e)
	if st.Window.Kind == plan.SlidingWindows && e.val.null != "" {
		w.dropIf(e.val.null, s.Node, "NullValue")
		e.val.null = ""
	}
	w.f("s.%s = max(s.%s, %s)", s.Name, s.Name, e.ts)
	if st.Window.Unlimited != nil {
		w.f("if %s < s.%s.From { // ahead of the only window there is\n%s\n}", e.ts, st.Field, w.drop)
	}
	if s.Kind != plan.WindowCount {
		w.dropNull(s, e)
	}
	x, at := w.hold(st, e)
	if st.Window.Kind == plan.SessionWindows {
		w.sessions(s, e, x, at)
	} else {
		w.moves(s, e, x, at)
	}
	if st.Window.OnClose {
		alone := "l.Lanes == 1"
		if st.Window.Kind == plan.SlidingWindows {
			alone += fmt.Sprintf(" && !s.%s.Early(%s)", st.Field, e.ts)
		}
		w.f("s.%s.Due(%s, %s)\nif %s {\ns.%s(%s, s.%s)\n}", st.Field, x, at, alone, st.Window.Close, e.head, s.Name)
	}
}

// moves is sliding and time windows.
func (w *writer) moves(s *plan.Step, e *env, x, at string) {
	g, st := w.g, s.Store
	moves, m, from := w.fresh("moves"), w.fresh("m"), w.fresh("from")
	switch {
	case st.Window.Kind == plan.SlidingWindows:
		some := w.fresh("some")
		w.f("%s, %s := s.%s.Slide(&%s.Val, %s, s.%s)", moves, some, st.Field, x, e.ts, s.Name)
		w.f("if !%s {\nl.Drop(%s, abi.Late)\n%s\n}", some, g.node(s.Node), w.drop)
	case st.Window.Unlimited != nil:
		w.f("%s := s.%s.Span(&%s.Val, s.%s.From, s.%s.From, 1, %s, s.%s)", moves, st.Field, x, st.Field, st.Field, e.ts, s.Name)
	default:
		geometry := st.Window.Func + "()"
		w.f("%s := s.%s.Span(&%s.Val, %s.First(%s), %s.Last(%s), %s.Advance, %s, s.%s)", moves, st.Field, x, geometry, e.ts, geometry, e.ts, geometry, e.ts, s.Name)
	}
	w.f("for i := range %s {\n%s := &%s[i]", moves, m, moves)
	w.f("if %s.Late {\nl.Drop(%s, abi.Late)\ncontinue\n}", m, g.node(s.Node))
	if st.Window.Kind == plan.SlidingWindows {
		noOld := ""
		if s.SendOld {
			noOld = ", " + m + ".NoOld"
			w.f("if %s.Copy {\n%s.Agg%s = %s.Val.W[%s.From].Agg, true\ncontinue\n}", m, m, noOld, x, m)
		} else {
			w.f("if %s.Copy {\n%s.Agg = %s.Val.W[%s.From].Agg\ncontinue\n}", m, m, x, m)
		}
	}
	w.f("%s := %s.From", from, m)
	now, was := w.grown(s, e, from+" >= 0", fmt.Sprintf("%s.Val.W[%s].Agg", x, from))
	agg, live := w.kept(s, e, g.agg(st), now, e.ts)
	w.f("%s.Agg = %s", m, agg)
	if live != "true" {
		w.f("%s.Null = %s", m, now.null)
	}
	if s.SendOld {
		w.oldOf(s, m, was)
	}
	w.f("}")
	w.f("for i := range %s {\n%s := &%s[i]\nif %s.Late {\ncontinue\n}", moves, m, moves, m)
	w.f("s.%s.Set(&%s.Val, %s, %s)\ns.%s.Changed(%s, %s)", st.Field, x, m, e.ts, st.Field, x, at)
	if !st.Window.OnClose {
		out := *e
		w.windowKey(s, &out, m+".Start", m+".End")
		now, was := w.stored(s, m+".Agg", m+".Null"), cell{}
		if s.SendOld {
			was = w.stored(s, m+".Old", m+".NoOld")
			was.null = m + ".NoOld"
		}
		drop := w.drop
		w.drop = "continue"
		w.update(s, &out, now, was, m+".TS", at, m+".Start", m+".End", m+".From >= 0")
		w.drop = drop
	}
	w.f("}")
}

// windowKey makes the record's key that of a window.
func (w *writer) windowKey(s *plan.Step, out *env, start, end string) {
	key := w.fresh("key")
	w.lazy(key, "%s := record.Windowed[%s]{Key: %s, Start: %s, End: %s}", key, w.g.typ(s.In.Key.Type), out.key.expr, start, end)
	out.key, out.rawKey, out.entryKey = cell{expr: key, slot: s.Out.Key}, "", ""
}

// grown writes the new aggregate of a window, from what it has or from the beginning. was is what children may see as its
// old value.
func (w *writer) grown(s *plan.Step, e *env, has, value string) (now, was cell) {
	g, out := w.g, s.Out.Value
	if g.keeps(s.Store) == eager {
		value += ".V"
	}
	v, old := w.fresh("v"), w.fresh("old")
	was = cell{expr: old, slot: out}
	switch s.Kind {
	case plan.WindowCount:
		w.f("%s := int64(1)\nif %s {\n%s = %s + 1\n}", v, has, v, value)
		w.lazy(old, "%s := %s - 1 // 0 at first, as Kafka Streams has it", old, v)
	case plan.WindowReduce:
		w.f("var %s %s\n%s := %s\nif %s {", old, g.slot(out), v, e.val.expr, has)
		w.assignStored(out, old, value)
		w.at(s)
		w.f("%s = %s\n}", v, g.call(s.Fns[0], old, e.val.expr))
		was.null = strings.Replace(has, ">=", "<", 1)
	default:
		w.at(s)
		w.f("var %s %s\nif %s {", old, g.slot(out), has)
		w.assignStored(out, old, value)
		w.f("} else {\n%s = %s\n}", old, g.call(s.Fns[0]))
		w.f("%s := %s", v, g.call(s.Fns[1], e.key.expr, e.val.expr, old))
		if out.Null == plan.Nil {
			was.null = old + " == nil"
		}
	}
	now = cell{expr: v, slot: out}
	if out.Null == plan.Nil {
		now.null = v + " == nil"
	}
	return now, was
}

// assignStored gives a variable of the form that functions see what a store has.
func (w *writer) assignStored(out plan.Slot, to, value string) {
	if !isPointer(out) {
		w.f("%s = %s", to, value)
		return
	}
	kept := w.fresh("kept")
	w.f("%s := %s\n%s = &%s", kept, value, to, kept)
}

// oldOf keeps the old value of a move for those that see it.
func (w *writer) oldOf(s *plan.Step, m string, was cell) {
	field := m + ".Old"
	if w.g.keeps(s.Store) == eager {
		field += ".V"
	}
	if was.null == "" {
		w.f("%s = %s", field, was.elem())
		return
	}
	w.f("%s.NoOld = %s\nif !%s.NoOld {\n%s = %s\n}", m, was.null, m, field, was.elem())
}

// stored is a value that a store has, in the form that functions see.
func (w *writer) stored(s *plan.Step, value, null string) cell {
	out := s.Out.Value
	if w.g.keeps(s.Store) == eager {
		value += ".V"
	}
	switch {
	case isPointer(out):
		v, kept := w.fresh("v"), w.fresh("kept")
		w.lazy(v, "var %s %s\nif !%s {\n%s := %s\n%s = &%s\n}", v, w.g.slot(out), null, kept, value, v, kept)
		return cell{expr: v, null: v + " == nil", slot: out}
	case out.Null == plan.Nil:
		return cell{expr: value, null: null, slot: out}
	}
	return cell{expr: value, slot: out}
}

// sessions joins the record and the sessions that it is near to into one. Those that became part of it are deleted, and a
// delete of each is sent ahead of the new one.
func (w *writer) sessions(s *plan.Step, e *env, x, at string) {
	g, st := w.g, s.Store
	j := w.fresh("j")
	w.f("%s := s.%s.Join(&%s.Val, %s, s.%s)", j, st.Field, x, e.ts, s.Name)
	w.f("if %s.Late {\nl.Drop(%s, abi.Late)\n} else {", j, g.node(s.Node))
	now := w.joined(s, e, j, x)
	agg, _ := w.kept(s, e, g.agg(st), now, e.ts)
	null := boolean(now.null)
	merged := w.fresh("merged")
	if st.Window.OnClose {
		merged = ""
	} else {
		merged += " := "
	}
	w.f("%ss.%s.Merge(&%s.Val, %s, %s, %s, %s)\ns.%s.Changed(%s, %s)", merged, st.Field, x, j, e.ts, agg, null, st.Field, x, at)
	if !st.Window.OnClose {
		w.sessionResults(s, e, j, strings.TrimSuffix(merged, " := "), at, now)
	}
	w.f("}")
}

// sessionResults sends a delete of each session that is gone, and what came in their place: Kafka Streams' records of
// sessions have no headers.
func (w *writer) sessionResults(s *plan.Step, e *env, j, merged, at string, now cell) {
	g := w.g
	head, none := w.fresh("head"), w.fresh("none")
	w.f("%s := lane.Head{%s, Hash: %s, Part: %s, Bare: true}", head, e.fields, e.hash, e.part)
	w.lazy(none, "var %s %s", none, g.slot(s.Out.Value))
	out := *e
	out.head, out.headers = "&"+head, "nil"
	w.f("for i := range %s {\n%s := &%s[i]", merged, "gone", merged)
	dead := out
	w.windowKey(s, &dead, "gone.Start", "gone.End")
	was := cell{}
	if s.SendOld {
		was = w.stored(s, "gone.Agg", "false")
		was.null = ""
	}
	drop := w.drop
	w.drop = "continue"
	w.update(s, &dead, cell{expr: none, null: "true", slot: s.Out.Value}, was, "gone.End", at, "gone.Start", "gone.End", "true")
	w.drop = drop
	w.f("}")
	w.windowKey(s, &out, j+".Start", j+".End")
	w.update(s, &out, now, cell{expr: none, null: "true", slot: s.Out.Value}, j+".End", at, j+".Start", j+".End", "false")
}

// joined writes the aggregate of the sessions that the record joins, with the record.
func (w *writer) joined(s *plan.Step, e *env, j, x string) (now cell) {
	g, out := w.g, s.Out.Value
	value := x + ".Val.W[i].Agg"
	if g.keeps(s.Store) == eager {
		value += ".V"
	}
	v, old := w.fresh("v"), w.fresh("old")
	each := fmt.Sprintf("for i := %s.From; i < %s.To; i++ {", j, j)
	w.at(s)
	switch s.Kind {
	case plan.WindowCount:
		w.f("%s := int64(1)\n%s\n%s += %s\n}", v, each, v, value)
	case plan.WindowReduce:
		w.f("%s := %s\nif %s.From < %s.To {\nvar %s %s", v, e.val.expr, j, j, old, g.slot(out))
		w.f("%s", each)
		next := w.fresh("next")
		w.f("var %s %s", next, g.slot(out))
		w.assignStored(out, next, value)
		w.f("if i == %s.From {\n%s = %s\n} else {\n%s = %s\n}\n}", j, old, next, old, g.call(s.Fns[0], old, next))
		w.f("%s = %s\n}", v, g.call(s.Fns[0], old, e.val.expr))
	default:
		w.f("%s := %s\n%s", old, g.call(s.Fns[0]), each)
		next := w.fresh("next")
		if isPointer(out) {
			w.f("kept := %s\n%s := &kept", value, next)
		} else {
			w.f("%s := %s", next, value)
		}
		w.f("%s = %s\n}", old, g.call(s.Fns[2], e.key.expr, old, next))
		w.f("%s := %s", v, g.call(s.Fns[1], e.key.expr, e.val.expr, old))
	}
	now = cell{expr: v, slot: out}
	if out.Null == plan.Nil {
		now.null = v + " == nil"
	}
	return now
}

// closing declares the method that sends windows on when they have closed.
func (g *gen) closing(s *plan.Step) {
	st := s.Store
	w := g.writer("continue")
	for _, n := range []string{"l", "s", "h", "c", "head", "streamTime"} {
		w.names[n] = true
	}
	e := &env{head: "&head", fields: "B: h.B, I: h.I", origin: "h.Source()", batch: "h.B", index: "h.I", hash: "c.Hash", part: "c.Part", headers: "h.Headers()", at: "l.At"}
	key := cell{slot: plan.Slot{Type: s.In.Key.Type}}
	if s.Next[0].Need.Key {
		key = w.closedKey(s, e, key)
	}
	e.key = key
	w.windowKey(s, e, "c.Start", "c.End")
	ts := "c.TS"
	if st.Window.Kind == plan.SessionWindows {
		ts = "c.End"
	}
	none := w.fresh("none")
	w.lazy(none, "var %s %s", none, g.slot(s.Out.Value))
	w.changed(s, e, w.stored(s, "c.Agg", "false"), cell{expr: none, null: "true", slot: s.Out.Value}, ts)
	body := fmt.Sprintf("for _, c := range s.%s.Close(streamTime, l.Now()) {\nhead := lane.Head{B: h.B, I: h.I, Hash: c.Hash, TS: %s, Part: c.Part}\n%s}", st.Field, ts, w.text())
	g.decl("// %s sends the windows on that have closed at a stream time, with the headers of the record at hand.\nfunc (s *%s) %s(h *lane.Head, streamTime int64) {\nl := s.lane\n%s\n}",
		st.Window.Close, s.Stage.Type, st.Window.Close, body)
}

// closedKey decodes the key of a window from the bytes that the store has of it.
func (w *writer) closedKey(s *plan.Step, e *env, key cell) cell {
	key.expr = w.fresh("of")
	typ := w.g.typ(key.slot.Type)
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
	w.failed(e, s.Node, g.code(d.Reason(jen.Id(raw))))
	w.f("}")
}

// windowed says whether the record's key is that of a window, whose rows are found by other bytes than the entry's key.
func (e *env) windowed() bool { return e.key.slot.Windowed && e.entryKey == "" }

// windowRow spells the row of a window in the store of its aggregation. That is of the window's own key, which needs asking
// for where the record at hand is another key's.
func (w *writer) windowRow(t *plan.Step, e *env, inner bool) cell {
	st, out, row := t.Store, t.Out.Value, w.fresh("row")
	of := *e
	of.key = cell{expr: e.key.expr + ".Key", slot: plan.Slot{Type: e.key.slot.Type}}
	key := w.bytes(&of, of.key, "s.kbuf", st.Key, st.Node)
	end := ""
	if st.Window.Listed {
		end = ", " + e.key.expr + ".End"
	}
	w.f("%s := s.%s.Row(%s, codec.String(%s), %s, %s.Start%s)", row, st.Field, e.part, key, e.hash, e.key.expr, end)
	null, ts, value := row+" == nil", row+".TS", row+".Agg"
	if st.Window.Kind == plan.SessionWindows {
		ts = row + ".End"
	}
	if w.g.keeps(st) == eager {
		value += ".V"
	}
	if inner {
		w.f("if %s {\n%s\n}", null, w.drop)
		null = ""
	}
	if !isPointer(out) {
		return cell{expr: value, null: null, slot: present(out), ts: ts}
	}
	p, kept := w.fresh("other"), w.fresh("kept")
	if inner {
		w.f("%s := %s\n%s := &%s", kept, value, p, kept)
		return cell{expr: p, slot: out, ts: ts}
	}
	w.f("var %s %s\nif %s {\n%s := %s\n%s = &%s\n}", p, w.g.slot(out), not(null), kept, value, p, kept)
	return cell{expr: p, null: p + " == nil", slot: out, ts: ts}
}

// boundsLen is how many bytes of a windowed key are the window's; 0: it isn't one.
func boundsLen(c *topo.Codec) int {
	switch kind(c) {
	case "TimeWindowed":
		return 8
	case "SessionWindowed":
		return 16
	}
	return 0
}

// byInnerKey writes a record to the partition of the key that its windowed key has in it, as Kafka Streams does at sinks.
func (w *writer) byInnerKey(e *env, topic, kb, vb string, bounds int) {
	key := w.fresh("wkey")
	w.f("%s := %s", key, kb)
	if e.key.null != "" {
		w.f("if %s {\n%s.AppendKeyed(%s, nil, %s, %s)\n} else {", e.key.null, topic, e.ts, vb, e.headers)
		defer w.f("}")
	}
	w.f("%s.Append(codec.Murmur2(%s[:len(%s)-%d]), %s, %s, %s, %s)", topic, key, key, bounds, e.ts, key, vb, e.headers)
}

// windowedRow is the record as a store of windowed keys looks it up: by the bytes of the windowed key.
func (w *writer) windowedRow(st *plan.Store, e *env) *env {
	row := *e
	key := w.fresh("wkey")
	w.f("%s := %s", key, w.bytes(e, e.key, "s.kbuf", st.Key, st.Node))
	row.entryKey, row.hash, row.ask = "codec.String("+key+")", "codec.Murmur2("+key+")", true
	return &row
}

// listStore makes a store of lists.
func (g *gen) listStore(st *plan.Store, set func(string, ...any)) {
	w, a := st.Window, g.agg(st)
	kind := map[plan.WindowKind]string{plan.TimeWindows: "Time", plan.SlidingWindows: "Sliding", plan.SessionWindows: "Session"}[w.Kind]
	more := ""
	if w.OnClose {
		more = "OnClose: true, Alone: l.Lanes == 1, Every: l.CloseEvery(), Owns: l.Owns,\n"
		if st.Stage.ByPartition {
			more = strings.Replace(more, "Owns: l.Owns", "Part: l.OwnsPartition", 1)
		}
	}
	if w.Unlimited != nil {
		more += "From: " + parts(w.Unlimited) + ".UnixMilli(),\n"
	}
	set("s.%s = &window.Lists[%s]{\nTable: store.NewTable[window.List[%s]](&s.Epoch), CF: %d, Kind: window.%s,\nSize: %d, Grace: %d, Retention: %d,\n%sAppend: put%s, Decode: get%s,\nStored: -1, Emitted: -1, Next: -1,\n}",
		st.Field, a, a, st.Index+1, kind, w.Size, w.Grace, w.Retention, more, title(st.Row), title(st.Row))
}

// listMarks are what a store of lists keeps in Times.
func listMarks(st *plan.Store) []string {
	switch {
	case st.Window == nil || !st.Window.Listed:
		return nil
	case st.Window.OnClose:
		return []string{"Stored", "Emitted", "Next"}
	}
	return []string{"Stored"}
}

// listLayout is the fingerprint of windows that are kept as lists.
func listLayout(w *plan.Windows) string {
	kind := [...]string{"windows", "sliding windows", "sessions"}[w.Kind]
	return fmt.Sprintf("list of %s %d/%d/%d/%d", kind, w.Size, w.Advance, w.Grace, w.Retention)
}
