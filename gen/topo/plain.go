package topo

import (
	"fmt"
	"strings"
	"time"
)

// plain is one node behind the receiver; other streams are further parents, stores are connected.
func plain(l *lowering, o *Op, r row) *Step {
	from := l.recv(o)
	s := &Step{Rekeyed: from.Rekeyed || r.rekey, Inputs: []Input{{From: from.Op, Node: from.Node}}}
	n := l.add(s, Processor, l.named(o, r.node), from.Node)
	for i := 0; l.other(o, i) != nil; i++ {
		x := l.other(o, i)
		s.Inputs = append(s.Inputs, Input{From: x.Op, Node: x.Node})
		switch {
		case x.Store != nil && x.Store.Global:
			s.Reads = append(s.Reads, x.Store)
		case x.Node != nil:
			n.under(x.Node)
			s.Rekeyed = s.Rekeyed || x.Rekeyed
		default:
			n.connect(x.Store)
			s.Reads = append(s.Reads, x.Store)
		}
	}
	if s.Node = n; o.Row() == "KStream.Split" {
		s.branches = new(int)
	}
	if o.Method == "ToStream" {
		s.Rekeyed = false
	}
	return s
}

func topics(v Value) (out []string) {
	if l, ok := v.(List); ok {
		for _, e := range l.Elems {
			out = append(out, Text(e))
		}
		return out
	}
	return []string{Text(v)}
}

// source is a stream's. One that reads what another reads, in the same way, is that one: only its number is taken.
func source(l *lowering, o *Op, r row) *Step {
	s := &Step{}
	name := l.named(o, r.node)
	for _, n := range l.t.Nodes {
		if n.Kind == Source && !n.Internal && sameSource(n.Op, o) {
			s.Node = n
			return s
		}
	}
	s.Node = l.source(s, name)
	if o.Method == "StreamMatching" {
		s.Node.Pattern = Text(o.Args[0])
	} else {
		s.Node.Topics = topics(o.Args[0])
	}
	return s
}

func tableSource(l *lowering, o *Op, r row) *Step {
	topic, s := Text(o.Args[0]), &Step{}
	s.Store = l.own(o, topic, KeyValueStore)
	src := l.source(s, l.named(o, "KSTREAM-SOURCE"), topic)
	s.Node = l.add(s, Processor, l.next(r.node), src)
	global := o.Method == "GlobalTable"
	s.Store.Global, src.Global, s.Node.Global = global, global, global
	return l.lazy(s, o)
}

// declared is a store of the user's; it takes no number.
func declared(l *lowering, o *Op, _ row) *Step {
	kind := KeyValueStore
	switch {
	case strings.Contains(o.Method, "Window"):
		kind = WindowStore
	case strings.Contains(o.Method, "Session"):
		kind = SessionStore
	case strings.HasPrefix(o.Method, "Versioned"):
		kind = VersionedStore
	case o.Method == "Timers":
		kind = TimerStore
	}
	s := l.store(Text(o.Args[0]), kind, o, o)
	s.Declared, s.Named, s.Global = true, true, l.t.Graph.global(o)
	switch len(o.TypeArgs) {
	case 2:
		s.Key, s.Value = o.TypeArgs[0], o.TypeArgs[1]
	case 1:
		s.Key = o.TypeArgs[0]
	}
	return &Step{Store: s}
}

// filledStore is a declared store with a topic behind it: on every instance, or partition by partition.
func filledStore(l *lowering, o *Op, r row) *Step {
	of, s := l.need(o, 0), &Step{}
	s.Inputs = []Input{{From: of.Op}}
	src := l.source(s, l.named(o, "KSTREAM-SOURCE"), Text(o.Args[0]))
	n := l.add(s, Processor, l.next(r.node), src)
	n.connect(of.Store)
	if o.Method == "GlobalStore" && of.Store != nil {
		src.Global, n.Global = true, true
	}
	return s
}

// scheduled is a source without a topic. Its ticks are timers in a store that is called after it. Its records have keys of any
// hash: who needs the key repartitions.
func scheduled(l *lowering, o *Op, r row) *Step {
	s := &Step{Rekeyed: true}
	s.Node = l.source(s, l.named(o, r.node))
	s.Node.Schedule = scheduleText(o)
	s.Store = l.store(s.Node.Name+"-schedule", TimerStore, nil, nil)
	s.Node.connect(s.Store)
	for _, x := range o.Others() {
		st := l.t.steps[x].Store
		if s.Reads = append(s.Reads, st); st != nil && !st.Global {
			s.Node.connect(st)
		}
		s.Inputs = append(s.Inputs, Input{From: x})
	}
	return s
}

func scheduleText(o *Op) string {
	if strings.HasPrefix(o.Method, "Cron") {
		return "cron " + Text(o.Args[0])
	}
	every, _ := Int(o.Args[0])
	text := "every " + time.Duration(every).String()
	if at := o.Opt("Offset").Duration(0); at != 0 {
		text += " at " + at.String()
	}
	return text
}

func sink(l *lowering, o *Op, r row) *Step {
	from := l.recv(o)
	s := &Step{Rekeyed: from.Rekeyed, Inputs: []Input{{From: from.Op, Node: from.Node}}}
	s.Node = l.add(s, Sink, l.named(o, r.node), from.Node)
	if o.Method == "To" {
		s.Node.Topic = Text(o.Args[0])
	}
	return s
}

// branch hangs below the split under the split's name and its own, or its place among the branches.
func branch(l *lowering, o *Op, r row) *Step {
	from, user := l.recv(o), o.Name()
	s := &Step{Rekeyed: from.Rekeyed, Inputs: []Input{{From: from.Op, Node: from.Node}}}
	l.next(r.node)
	if from.branches == nil { // T4
		from.branches = new(int)
	}
	if o.Method == "Branch" {
		*from.branches++
	}
	switch {
	case user != "":
	case o.Method == "Branch":
		user = fmt.Sprint(*from.branches)
	default:
		user = "0"
	}
	base := ""
	if from.Node != nil {
		base = from.Node.Name
	}
	s.Node = l.add(s, Processor, base+user, from.Node)
	return s
}

func repartition(l *lowering, o *Op, r row) *Step {
	from, s, base := l.recv(o), &Step{}, o.Name()
	if base == "" {
		base = l.next(r.node)
	}
	rep := l.through(s, from.Node, base)
	s.Node = rep.Source
	s.Inputs = []Input{{From: from.Op, Node: s.Node, Through: rep}}
	return s
}

func toTable(l *lowering, o *Op, r row) *Step {
	s, n := &Step{}, l.named(o, r.node)
	s.Store = l.own(o, r.store, KeyValueStore)
	s.Node = l.add(s, Processor, n, l.input(s, l.recv(o), n))
	return l.lazy(s, o)
}

// group takes a node if it has a key function; Grouped's name is the node's and the repartition's.
func group(l *lowering, o *Op, r row) *Step {
	from := l.recv(o)
	s := &Step{Node: from.Node, Rekeyed: from.Rekeyed || r.rekey, group: &grouping{name: o.Name()},
		Inputs: []Input{{From: from.Op, Node: from.Node}}}
	if from.table {
		s.Reads = l.read(from) // the old values
	}
	if r.node != "" {
		s.Node = l.add(s, Processor, l.named(o, r.node), from.Node)
	}
	return s
}

// view is a table over another: without a store of its own its rows are computed from those of its parents.
func view(l *lowering, o *Op, r row) *Step {
	from := l.recv(o)
	s := &Step{table: true, parents: []*Step{from}, Inputs: []Input{{From: from.Op, Node: from.Node}}}
	if as := o.Opt("As").Text(); as != "" {
		s.Store = l.store(as, KeyValueStore, o, o)
	} else if o.materialized() {
		l.next(r.store + "-STATE-STORE") // taken and not used
	}
	s.Node = l.add(s, Processor, l.named(o, r.node), from.Node)
	s.Node.connect(s.Store)
	for i := 0; l.other(o, i) != nil; i++ {
		x := l.other(o, i)
		if s.Inputs = append(s.Inputs, Input{From: x.Op}); !x.Store.Global { // all can see a global one
			s.Node.connect(x.Store)
		}
		s.Reads = append(s.Reads, x.Store)
	}
	return s
}

func suppress(l *lowering, o *Op, r row) *Step {
	from, n := l.recv(o), o.Name() // the one name that takes no number
	s := &Step{table: true, parents: []*Step{from}, both: true, Inputs: []Input{{From: from.Op, Node: from.Node}}}
	st := n + "-store"
	if n == "" {
		n, st = l.next(r.node), l.next(r.store+"-STATE-STORE")
	}
	s.Store = l.store(st, SuppressBuffer, o, o)
	s.Reads = l.read(from)
	s.Node = l.add(s, Processor, n, from.Node)
	s.Node.connect(s.Store)
	return s
}
