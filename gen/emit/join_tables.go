package emit

import (
	"fmt"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// joinTables is one side of a table-table join: a row's change meets the other table's row of the same key.
func (w *writer) joinTables(s *plan.Step, e *env) {
	w.onlyLatest(s, e)
	j := s.Tables
	other := w.lookup(s.Lookup, e, !s.Left)
	if s.Left && other.null != "" {
		none := other.null
		for _, null := range []string{boolean(e.val.null), boolean(e.old.null)} {
			none += " && " + null
		}
		if e.val.null != "" && e.old.null != "" {
			w.f("if %s { // nothing was there, and nothing is\n%s\n}", none, w.drop)
		}
	}
	out := *e
	out.raw, out.ts = "", w.fresh("ts")
	if other.null == "" {
		w.lazy(out.ts, "%s := max(%s, %s)", out.ts, e.ts, other.ts)
	} else {
		w.lazy(out.ts, "%s := %s\nif %s {\n%s = max(%s, %s)\n}", out.ts, e.ts, not(other.null), out.ts, e.ts, other.ts)
	}
	pair := func(own cell, name string) cell {
		left, right := own, other
		if s.Right {
			left, right = other, own
		}
		return w.joinRows(s, e, left, right, name, s.Right && j.LeftOuter && !j.RightOuter)
	}
	out.old = cell{}
	if s.SendOld {
		out.old = pair(e.old, "old")
	}
	out.val = pair(e.val, "v")
	w.children(s, &out)
}

// joinRows calls the joiner where there is something to join. always: the right side of a left join, whose left row is there.
func (w *writer) joinRows(s *plan.Step, e *env, left, right cell, name string, always bool) cell {
	j := s.Tables
	var cond string
	switch {
	case always || left.null == "" && (j.LeftOuter || right.null == "") || right.null == "" && j.RightOuter:
	case j.RightOuter:
		cond = not(left.null) + " || " + not(right.null)
	case j.LeftOuter:
		cond = not(left.null)
	default:
		cond = all(left.there(), right.there())
	}
	v, has := w.fresh(name), w.fresh("has")
	out := cell{expr: v, slot: s.Out.Value}
	if cond == "" {
		in := []string{w.maybe(left, j.RightOuter), w.maybe(right, j.LeftOuter)}
		w.at(s)
		w.assign(w.g.call(s.Fns[0], in...), v)
	} else {
		w.f("var %s %s\n%s := %s\nif %s {", v, w.g.slot(out.slot), has, cond, has)
		in := []string{w.maybe(left, j.RightOuter), w.maybe(right, j.LeftOuter)}
		w.at(s)
		w.f("%s = %s\n}", v, w.g.call(s.Fns[0], in...))
		w.when(func(used func(string) bool) string {
			if used(v) {
				return ""
			}
			return "_ = " + v + "\n"
		})
		out.null = "!" + has
	}
	if out.slot.Null == plan.Nil {
		out.null = v + " == nil"
	}
	return out
}

// maybe spells a joiner's argument: a pointer where the side may be missing; the zero cell is.
func (w *writer) maybe(v cell, pointer bool) string {
	switch {
	case v.expr == "":
		return "nil"
	case !pointer:
		return v.expr
	}
	return w.pointer("p", w.g.slot(v.slot), v.expr, v.null)
}

// pointer spells a pointer to a value, in a place of its own; nil where there is none.
func (w *writer) pointer(name, typ, value, null string) string {
	p := w.fresh(name)
	if null == "" {
		w.f("%s := %s", p, value)
		return "&" + p
	}
	kept := w.fresh("kept")
	w.f("var %s *%s\nif %s {\n%s := %s\n%s = &%s\n}", p, typ, not(null), kept, value, p, kept)
	return p
}

// joinedTables keeps a join's result.
func (w *writer) joinedTables(s *plan.Step, e *env) {
	if s.Store != nil {
		w.replace(s, e, w.open(s, e), e.val)
	}
	w.children(s, e)
}

// joinedRow is the row that a join has for the record's key, where it keeps none. It is made of the latest rows: a join of
// versioned tables has no versions of its own, as in Kafka Streams.
func (w *writer) joinedRow(t *plan.Step, at *env, inner bool) cell {
	j, latest := t.Tables, *at
	e := &latest
	e.asOf = false
	left := w.lookup(j.Left, e, inner && !j.RightOuter)
	var right cell
	if left.null == "" || j.RightOuter {
		right = w.lookup(j.Right, e, inner && !j.LeftOuter)
	} else { // nobody asks the right side in vain: a function may count how often it is called, and a store what is used
		right = w.lookupIf(not(left.null), j.Right, e)
	}
	out := w.joinRows(j.Sides[0], e, left, right, "joined", false)
	if inner && out.null != "" {
		w.f("if %s {\n%s\n}", out.null, w.drop)
		out.null = ""
	}
	out.ts = w.fresh("ts")
	w.lazy(out.ts, "%s", fmt.Sprintf("%s := int64(-1)", out.ts)+w.later(out.ts, left)+w.later(out.ts, right))
	return out
}

// later raises a timestamp to that of a row, if there is one.
func (w *writer) later(ts string, row cell) string {
	if row.null == "" {
		return fmt.Sprintf("\n%s = max(%s, %s)", ts, ts, row.ts)
	}
	return fmt.Sprintf("\nif %s {\n%s = max(%s, %s)\n}", not(row.null), ts, ts, row.ts)
}

// heldRow is a row of a table whose updates are held back: while one is, what was there before it, without a time, and nobody looks
// further up.
func (w *writer) heldRow(t *plan.Step, e *env, inner bool) cell {
	h := t.Held
	if h.Suppress == nil {
		return w.lookup(t.From, e, inner)
	}
	prior, held := w.fresh("prior"), w.fresh("held")
	key := w.keyBytes(e, h.Key, t.Node)
	w.f("%s, %s := s.%s.Prior(%s, %s)", prior, held, h.Field, e.part, key)
	out, has := w.noRow(t.From.From)
	w.f("if %s {\nif %s = %s != nil; %s {\n%s = bytes.Clone(%s) // the buffer's own", held, has, prior, has, prior, prior)
	then := w.fromBytes(e, out.slot, w.fresh("then"), prior, h.Store.Value, w.g.node(t.Node))
	w.f("%s = %s\n}\n} else {", out.expr, then.expr)
	w.setRow(out, has, w.lookup(t.From.From, e, false))
	w.f("}")
	if inner {
		w.f("if %s {\n%s\n}", out.null, w.drop)
		out.null = ""
	}
	return out
}

// lookupIf is lookup where a condition holds, and no row where it doesn't.
func (w *writer) lookupIf(cond string, t *plan.Step, e *env) cell {
	out, has := w.noRow(t)
	w.f("if %s {", cond)
	w.setRow(out, has, w.lookup(t, e, false))
	w.f("}")
	return out
}

// noRow declares variables for a row of a table that setRow may find, and the one that says whether it has.
func (w *writer) noRow(t *plan.Step) (out cell, has string) {
	v, ts := w.fresh("v"), w.fresh("ts")
	has = w.fresh("has")
	out = cell{expr: v, null: "!" + has, slot: t.Out.Value.OrNull(), ts: ts}
	w.f("var %s %s\nvar %s bool", v, w.g.slot(out.slot), has)
	w.lazy(ts, "%s := int64(-1)", ts)
	return out, has
}

// setRow sets what noRow declared.
func (w *writer) setRow(out cell, has string, from cell) {
	there := from.there()
	w.provided(there, func() {
		w.f("%s, %s = %s, true", out.expr, has, from.expr)
		w.lazy(out.ts, "%s = %s", out.ts, from.ts)
	})
}
