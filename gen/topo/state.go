package topo

import "fmt"

// storeKind is the shape of the store that an operator's result is kept in.
func storeKind(o *Op) StoreKind {
	w := WindowsOf(o)
	switch {
	case w == nil:
		return KeyValueStore
	case w.Kind == Session:
		return SessionStore
	}
	return WindowStore
}

// base is the base of the repartition's name: Grouped's, else that of the store.
func (s *Step) base(st *Store) string {
	if s.group != nil && s.group.name != "" {
		return s.group.name
	}
	return st.Name
}

// aggregate: count's unnamed Materialized takes a number, then store, node, repartition.
func aggregate(l *lowering, o *Op, r row) *Step {
	if o.Method == "Count" && o.materialized() && o.Opt("As") == nil {
		l.next(r.store + "-STATE-STORE")
	}
	s := &Step{table: true, Store: l.own(o, r.store, storeKind(o))}
	fn, g := l.named(o, r.node), l.recv(o)
	s.Node = l.add(s, Processor, fn, l.input(s, g, g.base(s.Store)))
	s.Node.connect(s.Store)
	return s
}

// tableAggregate always repartitions, without the filter of null keys that streams have.
func tableAggregate(l *lowering, o *Op, r row) *Step {
	g := l.recv(o)
	s := &Step{table: true, Store: l.own(o, r.store, KeyValueStore)}
	rep := &Repartition{Base: g.base(s.Store), Op: o, From: g.Node}
	rep.Topic = rep.Base + "-repartition"
	out, in := l.next("KSTREAM-SINK"), l.next("KSTREAM-SOURCE")
	fn := l.named(o, r.node)
	rep.Sink = l.add(s, Sink, out, g.Node)
	rep.Source = l.source(s, in, rep.Topic)
	l.keep(s, rep)
	s.Inputs = []Input{{From: g.Op, Node: rep.Source, Through: rep}}
	s.Node = l.add(s, Processor, fn, rep.Source)
	s.Node.connect(s.Store)
	return s
}

func cogroup(l *lowering, o *Op, _ row) *Step {
	if o.Type != "CogroupedKStream" {
		return &Step{co: []*Step{l.recv(o)}}
	}
	c := *l.recv(o)
	c.co = append(append([]*Step{}, c.co...), l.need(o, 0))
	return &c
}

// cogroupAggregate: store, a repartition a stream, an aggregate a stream, and their merge.
func cogroupAggregate(l *lowering, o *Op, r row) *Step {
	c, n := l.recv(o), o.Name()
	s := &Step{table: true, Store: l.own(o, r.store, storeKind(o))}
	from := make([]*Node, len(c.co))
	for i, g := range c.co {
		from[i] = l.input(s, g, g.base(s.Store))
	}
	var ends []*Node
	for i := range c.co {
		fn := l.next(r.node)
		if n != "" {
			fn = fmt.Sprint(n, "-cogroup-agg-", i)
		}
		end := l.add(s, Processor, fn, from[i])
		end.connect(s.Store)
		ends = append(ends, end)
	}
	m := l.next("COGROUPKSTREAM-MERGE")
	if n != "" {
		m = n + "-cogroup-merge"
	}
	s.Node = l.add(s, Processor, m, ends...)
	return s
}
