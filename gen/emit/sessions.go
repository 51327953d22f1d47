package emit

import (
	"fmt"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// sessions joins the record and the sessions that it is near to into one. Those that became part of it are deleted, and a
// delete of each is sent ahead of the new one.
func (w *writer) sessions(s *plan.Step, e *env, x, at string) {
	g, st := w.g, s.Store
	j, late := w.fresh("j"), w.fresh("late")
	w.f("%s, %s := s.%s.Join(&%s.Val, %s, s.%s)", j, late, st.Field, x, e.ts, s.Name)
	w.f("if %s {\nl.Drop(%s, abi.Late)", late, g.node(s.Node))
	if st.Window.OnClose { // its time may close others
		w.f("} else {")
		defer w.f("}")
	} else {
		w.f("%s\n}", w.drop)
	}
	now := w.joined(s, e, j, x)
	agg, _ := w.kept(s, e, g.agg(st), now, e.ts)
	null := boolean(now.null)
	was, had := w.replaced(s, e, j, x)
	merge := func(x, j string) string {
		return fmt.Sprintf("s.%s.Merge(%s, %s, %s, %s, %s, %s)", st.Field, x, at, j, e.ts, agg, null)
	}
	merged, put := w.fresh("merged"), ""
	switch {
	case st.Window.OnClose:
		w.f("%s", merge(x, j))
		return
	case s.Held == nil && s.Read():
		left := w.fresh("left")
		w.f("%s, %s := s.%s.Leave(%s, %s, %s, %s)", merged, left, st.Field, x, at, j, e.ts)
		put = merge(w.table(st)+".Get("+at+")", left)
	default:
		w.f("%s := %s", merged, merge(x, j))
	}
	w.sessionResults(s, e, j, merged, put, at, now, was, had)
}

// replaced is a session with the bounds of the record's own. Nothing is sent that deletes it, but a cache finds it in the store.
func (w *writer) replaced(s *plan.Step, e *env, j, x string) (was cell, had string) {
	if s.Held == nil {
		return cell{}, "false"
	}
	had = w.fresh("had")
	w.lazy(had, "%s := %s.From < %s.To && %s.Alone(%s)", had, j, j, j, e.ts)
	if !s.SendOld {
		return cell{}, had
	}
	agg := w.fresh("was")
	w.lazy(agg, "var %s %s\nif %s {\n%s = %s.Val.W[%s.From].Agg\n}", agg, w.g.agg(s.Store), had, agg, x, j)
	return w.stored(s, agg, not(had)), had
}

// sessionResults sends a delete of each session that is gone, and what came in their place, which put puts there unless it is: Kafka
// Streams' records of sessions have no headers.
func (w *writer) sessionResults(s *plan.Step, e *env, j, merged, put, at string, now, replaced cell, had string) {
	g := w.g
	head, none, i, gone := w.fresh("head"), w.fresh("none"), w.fresh("i"), w.fresh("gone")
	w.lazy(head, "%s := lane.Head{%s, Hash: %s, Part: %s}\n%s.Bare = true", head, e.fields, e.hash, e.part, head) // a constant in the literal has it copied
	w.lazy(none, "var %s %s", none, g.slot(s.Out.Value))
	out := *e
	out.head, out.headers = "&"+head, "nil"
	w.f("for %s := range %s {\n%s := &%s[%s]", i, merged, gone, merged, i)
	dead := out
	w.windowKey(s, &dead, gone+".Start", gone+".End")
	was := cell{}
	if s.SendOld {
		was = w.stored(s, gone+".Agg", "false")
		was.null = ""
	}
	drop := w.drop
	w.drop = "continue"
	w.update(s, &dead, cell{expr: none, null: "true", slot: s.Out.Value}, was, gone+".End", at, gone+".Start", gone+".End", "true")
	w.drop = drop
	w.f("}")
	if put != "" {
		w.f("%s", put)
	}
	w.windowKey(s, &out, j+".Start", j+".End")
	held := out.changed(now, replaced, j+".End")
	w.cache(s, &held, at, j+".Start", j+".End", had)
	out = out.changed(now, cell{expr: none, null: "true", slot: s.Out.Value}, j+".End")
	w.children(s, &out)
}

// joined writes the aggregate of the sessions that the record joins, with the record.
func (w *writer) joined(s *plan.Step, e *env, j, x string) (now cell) {
	g, out := w.g, s.Out.Value
	i := w.fresh("i")
	value := fmt.Sprintf("%s.Val.W[%s].Agg", x, i)
	if g.keeps(s.Store) == eager {
		value += ".V"
	}
	v, old := w.fresh("v"), w.fresh("old")
	each := fmt.Sprintf("for %s := %s.From; %s < %s.To; %s++ {", i, j, i, j, i)
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
		w.f("if %s == %s.From {\n%s = %s\n} else {\n%s = %s\n}\n}", i, j, old, next, old, g.call(s.Fns[0], old, next))
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
