package emit

import "github.com/stoatgen/stoatgen/gen/plan"

// hold writes at := the place of the key, x := its entry.
func (w *writer) hold(st *plan.Store, e *env) (x, at string) {
	x, at = w.fresh("x"), w.fresh("at")
	e = w.rowOf(st, e, "s.kbuf")
	entries := w.table(st)
	if st.Shape() == plan.RecentRows {
		entries += ".Table"
	}
	w.f("%s := %s.Place(%s, %s, %s, %s)\n%s := %s.Get(%s)", at, w.table(st), w.place(st, e), e.part, e.entryKey, e.hash, x, entries, at)
	return x, at
}

// put writes a value into an entry. An entry that a panic left behind is a dead one: nothing of the user's runs in between.
func (w *writer) put(s *plan.Step, e *env, x, at string, v cell, ts string) {
	row, live := w.kept(s, e, s.Store.Row, v, ts)
	w.f("%s.Val, %s.Live = %s, %s", x, x, row, live)
	w.touch(s.Store, e, x, at)
}

// aggregate is Count, Reduce and Aggregate of a stream.
func (w *writer) aggregate(s *plan.Step, e *env) {
	w.dropNullKey(s, e)
	w.dropNullValue(s.Node, e)
	x, at := w.current(s, e)
	had := w.had(x)
	v, ts, old := w.fresh("v"), w.fresh("ts"), w.fresh("old")
	slot := s.Out.Value
	was := cell{slot: slot}
	switch s.Kind {
	case plan.Count:
		w.f("%s, %s := int64(1), %s\nif %s.Live {\n%s, %s = %s.Val.V+1, max(%s, %s.Val.TS)\n}", v, ts, e.ts, x, v, ts, x, e.ts, x)
		w.lazy(old, "%s := %s - 1 // 0 at first, as Kafka Streams has it", old, v)
		was.expr = old
	case plan.Reduce:
		live := w.fresh("live")
		w.lazy(live, "%s := %s.Live", live, x)
		w.lazy(old, "%s := %s.Val.V", old, x)
		was.expr, was.null = w.share(slot, old), not(live)
		w.f("%s, %s := %s, %s\nif %s.Live {", v, ts, e.val.expr, e.ts, x)
		w.at(s)
		w.f("%s = %s", v, w.g.call(s.Fns[0], was.expr, e.val.expr))
		w.f("%s = max(%s, %s.Val.TS)\n}", ts, e.ts, x)
	case plan.Aggregate:
		w.at(s)
		w.f("var %s %s\n%s := %s\nif %s.Live {", old, w.g.slot(slot), ts, e.ts, x)
		if isPointer(slot) {
			w.f("kept := %s.Val.V\n%s = &kept", x, old)
		} else {
			w.f("%s = %s.Val.V", old, x)
		}
		w.f("%s = max(%s, %s.Val.TS)\n} else {\n%s = %s\n}", ts, e.ts, x, old, w.g.call(s.Fns[0]))
		w.f("%s := %s", v, w.g.call(s.Fns[1], e.key.expr, e.val.expr, old))
		was.expr = old // the initial value at first, as Kafka Streams has it
		if slot.Null == plan.Nil {
			was.null = old + " == nil"
		}
	}
	now := cell{expr: v, slot: slot}
	if slot.Null == plan.Nil {
		now.null = v + " == nil"
	}
	out := *e
	w.aggregated(s, &out, x, at, now, ts)
	w.update(s, &out, now, was, ts, at, "0", "0", had)
}

// current is the aggregate of the record's group: an entry, or the latest version in the place of one.
func (w *writer) current(s *plan.Step, e *env) (x, at string) {
	if s.Store.Versioned > 0 {
		return w.versionRow(s, e), ""
	}
	return w.hold(s.Store, e)
}

// aggregated keeps a new aggregate.
func (w *writer) aggregated(s *plan.Step, e *env, x, at string, now cell, ts string) {
	if s.Store.Versioned > 0 {
		e.stale = w.putVersion(s, e, w.ownBytes(s, e, now), ts)
		return
	}
	w.put(s, e, x, at, now, ts)
}

// share gives a value of a store the form that functions see.
func (w *writer) share(slot plan.Slot, v string) string {
	if !isPointer(slot) {
		return v
	}
	p := w.fresh(v)
	w.lazy(p, "%s := &%s", p, v)
	return p
}

// update passes a row's change on, or keeps it back in the cache: see cache.
func (w *writer) update(s *plan.Step, e *env, now, was cell, ts, at, start, end, had string) {
	out := e.changed(now, was, ts)
	w.cache(s, &out, at, start, end, had)
	w.children(s, &out)
}

// changed is the record of a row's change.
func (e *env) changed(now, was cell, ts string) env {
	out := *e
	out.val, out.old, out.raw, out.ts = now, was, "", ts
	return out
}

// had spells whether a store had a row ahead of a change.
func (w *writer) had(x string) string {
	had := w.fresh("had")
	w.lazy(had, "%s := %s.Live", had, x)
	return had
}

// tableAggregate takes the old value of a row out of its group and adds the new one, in this order.
func (w *writer) tableAggregate(s *plan.Step, e *env) {
	x, at := w.current(s, e)
	out := s.Out.Value
	v, ts, old, live, has := w.fresh("v"), w.fresh("ts"), w.fresh("old"), w.fresh("live"), w.fresh("has")
	w.lazy(live, "%s := %s.Live", live, x)
	w.lazy(old, "%s := %s.Val.V", old, x)
	was := cell{expr: w.share(out, old), null: not(live), slot: out}
	w.f("var %s %s\n%s, %s := %s.Live, %s\nif %s.Live {\n%s = %s\n}", v, w.g.slot(out), has, ts, x, e.ts, x, v, was.expr)
	sub, add, zero := w.groupSteps(s, e, v)
	w.f("if %s {", all(has, e.old.there()))
	w.at(s)
	w.f("%s = %s\n%s = max(%s, %s.Val.TS)", v, sub, ts, e.ts, x)
	if out.Null == plan.Nil {
		w.f("%s = %s != nil", has, v)
	}
	w.f("}")
	w.provided(e.val.there(), func() {
		w.at(s)
		switch {
		case s.Kind == plan.TableReduce:
			w.f("if %s {\n%s = %s\n} else {\n%s = %s\n}", has, v, add, v, e.val.expr)
		case zero != "":
			w.f("if !%s {\n%s = %s\n}\n%s = %s", has, v, zero, v, add)
		default:
			w.f("%s = %s", v, add)
		}
		w.f("if %s.Live {\n%s = max(%s, %s.Val.TS)\n}", x, ts, e.ts, x)
		if out.Null == plan.Nil {
			w.f("%s = %s != nil", has, v)
		} else {
			w.f("%s = true", has)
		}
	})
	now := cell{expr: v, null: "!" + has, slot: out}
	w.aggregated(s, e, x, at, now, ts)
	w.update(s, e, now, was, ts, at, "0", "0", live)
}

// groupSteps spell taking out, adding and beginning.
func (w *writer) groupSteps(s *plan.Step, e *env, v string) (sub, add, zero string) {
	switch s.Kind {
	case plan.TableCount:
		return v + " - 1", v + " + 1", ""
	case plan.TableReduce:
		return w.g.call(s.Fns[1], v, e.old.expr), w.g.call(s.Fns[0], v, e.val.expr), ""
	}
	return w.g.call(s.Fns[2], e.key.expr, e.old.expr, v), w.g.call(s.Fns[1], e.key.expr, e.val.expr, v), w.g.call(s.Fns[0])
}
