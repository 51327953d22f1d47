package topo

import "strings"

// lookup joins a stream with a table. The buffer of a grace comes ahead of the table's store.
func lookup(l *lowering, o *Op, r row) *Step {
	s, from, t := &Step{}, l.recv(o), l.need(o, 0)
	in := l.side(s, from, o.Name())
	s.Inputs = append(s.Inputs, Input{From: t.Op, Node: t.Node})
	s.Node = l.add(s, Processor, l.named(o, r.node), in)
	if o.Opt("Grace") != nil {
		s.Store = l.store(s.Node.Name+"-Buffer", GraceBuffer, o.From(), o.From())
		s.Node.connect(s.Store)
	}
	s.Reads = l.read(t)
	s.Node.connect(s.Reads...)
	return s
}

// joinNames are the names of a stream-stream join's nodes and stores.
type joinNames struct{ windowedThis, windowedOther, this, other, merge, storeThis, storeOther, shared string }

func (l *lowering) joinNames(o *Op, left, right bool) joinNames {
	pick := func(outer bool, side string) string {
		if outer {
			return l.next("KSTREAM-OUTER" + side)
		}
		return l.next("KSTREAM-JOIN" + side)
	}
	suffix := func(outer bool, s string) string {
		if outer {
			return "-outer" + s
		}
		return s
	}
	j := joinNames{windowedThis: l.next("KSTREAM-WINDOWED"), windowedOther: l.next("KSTREAM-WINDOWED")}
	j.this, j.other = pick(right, "THIS"), pick(left, "OTHER")
	j.merge = l.next("KSTREAM-MERGE")
	j.storeThis, j.storeOther, j.shared = j.this, j.other, "KSTREAM-OUTERSHARED"+j.this[len(j.this)-11:] // by the number of this
	if n := o.Name(); n != "" {
		j.windowedThis, j.windowedOther, j.merge = n+"-this-windowed", n+"-other-windowed", n+"-merge"
		j.this, j.other = n+suffix(right, "-this-join"), n+suffix(left, "-other-join")
	}
	if as := o.Opt("As").Text(); as != "" {
		j.storeThis, j.storeOther, j.shared = as+suffix(right, "-this-join"), as+suffix(left, "-other-join"), as+"-left-shared-join"
		if right {
			j.shared = as + "-outer-shared-join"
		}
	}
	j.storeThis, j.storeOther, j.shared = j.storeThis+"-store", j.storeOther+"-store", j.shared+"-store"
	if as := sideName(o, "This"); as != "" {
		j.storeThis = as
	}
	if as := sideName(o, "Other"); as != "" {
		j.storeOther = as
	}
	return j
}

// sideName is the name that This or Other gives to the store of a side.
func sideName(o *Op, side string) string { return o.Opt(side).Inner("As").Text() }

func streamJoin(l *lowering, o *Op, _ row) *Step {
	s, a, b, n := &Step{}, l.recv(o), l.need(o, 0), o.Name()
	right := strings.HasPrefix(o.Method, "Outer")
	left := right || strings.HasPrefix(o.Method, "Left")
	side := func(from *Step, suffix string) *Node {
		if n == "" {
			return l.side(s, from, "")
		}
		return l.side(s, from, n+suffix)
	}
	inA, inB := side(a, "-left"), side(b, "-right")
	j := l.joinNames(o, left, right)
	st := l.store(j.storeThis, JoinStore, a.Op, a.Op)
	st.Named = st.Named || sideName(o, "This") != ""
	s.Store = st
	wa := l.add(s, Processor, j.windowedThis, inA)
	wa.connect(st)
	if a == b && !left && l.optimize {
		s.Node = l.add(s, Processor, j.merge, wa)
		s.Node.connect(st)
		return s
	}
	other := l.store(j.storeOther, JoinStore, b.Op, b.Op)
	other.Named = other.Named || sideName(o, "Other") != ""
	wb := l.add(s, Processor, j.windowedOther, inB)
	wb.connect(other)
	this, that := l.add(s, Processor, j.this, wa), l.add(s, Processor, j.other, wb)
	this.connect(other)
	that.connect(st)
	if w := JoinWindowsOf(o); left && !(w != nil && w.EagerNulls) {
		shared := l.store(j.shared, SharedStore, a.Op, a.Op)
		this.connect(shared)
		that.connect(shared)
	}
	s.Reads = []*Store{st, other}
	s.Node = l.add(s, Processor, j.merge, this, that)
	return s
}

func tableJoin(l *lowering, o *Op, r row) *Step {
	a, b, n := l.recv(o), l.need(o, 0), o.Name()
	m, jl, jr := l.next(r.node), l.next("KTABLE-JOINTHIS"), l.next("KTABLE-JOINOTHER")
	if n != "" {
		m, jl, jr = n, n+"-join-this", n+"-join-other"
	}
	s := &Step{table: true, parents: []*Step{a, b}, Inputs: []Input{{From: a.Op, Node: a.Node}, {From: b.Op, Node: b.Node}}}
	x, y := l.add(s, Processor, jl, a.Node), l.add(s, Processor, jr, b.Node)
	ofB, ofA := l.read(b), l.read(a)
	x.connect(ofB...)
	y.connect(ofA...)
	s.Reads = append(ofA, ofB...)
	s.Node = l.add(s, Processor, m, x, y)
	if as := o.Opt("As").Text(); as != "" {
		s.Store = l.store(as, KeyValueStore, o, o)
		s.Node.connect(s.Store)
	}
	return s
}

// foreignNames are the names of a foreign-key join's nodes, topics and subscription store.
type foreignNames struct {
	registration, register, registered, subscribed  string
	receive, joinForeign, onRight, store            string
	response, responded, answered, resolver, output string
}

func (l *lowering) foreignNames(o *Op, r row) (f foreignNames) {
	const p = "KTABLE-FK-JOIN-SUBSCRIPTION-"
	f.registration, f.register = l.next(p+"REGISTRATION")+"-topic", l.next(p+"REGISTRATION")
	f.registered, f.subscribed = l.next("KTABLE-SINK"), l.next("KTABLE-SOURCE")
	f.store = l.next(p + "STATE-STORE")
	f.receive, f.joinForeign, f.onRight = l.next(p+"PROCESSOR"), l.next(p+"PROCESSOR"), l.next(p+"PROCESSOR")
	f.response, f.responded, f.answered = l.next(p+"RESPONSE")+"-topic", l.next("KTABLE-SINK"), l.next("KTABLE-SOURCE")
	f.resolver, f.output = l.next(p+"RESPONSE-RESOLVER-PROCESSOR"), l.next(r.node)
	if n := o.Name(); n != "" {
		s := n + "-subscription-"
		f.registration, f.register = s+"registration-topic", s+"registration-processor"
		f.registered, f.subscribed = s+"registration-sink", s+"registration-source"
		f.store, f.receive, f.joinForeign = s+"store", s+"receive", s+"join-foreign"
		f.onRight, f.response, f.responded = n+"-foreign-join-subscription", s+"response-topic", s+"response-sink"
		f.answered, f.resolver, f.output = s+"response-source", s+"response-resolver", n+"-result"
	}
	return f
}

// foreignJoin sends each left row's key to the right row that it names and the right row back.
func foreignJoin(l *lowering, o *Op, r row) *Step {
	a, b, f := l.recv(o), l.need(o, 0), l.foreignNames(o, r)
	s := &Step{Inputs: []Input{{From: a.Op, Node: a.Node}, {From: b.Op, Node: b.Node}}}
	s.Store = l.own(o, r.store, KeyValueStore)
	ofA, ofB := l.read(a), l.read(b)
	s.Reads = append(append(s.Reads, ofA...), ofB...)
	subs := l.store(f.store, SubscriptionStore, b.Op, a.Op)

	registered := l.add(s, Sink, f.registered, l.add(s, Processor, f.register, a.Node))
	registered.Topic, registered.Internal = f.registration, true
	in := l.source(s, f.subscribed, f.registration)
	in.Internal = true
	receive := l.add(s, Processor, f.receive, in)
	receive.connect(subs)
	joinForeign := l.add(s, Processor, f.joinForeign, receive)
	joinForeign.connect(ofB...)
	onRight := l.add(s, Processor, f.onRight, b.Node)
	onRight.connect(subs)
	answer := l.add(s, Sink, f.responded, joinForeign, onRight)
	answer.Topic, answer.Internal = f.response, true
	back := l.source(s, f.answered, f.response)
	back.Internal = true
	resolver := l.add(s, Processor, f.resolver, back)
	resolver.connect(ofA...)
	s.Node = l.add(s, Processor, f.output, resolver)
	return l.lazy(s, o)
}
