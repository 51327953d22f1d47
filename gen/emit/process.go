package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// tasked says whether a stage has processors.
func tasked(s *plan.Stage) bool { return len(s.Processors) > 0 }

// nextTask spells what is due ahead of an entry's record.
func (w *writer) nextTask(s *plan.Step, e *env) {
	if !tasked(s.Stage) {
		return
	}
	begin := fmt.Sprintf("Next(%s, %s)", e.part, e.ts)
	if s.Kind == plan.HeldIn {
		begin = fmt.Sprintf("Held(%s)", e.ts)
	}
	w.f("if s.tasks.%s {\nreturn\n}", begin)
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
	w.f("if err := %s; err != nil {", wrapped(p, c, fmt.Sprintf("%s.p.Process(%s, %s)", c, c, r)))
	w.failed(e, s.Node, "err")
	w.f("}")
}

// wrapped spells a call of the user's processor, through the wrapper if there is one.
func wrapped(p *plan.Processor, c, call string) string {
	if p.Wrap == nil {
		return call
	}
	return fmt.Sprintf("%s.w.Process(%s, func() error { return %s })", c, c, call)
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
	p, in, out, row := s.Processor, w.fresh("in"), w.fresh("v"), w.fresh("row")
	if v.null == "" {
		w.f("%s := %s\n%s := &%s", row, v.expr, in, row)
	} else {
		w.f("var %s *%s\nif %s {\n%s := %s\n%s = &%s\n}", in, w.g.slot(v.slot), not(v.null), row, v.expr, in, row)
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
		g.decl(`// %s is %s of a partition.
type %s struct {
	process.Context
	s *%s
	p %s
	%s}`, p.Type, g.p.Nodes[n.Node].Name, p.Type, s.Type, g.typ(p.User), field)
		body := fmt.Sprintf("c := &%s{Context: process.NewContext(s.tasks, %s, part), s: s, p: %s%s}\ns.%s[part] = c\n", p.Type, g.node(n.Node), g.call(p.Create, list...), wrapper, p.Field)
		if p.Wrap != nil {
			body += "c.Around = func(next func() error) error { return c.w.Process(c, next) }\n"
		}
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
		g.decl(`// %s calls Tick of a partition's instance.
func (s *%s) %s(part int32, t record.Timer[string]) error {
	c := s.%s[part]
	%stick := c.Tick(%s, s.%s, t)
	return %s
}`,
			d.Fire, s.Type, d.Fire, p.Field, alone, p.Schedule.Name, p.Timers.Field, wrapped(p, "c", "c.p.Tick(c, tick)"))
		return
	}
	timer := "t"
	if p.Kind == plan.SameKey {
		timer = fmt.Sprintf("record.FixKey(record.Record[%s, record.Timer[%s]]{Key: t.Key, Value: t, Timestamp: t.Timestamp}, false)", key, key)
	}
	g.decl(`// %s calls OnTimer of a partition's instance.
func (s *%s) %s(part int32, t record.Timer[%s]) error {
	c := s.%s[part]
	c.Fire(t.Timestamp)
	return %s
}`,
		d.Fire, s.Type, d.Fire, key, p.Field, wrapped(p, "c", "c.p.OnTimer(c, "+timer+")"))
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
