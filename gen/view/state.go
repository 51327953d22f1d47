package view

import (
	"fmt"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// aggregate: count's unnamed Materialized burns a number, then store, node, repartition.
func aggregate(l *lowering, o *topo.Op, r row) *handle {
	if o.Method == "Count" && materialized(o) && o.Opt("As") == nil {
		l.next(r.store + "-STATE-STORE")
	}
	st := l.storeName(o, r.store)
	fn := l.named(o, r.node)
	g := l.recv(o)
	base := g.group
	if base == "" {
		base = st
	}
	from := l.forKey(g, base)
	l.add("Processor", fn, "", from.node).connect(st)
	return &handle{node: fn, table: true, store: st}
}

func tableAggregate(l *lowering, o *topo.Op, r row) *handle {
	g := l.recv(o)
	st := l.storeName(o, r.store)
	topic := st
	if g.group != "" {
		topic = g.group
	}
	out, in := l.next("KSTREAM-SINK"), l.next("KSTREAM-SOURCE")
	fn := l.named(o, r.node)
	l.add("Sink", out, topic+"-repartition", g.node)
	l.source(in, topic+"-repartition")
	l.add("Processor", fn, "", in).connect(st)
	return &handle{node: fn, table: true, store: st}
}

func cogroup(l *lowering, o *topo.Op, _ row) *handle {
	if o.Type == "CogroupedKStream" {
		c := *l.recv(o)
		c.co = append(append([]*handle{}, c.co...), l.other(o, 0))
		return &c
	}
	return &handle{co: []*handle{l.recv(o)}}
}

func cogroupAggregate(l *lowering, o *topo.Op, r row) *handle {
	c, n := l.recv(o), name(o)
	st := l.storeName(o, r.store)
	from := make([]*handle, len(c.co))
	for i, g := range c.co {
		base := g.group
		if base == "" {
			base = st
		}
		from[i] = l.forKey(g, base)
	}
	var ends []string
	for i := range c.co {
		fn := l.next(r.node)
		if n != "" {
			fn = fmt.Sprint(n, "-cogroup-agg-", i)
		}
		l.add("Processor", fn, "", from[i].node).connect(st)
		ends = append(ends, fn)
	}
	m := l.next("COGROUPKSTREAM-MERGE")
	if n != "" {
		m = n + "-cogroup-merge"
	}
	l.add("Processor", m, "", ends...)
	return &handle{node: m, table: true, store: st}
}

func lookup(l *lowering, o *topo.Op, r row) *handle {
	s, t := l.recv(o), l.other(o, 0)
	base := name(o)
	if base == "" {
		base = s.node
	}
	s = l.forKey(s, base)
	n := l.add("Processor", l.named(o, r.node), "", s.node)
	if o.Opt("Grace") != nil {
		n.connect(n.name + "-Buffer") // own stores come first
	}
	n.connect(l.read(t)...)
	return &handle{node: n.name}
}

func suffix(outer bool, s string) string {
	if outer {
		return "-outer" + s
	}
	return s
}

func streamJoin(l *lowering, o *topo.Op, _ row) *handle {
	a, b, n := l.recv(o), l.other(o, 0), name(o)
	left, right := strings.HasPrefix(o.Method, "Left") || strings.HasPrefix(o.Method, "Outer"), strings.HasPrefix(o.Method, "Outer")
	same := a == b && !left && l.config["topology.optimization"] == "all"
	baseOf := func(h *handle, side string) string {
		if n != "" {
			return n + side
		}
		return h.node
	}
	a, b = l.forKey(a, baseOf(a, "-left")), l.forKey(b, baseOf(b, "-right"))
	wl, wr := l.next("KSTREAM-WINDOWED"), l.next("KSTREAM-WINDOWED")
	pick := func(outer bool, side string) string {
		if outer {
			return l.next("KSTREAM-OUTER" + side)
		}
		return l.next("KSTREAM-JOIN" + side)
	}
	jl, jr := pick(right, "THIS"), pick(left, "OTHER")
	m := l.next("KSTREAM-MERGE")
	sl, sr, shared := jl, jr, "KSTREAM-OUTERSHARED"+jl[len(jl)-11:]
	if n != "" {
		wl, wr, m = n+"-this-windowed", n+"-other-windowed", n+"-merge"
		jl, jr = n+suffix(right, "-this-join"), n+suffix(left, "-other-join")
	}
	if as := o.Opt("As").Text(); as != "" {
		sl, sr, shared = as+suffix(right, "-this-join"), as+suffix(left, "-other-join"), as+"-left-shared-join"
		if right {
			shared = as + "-outer-shared-join"
		}
	}
	sl, sr, shared = sl+"-store", sr+"-store", shared+"-store"
	if same {
		l.add("Processor", wl, "", a.node).connect(sl)
		l.add("Processor", m, "", wl).connect(sl)
		return &handle{node: m}
	}
	l.add("Processor", wl, "", a.node).connect(sl)
	l.add("Processor", wr, "", b.node).connect(sr)
	x, y := l.add("Processor", jl, "", wl), l.add("Processor", jr, "", wr)
	x.connect(sr)
	y.connect(sl)
	if left && !eager(o.Args) {
		x.connect(shared)
		y.connect(shared)
	}
	l.add("Processor", m, "", jl, jr)
	return &handle{node: m}
}

// eager: JoinWindows.of keeps no store of unmatched records.
func eager(args []topo.Value) bool {
	for _, a := range args {
		for s, ok := a.(*topo.Setting); ok && s != nil; s = s.Recv {
			if s.Name == "EagerNulls" {
				return true
			}
		}
	}
	return false
}

func tableJoin(l *lowering, o *topo.Op, r row) *handle {
	a, b, n := l.recv(o), l.other(o, 0), name(o)
	m, jl, jr := l.next(r.node), l.next("KTABLE-JOINTHIS"), l.next("KTABLE-JOINOTHER")
	if n != "" {
		m, jl, jr = n, n+"-join-this", n+"-join-other"
	}
	x, y := l.add("Processor", jl, "", a.node), l.add("Processor", jr, "", b.node)
	x.connect(l.read(b)...)
	y.connect(l.read(a)...)
	h := &handle{node: m, table: true, store: o.Opt("As").Text(), parents: []*handle{a, b}}
	l.add("Processor", m, "", jl, jr).connect(h.store)
	return h
}

func foreignJoin(l *lowering, o *topo.Op, r row) *handle {
	a, b, n, p := l.recv(o), l.other(o, 0), name(o), "KTABLE-FK-JOIN-SUBSCRIPTION-"
	reg, regP, sink1, src1 := l.next(p+"REGISTRATION")+"-topic", l.next(p+"REGISTRATION"), l.next("KTABLE-SINK"), l.next("KTABLE-SOURCE")
	sub := l.next(p + "STATE-STORE")
	recv, joinF, onRight := l.next(p+"PROCESSOR"), l.next(p+"PROCESSOR"), l.next(p+"PROCESSOR")
	resp, sink2, src2 := l.next(p+"RESPONSE")+"-topic", l.next("KTABLE-SINK"), l.next("KTABLE-SOURCE")
	res, out := l.next(p+"RESPONSE-RESOLVER-PROCESSOR"), l.next(r.node)
	st := l.storeName(o, r.store)
	if n != "" {
		s := n + "-subscription-"
		reg, regP, sink1, src1, recv, joinF, sub = s+"registration-topic", s+"registration-processor", s+"registration-sink", s+"registration-source", s+"receive", s+"join-foreign", s+"store"
		onRight, resp, sink2, src2, res, out = n+"-foreign-join-subscription", s+"response-topic", s+"response-sink", s+"response-source", s+"response-resolver", n+"-result"
	}
	sa, sb := l.read(a), l.read(b)
	l.add("Processor", regP, "", a.node)
	l.add("Sink", sink1, reg, regP)
	l.source(src1, reg)
	l.add("Processor", recv, "", src1).connect(sub)
	l.add("Processor", joinF, "", recv).connect(sb...)
	l.add("Processor", onRight, "", b.node).connect(sub)
	l.add("Sink", sink2, resp, joinF, onRight)
	l.source(src2, resp)
	l.add("Processor", res, "", src2).connect(sa...)
	h := &handle{node: l.add("Processor", out, "", res).name, table: true, store: st, lazy: true}
	if o.Opt("As") != nil {
		l.read(h)
	}
	return h
}
