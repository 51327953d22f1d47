package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// tasked says whether a stage has processors.
func tasked(s *plan.Stage) bool { return len(s.Processors) > 0 }

// nextTask spells what is due ahead of an entry's record.
func (w *writer) nextTask(s *plan.Step, e *env) {
	if !tasked(s.Stage) {
		return
	}
	w.f("if s.tasks.Next(%s, %s) {\nreturn\n}", e.part, e.ts)
	w.mayStop = true
}

// process hands a record to the processor of its partition.
func (w *writer) process(s *plan.Step, e *env) {
	p := s.Processor
	if s.Keyed {
		w.dropIf(e.key.null, s.Node, "NullKey")
	}
	w.dropNull(s, e)
	c := w.fresh("c")
	w.f("%s := s.%s[%s]", c, p.Field, w.task(e))
	w.at(s)
	headers := w.fresh("headers")
	w.f("%s := %s.At(%s, %s)", headers, c, e.head, e.ts)
	r := fmt.Sprintf("record.Record[%s, %s]{Key: %s, Value: %s, Timestamp: %s, Headers: %s}",
		w.g.slot(s.In.Key), w.g.slot(s.In.Value), e.key.expr, e.val.expr, e.ts, headers)
	if p.Kind == plan.SameKey {
		r = "record.FixKey(" + r + ", " + boolean(e.key.null) + ")"
	}
	call := fmt.Sprintf("%s.p.Process(%s, %s)", c, c, r)
	if p.Wrap != nil {
		call = fmt.Sprintf("%s.w.Process(%s, func() error { return %s })", c, c, call)
	}
	w.f("if err := %s; err != nil {", call)
	w.failed(e, s.Node, "err")
	w.f("}")
}

// task spells the partition of the record as its stage sees it, whatever has become of the key.
func (w *writer) task(e *env) string {
	if e.part != "" {
		return e.part
	}
	return strings.TrimPrefix(e.head, "&") + ".Part"
}

// transformed is a row's value through a transformer, which sees a delete as nil.
func (w *writer) transformed(s *plan.Step, e *env, v cell) cell {
	p, in, out := s.Processor, v.expr, w.fresh("v")
	if !isPointer(v.slot) {
		in = w.fresh("in")
		row := w.fresh("row")
		if v.null == "" {
			w.f("%s := %s\n%s := &%s", row, v.expr, in, row)
		} else {
			w.f("var %s *%s\nif %s {\n%s := %s\n%s = &%s\n}", in, w.g.slot(v.slot), not(v.null), row, v.expr, in, row)
		}
	}
	c := w.fresh("c")
	w.f("%s := s.%s[%s]", c, p.Field, w.task(e))
	w.at(s)
	w.f("%s.At(%s, %s)", c, e.head, e.ts)
	w.assign(fmt.Sprintf("%s.p.Transform(%s, %s)", c, e.key.expr, in), out)
	now := cell{expr: out, slot: s.Out.Value}
	if s.Out.Value.Null == plan.Nil {
		now.null = out + " == nil"
	}
	return now
}

// processors declares the instances of a stage's processors.
func (g *gen) processors(s *plan.Stage) {
	for _, n := range s.Processors {
		p := n.Processor
		var list []string
		for _, x := range p.Stores {
			part := "Part(part)"
			if x.ReadOnly {
				part = "ReadPart(part)"
			}
			if x.ReadOnly && x.Store.Global != nil {
				part = "ReadPart(0)"
			}
			list = append(list, fmt.Sprintf("s.%s.%s", x.Store.Field, part))
		}
		field, wrapper := "", ""
		if p.Wrap != nil {
			field = fmt.Sprintf("w %s\n", g.typ(p.Wrap.User))
			wrapper = ", w: " + g.call(p.Wrap.Create, strconv.Quote(g.p.Nodes[n.Node].Name))
		}
		g.decl("// %s is %s of a partition.\ntype %s struct {\nprocess.Context\ns *%s\np %s\n%s}", p.Type, g.p.Nodes[n.Node].Name, p.Type, s.Type, g.typ(p.User), field)
		body := fmt.Sprintf("c := &%s{Context: process.NewContext(s.tasks, %s, part), s: s, p: %s%s}\ns.%s[part] = c\n", p.Type, g.node(n.Node), g.call(p.Create, list...), wrapper, p.Field)
		if p.Init {
			arg := "c"
			if p.Kind == plan.Transformer {
				arg = "&c.Context"
			}
			body += fmt.Sprintf("s.lane.Node = %s\nc.p.Init(%s)\n", g.node(n.Node), arg)
		}
		if p.Kind == plan.Ticker {
			body = g.ticking(p, body)
		}
		if p.Close {
			body += "s.tasks.OnClose(c.p.Close)\n"
		}
		g.decl("// %s makes the instance of a partition.\nfunc (s *%s) %s(part int32) {\n%s}", p.Open, s.Type, p.Open, body)
		if p.Timers != nil {
			g.onTimer(s, p)
		}
		if p.Kind != plan.Transformer {
			g.forward(n)
		}
	}
}

// ticking is how an instance of a scheduled source begins. There is one, unless it has stores that are divided among
// partitions: then each has one, with the rows of its own.
func (g *gen) ticking(p *plan.Processor, body string) string {
	made := fmt.Sprintf("schedule.Every(%d, %d)", p.Schedule.Every, p.Schedule.Offset)
	if p.Schedule.Cron != "" {
		made = fmt.Sprintf("schedule.MustCron(%q)", p.Schedule.Cron)
	}
	g.decl("// %s is when %s ticks.\nvar %s = %s", p.Schedule.Name, p.Field, p.Schedule.Name, made)
	if !p.Divided() {
		body = "if part != 0 {\nreturn\n}\n" + body
	}
	return body + fmt.Sprintf("c.Begin(%s, s.%s)\n", p.Schedule.Name, p.Timers.Field)
}

// onTimer spells how a timer gets to its processor.
func (g *gen) onTimer(s *plan.Stage, p *plan.Processor) {
	d, key := p.Timers.Declared, g.typ(p.Timers.Key.Type)
	if p.Kind == plan.Ticker {
		alone := ""
		if !p.Divided() {
			alone = "if c == nil { // from when it had a store\nreturn nil\n}\n"
		}
		g.decl("// %s calls Tick of a partition's instance.\nfunc (s *%s) %s(part int32, t record.Timer[string]) error {\nc := s.%s[part]\n%sreturn c.p.Tick(c, c.Tick(%s, s.%s, t))\n}",
			d.Fire, s.Type, d.Fire, p.Field, alone, p.Schedule.Name, p.Timers.Field)
		return
	}
	timer := "t"
	if p.Kind == plan.SameKey {
		timer = fmt.Sprintf("record.FixKey(record.Record[%s, record.Timer[%s]]{Key: t.Key, Value: t, Timestamp: t.Timestamp}, false)", key, key)
	}
	g.decl("// %s calls OnTimer of a partition's instance.\nfunc (s *%s) %s(part int32, t record.Timer[%s]) error {\nc := s.%s[part]\nc.Fire(t.Timestamp)\nreturn c.p.OnTimer(c, %s)\n}",
		d.Fire, s.Type, d.Fire, key, p.Field, timer)
}

// forward spells Forward and ForwardTo.
func (g *gen) forward(n *plan.Step) {
	p := n.Processor
	typ := "record.Record[record.None, record.None]"
	switch {
	case p.Kind == plan.SameKey:
		typ = fmt.Sprintf("record.FixedKeyRecord[%s, %s]", g.slot(n.Out.Key), g.slot(n.Out.Value))
	case n.Out.Key.Type != nil:
		typ = fmt.Sprintf("record.Record[%s, %s]", g.slot(n.Out.Key), g.slot(n.Out.Value))
	}
	all := func(w *writer, e *env) { w.children(n, e) }
	if len(n.Next) == 0 {
		g.decl("// Forward sends nothing: there is no child.\nfunc (c *%s) Forward(%s) {}", p.Type, typ)
		g.decl("// ForwardTo finds no child of any name.\nfunc (c *%s) ForwardTo(child string, _ %s) { process.NoChild(%q, child) }", p.Type, typ, g.p.Nodes[n.Node].Name)
		return
	}
	g.decl("// Forward sends a record to what is below.\nfunc (c *%s) Forward(x %s) {\n%s}", p.Type, typ, g.forwarding(n, all))
	one := func(w *writer, e *env) {
		w.f("switch child {")
		for _, c := range g.named(n) {
			w.f("case %q:", c.name)
			w.child(n, c.step, *e, true)
		}
		w.f("default:\nprocess.NoChild(%q, child)\n}", g.p.Nodes[n.Node].Name)
	}
	g.decl("// ForwardTo sends a record to the child of that name.\nfunc (c *%s) ForwardTo(child string, x %s) {\n%s}", p.Type, typ, g.forwarding(n, one))
}

// child is a step below a processor, by the name of its node.
type child struct {
	name string
	step *plan.Step
}

// named are the children that ForwardTo knows. A view has no node: those below it count, each behind a view of its own.
func (g *gen) named(n *plan.Step) (all []child) {
	for _, c := range n.Next {
		if c.Kind != plan.View {
			all = append(all, child{g.p.Nodes[c.Node].Name, c})
			continue
		}
		for _, below := range g.named(c) {
			view := *c
			view.Method, view.Next = "", []*plan.Step{below.step}
			all = append(all, child{below.name, &view})
		}
	}
	return all
}

// forwarding is the body of a function that takes a record x and sends it on.
func (g *gen) forwarding(n *plan.Step, send func(*writer, *env)) string {
	w := g.writer("return")
	w.nested = true // what fails below ends there, as in Kafka Streams: the processor goes on
	for _, taken := range []string{"c", "s", "l", "h", "x", "r", "null", "child"} {
		w.names[taken] = true
	}
	e := &env{head: "&h", fields: "B: h.B, I: h.I, Bare: h.Bare", origin: "h.Source()", batch: "h.B", index: "h.I", ts: "r.Timestamp", headers: "h.Headers()", ask: true}
	if n.Processor.Kind == plan.SameKey {
		w.f("r, null := x.Unfix()")
	} else {
		e.ts = "x.Timestamp"
	}
	r := strings.TrimSuffix(e.ts, ".Timestamp")
	w.f("h := c.Out(%s, %s.Headers)\ndefer c.Back()", e.ts, r)
	w.lazy("s", "s := c.s")
	w.lazy("l", "l := c.s.lane")
	e.key, e.val = cell{expr: r + ".Key", slot: n.Out.Key}, cell{expr: r + ".Value", slot: n.Out.Value}
	if n.Out.Value.Null == plan.Nil {
		e.val.null = e.val.expr + " == nil"
	}
	switch {
	case n.Out.Key.Null == plan.Nil:
		e.key.null = e.key.expr + " == nil"
	case n.Processor.Kind == plan.SameKey && n.Out.Key.Null == plan.Flag:
		e.key.null = "null"
	}
	if n.Processor.Kind == plan.SameKey {
		w.sameKey(n, e)
	}
	send(w, e)
	return w.text()
}

// sameKey spells the key's hash for state below, which is looked up by it.
func (w *writer) sameKey(n *plan.Step, e *env) {
	needed := false
	for _, c := range n.Next {
		needed = needed || c.Need.KeyBytes && c.Kind != plan.ToSink && c.Kind != plan.HopOut
	}
	w.f("h.Null = null")
	if !needed || n.Out.KeyCodec == nil {
		return
	}
	e.rawKey, e.keyCodec = w.keyBytes(e, n.Out.KeyCodec, n.Node), n.Out.KeyCodec
	w.f("h.Hash = codec.Murmur2(%s)", e.rawKey)
	e.hash, e.part = "h.Hash", "h.Part"
	e.lookupKey(n.Out.KeyCodec)
}

// taskFields and taskValues are a stage's tasks and the instances of its processors.
func (g *gen) taskFields(s *plan.Stage, field func(string, ...any)) {
	if !tasked(s) {
		return
	}
	field("tasks *process.Tasks")
	for _, n := range s.Processors {
		field("%s []*%s // by partition", n.Processor.Field, n.Processor.Type)
	}
}

func (g *gen) taskValues(s *plan.Stage, set func(string, ...any)) {
	if !tasked(s) {
		return
	}
	set("s.tasks = process.NewTasks(l, %d, %q, %v)", s.Index, g.p.Nodes[s.Processors[0].Node].Name, s.ByPartition)
	set("s.Tasks = s.tasks")
	for _, n := range s.Processors {
		p := n.Processor
		set("s.%s = make([]*%s, s.tasks.Parts())\ns.tasks.Each(s.%s)", p.Field, p.Type, p.Open)
	}
}

// userStoreField and userStore are a declared store.
func (g *gen) userStoreField(st *plan.Store, field func(string, ...any)) {
	if st.Declared.Kind == topo.TimerStore {
		field("%s *state.Timers[%s]", st.Field, g.typ(st.Key.Type))
		return
	}
	field("%s *state.%s[%s, %s]", st.Field, stateTypes[st.Declared.Kind], g.typ(st.Key.Type), g.userValue(st))
}

var stateTypes = map[topo.StoreKind]string{topo.KeyValueStore: "KeyValue", topo.WindowStore: "Window", topo.SessionStore: "Session", topo.VersionedStore: "Versioned"}

// userValue is the type of a declared store's values.
func (g *gen) userValue(st *plan.Store) string {
	v := g.typ(st.Value.Type)
	switch st.Declared.Form {
	case plan.TimedForm:
		return qualify("record.Timestamped[") + v + "]"
	case plan.HeadedForm:
		return qualify("record.Headed[") + v + "]"
	}
	return v
}

func (g *gen) userStore(st *plan.Store, rows string, set func(string, ...any)) {
	d := st.Declared
	if d.Kind == topo.TimerStore {
		set("s.%s = state.NewTimers(%d, %s(), &s.Epoch, s.tasks.Clock(), l.Parts(%d), s.tasks.Alarm, s.%s)\ns.tasks.Time(s.%s)",
			st.Field, st.Index+1, d.KeyFunc, st.Stage.Index, d.Fire, st.Field)
		return
	}
	parts := "1"
	if st.Global == nil {
		parts = fmt.Sprintf("l.Parts(%d)", st.Stage.Index)
	}
	if d.Kind == topo.VersionedStore {
		set("s.%s = state.NewVersioned(store.NewTable[state.Versions[%s]](&s.Epoch), %d, %s(), %s(), %d, %s)",
			st.Field, g.typ(st.Value.Type), st.Index+1, d.KeyFunc, d.ValueFunc, d.Retention, parts)
		return
	}
	form := [...]string{plan.PlainForm: "Plain", plan.TimedForm: "Timed", plan.HeadedForm: "Headed"}[d.Form]
	rows += fmt.Sprintf(", %s(), state.%s(%s())", d.KeyFunc, form, d.ValueFunc)
	switch d.Kind {
	case topo.WindowStore:
		dup := ""
		if d.Duplicates {
			dup = ", Duplicates: true"
		}
		set("s.%s = state.NewWindow(%s, state.WindowOptions{Size: %d, Retention: %d%s}, %s)", st.Field, rows, d.Size, d.Retention, dup, parts)
	case topo.SessionStore:
		set("s.%s = state.NewSession(%s, %d, %s)", st.Field, rows, d.Retention, parts)
	default:
		set("s.%s = state.NewKeyValue(%s, %d)", st.Field, rows, d.LRU)
	}
}

// ownRows spells the rows of a declared store where it is written.
func (g *gen) ownRows(st *plan.Store) string {
	row := "Values"
	if st.Declared.Form == plan.HeadedForm {
		row = "WithHeaders"
	}
	return fmt.Sprintf("state.NewOrdered(%d, state.%s, &s.Epoch, s.tasks.Clock())", st.Index+1, row)
}

// userStoreCodecs declares how a declared store's keys and values become bytes.
func (g *gen) userStoreCodecs(st *plan.Store) {
	g.stateCodec(st.Declared.KeyFunc, "keys of store "+st.Name, st.Key)
	if st.Declared.Kind == topo.TimerStore {
		return
	}
	g.stateCodec(st.Declared.ValueFunc, "values of store "+st.Name, st.Value)
}

func (g *gen) stateCodec(name, what string, c *topo.Codec) {
	typ := g.typ(c.Type)
	pointer := strings.HasPrefix(c.Type.String(), "*")
	v := "*v"
	if pointer {
		v = "**v"
	}
	call, fails := g.appendTo("b", v, c)
	d := g.decoder(c, plan.Demand{All: true, Any: true})
	if g.err != nil {
		return
	}
	if !fails {
		call += ", nil"
	}
	decode := ""
	switch {
	case d.Total && pointer:
		decode = fmt.Sprintf("x := %s\n*v = &x\nreturn true", g.text(d.Value(jen.Id("b"))))
	case d.Total:
		decode = fmt.Sprintf("*v = %s\nreturn true", g.text(d.Value(jen.Id("b"))))
	case pointer:
		decode = fmt.Sprintf("x := new(%s)\n*v = x\nreturn %s", strings.TrimPrefix(typ, "*"), strings.ReplaceAll(g.text(d.Call(jen.Id("b"), jen.Op("*x"))), "&*", ""))
	default:
		decode = "return " + strings.ReplaceAll(g.text(d.Call(jen.Id("b"), jen.Op("*v"))), "&*", "")
	}
	extra := ""
	if pointer || c.Kind == "Bytes" {
		extra = fmt.Sprintf("Null: func(v *%s) bool { return *v == nil },\n", typ)
	} else if !pointers(c.Type) && !fails {
		extra = "Flat: true,\n"
	}
	g.inState("// %s is what the %s are as bytes.\nfunc %s() state.Codec[%s] {\nreturn state.Codec[%s]{\nAppend: func(b []byte, v *%s) ([]byte, error) { return %s },\nDecode: func(b []byte, v *%s) bool {\n%s\n},\n%s}\n}",
		name, what, name, typ, typ, typ, call, typ, decode, extra)
}
