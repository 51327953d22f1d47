package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// children spells what is below a step: depth first, in the order of declaration. P2
func (w *writer) children(s *plan.Step, e *env) {
	for i, n := range s.Next {
		w.child(s, n, *e, i == len(s.Next)-1)
	}
}

// child spells one step below another. A panic in it must not keep its siblings from running, nor the records behind it
// that come from the same one.
func (w *writer) child(s, n *plan.Step, e env, last bool) {
	if n.Method == "" {
		w.step(n, &e)
		return
	}
	call := w.invoke(n, &e)
	if n.Fails && (s.Repeats() || !last) {
		w.try(&e, call)
		return
	}
	w.f("%s", call)
	w.mayStop = w.mayStop || n.Fails || n.Errs
}

func (w *writer) try(e *env, call string) {
	if w.nested {
		w.f("l.Try(%s, func() { %s })", e.origin, call)
		w.mayStop = true
		return
	}
	w.f("if l.Try(%s, func() { %s }) {\nreturn\n}", e.origin, call)
}

// param is a parameter of a method: its name, its type, and what is passed.
type param struct{ name, typ, arg string }

// params are what a method gets of a record: what it and all below need.
func (g *gen) params(n *plan.Step, e *env) (ps []param) {
	add := func(name, typ, arg string) { ps = append(ps, param{name, typ, arg}) }
	add("h", "*lane.Head", e.head)
	add("ts", "int64", e.ts)
	need, in := n.Need, n.In
	if encoded(n) {
		add("kb", "[]byte", e.rawKey)
	}
	if need.Key || need.KeyBytes && !known(n) {
		add("key", g.slot(in.Key), e.key.expr)
		if in.KeyChanged && in.Key.Null == plan.Flag {
			add("nullKey", "bool", boolean(e.key.null))
		}
	}
	if in.Value.Null != plan.Never && (in.Value.Null == plan.Flag || !carried(need.Value)) {
		defer add("null", "bool", boolean(e.val.null))
	}
	if carried(need.Value) {
		add("v", g.slot(in.Value), e.val.expr)
	}
	if in.Stale {
		defer add("stale", "bool", boolean(e.stale))
	}
	if in.Old {
		if carried(need.Old) {
			add("old", g.slot(in.Value), e.old.expr)
		}
		if in.OldNull != plan.Never {
			add("noOld", "bool", boolean(e.old.null))
		}
	}
	return ps
}

// carried says whether a value itself has to be there.
func carried(d plan.Demand) bool { return d.All || d.Any || len(d.Fields) > 0 }

// encoded says whether the bytes of the key have to be passed: they aren't the key itself, nor those of the source record.
func encoded(n *plan.Step) bool { return n.Need.KeyBytes && known(n) && n.In.RawKey == nil }

// known says whether a key has bytes beside it: those of the source record, or some that are passed.
func known(n *plan.Step) bool {
	c := n.In.KeyCodec
	return c != nil && !isString(c) && !isBytes(c)
}

// lookupKey spells the key as its state is looked up.
func (e *env) lookupKey(c *topo.Codec) {
	switch {
	case c == nil:
	case isString(c) && e.key.expr != "":
		e.entryKey = e.key.elem()
	case isBytes(c) && e.key.expr != "":
		e.entryKey = "codec.String(" + e.key.elem() + ")"
	case e.rawKey != "":
		e.entryKey = "codec.String(" + e.rawKey + ")"
	}
}

// invoke spells the call of a step's method.
func (w *writer) invoke(n *plan.Step, e *env) string {
	var args []string
	for _, p := range w.g.params(n, e) {
		args = append(args, p.arg)
	}
	return fmt.Sprintf("s.%s(%s)", n.Method, strings.Join(args, ", "))
}

// bare keeps it that a record lost its headers on the way, though the source's record has some.
func bare(s *plan.Step, head string) string {
	if s.In.Bare {
		return head + ".Bare"
	}
	return ""
}

// method spells a step that begins one.
func (g *gen) method(n *plan.Step) {
	w := g.writer("return")
	e := &env{head: "h", fields: "B: h.B, I: h.I", bare: bare(n, "h"), origin: "h.Source()", batch: "h.B", index: "h.I", ts: "ts", headers: "h.Headers()", at: "l.At"}
	e.key, e.val, e.old = cell{slot: n.In.Key}, cell{slot: n.In.Value}, cell{slot: n.In.Value}
	if n.In.Others {
		e.at = ""
	}
	e.ask = n.In.Asked
	if n.In.RawValue != nil {
		e.raw = "h.B.Value(h.I)"
	}
	if !n.In.KeyChanged {
		e.hash, e.part = "h.Hash", "h.Part"
		if n.In.Key.Null != plan.Never {
			e.key.null = "h.Null"
		}
	}
	for _, taken := range []string{"l", "s"} {
		w.names[taken] = true
	}
	for _, p := range g.params(n, e) {
		w.names[p.name] = true
		switch p.name {
		case "kb":
			e.rawKey, e.keyCodec = "kb", n.In.KeyCodec
		case "key":
			e.key.expr = "key"
			if n.In.KeyChanged && n.In.Key.Null == plan.Nil {
				e.key.null = "key == nil"
			}
		case "nullKey":
			e.key.null = "nullKey"
		case "v":
			if e.val.expr = "v"; n.In.Value.Null == plan.Nil {
				e.val.null = "v == nil"
			}
		case "null":
			e.val.null = "null"
		case "old":
			e.old.expr = "old"
		case "noOld":
			e.old.null = "noOld"
		case "stale":
			e.stale = "stale"
		}
	}
	if n.In.RawKey != nil {
		e.rawKey, e.keyCodec = "h.B.Key(h.I)", n.In.RawKey
	}
	e.lookupKey(n.In.KeyCodec)
	w.lazy("l", "l := s.lane")
	w.step(n, e)
	g.decl("// %s.\nfunc (s *%s) %s(%s) {\n%s}", reason(n), n.Stage.Type, n.Method, signature(g.params(n, e)), w.text())
}

// signature groups parameters of one type.
func signature(ps []param) string {
	var b strings.Builder
	for i, p := range ps {
		b.WriteString(p.name)
		if i+1 == len(ps) || ps[i+1].typ != p.typ {
			b.WriteString(" " + p.typ)
		}
		if i+1 < len(ps) {
			b.WriteString(", ")
		}
	}
	return b.String()
}

// reason is the comment of a method: what it does, and why it is one.
func reason(n *plan.Step) string {
	what := n.Method + " runs " + chain(n)
	switch from := n.Parents[0]; {
	case n.Kind.Windowed():
		return n.Method + " updates the windows that hold the record, and sends each result on"
	case len(n.Parents) > 1:
		return what + ", for several operators"
	case from.Repeats():
		return what + ", for each result of the " + from.Kind.String()
	case from.Kind == plan.Regroup:
		return what + ", for each group that a change concerns"
	}
	return what + ". Its siblings run whatever happens in it"
}

// chain is what a step and those fused to it do, in words.
func chain(s *plan.Step) string {
	var words []string
	for {
		if s.Kind != plan.Results {
			words = append(words, s.Kind.String())
		}
		if len(s.Next) != 1 || s.Next[0].Method != "" {
			break
		}
		s = s.Next[0]
	}
	return strings.Join(words, ", ")
}

// step spells a step into the function at hand.
func (w *writer) step(s *plan.Step, e *env) {
	switch s.Kind {
	case plan.Merge, plan.Branch, plan.Results:
		w.children(s, e)
	case plan.ToStream:
		e.old, e.stale = cell{}, ""
		w.children(s, e)
	case plan.Filter, plan.Map, plan.MapValues, plan.SelectKey, plan.Peek, plan.ForEach, plan.Split, plan.View:
		w.stream(s, e)
	case plan.FlatMap, plan.FlatMapValues:
		w.flatMap(s, e)
	case plan.ToSink:
		w.sink(s, e)
	case plan.Print:
		w.print(s, e)
	case plan.HopOut:
		w.hop(s, e)
	case plan.Suppress:
		w.suppress(s, e)
	case plan.Table:
		w.intoTable(s, e)
	case plan.TableFilter, plan.TableMapValues:
		w.view(s, e)
	case plan.Regroup:
		w.regroup(s, e)
	case plan.JoinTable:
		w.joinTable(s, e)
	case plan.ForeignSubscribe, plan.ForeignReceive, plan.ForeignAnswer, plan.ForeignResolve:
		w.foreign(s, e)
	case plan.JoinGlobal:
		w.joinGlobal(s, e)
	case plan.JoinTables:
		w.joinTables(s, e)
	case plan.TableJoined:
		w.joinedTables(s, e)
	case plan.JoinStreams:
		w.joinStreams(s, e)
	case plan.Count, plan.Reduce, plan.Aggregate:
		w.aggregate(s, e)
	case plan.WindowCount, plan.WindowReduce, plan.WindowAggregate:
		if s.Listed() {
			w.lists(s, e)
		} else {
			w.window(s, e)
		}
	case plan.TableCount, plan.TableReduce, plan.TableAggregate:
		w.tableAggregate(s, e)
	case plan.Wait:
		w.wait(s, e)
	case plan.Process:
		w.process(s, e)
	case plan.TableTransform:
		w.view(s, e)
	default:
		panic("emit: no way to spell " + s.Kind.String())
	}
}
