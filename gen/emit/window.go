package emit

import "github.com/stoatgen/stoatgen/gen/plan"

// windows declares the geometry of each windowed operator: a function, so that the compiler divides by constants.
func (g *gen) windows() {
	for _, st := range g.p.Stores {
		if w := st.Window; w != nil && w.Listed && w.Func != "" {
			g.decl("// %s is a function and not a variable, so that the compiler divides by constants.\nfunc %s() window.Hopping {\nreturn window.Hopping{Size: %d, Advance: %d, Grace: %d}\n}",
				w.Func, w.Func, w.Size, w.Advance, w.Grace)
		} else if w != nil && !w.Listed {
			g.decl("// %s has at most %d windows of a key: (size + grace) / advance, rounded up. A function and not a variable, so that the\n// compiler divides by constants.\nfunc %s() window.Hopping {\nreturn window.Hopping{Size: %d, Advance: %d, Grace: %d}\n}",
				w.Func, w.Slots, w.Func, w.Size, w.Advance, w.Grace)
		}
	}
}

// window updates every open window that holds the record and passes each result on.
func (w *writer) window(s *plan.Step, e *env) {
	g, st := w.g, s.Store
	w.dropNullKey(s, e)
	w.f("s.%s = max(s.%s, %s)", s.Name, s.Name, e.ts)
	if s.Kind != plan.WindowCount {
		w.dropNull(s, e)
	}
	geometry := st.Window.Func + "()"
	x, at, start, last, ring, slot, fresh := w.fresh("x"), w.fresh("at"), w.fresh("start"), w.fresh("last"), w.fresh("ring"), w.fresh("slot"), w.fresh("fresh")
	w.f("var (\n%s *store.Entry[%s]\n%s store.At\n)", x, st.Row, at)
	w.f("%s, %s := %s.First(%s), %s.Last(%s)", start, last, geometry, e.ts, geometry, e.ts)
	w.f("for %s := %s.Ring(%s, %d); %s <= %s; %s += %s.Advance {", ring, geometry, start, st.Window.Slots, start, last, start, geometry)
	w.f("if !%s.Open(%s, s.%s) {\n%s.Skip()\nl.Drop(%s, abi.Late)\ncontinue\n}", geometry, start, s.Name, ring, g.node(s.Node))
	w.f("if %s == nil {\n%s = %s.Place(%s, %s, %s, %s)\n%s = %s.Get(%s)\n}", x, at, w.table(st), w.place(st, e), e.part, e.entryKey, e.hash, x, w.table(st), at)
	w.f("%s, %s := window.Take(&%s, %s.Val.Slots[:], %s)", slot, fresh, ring, x, start)
	drop, loop := w.drop, w.loop
	w.drop, w.loop = "continue", false
	now, was, ts := w.windowed(s, e, slot, fresh)
	agg, live := w.kept(s, e, g.agg(st), now, ts)
	w.f("if %s {\ns.%s.Begin(%s, %s, %s, %s)\n}", fresh, st.Field, x, slot, start, e.ts)
	w.f("%s.Agg, %s.TS, %s.Epoch = %s, %s, s.Epoch", slot, slot, slot, agg, ts)
	if live != "true" {
		w.f("if %s {\n%s.Delete(%s)\n}", now.null, slot, e.ts)
	}
	w.f("%s.Live = true\n%s.Touch(%s, %s)", x, w.table(st), x, at)
	key := w.fresh("key")
	w.lazy(key, "%s := record.Windowed[%s]{Key: %s, Start: %s, End: %s + %d}", key, g.slot(s.In.Key), e.key.expr, start, start, st.Window.Size)
	out := *e
	out.key, out.rawKey, out.entryKey = cell{expr: key, slot: s.Out.Key}, "", ""
	w.update(s, &out, now, was, ts, at, start, "0", not(fresh))
	w.drop, w.loop = drop, loop
	w.f("}")
}

// windowed writes the new aggregate of a window, from the old one or the beginning.
func (w *writer) windowed(s *plan.Step, e *env, slot, fresh string) (now, was cell, ts string) {
	g, out := w.g, s.Out.Value
	value := slot + ".Agg"
	if g.keeps(s.Store) == eager {
		value += ".V"
	}
	ts = w.fresh("ts")
	old, v := w.fresh("old"), w.fresh("v")
	was = cell{expr: old, slot: out}
	switch s.Kind {
	case plan.WindowCount:
		w.f("%s, %s := int64(1), %s\nif !%s {\n%s, %s = %s+1, max(%s, %s.TS)\n}", v, ts, e.ts, fresh, v, ts, value, e.ts, slot)
		w.lazy(old, "%s := %s - 1 // 0 at first, as Kafka Streams has it", old, v)
	case plan.WindowReduce:
		kept := old
		if isPointer(out) {
			kept = w.fresh("kept")
		}
		w.lazy(kept, "%s := %s", kept, value)
		if isPointer(out) {
			w.lazy(old, "%s := &%s", old, kept)
		}
		was.null = fresh
		w.f("%s, %s := %s, %s\nif !%s {", v, ts, e.val.expr, e.ts, fresh)
		w.at(s)
		w.f("%s = %s\n%s = max(%s, %s.TS)\n}", v, g.call(s.Fns[0], old, e.val.expr), ts, e.ts, slot)
	default:
		w.at(s)
		w.f("var %s %s\n%s := %s\nif %s {\n%s = %s\n} else {", old, g.slot(out), ts, e.ts, fresh, old, g.call(s.Fns[0]))
		if isPointer(out) {
			w.f("kept := %s\n%s = &kept", value, old)
		} else {
			w.f("%s = %s", old, value)
		}
		w.f("%s = max(%s, %s.TS)\n}", ts, e.ts, slot)
		w.f("%s := %s", v, g.call(s.Fns[1], e.key.expr, e.val.expr, old))
		if out.Null == plan.Nil {
			was.null = old + " == nil"
		}
	}
	now = cell{expr: v, slot: out}
	if out.Null == plan.Nil {
		now.null = v + " == nil"
	}
	return now, was, ts
}
