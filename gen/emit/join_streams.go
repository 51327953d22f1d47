package emit

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// joinStreams is one side of a stream-stream join: it keeps the record, and pairs it with those of the other side. The record
// is kept first, so that a panic of the joiner does not lose it; the other side's list is what it looks at.
func (w *writer) joinStreams(s *plan.Step, e *env) {
	j := s.Join
	mine, other, before, after, outer := j.Side(s.Right)
	w.f("s.%s = max(s.%s, %s)", j.Time, j.Time, e.ts)
	w.withoutPartner(s, e)
	typ := w.g.agg(mine)
	v, _ := w.kept(s, e, typ, e.val, e.ts)
	pair, own, others := w.fresh("pair"), "Left", "Right"
	if s.Right {
		own, others = others, own
	}
	row := w.joinRow(s, e)
	val := w.valueBytes(s, e, v)
	w.f("%s := s.%s.Hold(%s.Place(%s, %s, %s, %s))", pair, j.Field, w.table(mine), w.place(mine, row), row.part, row.entryKey, row.hash)
	put, kept := fmt.Sprintf("s.%s.Put(&%s.%s, %s, %s, %s, %s, %s)", mine.Field, pair, own, row.part, row.entryKey, row.ts, v, val), ""
	if j.Shared != nil && outer {
		kept = w.fresh("kept")
		put = kept + " := " + put
	}
	w.f("%s", put)
	if j.Shared != nil {
		w.f("if %s == s.%s && s.%s.Ripe(s.%s, %d) && s.%s.Due(l.Now()) {\ns.%s(%s, %s)\n}", e.ts, j.Time, j.Shared.Field, j.Time, after+j.Grace, j.Shared.Field, j.Close, e.head, w.g.node(s.Node))
		w.mayStop = true
	}
	found, i, m := w.fresh("found"), w.fresh("i"), w.fresh("m")
	w.f("%s := s.%s.Match(&%s.%s, max(0, %s), max(0, %s))", found, other.Field, pair, others, moved(e.ts, -before), moved(e.ts, after))
	w.f("for %s := range %s {\n%s := &%s[%s]", i, found, m, found, i)
	if j.Shared != nil {
		w.f("if %s.Wait != 0 {\ns.%s.Joined(%s.Wait, %s, %s, %s.TS, %v, %s)\n%s.Wait = 0\n}", m, j.Shared.Field, m, row.part, row.entryKey, m, s.Right, row.ts, m)
	}
	w.pair(s, e, w.partner(other, m), "max("+e.ts+", "+m+".TS)")
	w.f("}")
	if !outer {
		return
	}
	if j.Shared == nil {
		w.f("if len(%s) == 0 {", found)
		w.pair(s, e, cell{}, e.ts)
		w.f("}")
		return
	}
	w.f("switch {\ncase len(%s) > 0:\ncase max(0, %s) < s.%s:", found, moved(e.ts, after), j.Time)
	w.pair(s, e, cell{}, e.ts)
	w.f("default:")
	w.f("%s.Wait = s.%s.Put(%s, %s, %s, %s, %v, %s)", kept, j.Shared.Field, row.part, row.entryKey, row.hash, row.ts, !s.Right, w.valueBytes(s, e, v))
	w.f("}")
}

// joinRow is the record as the stores of a join look it up.
func (w *writer) joinRow(s *plan.Step, e *env) *env {
	return w.rowOf(s.Store, e, "s."+rowKey(s.Join))
}

// withoutPartner ends records that no join keeps: those without a value, and those without a key, which an outer side sends on
// at once.
func (w *writer) withoutPartner(s *plan.Step, e *env) {
	mine, _, _, _, outer := s.Join.Side(s.Right)
	if e.val.null != "" {
		w.f("if %s {", e.val.null)
		row := w.joinRow(s, e)
		put := fmt.Sprintf("s.%s.PutNull(%s, %s, %s)", mine.Field, row.part, row.entryKey, row.ts)
		if e.key.null != "" {
			put = fmt.Sprintf("if %s {\n%s\n}", not(e.key.null), put)
		}
		w.f("%s\nl.Drop(%s, abi.NullValue)\n%s\n}", put, w.g.node(s.Node), w.drop)
		e.val.present()
	}
	if e.key.null == "" {
		return
	}
	if !outer {
		w.dropNullKey(s, e)
		return
	}
	w.f("if %s {", e.key.null)
	w.pair(s, e, cell{}, e.ts)
	w.f("%s\n}", w.drop)
	e.key.present()
}

// partner is the value of a record of the other side.
func (w *writer) partner(st *plan.Store, m string) cell {
	v := m + ".V"
	if w.g.keeps(st) == eager {
		v += ".V"
	}
	slot := w.sideSlot(st)
	if !isPointer(slot) {
		return cell{expr: v, slot: slot}
	}
	return cell{expr: w.pointer("kept", "", v, ""), slot: slot}
}

// sideSlot is how the functions of a join see a side's value.
func (w *writer) sideSlot(st *plan.Store) plan.Slot {
	for _, side := range st.Join.Sides {
		if side.Store == st {
			return side.In.Value.Known()
		}
	}
	return plan.Slot{}
}

// pair calls the joiner and sends its result on; other is what the record met, the zero cell nothing.
func (w *writer) pair(s *plan.Step, e *env, other cell, ts string) {
	left, right := e.val, other
	if s.Right {
		left, right = other, e.val
	}
	var in []string
	if s.WithKey {
		in = append(in, e.key.expr)
	}
	in = append(in, w.maybe(left, s.Join.RightOuter), w.maybe(right, s.Join.LeftOuter))
	v := w.fresh("v")
	w.at(s)
	w.assign(w.g.call(s.Fns[0], in...), v)
	out := *e
	out.ts = ts
	out.set(cell{expr: v, slot: s.Out.Value})
	if ts != e.ts {
		out.ts = w.fresh("ts")
		w.f("%s := %s", out.ts, ts)
	}
	w.children(s, &out)
}

// valueBytes spells the bytes of a record's value in the stores of its join; row is what its side keeps.
func (w *writer) valueBytes(s *plan.Step, e *env, row string) string {
	switch {
	case w.g.keeps(s.Store) == eager:
		return row + ".Raw"
	case e.raw != "" && s.In.RawValue != nil && s.In.RawValue.Equal(s.Store.Value):
		return e.raw
	}
	return w.bytes(e, e.val, "l.Scratch", s.Store.Value, s.Node)
}

// closeJoin declares the method that sends what found no partner. Results have the time of their record and the headers of
// the one that closed it.
func (g *gen) closeJoin(j *plan.StreamJoin) {
	w := g.writer("continue")
	for _, n := range []string{"s", "h", "l", "w", "late", "val", "ok", "at", "node", "key", "v"} {
		w.names[n] = true
	}
	side := j.Sides[0]
	e := &env{head: "&late", fields: "B: h.B, I: h.I", origin: "h.Source()", batch: "h.B", index: "h.I", ts: "w.TS", hash: "w.Hash", part: "w.Part", headers: "h.Headers()"}
	e.rawKey, e.keyCodec = "w.Key()", j.Left.Key.Plain()
	e.bare = cmp.Or(bare(side, "h"), bare(j.Sides[1], "h")) // either side may bring the record that closes windows
	e.key = cell{slot: side.In.Key.Known()}
	if j.Sides[0].Need.Key || j.Sides[1].Need.Key || j.Merged.Need.KeyBytes {
		e.key = w.fromBytes(e, e.key.slot, "key", "w.Key()", e.keyCodec, "node")
	}
	e.lookupKey(e.keyCodec)
	w.f("for at := 0; ; {\nval, ok := w.Value(&at)\nif !ok {\nbreak\n}")
	if j.RightOuter {
		w.f("if w.Left {")
	}
	w.unmatched(j.Sides[0], *e)
	if j.RightOuter {
		w.f("} else {")
		w.unmatched(j.Sides[1], *e)
		w.f("}")
	}
	w.f("}")
	stop := ""
	if w.mayStop {
		stop = "if l.Stopped() != nil {\nreturn\n}\n"
	}
	g.decl(`// %s sends the records whose windows have closed without a partner.
func (s *%s) %s(h *lane.Head, node abi.NodeID) {
	l := s.lane
	for w := s.%s.Walk(s.%s); w.Step(); {
		%slate := lane.Head{%s, Hash: w.Hash, TS: w.TS, Part: w.Part}
		%s}
}`,
		j.Close, side.Stage.Type, j.Close, j.Shared.Field, j.Time, stop, e.from(), w.text())
}

// unmatched sends one value of a side without a partner.
func (w *writer) unmatched(s *plan.Step, e env) {
	e.val = w.fromBytes(&e, w.sideSlot(s.Store), w.fresh("v"), "val", s.Store.Value, "node")
	w.pair(s, &e, cell{}, e.ts)
}

// fromBytes decodes bytes that were encoded here: that fails only where a codec of the user's can't read what it wrote.
func (w *writer) fromBytes(e *env, slot plan.Slot, name, raw string, c *topo.Codec, node string) cell {
	g := w.g
	d := g.decoder(c, plan.Demand{All: true, Any: true})
	if g.err != nil {
		return cell{}
	}
	typ := strings.TrimPrefix(g.slot(slot), "*")
	v := cell{expr: name, slot: slot}
	if isPointer(slot) {
		v.expr = "&" + name
	}
	if d.Total {
		w.lazy(name, "%s := %s", name, g.text(d.Value(jen.Id(raw))))
		return v
	}
	w.f("var %s %s\nif !%s {", name, typ, g.decodeInto(d, raw, name))
	w.f("if l.Fail(%s, %s, %s) {\nreturn\n}\n%s\n}", node, e.origin, g.reason(d, raw), w.drop)
	return v
}

// moved spells a time so many milliseconds later, or earlier: what lies before or after may be negative.
func moved(ts string, by int64) string {
	if by < 0 {
		return fmt.Sprintf("%s-%d", ts, -by)
	}
	return fmt.Sprintf("%s+%d", ts, by)
}
