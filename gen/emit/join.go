package emit

import (
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// joinTable looks the record's key up in the table.
func (w *writer) joinTable(s *plan.Step, e *env) {
	w.dropNullValue(s.Node, e)
	if !s.Left {
		w.dropNullKey(s, e)
	}
	arg := w.joinedArg(s, e)
	v := w.fresh("v")
	w.at(s)
	in := []string{e.val.expr, arg}
	if s.WithKey {
		in = append([]string{e.key.expr}, in...)
	}
	w.assign(w.g.call(s.Fns[0], in...), v)
	e.set(cell{expr: v, slot: s.Out.Value})
	w.children(s, e)
}

// joinedArg is what the joiner sees of the table: as of the record's time, where the table has versions. A null key names no row,
// not even one that a function makes of none.
func (w *writer) joinedArg(s *plan.Step, e *env) string {
	at := *e
	at.asOf = true
	if !s.Left || e.key.null == "" {
		return w.maybe(w.lookup(s.Lookup, &at, !s.Left), s.Left)
	}
	at.key.null = ""
	arg := w.fresh("other")
	w.f("var %s *%s\nif %s {", arg, w.g.slot(s.Lookup.Out.Value), not(e.key.null))
	w.f("%s = %s\n}", arg, w.maybe(w.lookup(s.Lookup, &at, false), true))
	return arg
}

// lookup spells the row of the record's key in a table: the stored one, or what the functions on the way make of it. inner
// ends the record where there is no row.
func (w *writer) lookup(t *plan.Step, e *env, inner bool) cell {
	if t.Kind == plan.TableJoined && t.Store == nil {
		return w.joinedRow(t, e, inner)
	}
	if t.Kind == plan.HeldIn {
		return w.heldRow(t, e, inner)
	}
	if t.Store == nil {
		return w.computedRow(t, e, inner)
	}
	return w.storedRow(t, e, inner)
}

// computedRow is what the functions on the way make of a row.
func (w *writer) computedRow(t *plan.Step, e *env, inner bool) cell {
	from := w.lookup(t.From, e, inner && t.Kind != plan.TableTransform) // which makes something of no row, too
	ts := from.ts
	switch t.Kind {
	case plan.TableFilter:
		if inner {
			return w.mustPass(t, e, from)
		}
		w.at(t)
		return w.passing(t, e, from)
	case plan.TableTransform, plan.TableMapValues:
		if t.Kind == plan.TableTransform {
			from, ts = w.transformedRow(t, e, from)
		} else {
			from = w.mapped(t, e, from)
		}
		if inner && from.null != "" {
			w.f("if %s {\n%s\n}", from.null, w.drop)
			from.null = ""
		}
	case plan.View:
		from = w.viewed(t, from)
	}
	from.ts = ts
	return from
}

// transformedRow is what a transformer makes of a row, or of none; a null key has none to make anything of.
func (w *writer) transformedRow(t *plan.Step, e *env, from cell) (out cell, ts string) {
	if ts = from.ts; from.null != "" {
		ts = w.fresh("ts")
		w.lazy(ts, "%s", ts+" := int64(-1)"+w.later(ts, from))
	}
	if e.key.null == "" {
		return w.transformed(t, e, from), ts
	}
	v := w.fresh("v")
	w.f("var %s %s\nif %s {", v, w.g.slot(t.Out.Value), not(e.key.null))
	made := w.transformed(t, e, from)
	w.f("%s = %s\n}", v, made.expr)
	out = cell{expr: v, null: e.key.null, slot: made.slot.OrNull()}
	if made.null != "" {
		out.null = v + " == nil"
	}
	return out, ts
}

// storedRow is the row that a table keeps.
func (w *writer) storedRow(t *plan.Step, e *env, inner bool) cell {
	st := t.Store
	if e.windowed() && st.Window != nil {
		return w.windowRow(t, e, inner)
	}
	e = w.rowOf(st, e, "s.kbuf")
	row := w.fresh("row")
	get, typ := "", st.Row
	if st.Versioned > 0 {
		asOf := ""
		if e.asOf {
			asOf = e.ts
		}
		get, typ = w.version(st, e, asOf), "state.Version["+w.g.typ(st.Elem)+"]"
	} else {
		get = w.table(st) + ".Row(" + w.place(st, e) + ", " + e.part + ", " + e.entryKey + ", " + e.hash + ")"
	}
	if e.key.null == "" {
		w.f("%s := %s", row, get)
	} else {
		w.f("var %s *%s\nif %s {\n%s = %s\n}", row, typ, not(e.key.null), row, get)
	}
	out, null := t.Out.Value, row+" == nil"
	if inner {
		w.f("if %s {\n%s\n}", null, w.drop)
		null = ""
	}
	ts := row + ".TS"
	if !isPointer(out) {
		return cell{expr: row + ".V", null: null, slot: out.OrNull(), ts: ts}
	}
	return w.rowPointer(out, row+".V", null, ts)
}

// rowPointer is a row whose value functions see as a pointer.
func (w *writer) rowPointer(out plan.Slot, value, null, ts string) cell {
	p := w.pointer("other", strings.TrimPrefix(w.g.slot(out), "*"), value, null)
	if null != "" {
		null = p + " == nil"
	}
	return cell{expr: p, null: null, slot: out, ts: ts}
}

// mustPass ends the record where a filter does not let the row pass.
func (w *writer) mustPass(t *plan.Step, e *env, row cell) cell {
	w.at(t)
	call := w.g.call(t.Fns[0], e.key.expr, row.expr)
	if !t.Not {
		call = "!" + call
	}
	w.f("if %s {\n%s\n}", call, w.drop)
	return row
}

func (w *writer) viewed(t *plan.Step, c cell) cell {
	from, to := isPointer(t.In.Value), isPointer(t.Out.Value)
	if from == to {
		return c
	}
	return w.oldView(c, t.Out.Value, to)
}
