package main

import (
	"strconv"
	"strings"
)

// tag and keyOf call the user's function that the source names.
func tag(fn int, k string, v *string) *string {
	return new([]func(string, *string) string{tag0[string, *string], tag1[string, *string]}[fn%2](k, v))
}

func keyOf(fn int, k string, v *string) key {
	return key{text: []func(string, *string) string{byLast[string, *string], byOne[string, *string], byMark[string, *string]}[fn%3](k, v)}
}

// asThing reads a thing's JSON.
func asThing(v *string) (t thing) {
	s, n, _ := strings.Cut(strings.TrimPrefix(*v, `{"S":"`), `","N":`)
	t.S = s
	t.N, _ = strconv.ParseInt(strings.TrimSuffix(n, "}"), 10, 64)
	return t
}

// passing are the operators that pass a null value on where their function's type is plain; the others drop it.
var passing = map[string]bool{"change": true, "thing": true, "thingName": true, "tag": true, "mayBe": true, "text": true, "asNullable": true, "asPlain": true,
	"repartition": true, "asNullableKey": true, "asPlainKey": true, "left": true, "right": true}

// stateless builds the operators of streams without a store.
func (m *model) stateless(i int, n *node) {
	o := &m.t.Ops[i]
	from := m.sorts[o.In[0]].kind
	n.run = func(_ int, r rec) {
		if from != nullable && r.val == nil && o.What != "branch" && o.What != "default" {
			if passing[o.What] {
				r.key = r.key.seen(m.sorts[i].keys)
				m.forward(i, r)
			}
			return
		}
		k, v := r.key.text, r.val
		switch o.What {
		case "filter", "filterNot":
			if lib.keep(o.Fn, k, v) != (o.What == "filter") {
				return
			}
		case "oddThing":
			if !oddThing(k, asThing(v)) {
				return
			}
		case "change", "thing", "thingName", "left", "right", "tag", "mayBe":
			r.val = o.mapped(k, v)
		case "turn", "turnMayBe":
			r.key, r.val = turned(o.What, k, v)
		case "fan":
			fan(k, v, func(k2, v2 string) {
				r.key, r.val = key{text: k2}, &v2
				m.forward(i, r)
			})
			return
		case "pieces":
			pieces(v, func(v2 string) {
				r.val = &v2
				m.forward(i, r)
			})
			return
		case "selectKey":
			r.key = keyOf(o.Fn, k, v)
		case "byMayBe":
			p := byMayBe(k, v)
			if r.key = (key{null: true}); p != nil {
				r.key = key{text: *p}
			}
		case "split":
			m.branch(i, r)
			return
		case "asNullableKey", "asPlainKey":
			r.key = r.key.seen(m.sorts[i].keys)
		}
		m.forward(i, r)
	}
}

// mapped is what the operators make of a value that give another one.
func (o *op) mapped(k string, v *string) *string {
	switch o.What {
	case "change":
		return new(lib.change(o.Fn, v))
	case "thing":
		return new(text(thingOf(v)))
	case "thingName":
		return new(thingName(asThing(v)))
	case "left":
		return new(change0(v))
	case "right":
		return new(change1(v))
	case "tag":
		return tag(o.Fn, k, v)
	}
	return mayBe(v)
}

// merge has one parent where both of its inputs are one stream, and a view is the stream that it shows.
func (m *model) merge(i int, n *node) {
	in := m.t.Ops[i].In
	once := m.t.seen(in[0]) == m.t.seen(in[1])
	n.run = func(input int, r rec) {
		if input == 0 || !once {
			m.forward(i, r)
		}
	}
}

// seen is a key as a view shows it.
func (k key) seen(as keys) key {
	if k.as = as; k.null {
		k.text = as.zero()
	}
	return k
}

func turned(what, k string, v *string) (key, *string) {
	if what == "turn" {
		k, v := turn(k, v)
		return key{text: k}, &v
	}
	k, v = turnMayBe(k, v)
	return key{text: k}, v
}

// branch gives a record to the first branch that takes it.
func (m *model) branch(i int, r rec) {
	for _, l := range m.nodes[i].next {
		if o := &m.t.Ops[l.to]; o.What == "branch" && lib.keep(o.Fn, r.key.text, r.val) {
			m.nodes[l.to].run(0, r)
			return
		}
	}
	for _, l := range m.nodes[i].next {
		if m.t.Ops[l.to].What == "default" {
			m.nodes[l.to].run(0, r)
		}
	}
}

// relaxed says whether a left or outer join follows, which null keys reach. One with a table doesn't follow the table.
func (m *model) relaxed(i int) bool {
	reached := map[int]bool{i: true}
	for j := i; j < len(m.t.Ops); j++ {
		in := m.t.Ops[j].In
		switch m.t.Ops[j].What {
		case "joinTable", "leftJoinTable", "joinGlobal", "leftJoinGlobal":
			in = in[:1]
		}
		for _, from := range in {
			reached[j] = reached[j] || reached[from]
		}
		switch m.t.Ops[j].What {
		case "leftJoinTable", "leftJoinGlobal", "leftJoin", "outerJoin":
			if reached[j] {
				return true
			}
		}
	}
	return false
}

// windowText makes the key of a windowed table's update a text.
func (m *model) windowText(i int, n *node) {
	counts := m.sorts[m.t.Ops[i].In[0]].kind == number
	n.run = func(_ int, r rec) {
		r.key = key{text: r.key.shown()}
		r.old = nil
		if counts {
			r.val = new(text(r.val))
		}
		m.forward(i, r)
	}
}
