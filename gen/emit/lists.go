package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
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
	switch {
	case st.Window.Kind == plan.SessionWindows:
		w.sessions(s, e, x, at)
	case w.g.tallied(st):
		geometry := st.Window.Func + "()"
		w.f("for range s.%s.Tally(%s, %s, %s.First(%s), %s.Last(%s), %s, s.%s) {\nl.Drop(%s, abi.Late)\n}",
			st.Field, x, at, geometry, e.ts, geometry, e.ts, e.ts, s.Name, w.g.node(s.Node))
	default:
		w.moves(s, e, x, at)
	}
	if st.Window.OnClose {
		alone := "l.Lanes == 1"
		if st.Window.Kind == plan.SlidingWindows {
			alone += fmt.Sprintf(" && !s.%s.Early(%s)", st.Field, e.ts)
		}
		if !w.g.tallied(st) {
			w.f("s.%s.Due(%s, %s)", st.Field, x, at)
		}
		w.f("if %s {\ns.%s(%s, s.%s)\n}", alone, st.Window.Close, e.head, s.Name)
		w.mayStop = true
	}
}

// tallied says whether records are noted once and not in each of their windows: see window.Tally. A count that its codec
// may refuse has to be encoded with each change.
func (g *gen) tallied(st *plan.Store) bool { return st.Window.Tallied && g.keeps(st) == flat }

// moves is sliding and time windows.
func (w *writer) moves(s *plan.Step, e *env, x, at string) {
	g, st := w.g, s.Store
	moves, i, m := w.fresh("moves"), w.fresh("i"), w.fresh("m")
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
	out := *e
	if e.headers != "nil" {
		out.headers = w.fresh("headers")
		w.lazy(out.headers, "%s := %s", out.headers, e.headers) // once, not for each window
	}
	w.f("for %s := range %s {\n%s := &%s[%s]", i, moves, m, moves, i)
	w.f("if %s.Late {\nl.Drop(%s, abi.Late)\ncontinue\n}", m, g.node(s.Node))
	if s.Kind == plan.WindowCount && g.keeps(st) == flat {
		w.counted(s, m)
	} else {
		w.grown(s, e, m)
		w.f("}\nfor %s := range %s {\n%s := &%s[%s]\nif %s.Late {\ncontinue\n}", i, moves, m, moves, i, m)
	}
	w.f("s.%s.Set(%s, %s, %s, %s)", st.Field, x, at, m, e.ts)
	if !st.Window.OnClose {
		w.windowKey(s, &out, m+".Start", m+".End")
		now, was := w.stored(s, m+".Agg", m+".Null"), cell{}
		if s.SendOld {
			was = w.stored(s, m+".Old", m+".NoOld")
			was.null = m + ".NoOld"
		}
		drop := w.drop
		w.drop = "continue"
		w.update(s, &out, now, was, m+".TS", at, m+".Start", m+".End", m+".Had")
		w.drop = drop
	}
	w.f("}")
}

// counted writes one more into a move: no code of the user's runs, so the move can be made at once.
func (w *writer) counted(s *plan.Step, m string) {
	more := m + ".Agg++"
	if s.SendOld {
		more = fmt.Sprintf("%s.Old = %s.Agg // 0 at first, as Kafka Streams has it\n%s", m, m, more)
	}
	switch {
	case s.Store.Window.Kind != plan.SlidingWindows:
		w.f("%s", more)
	case s.SendOld:
		w.f("if %s.NoOld = %s.Copy; !%s.Copy {\n%s\n}", m, m, m, more)
	default:
		w.f("if !%s.Copy {\n%s\n}", m, more)
	}
}

// grown writes the new aggregate of a move, which has the old one.
func (w *writer) grown(s *plan.Step, e *env, m string) {
	g, st := w.g, s.Store
	if st.Window.Kind == plan.SlidingWindows {
		old := ""
		if s.SendOld {
			old = m + ".NoOld = true\n"
		}
		w.f("if %s.Copy {\n%scontinue\n}", m, old)
	}
	now, was := w.withRecord(s, e, m+".From >= 0", m+".Agg")
	agg, live := w.kept(s, e, g.agg(st), now, e.ts)
	w.f("%s.Agg = %s", m, agg)
	if live != "true" {
		w.f("%s.Null = %s", m, now.null)
	}
	if s.SendOld {
		w.oldOf(s, m, was)
	}
}

// withRecord writes the aggregate of a window with the record, from what it has or from the beginning. was is what children
// may see as its old value.
func (w *writer) withRecord(s *plan.Step, e *env, has, value string) (now, was cell) {
	g, out := w.g, s.Out.Value
	if g.keeps(s.Store) == eager {
		value += ".V"
	}
	v, old := w.fresh("v"), w.fresh("old")
	was = cell{expr: old, slot: out}
	switch s.Kind {
	case plan.WindowCount:
		w.f("%s := %s + 1", v, value)
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
