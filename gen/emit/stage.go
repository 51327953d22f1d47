package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
)

// stage declares a stage: its struct, its constructor, its entries and methods.
func (g *gen) stage(s *plan.Stage) {
	at := len(g.main)
	g.functions(s)
	bodies := slices.Clone(g.main[at:])
	g.main = g.main[:at]
	text := strings.Join(bodies, "")
	g.instance(s, strings.Contains(text, "s.kbuf"), strings.Contains(text, "s.vbuf"))
	g.main = append(g.main, bodies...)
}

// functions are the entries of a stage and its methods.
func (g *gen) functions(s *plan.Stage) {
	for _, e := range s.Entries {
		if e.Kind == plan.SourceIn {
			g.sourceEntry(e)
		} else {
			g.hopEntry(e)
		}
	}
	done := map[*plan.Step]bool{}
	var walk func(n *plan.Step)
	walk = func(n *plan.Step) {
		if done[n] {
			return
		}
		done[n] = true
		if n.Method != "" {
			g.method(n)
		}
		if n.Listed() && n.Store.Window.OnClose {
			g.closing(n)
		}
		for _, c := range n.Next {
			walk(c)
		}
	}
	for _, e := range s.Roots() {
		walk(e)
	}
	for _, j := range s.Joins {
		if j.Shared != nil {
			g.closeJoin(j)
		}
	}
	g.foreignMethods(s)
	g.processors(s)
}

// storeFields declares the stores of a stage, and those of others that it looks rows up in.
func (g *gen) storeFields(s *plan.Stage, field, set func(string, ...any)) {
	g.globalFields(s, field, set)
	for _, st := range s.Borrowed {
		at := slices.Index(st.Stage.Stores, st)
		typ := kvType(st)
		if st.Versioned > 0 {
			typ = fmt.Sprintf("*state.Versioned[%s, %s]", g.typ(st.Key.Plain().Type), g.typ(st.Elem))
		}
		field("%s %s // of stage %d", st.Field, typ, st.Stage.Index)
		set("l.Borrow(func() { s.%s = l.Stage(%d).Stores[%d].(%s) })", st.Field, st.Stage.Index, at, typ)
	}
	table := func(st *plan.Store, format string, args ...any) { // and where the keys of a batch are in it
		field("%s "+format, append([]any{st.Field}, args...)...)
		field("%s []store.At // of the running batch's records", atField(st))
	}
	for _, st := range s.Stores {
		switch st.Shape() {
		case plan.SubscriptionRows:
			table(st, "*join.Subscriptions")
		case plan.SideRows, plan.UnmatchedRows:
			g.joinFields(st, field)
		case plan.UserRows:
			g.userStoreField(st, field)
		case plan.WaitingRows:
			field("%s *state.Buffer", st.Field)
		case plan.HeldRows:
			field("%s *suppress.Buffer[%s]", st.Held.Field, st.Held.Type)
		case plan.VersionRows:
			table(st, "*state.Versioned[%s, %s]", g.typ(st.Key.Plain().Type), g.typ(st.Elem))
		case plan.ListRows:
			table(st, "*window.Lists[%s]", g.agg(st))
		case plan.RingRows:
			table(st, "*window.Store[%s, %s]", st.Row, g.agg(st))
		default:
			table(st, "%s", kvType(st))
		}
	}
}

// instance declares what a lane has of a stage, and how it is made. keys: keys are encoded on the way out;
// olds: old values too.
func (g *gen) instance(s *plan.Stage, keys, olds bool) {
	var fields, sets strings.Builder
	field := func(format string, args ...any) { fmt.Fprintf(&fields, format+"\n", args...) }
	set := func(format string, args ...any) { fmt.Fprintf(&sets, format+"\n", args...) }
	values := []string{"lane: l"}
	field("lane.Stage\nlane *lane.Lane")
	recv := ""
	if g.p.Receiver != nil {
		field("o %s", g.typ(g.p.Receiver))
		values = append(values, "o: o")
		recv = ", o " + g.typ(g.p.Receiver)
	}
	g.storeFields(s, field, set)
	for _, t := range s.StreamTimes {
		field("%s int64 // stream time of %s", t.Name, t.Store.Name)
		values = append(values, t.Name+": -1")
	}
	for _, j := range s.Joins {
		field("%s int64 // stream time of the join", j.Time)
		values = append(values, j.Time+": -1")
	}
	for _, h := range s.Out {
		field("%s *lane.Out[%s]", h.Field, h.Type)
		values = append(values, fmt.Sprintf("%s: lane.NewOut[%s](l, %d)", h.Field, h.Type, h.Index))
	}
	for _, k := range s.Sinks {
		if k.Topic != "" {
			field("%s *codec.Topic", k.Field)
			values = append(values, fmt.Sprintf("%s: l.Topic(%d)", k.Field, k.Index))
		}
	}
	values = append(values, g.printers(s, field)...)
	if keys {
		field("kbuf []byte // a key on its way into an output batch")
	}
	if olds {
		field("vbuf []byte // an old value on its way into a buffer")
	}
	g.multicasts(s, field, set)
	g.taskFields(s, field)
	g.taskValues(s, set)
	g.storeValues(s, set)
	g.heldFields(s, field, set)
	g.slices(s, set)
	what := fmt.Sprintf("is stage %d on one lane", s.Index)
	if s.Global {
		what = "fills global store " + s.Stores[0].Name
	}
	g.decl("// %s %s.\ntype %s struct {\n%s}", s.Type, what, s.Type, fields.String())
	g.decl("func new%s(l *lane.Lane%s) *lane.Stage {\ns := &%s{%s}\n%sreturn &s.Stage\n}", title(s.Type), recv, s.Type, strings.Join(values, ", "), sets.String())
}

func (g *gen) storeValues(s *plan.Stage, set func(string, ...any)) {
	for _, st := range s.Stores {
		switch st.Shape() {
		case plan.SideRows, plan.UnmatchedRows:
			g.joinStore(st, set)
		case plan.SubscriptionRows:
			set("s.%s = join.NewSubscriptions(&s.Epoch, %d)", st.Field, st.Index+1)
		case plan.UserRows:
			g.userStore(st, "", set)
		case plan.WaitingRows:
			g.bufferStore(st, set)
		case plan.HeldRows:
			g.buffer(st.Held, set)
		case plan.VersionRows:
			set("s.%s = state.NewVersioned(store.NewTable[state.Versions[%s]](&s.Epoch), %d, %s(), %s(), %d, l.Parts(%d))",
				st.Field, g.typ(st.Elem), st.Index+1, st.KeyFunc, st.ValueFunc, st.Versioned, s.Index)
		case plan.ListRows:
			g.listStore(st, set)
		case plan.RingRows:
			g.ringStore(st, set)
		default:
			set("s.%s = %s", st.Field, kvStore(st))
		}
	}
}

func (g *gen) ringStore(st *plan.Store, set func(string, ...any)) {
	time, row := "", title(st.Row)
	for _, t := range st.Stage.StreamTimes {
		if t.Store == st {
			time = t.Name
		}
	}
	set(`s.%s = &window.Store[%s, %s]{
	Table: store.NewTable[%s](&s.Epoch), CF: %d,
	Hopping: %s(), StreamTime: &s.%s,
	Append: put%s, Decode: get%s,
	Slots: func(v *%s) []window.Slot[%s] { return v.Slots[:] },
}`,
		st.Field, st.Row, g.agg(st), st.Row, st.Index+1, st.Window.Func, time, row, row, st.Row, g.agg(st))
}

// marks are those of a stage, its stream times first, those in which other lanes have no say, and what emits when a window closes.
func (g *gen) marks(s *plan.Stage) (marks, local, closers []string) {
	for _, t := range s.StreamTimes {
		if t.Listed() && t.Store.Window.OnClose {
			closers = append(closers, fmt.Sprintf("{StreamTime: %d, Run: s.%s}", len(marks), t.Store.Window.Close))
		}
		marks = append(marks, "&s."+t.Name)
	}
	for _, st := range s.Stores {
		for _, m := range listMarks(st) {
			marks = append(marks, "&s."+st.Field+"."+m)
		}
	}
	for _, j := range s.Joins {
		for _, m := range joinMarks(j) {
			marks = append(marks, "&s."+m.expr)
		}
	}
	for _, m := range bufferMarks(s) {
		marks = append(marks, "&s."+m.expr)
	}
	for _, j := range s.Joins {
		if j.Shared != nil {
			local = append(local, "&s."+j.Shared.Field+".First")
		}
	}
	return marks, local, closers
}

// slices fill what the run time walks, in the order of StageInfo.
func (g *gen) slices(s *plan.Stage, set func(string, ...any)) {
	list := func(name, typ string, items []string) {
		if len(items) > 0 {
			set("s.%s = []%s{%s}", name, typ, strings.Join(items, ", "))
		}
	}
	var sources, hops, stores, outs, flows []string
	for _, src := range s.Sources {
		x := "{Run: s." + src.Name
		if len(src.Entry.Touches) > 0 {
			x += ", Prefetch: s." + prefetchName(src.Entry)
		}
		sources = append(sources, x+"}")
	}
	for _, h := range s.In {
		prefetch := "nil"
		if len(h.Entry.Touches) > 0 {
			prefetch = "s." + prefetchName(h.Entry)
		}
		hops = append(hops, fmt.Sprintf("lane.In(s.%s, %s)", h.Entry.Name, prefetch))
	}
	for _, st := range s.Stores {
		if st.Held != nil {
			stores = append(stores, "s."+st.Held.Field)
			continue
		}
		stores = append(stores, "s."+st.Field)
	}
	for _, k := range s.Sinks {
		if k.Topic == "" {
			outs = append(outs, "nil")
		} else {
			outs = append(outs, "s."+k.Field)
		}
	}
	for _, h := range s.Out {
		flows = append(flows, "s."+h.Field)
	}
	for _, p := range s.Prints {
		flows = append(flows, "s."+p.Field)
	}
	marks, local, closers := g.marks(s)
	list("Sources", "lane.Source", sources)
	list("Hops", "lane.Receiver", hops)
	list("Stores", "store.Any", stores)
	list("Outs", "*codec.Topic", outs)
	list("Flows", "lane.Flow", flows)
	list("Marks", "*int64", marks)
	list("Local", "*int64", local)
	list("Closers", "lane.Closer", closers)
}
