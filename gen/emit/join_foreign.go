package emit

import (
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// foreign spells a step of a foreign-key join.
func (w *writer) foreign(s *plan.Step, e *env) {
	switch s.Kind {
	case plan.ForeignSubscribe:
		w.subscribe(s, e)
	case plan.ForeignReceive:
		w.receive(s, e)
	case plan.ForeignAnswer:
		w.answer(s, e)
	default:
		w.resolve(s, e)
	}
}

// subscribe says what a left row's change means for the right rows that it names and named.
func (w *writer) subscribe(s *plan.Step, e *env) {
	j := s.Foreign
	w.onlyLatest(s, e)
	now, names := w.named(s, e, e.val, "now")
	was, named := w.named(s, e, e.old, "was")
	sum := w.fresh("sum")
	w.f("var %s join.Sum", sum)
	w.provided(e.val.there(), func() {
		present := e.val
		present.null = ""
		w.f("%s = join.SumOf(%s)", sum, w.bytes(e, present, "l.Scratch", j.Value, s.Node))
	})
	send := func(key, wish string) string {
		return fmt.Sprintf("s.%s(%s, %s, %s, %s, join.%s, %s)", j.Subscribe, e.head, e.ts, e.entryKey, key, wish, sum)
	}
	changed := fmt.Sprintf("(!%s || %s)", names, w.differ(now, was, j))
	if j.Left {
		if e.val.null != "" && e.old.null != "" {
			w.f("if %s || %s {", not(e.val.null), not(e.old.null))
			defer w.f("}")
		}
		w.f("if %s && %s {\n%s\n}", named, changed, send(was, "Leave"))
		w.f("if %s {\n%s\n} else {\ns.%sNull(%s, %s, %s, %s)\n}", names, send(now, "Ask"), j.Subscribe, e.head, e.ts, e.entryKey, sum)
		return
	}
	w.f("switch {\ncase !%s:", names)
	w.provided(e.val.there(), func() { w.f("l.Drop(%s, abi.NullKey)", w.g.node(s.Node)) })
	w.f("if %s {\n%s\n}", named, send(was, "LeaveAsked"))
	w.f("case %s && %s:\n%s\n%s\ndefault:\n%s\n}", named, w.differ(now, was, j), send(was, "Leave"), send(now, "Ask"), send(now, "AskForRow"))
}

// named calls the extractor for one side of a change; there says whether it names a row.
func (w *writer) named(s *plan.Step, e *env, v cell, side string) (key, there string) {
	key, there = w.fresh(side), w.fresh(side+"There")
	w.f("var (\n%s %s\n%s bool\n)", key, w.g.slot(s.Foreign.To.Out.Key), there)
	w.provided(v.there(), func() {
		w.at(s)
		w.f("%s, %s = %s", key, there, w.g.call(s.Fns[0], e.key.expr, v.expr))
	})
	return key, there
}

// differ spells that two foreign keys are not the same.
func (w *writer) differ(a, b string, j *plan.ForeignJoin) string {
	if isBytes(j.Asked.Key) {
		return fmt.Sprintf("!bytes.Equal(%s, %s)", a, b)
	}
	return a + " != " + b
}

// receive keeps a subscription and answers it.
func (w *writer) receive(s *plan.Step, e *env) {
	j := s.Foreign
	keep := fmt.Sprintf("s.%s.Apply(%s, %s, %s, %s, &r.Sub, %s)", j.Subs.Field, w.place(j.Subs, e), e.part, e.entryKey, e.hash, e.ts)
	if e.key.null != "" {
		keep = fmt.Sprintf("if %s {\n%s\n}", not(e.key.null), keep)
	}
	w.f("%s", keep)
	row := w.lookup(s.Lookup, e, false)
	ts := w.fresh("ts")
	w.f("%s := %s%s", ts, e.ts, w.later(ts, row))
	v, found := w.fresh("v"), func(then string) string { return then }
	if row.null == "" {
		w.lazy(v, "%s := %s", v, row.expr)
	} else {
		w.lazy(v, "var %s %s\nif %s {\n%s = %s\n}", v, w.g.slot(j.Answered.Record.Value), not(row.null), v, row.expr)
		found = func(then string) string { return fmt.Sprintf("if %s {\n%s\n}", not(row.null), then) }
	}
	send := func(wish string, null string) string {
		return fmt.Sprintf("s.%s(%s, %s, &r.Sub, %s)", j.Answer, e.head, ts, w.answerArgs(j, v, null))
	}
	w.f(`switch r.Sub.Wish {
case join.LeaveAsked:
	%s
case join.Ask:
	%s
case join.AskForRow:
	%s
}`,
		send("", "true"), send("", boolean(row.null)), found(send("", "false")))
}

// answerArgs are the value, if it is needed, and whether it is null.
func (w *writer) answerArgs(j *plan.ForeignJoin, v, null string) string {
	if !carried(j.Answered.Need.Value) {
		return null
	}
	if null == "true" && isPointer(j.Answered.Record.Value) {
		v = "nil"
	}
	return v + ", " + null
}

// answer tells the left rows of a right row's change, in the order of their keys.
func (w *writer) answer(s *plan.Step, e *env) {
	j := s.Foreign
	w.onlyLatest(s, e)
	i, all := w.fresh("i"), w.fresh("all")
	w.f("%s := s.%s.Of(%s, %s, %s, %s)", all, j.Subs.Field, w.place(j.Subs, e), e.part, e.entryKey, e.hash)
	w.f("for %s := range %s {\ns.%s(%s, %s, &%s[%s].Subscription, %s)\n}", i, all, j.Answer, e.head, e.ts, all, i,
		w.answerArgs(j, e.val.expr, boolean(e.val.null)))
}

// resolve joins the answer with the left row as it is now.
func (w *writer) resolve(s *plan.Step, e *env) {
	j := s.Foreign
	at := *e
	at.ask = true
	left := w.lookup(s.Lookup, &at, false)
	sum := w.fresh("sum")
	w.f("var %s join.Sum", sum)
	w.provided(left.there(), func() {
		present := left
		present.null = ""
		w.f("%s = join.SumOf(%s)", sum, w.bytes(e, present, "l.Scratch", j.Value, s.Node))
	})
	w.f("if %s != r.Sum {\nl.Drop(%s, abi.OutOfDate)\n%s\n}", sum, w.g.node(s.Node), w.drop)
	v, has := w.fresh("v"), w.fresh("has")
	cond := left.there()
	if !j.Left {
		cond = all(cond, e.val.there())
	}
	w.f("var %s %s\n%s := %s\nif %s {", v, w.g.slot(s.Out.Value), has, orTrue(cond), has)
	right := e.val.expr
	if j.Left {
		right = w.maybe(e.val, true)
	}
	w.at(s)
	w.f("%s = %s\n}", v, w.g.call(s.Fns[1], left.expr, right))
	out := *e
	out.val, out.raw = cell{expr: v, null: "!" + has, slot: s.Out.Value}, ""
	if s.Out.Value.Null == plan.Nil {
		out.val.null = v + " == nil"
	}
	w.children(s, &out)
}

// foreignMethods declares what sends over the hops of a foreign-key join.
func (g *gen) foreignMethods(s *plan.Stage) {
	for _, h := range s.Out {
		switch j := h.Foreign; {
		case j == nil:
		case h == j.Asked:
			g.subscribeMethod(j)
		default:
			g.answerMethod(j)
		}
	}
}

func (g *gen) subscribeMethod(j *plan.ForeignJoin) {
	h, typ := j.Asked, g.slot(j.To.Out.Key)
	w := g.writer("return")
	for _, n := range []string{"s", "l", "h", "ts", "left", "key", "wish", "sum", "x", "hash", "part"} {
		w.names[n] = true
	}
	e := &env{head: "h", fields: "B: h.B, I: h.I", origin: "h.Source()", batch: "h.B", index: "h.I", ts: "ts", headers: "h.Headers()", key: cell{expr: "key", slot: j.To.Out.Key.Known()}}
	w.lazy("l", "l := s.lane")
	kb := w.keyBytes(e, h.Key, j.Asked.Entry.Node)
	w.f("hash := codec.Murmur2(%s)", kb)
	w.foreignNext(h, e, kb)
	w.f("x.Sub = join.Subscription{Left: %s, Part: h.Part, Sum: sum, Wish: wish}", leftKey(j))
	w.f("if s.%s.Shown() {\ns.%s.ShowIn(x.Part, ts, %s, x.Sub.Append(nil), h.Headers())\n}", h.Field, h.Field, kb)
	g.decl("// %s tells a right row that a left one names it, or named it.\nfunc (s *%s) %s(h *lane.Head, ts int64, left string, key %s, wish join.Instruction, sum join.Sum) {\n%s}",
		j.Subscribe, h.From.Type, j.Subscribe, typ, w.text())
	if j.Left {
		g.decl(`// %sNull asks for the answer of a row that names none.
func (s *%s) %sNull(h *lane.Head, ts int64, left string, sum join.Sum) {
	x := s.%s.Next(h.Hash)
	*x = %s{Head: lane.Head{B: h.B, I: h.I, Hash: h.Hash, TS: ts, Null: true, Bare: h.Bare}, Sub: join.Subscription{Left: %s, Part: h.Part, Sum: sum, Wish: join.Ask}}
	if s.%s.Shown() {
		s.%s.Show(ts, nil, x.Sub.Append(nil), h.Headers())
	}
}`,
			j.Subscribe, h.From.Type, j.Subscribe, h.Field, h.Type, leftKey(j), h.Field, h.Field)
	}
}

// foreignNext takes the place of a record that hops, says where it goes, and sets its key: to the partition of the right row's
// key, or back to that of the left row, unless the user's function names another.
func (w *writer) foreignNext(h *plan.Hop, e *env, kb string) {
	part, next := fmt.Sprintf("codec.Partition(hash, s.%s.Parts())", h.Field), "Next(hash)"
	if h == h.Foreign.Answered {
		part, next = "sub.Part", "NextIn(sub.Part, hash)"
	}
	if p := h.Partitioner; p != nil {
		w.f("l.Node = %s", w.g.node(h.Entry.Node))
		w.f("part, err := s.%s.Chosen(%s, hash)", h.Field, w.g.call(p.Fn, "s."+h.Field+".Topic()", e.key.expr, "int(s."+h.Field+".Parts())"))
		w.fail(e, h.Entry.Node)
		part, next = "part", "NextIn(part, hash)"
	}
	w.f("x := s.%s.%s\nx.Head = lane.Head{B: h.B, I: h.I, Hash: hash, TS: ts, Part: %s, Bare: h.Bare}", h.Field, next, part)
	if slices.ContainsFunc(w.g.hopFields(h), func(f field) bool { return f.name == "Key" }) {
		w.f("x.Key = %s", e.key.expr)
	}
	w.hopKey(h, "x", kb)
}

func (g *gen) answerMethod(j *plan.ForeignJoin) {
	h := j.Answered
	w := g.writer("return")
	for _, n := range []string{"s", "l", "h", "ts", "sub", "v", "null", "x", "kb", "hash", "key", "part"} {
		w.names[n] = true
	}
	e := &env{head: "h", fields: "B: h.B, I: h.I", origin: "h.Source()", ts: "ts"}
	w.lazy("l", "l := s.lane")
	w.f("kb := codec.Bytes(sub.Left)\nhash := codec.Murmur2(kb)")
	key := w.fromBytes(e, j.From.Out.Key.Known(), "key", "kb", h.Key, g.node(j.Answered.Entry.Node))
	e.key = key
	w.foreignNext(h, e, "kb")
	params := ""
	if carried(h.Need.Value) {
		params = ", v " + g.slot(h.Record.Value)
		w.f("x.Value = v")
	}
	for _, f := range g.hopFields(h) {
		if f.name == "NoValue" {
			w.f("x.NoValue = null")
		}
	}
	w.f("x.Sum = sub.Sum")
	if h.Shown != nil && params != "" {
		w.f("if s.%s.Shown() {", h.Field)
		data := w.shownBytes(h, cell{expr: "v", null: "null", slot: h.Record.Value})
		w.f("s.%s.ShowIn(x.Part, ts, kb, join.AppendAnswer(nil, sub.Sum, %s), h.Headers())\n}", h.Field, data)
	}
	g.decl("// %s sends a right row's value, or that there is none, to a left row that names it.\nfunc (s *%s) %s(h *lane.Head, ts int64, sub *join.Subscription%s, null bool) {\n%s}",
		j.Answer, h.From.Type, j.Answer, params, w.text())
}

// leftKey spells the bytes of a left row's key as they may travel. Those of a key that isn't text lie in the record that is
// worked on, whose memory is used anew.
func leftKey(j *plan.ForeignJoin) string {
	if isString(j.Answered.Key) {
		return "left"
	}
	return "strings.Clone(left)"
}
