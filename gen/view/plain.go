package view

import (
	"fmt"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// plain is one node behind the receiver; other streams are further parents, stores are connected.
func plain(l *lowering, o *topo.Op, r row) *handle {
	s := l.recv(o)
	h := &handle{changed: s.changed || r.rekey}
	n := l.add("Processor", l.named(o, r.node), "", s.node)
	for i := 0; l.other(o, i) != nil; i++ {
		switch x := l.other(o, i); {
		case x.global:
		case x.node != "":
			n.preds = append(n.preds, x.node)
			h.changed = h.changed || x.changed
		case x.store != "":
			n.connect(x.store)
		}
	}
	if h.node = n.name; key(o) == "KStream.Split" {
		h.branches = new(int)
	}
	if o.Method == "ToStream" {
		h.changed = false
	}
	return h
}

func topics(v topo.Value) (out []string) {
	if l, ok := v.(topo.List); ok {
		for _, e := range l.Elems {
			out = append(out, topo.Text(e))
		}
		return out
	}
	return []string{topo.Text(v)}
}

func source(l *lowering, o *topo.Op, r row) *handle {
	return &handle{node: l.source(l.named(o, r.node), topics(o.Args[0])...).name}
}

func tableSource(l *lowering, o *topo.Op, r row) *handle {
	t := topo.Text(o.Args[0])
	h := &handle{table: true, store: l.storeName(o, t), global: o.Method == "GlobalTable"}
	src := l.source(l.named(o, "KSTREAM-SOURCE"), t)
	n := l.add("Processor", l.next(r.node), "", src.name)
	src.global, n.global = h.global, h.global
	h.node, h.lazy = n.name, true
	if h.global || o.Opt("As") != nil {
		l.read(h)
	}
	return h
}

func declared(_ *lowering, o *topo.Op, _ row) *handle { return &handle{store: topo.Text(o.Args[0])} }

// globalStore fills a declared store; not in any vector.
func globalStore(l *lowering, o *topo.Op, r row) *handle {
	s := l.other(o, 0)
	src := l.source(l.named(o, "KSTREAM-SOURCE"), topo.Text(o.Args[0]))
	n := l.add("Processor", l.next(r.node), "", src.name)
	n.connect(s.store)
	if o.Method == "GlobalStore" {
		src.global, n.global, s.global = true, true, true
	}
	return &handle{}
}

func sink(l *lowering, o *topo.Op, r row) *handle {
	t := topo.Text(o.Args[0])
	n := l.add("Sink", l.named(o, r.node), t, l.recv(o).node)
	return &handle{node: n.name}
}

func branch(l *lowering, o *topo.Op, r row) *handle {
	s, user := l.recv(o), name(o)
	if l.next(r.node); user == "" {
		user = "0"
		if o.Method == "Branch" {
			user = fmt.Sprint(*s.branches + 1)
		}
	}
	if o.Method == "Branch" {
		*s.branches++
	}
	return &handle{node: l.add("Processor", s.node+user, "", s.node).name, changed: s.changed}
}

func repartition(l *lowering, o *topo.Op, r row) *handle {
	base := name(o)
	if base == "" {
		base = l.next(r.node)
	}
	return l.through(l.recv(o), base)
}

func toTable(l *lowering, o *topo.Op, r row) *handle {
	n := l.named(o, r.node)
	st := l.storeName(o, r.store)
	from := l.forKey(l.recv(o), n)
	h := &handle{node: l.add("Processor", n, "", from.node).name, table: true, store: st, lazy: true}
	if o.Opt("As") != nil {
		l.read(h)
	}
	return h
}

// group takes a node if it has a key function; Grouped's name is the node's and the repartition's.
func group(l *lowering, o *topo.Op, r row) *handle {
	s := l.recv(o)
	h := &handle{node: s.node, changed: s.changed || r.rekey, group: name(o)}
	if s.table {
		l.read(s) // old values
	}
	if r.node != "" {
		h.node = l.add("Processor", l.named(o, r.node), "", s.node).name
	}
	return h
}

func view(l *lowering, o *topo.Op, r row) *handle {
	s := l.recv(o)
	h := &handle{table: true, parents: []*handle{s}}
	if as := o.Opt("As").Text(); as != "" {
		h.store = as
	} else if materialized(o) {
		l.next(r.store + "-STATE-STORE") // burnt
	}
	n := l.add("Processor", l.named(o, r.node), "", s.node)
	n.connect(h.store)
	for i := 0; l.other(o, i) != nil; i++ {
		n.connect(l.other(o, i).store)
	}
	h.node = n.name
	return h
}

func suppress(l *lowering, o *topo.Op, r row) *handle {
	s := l.recv(o)
	n := name(o) // the one name that takes no number
	st := n + "-store"
	if n == "" {
		n, st = l.next(r.node), l.next(r.store+"-STATE-STORE")
	}
	l.read(s)
	l.add("Processor", n, "", s.node).connect(st)
	return &handle{node: n, table: true, store: st, parents: []*handle{s}, both: true}
}
