package emit

import (
	"github.com/stoatgen/stoatgen/gen/plan"
)

// joinTable looks the record's key up in the table.
func (w *writer) joinTable(s *plan.Step, e *env) {
	if e.val.null != "" {
		w.dropIf(e.val.null, s.Node, "NullValue")
		e.val.null = ""
		if e.val.slot.Null == plan.Flag {
			e.val.slot.Null = plan.Never
		}
	}
	if !s.Left {
		w.dropNullKey(s, e)
	}
	other := w.lookup(s.Lookup, e)
	if !s.Left && other.null != "" {
		w.f("if %s {\n%s\n}", other.null, w.drop)
	}
	arg := other.expr
	if s.Left {
		arg = w.fresh("other")
		w.f("var %s *%s\nif %s {", arg, w.g.slot(other.slot), not(other.null))
		copied := w.fresh("row")
		w.f("%s := %s\n%s = &%s\n}", copied, other.expr, arg, copied)
	}
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

// lookup spells the row of the record's key in a table: the stored one, or what the functions on the way make of it.
func (w *writer) lookup(t *plan.Step, e *env) cell {
	if t.Store == nil {
		from := w.lookup(t.From, e)
		switch t.Kind {
		case plan.TableFilter:
			return w.kept2(t, e, from)
		case plan.TableMapValues:
			return w.mapped(t, e, from)
		case plan.View:
			return w.viewed(t, from)
		}
		return from
	}
	st := t.Store
	row := w.fresh("row")
	get := "s." + st.Field + ".Table.Row(s." + atField(st) + "[l.At], " + e.part + ", " + e.entryKey + ", " + e.hash + ")"
	if e.key.null == "" {
		w.f("%s := %s", row, get)
	} else {
		w.f("var %s *%s\nif %s {\n%s = %s\n}", row, st.Row, not(e.key.null), row, get)
	}
	out := t.Out.Value
	if !isPointer(out) {
		return cell{expr: row + ".V", null: row + " == nil", slot: present(out)}
	}
	p := w.fresh("other")
	w.f("var %s %s\nif %s != nil {\nkept := %s.V\n%s = &kept\n}", p, w.g.slot(out), row, row, p)
	return cell{expr: p, null: p + " == nil", slot: out}
}

// present is a slot whose null is told beside it.
func present(s plan.Slot) plan.Slot {
	if s.Null == plan.Never {
		s.Null = plan.Flag
	}
	return s
}

func (w *writer) viewed(t *plan.Step, c cell) cell {
	from, to := isPointer(t.In.Value), isPointer(t.Out.Value)
	if from == to || t.Op.Method == "KeyAs" {
		return c
	}
	return w.oldView(c, t.Out.Value, to)
}
