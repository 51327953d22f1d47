package emit

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/plan"
	"github.com/stoatgen/stoatgen/gen/topo"
)

// constructor declares NewX and the program that it passes.
func (g *gen) constructor() {
	param, arg := "", ""
	if g.p.Receiver != nil {
		param, arg = "o "+g.typ(g.p.Receiver), "o"
	}
	sep := ""
	if param != "" {
		sep = ", "
	}
	g.decl("// %s makes the application of topology %s.\nfunc %s(%s%scfg rt.Config) (*rt.App, error) { return rt.New(%s(%s), cfg) }",
		g.p.New, g.p.Name, g.p.New, param, sep, g.p.Func, arg)
	var b strings.Builder
	fmt.Fprintf(&b, "Name: %q,\nNodes: %s,\n", g.p.Name, g.p.Table)
	g.sources(&b)
	g.sinks(&b)
	g.stores(&b)
	g.globals(&b)
	g.prints(&b)
	g.hopInfos(&b)
	b.WriteString("Stages: []lane.StageInfo{\n")
	for _, s := range g.p.Stages {
		g.stageInfo(&b, s)
	}
	b.WriteString("},\n")
	g.copartitions(&b)
	g.decl("// %s is the topology as the run time sees it.\nfunc %s(%s) *lane.Program {\nreturn &lane.Program{\n%s}\n}", g.p.Func, g.p.Func, param, b.String())
}

func (g *gen) sources(b *strings.Builder) {
	b.WriteString("Sources: []lane.SourceInfo{\n")
	for _, s := range g.p.Sources {
		fmt.Fprintf(b, "{Node: %s, ", g.node(s.Node))
		if s.Pattern != "" {
			fmt.Fprintf(b, "Pattern: %q, ", s.Pattern)
		} else {
			fmt.Fprintf(b, "Topics: %#v, ", s.Topics)
		}
		fmt.Fprintf(b, "Stage: %d", s.Stage.Index)
		if s.Reset != "" {
			fmt.Fprintf(b, ", Reset: lane.%s", s.Reset)
		}
		if s.Back > 0 {
			fmt.Fprintf(b, ", Back: %d", s.Back)
		}
		if s.Extract == plan.WallClock {
			b.WriteString(", WallClock: true")
		} else if s.Extract != plan.ByDefault {
			fmt.Fprintf(b, ", Extract: %s", g.extract(s))
		}
		b.WriteString("},\n")
	}
	b.WriteString("},\n")
}

func (g *gen) sinks(b *strings.Builder) {
	if len(g.p.Sinks) == 0 {
		return
	}
	b.WriteString("Sinks: []lane.SinkInfo{\n")
	for _, s := range g.p.Sinks {
		topic := ""
		above := ""
		if s.Above > 0 {
			above = fmt.Sprintf("Above: %s, ", g.node(s.Above))
		}
		if s.Topic != "" {
			topic = fmt.Sprintf("Topic: %q, ", s.Topic)
		}
		fmt.Fprintf(b, "{Node: %s, %s%sStage: %d},\n", g.node(s.Node), above, topic, s.Stage.Index)
	}
	b.WriteString("},\n")
}

func (g *gen) stores(b *strings.Builder) {
	if len(g.p.Stores) == 0 {
		return
	}
	b.WriteString("Stores: []lane.StoreInfo{\n")
	for _, s := range g.p.Stores {
		fmt.Fprintf(b, "{Name: %q, Node: %s, Stage: %d, Layout: %q", s.Name, g.node(s.Node), s.Stage.Index, g.layout(s))
		b.WriteString(storeKind(s))
		if s.Unlogged {
			b.WriteString(", Unlogged: true")
		}
		if len(s.Config) > 0 {
			b.WriteString(",\nConfig: map[string]string{")
			for _, c := range s.Config {
				fmt.Fprintf(b, "%q: %q, ", c[0], c[1])
			}
			b.WriteString("}")
		}
		b.WriteString("},\n")
	}
	b.WriteString("},\n")
}

// storeKind is a store's kind to the run time, with its times; nothing for the zero kind.
func storeKind(s *plan.Store) string {
	switch s.Shape() {
	case plan.RingRows, plan.ListRows:
		if w := s.Window; w.Kind != plan.SessionWindows {
			return fmt.Sprintf(", Kind: lane.Window, Size: %d, Retention: %d", w.Size, w.Retention)
		}
		return fmt.Sprintf(", Kind: lane.Session, Retention: %d", s.Window.Retention)
	case plan.WaitingRows:
		return ", Kind: lane.Waiting"
	case plan.VersionRows:
		return fmt.Sprintf(", Kind: lane.Versioned, Retention: %d", s.Versioned)
	case plan.SubscriptionRows:
		return ", Kind: lane.Subscriptions"
	case plan.SideRows:
		return fmt.Sprintf(", Kind: lane.JoinSide, Retention: %d", s.Join.Retention())
	case plan.UnmatchedRows:
		return fmt.Sprintf(", Kind: lane.Unmatched, Retention: %d", s.Join.Retention())
	case plan.HeldRows:
		return ", Kind: lane.Suppressed"
	case plan.UserRows:
		switch d := s.Declared; d.Kind {
		case topo.TimerStore:
			return ", Kind: lane.Timers"
		case topo.WindowStore, topo.SessionStore, topo.VersionedStore:
			return fmt.Sprintf(", Kind: lane.%s, Size: %d, Retention: %d", userKinds[d.Kind], d.Size, d.Retention)
		}
	}
	return ""
}

var userKinds = map[topo.StoreKind]string{topo.WindowStore: "PlainWindow", topo.SessionStore: "Session", topo.VersionedStore: "Versioned"}

// layout is a fingerprint of what a store's rows look like.
func (g *gen) layout(s *plan.Store) string {
	key, err := g.set.Layout(g.codec(s.Key))
	g.failed(err)
	switch {
	case s.Shape() == plan.SubscriptionRows:
		return key + " -> subscriptions"
	case s.Shape() == plan.UnmatchedRows:
		return key + " -> unmatched records"
	case s.Declared != nil && s.Declared.Kind == topo.TimerStore:
		return key + " -> timers"
	}
	value, err := g.set.Layout(g.codec(s.Value))
	g.failed(err)
	switch w, d := s.Window, s.Declared; s.Shape() {
	case plan.HeldRows:
		return key + " -> held back " + value
	case plan.ListRows:
		return fmt.Sprintf("%s -> %s of %s", key, listLayout(w), value)
	case plan.RingRows:
		return fmt.Sprintf("%s -> window %d/%d/%d of %s", key, w.Size, w.Advance, w.Grace, value)
	case plan.SideRows:
		return key + " -> records of " + value
	case plan.WaitingRows:
		return fmt.Sprintf("%s -> records of %s that wait", key, value)
	case plan.VersionRows:
		return fmt.Sprintf("%s -> versions of %d ms of %s", key, s.Versioned, value)
	case plan.UserRows:
		return fmt.Sprintf("%s -> %s %d/%d/%v of %s", key, stateTypes[d.Kind], d.Form, d.Retention, s.LRU > 0, value)
	case plan.RecentRows:
		return key + " -> recent " + value
	}
	return key + " -> " + value
}

func (g *gen) hopInfos(b *strings.Builder) {
	if len(g.p.Hops) == 0 {
		return
	}
	b.WriteString("Hops: []lane.HopInfo{\n")
	for _, h := range g.p.Hops {
		fmt.Fprintf(b, "{Name: %q, From: %d, To: %d", h.Base, h.From.Index, h.To.Index)
		if h.Foreign != nil {
			b.WriteString(", Foreign: true")
		}
		for _, x := range []struct {
			name string
			n    int
		}{{"Partitions", int(h.Partitions)}, {"After", h.After}, {"Round", h.Round}} {
			if x.n > 0 {
				fmt.Fprintf(b, ", %s: %d", x.name, x.n)
			}
		}
		b.WriteString("},\n")
	}
	b.WriteString("},\n")
}

func (g *gen) copartitions(b *strings.Builder) {
	if len(g.p.Joins) == 0 {
		return
	}
	b.WriteString("Copartitions: []lane.Copartition{\n")
	for _, j := range g.p.Joins {
		var parts []string
		if len(j.Sources) > 0 {
			parts = append(parts, "Sources: "+indices(len(j.Sources), func(i int) int { return j.Sources[i].Index }))
		}
		if len(j.Hops) > 0 {
			parts = append(parts, "Hops: "+indices(len(j.Hops), func(i int) int { return j.Hops[i].Index }))
		}
		fmt.Fprintf(b, "{%s},\n", strings.Join(parts, ", "))
	}
	b.WriteString("},\n")
}

func indices(n int, index func(int) int) string {
	var xs []string
	for i := range n {
		xs = append(xs, fmt.Sprint(index(i)))
	}
	return "[]int{" + strings.Join(xs, ", ") + "}"
}

// newStage spells the making of a stage on lane l.
func (g *gen) newStage(s *plan.Stage) string {
	if g.p.Receiver != nil {
		return "new" + title(s.Type) + "(l, o)"
	}
	return "new" + title(s.Type) + "(l)"
}

func (g *gen) stageInfo(b *strings.Builder, s *plan.Stage) {
	var parts []string
	list := func(name string, n int, index func(int) int) {
		if n == 0 {
			return
		}
		parts = append(parts, name+": "+indices(n, index))
	}
	list("Sources", len(s.Sources), func(i int) int { return s.Sources[i].Index })
	list("Hops", len(s.In), func(i int) int { return s.In[i].Index })
	list("Out", len(s.Out), func(i int) int { return s.Out[i].Index })
	list("Stores", len(s.Stores), func(i int) int { return s.Stores[i].Index })
	list("Sinks", len(s.Sinks), func(i int) int { return s.Sinks[i].Index })
	if names := g.markNames(s); len(names) > 0 {
		parts = append(parts, fmt.Sprintf("Marks: %s", quoted(names)))
	}
	make := "new" + title(s.Type)
	if g.p.Receiver != nil {
		make = fmt.Sprintf("func(l *lane.Lane) *lane.Stage { return %s }", g.newStage(s))
	}
	if s.ByPartition {
		parts = append(parts, "ByPartition: true")
	}
	if s.Scheduled {
		parts = append(parts, "Scheduled: true")
	}
	parts = append(parts, "New: "+make)
	fmt.Fprintf(b, "{%s},\n", strings.Join(parts, ", "))
}
