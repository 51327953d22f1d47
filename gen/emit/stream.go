package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// args are the arguments of a function that sees the value and, if it asks, the key.
func args(s *plan.Step, e *env, v string) []string {
	switch s.Kind {
	case plan.MapValues, plan.FlatMapValues, plan.TableMapValues:
		if !s.WithKey {
			return []string{v}
		}
	}
	return []string{e.key.expr, v}
}

func (w *writer) stream(s *plan.Step, e *env) {
	switch s.Kind {
	case plan.Filter:
		w.dropNull(s, e)
		w.filter(s, e)
	case plan.Map:
		w.dropNull(s, e)
		key, v := w.fresh("key"), w.fresh("v")
		w.at(s)
		w.result(s, e, w.g.call(s.Fns[0], e.key.expr, e.val.expr), key, v)
		e.rekey(cell{expr: key, slot: s.Out.Key})
		e.set(cell{expr: v, slot: s.Out.Value})
	case plan.SelectKey:
		w.dropNull(s, e)
		key := w.fresh("key")
		w.at(s)
		w.result(s, e, w.g.call(s.Fns[0], e.key.expr, e.val.expr), key)
		e.rekey(cell{expr: key, slot: s.Out.Key})
	case plan.MapValues:
		w.mapValues(s, e)
	case plan.Peek:
		w.unlessNull(e, func() {
			w.at(s)
			w.f("%s", w.g.call(s.Fns[0], e.key.expr, e.val.expr))
		})
	case plan.ForEach:
		w.dropNull(s, e)
		w.at(s)
		w.result(s, e, w.g.call(s.Fns[0], e.key.expr, e.val.expr))
		return
	case plan.Split:
		w.split(s, e)
		return
	case plan.View:
		w.asView(s, e)
	}
	w.children(s, e)
}

// rekey replaces the key by one that a function gave.
func (e *env) rekey(c cell) {
	e.key, e.hash, e.part, e.rawKey, e.entryKey = c.given(), "", "", "", ""
}

// set replaces the value by one that a function gave.
func (e *env) set(c cell) {
	e.val, e.raw = c.given(), ""
}

// result writes names := call, and what a Try form needs behind it.
func (w *writer) result(s *plan.Step, e *env, call string, names ...string) {
	if !s.Try {
		w.assign(call, names...)
		return
	}
	if len(names) == 0 {
		w.f("if err := %s; err != nil {", call)
		w.failed(e, s.Node, "err")
		w.f("}")
		return
	}
	err := w.fresh("err")
	w.assign(call, append(names, err)...)
	w.f("if %s != nil {", err)
	w.failed(e, s.Node, err)
	w.f("}")
}

func (w *writer) filter(s *plan.Step, e *env) {
	w.at(s)
	call := w.g.call(s.Fns[0], e.key.expr, e.val.expr)
	if s.Try {
		call2 := w.fresh("keep")
		w.result(s, e, call, call2)
		call = call2
	}
	if !s.Not {
		call = "!" + call
	}
	w.f("if %s {\n%s\n}", call, w.drop)
}

// unlessNull runs a function where the value is one that it may see.
func (w *writer) unlessNull(e *env, run func()) {
	if e.val.null == "" || e.val.slot.Null != plan.Flag {
		run()
		return
	}
	w.f("if %s {", not(e.val.null))
	run()
	w.f("}")
}

// mapValues passes a null on that the function may not see.
func (w *writer) mapValues(s *plan.Step, e *env) {
	v := w.fresh("v")
	call := w.g.call(s.Fns[0], args(s, e, e.val.expr)...)
	null := ""
	if e.val.null == "" || e.val.slot.Null != plan.Flag {
		w.at(s)
		w.result(s, e, call, v)
	} else {
		null = e.val.null
		w.guarded(s, e, not(null), v, w.g.slot(s.Out.Value), call)
	}
	e.set(cell{expr: v, null: null, slot: s.Out.Value})
}

// guarded writes var v T; if cond { v = call }, and only the call if nothing below uses v.
func (w *writer) guarded(s *plan.Step, e *env, cond, v, typ, call string) {
	body := func(to string) string {
		inner := w.g.writer(w.drop)
		inner.names, inner.loop = w.names, w.loop
		inner.at(s)
		if !s.Try {
			inner.f("%s = %s", to, call)
			return inner.text()
		}
		inner.f("var err error")
		inner.f("if %s, err = %s; err != nil {", to, call)
		inner.failed(e, s.Node, "err")
		inner.f("}")
		return inner.text()
	}
	kept, called := body(v), body("_")
	w.when(func(used func(string) bool) string {
		if !used(v) {
			return qualify(fmt.Sprintf("if %s {\n%s}\n", cond, called))
		}
		return qualify(fmt.Sprintf("var %s %s\nif %s {\n%s}\n", v, typ, cond, kept))
	})
}

// split runs the first branch that matches.
func (w *writer) split(s *plan.Step, e *env) {
	conditional := false
	for _, n := range s.Next {
		conditional = conditional || len(n.Fns) > 0
	}
	if conditional {
		w.dropNull(s, e)
	}
	w.at(s)
	w.f("switch {")
	for _, n := range s.Next {
		if len(n.Fns) > 0 {
			w.f("case %s:", w.g.call(n.Fns[0], e.key.expr, e.val.expr))
		} else {
			w.f("default:")
		}
		w.child(s, n, *e, true)
	}
	w.f("}")
}

// asView is KeyAs or ValueAs, or a stream as the view whose hop it shares: the same with another view of null.
func (w *writer) asView(s *plan.Step, e *env) {
	w.seen(&e.key, s.In.Key, s.Out.Key, "key")
	w.seen(&e.val, s.In.Value, s.Out.Value, "v")
	if e.old.expr != "" {
		e.old = w.viewed(s, e.old)
	}
}

// seen is a key or value in another view of null.
func (w *writer) seen(c *cell, in, out plan.Slot, name string) {
	from, to := isPointer(in), isPointer(out)
	cell := *c
	cell.slot = out
	switch {
	case c.expr == "" || from == to:
	case from:
		cell.expr = w.fresh(name)
		if c.null == "" {
			w.lazy(cell.expr, "%s := *%s", cell.expr, c.expr)
		} else {
			w.lazy(cell.expr, "var %s %s\nif %s {\n%s = *%s\n}", cell.expr, w.g.slot(out), not(c.null), cell.expr, c.expr)
		}
	case c.null == "":
		cell.expr = w.fresh(name)
		own, at := w.address(c.expr)
		w.lazy(cell.expr, "%s%s := %s", own, cell.expr, at)
	default:
		cell.expr = w.fresh(name)
		own, at := w.address(c.expr)
		w.lazy(cell.expr, "var %s %s\nif %s {\n%s%s = %s\n}", cell.expr, w.g.slot(out), not(c.null), own, cell.expr, at)
	}
	*c = cell
}

func (w *writer) oldView(c cell, out plan.Slot, to bool) cell {
	v := w.fresh("old")
	own, of := "", "*"+c.expr
	if to {
		own, of = w.address(c.expr)
	}
	if c.null == "" {
		w.lazy(v, "%s%s := %s", own, v, of)
	} else {
		w.lazy(v, "var %s %s\nif %s {\n%s%s = %s\n}", v, w.g.slot(out), not(c.null), own, v, of)
	}
	return cell{expr: v, null: c.null, slot: out}
}

// address spells a pointer to a value. One in a batch of records is copied first: the batch is used anew while somebody may have the pointer.
func (w *writer) address(expr string) (own, at string) {
	if !strings.Contains(expr, ".") {
		return "", "&" + expr
	}
	kept := w.fresh("kept")
	return fmt.Sprintf("%s := %s\n", kept, expr), "&" + kept
}

// flatMap spells the literal that the user's function calls for each record.
func (w *writer) flatMap(s *plan.Step, e *env) {
	w.dropNull(s, e)
	w.at(s)
	e2 := *e
	v := w.fresh("v")
	emit := fmt.Sprintf("func(%s %s) {", v, w.g.slot(s.Out.Value))
	if s.Kind == plan.FlatMap {
		key := w.fresh("key")
		emit = fmt.Sprintf("func(%s %s, %s %s) {", key, w.g.slot(s.Out.Key), v, w.g.slot(s.Out.Value))
		e2.rekey(cell{expr: key, slot: s.Out.Key})
	}
	e2.set(cell{expr: v, slot: s.Out.Value})
	drop, loop, nested := w.drop, w.loop, w.nested
	w.drop, w.loop, w.nested = "return", false, true
	start := len(w.parts)
	w.children(s, &e2)
	w.at(s)
	w.drop, w.loop, w.nested = drop, loop, nested
	inner := &writer{g: w.g, parts: w.parts[start:]}
	body := inner.text()
	w.parts = w.parts[:start]
	call := w.g.call(s.Fns[0], append(args(s, e, e.val.expr), "EMIT")...)
	call = strings.Replace(call, "EMIT", emit+"\n"+body+"}", 1)
	w.result(s, e, call)
}
