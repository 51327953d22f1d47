package emit

import (
	"fmt"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// intoTable puts a record into a table: the last by offset wins, whatever the timestamps say; a null value deletes.
func (w *writer) intoTable(s *plan.Step, e *env) {
	if s.Store != nil && s.Store.Versioned > 0 {
		w.intoVersions(s, e)
		return
	}
	if !e.undecoded { // else what is malformed is found first
		w.dropNullKey(s, e)
	}
	was, at := cell{slot: s.Out.Value}, ""
	if s.Store != nil {
		row, live := w.kept(s, e, s.Store.Row, e.val, e.ts)
		if e.undecoded { // children see what was decoded for the row
			e.val.expr = row + ".V"
			if e.val.slot.Null == plan.Nil && isPointer(e.val.slot) {
				e.val.expr = "&" + e.val.expr
			}
			e.undecoded = false
			w.dropNullKey(s, e)
		}
		var x string
		x, at = w.hold(s.Store, e)
		was = w.before(s, x)
		w.f("%s.Val, %s.Live = %s, %s", x, x, row, live)
		w.touch(s.Store, e, x, at)
	}
	out := *e
	out.old = was
	w.cache(s, &out, at, "0", "0", not(was.null))
	w.children(s, &out)
}

// before is the value of an entry ahead of a change.
func (w *writer) before(s *plan.Step, x string) cell {
	old, live := w.fresh("old"), w.fresh("live")
	w.lazy(live, "%s := %s.Live", live, x)
	w.lazy(old, "%s := %s.Val.V", old, x)
	return cell{expr: w.share(s.Out.Value, old), null: not(live), slot: s.Out.Value}
}

// view is Filter and MapValues of a table.
func (w *writer) view(s *plan.Step, e *env) {
	out := *e
	if s.Kind == plan.TableFilter {
		w.at(s)
		out.val = w.passing(s, e, e.val)
	} else if s.Kind == plan.TableTransform {
		out.val, out.raw = w.transformed(s, e, e.val), ""
	} else {
		out.val, out.raw = w.mapped(s, e, e.val), ""
	}
	own := s.Store != nil
	if s.SendOld && !own && (!s.In.Stale || oldWanted(s)) {
		if s.Kind == plan.TableFilter {
			out.old = w.passing(s, e, e.old)
		} else if s.Kind == plan.TableTransform {
			out.old = w.transformed(s, e, e.old)
		} else {
			out.old = w.mapped(s, e, e.old)
		}
	}
	var r row
	if own {
		r = w.open(s, e)
		out.old = r.was
	}
	if s.Kind == plan.TableFilter && s.SendOld && !s.In.Stale && (own || len(s.Next) > 0) {
		w.f("if %s && %s { // nothing was sent that would have to be deleted\n%s\n}", boolean(out.val.null), boolean(out.old.null), w.drop)
	}
	if own {
		w.replace(s, &out, r, out.val)
	}
	w.children(s, &out)
}

// row is where a table keeps what a step is about to change.
type row struct {
	x, at string // the entry and its place; "": the store has versions
	was   cell
}

// open finds the row of the record's key.
func (w *writer) open(s *plan.Step, e *env) row {
	if s.Store.Versioned > 0 {
		return row{was: w.latestVersion(s, e)}
	}
	x, at := w.hold(s.Store, e)
	return row{x, at, w.before(s, x)}
}

// replace puts a value into a row. The record goes on as its change, or is kept back in the cache.
func (w *writer) replace(s *plan.Step, e *env, r row, v cell) {
	if e.stale = ""; s.Store.Versioned > 0 {
		e.stale = w.putVersion(s, e, w.ownBytes(s, e, v), e.ts)
		return
	}
	w.put(s, e, r.x, r.at, v, e.ts)
	held := *e
	held.old = r.was
	w.cache(s, &held, r.at, "0", "0", not(r.was.null))
}

// passing is a row's value where a filter lets it pass.
func (w *writer) passing(s *plan.Step, e *env, v cell) cell {
	keep := w.fresh("keep")
	call := w.g.call(s.Fns[0], e.key.expr, v.expr)
	if s.Not {
		call = "!" + call
	}
	w.assign(all(v.there(), call), keep)
	v.slot = v.slot.OrNull()
	if v.slot.Null == plan.Nil {
		name := w.fresh("v")
		w.lazy(name, "var %s %s\nif %s {\n%s = %s\n}", name, w.g.slot(v.slot), keep, name, v.expr)
		v.expr = name
	}
	v.null = not(keep)
	return v
}

// mapped is a row's value through a function; a delete passes unseen, and nil deletes.
func (w *writer) mapped(s *plan.Step, e *env, v cell) cell {
	name := w.fresh("v")
	call := w.g.call(s.Fns[0], args(s, e, v.expr)...)
	out := cell{expr: name, null: v.null, slot: s.Out.Value}
	if v.null == "" {
		w.at(s)
		w.assign(call, name)
	} else {
		w.guarded(s, e, not(v.null), name, w.g.slot(s.Out.Value), call)
	}
	if s.Out.Value.Null == plan.Nil {
		out.null = name + " == nil"
	}
	return out
}

// regroup sends a row's change to its groups: in one record if the group is the same, else the old one first.
func (w *writer) regroup(s *plan.Step, e *env) {
	w.onlyLatest(s, e)
	now, nowHas := w.grouped(s, e, e.val, "now")
	was, wasHas := w.grouped(s, e, e.old, "was")
	send := func(k cell, v, old cell) {
		out := *e
		out.rekey(k)
		out.raw, out.val, out.old = "", v, old
		w.children(s, &out)
	}
	same := cell{expr: now[1].expr, slot: s.Out.Value}
	before := cell{expr: was[1].expr, slot: s.Out.Value}
	none := func(c cell) cell { c.null = "true"; return c }
	w.f("if %s {", all(nowHas, wasHas, w.equal(s, now[0].expr, was[0].expr)))
	send(now[0], same, before)
	w.f("} else {")
	w.provided(wasHas, func() { send(was[0], none(same), before) })
	w.provided(nowHas, func() { send(now[0], same, none(before)) })
	w.f("}")
}

// grouped calls the selector for one side of a change. has says whether there is one.
func (w *writer) grouped(s *plan.Step, e *env, v cell, side string) (pair [2]cell, has string) {
	key, val := w.fresh(side+"Key"), w.fresh(side)
	call := w.g.call(s.Fns[0], e.key.expr, v.expr)
	has = w.fresh(side + "There")
	w.f("var (\n%s %s\n%s %s\n)", key, w.g.slot(s.Out.Key), val, w.g.slot(s.Out.Value))
	w.f("%s := %s", has, orTrue(v.there()))
	asked := ""
	if v.null != "" {
		asked = has
	}
	w.provided(asked, func() {
		w.at(s)
		w.f("%s, %s = %s", key, val, call)
		there := ""
		if s.Out.Key.Null == plan.Nil {
			there = key + " != nil"
		}
		if s.Out.Value.Null == plan.Nil {
			there = all(there, val+" != nil")
		}
		if there != "" {
			w.f("%s = %s", has, there)
		}
	})
	return [2]cell{{expr: key, slot: s.Out.Key.Present()}, {expr: val, slot: s.Out.Value}}, has
}

// equal spells the comparison of two keys.
func (w *writer) equal(s *plan.Step, a, b string) string {
	switch {
	case isPointer(s.Out.Key):
		return fmt.Sprintf("*%s == *%s", a, b)
	case !types.Comparable(s.Out.Key.Type):
		return fmt.Sprintf("bytes.Equal(%s, %s)", a, b)
	}
	return a + " == " + b
}
