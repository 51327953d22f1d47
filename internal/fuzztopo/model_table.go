package main

import (
	"cmp"
	"slices"
	"strconv"
)

// row is what a table has for a key.
type row struct {
	val string
	ts  int64
}

// ktable is what following operators ask of a table. Which of them sends old values, and which has a store, depends on
// what follows and on the order of declaration: both change the results.
type ktable struct {
	rows   map[key]row // nil: no store
	olds   bool        // it sends old values
	enable func(force bool) bool
	lookup func() getter // how others see the table; asking for it may give it a store

	history   int64 // of a versioned store
	past      map[key][]version
	retention int64           // of a store of windows; 0 keeps all
	time      func(key) int64 // by which they go
	latest    int64           // how far that has come, or a versioned store's timestamps

	cached []rec           // updates of the step, in the order of the last one of each key
	was    map[key]*string // the rows ahead of them; nil: there was none
}

// getter looks a key up: as it is now, and as it was if the table is versioned.
type getter struct {
	get  func(key) (row, bool)
	asOf func(k key, ts int64) (row, bool)
}

// version is a value from a time on.
type version struct {
	ts  int64
	val *string
}

func (t *ktable) shown(k key) bool { return t.retention == 0 || t.time(k) > t.latest-t.retention }

func (t *ktable) get(k key) (row, bool) {
	if t.rows == nil || !t.shown(k) {
		return row{}, false
	}
	x, ok := t.rows[k]
	return x, ok
}

// getter is of a table with a store.
func (t *ktable) getter() getter {
	g := getter{get: t.get}
	if t.history > 0 {
		g.asOf = t.asOf
	}
	return g
}

// asOf is the version that was valid at a time.
func (t *ktable) asOf(k key, ts int64) (row, bool) {
	all := t.past[k]
	for i := len(all) - 1; i >= 0; i-- {
		switch v := all[i]; {
		case v.ts > ts:
		case v.val == nil, ts < t.latest-t.history && i < len(all)-1:
			return row{}, false
		default:
			return row{*v.val, v.ts}, true
		}
	}
	return row{}, false
}

// put changes a row and gives the value before.
func (t *ktable) put(k key, val *string, ts int64) (old *string) {
	if x, ok := t.rows[k]; ok {
		old = &x.val
	}
	if _, again := t.was[k]; !again && t.was != nil {
		x, ok := t.get(k)
		t.was[k] = x.value(ok)
	}
	if val == nil {
		delete(t.rows, k)
	} else {
		t.rows[k] = row{*val, ts}
	}
	return old
}

// keep is put for a store that may be versioned or of windows: kept says that the value isn't too old for it, late that
// there is a newer one.
func (t *ktable) keep(k key, val *string, ts int64) (old *string, late, kept bool) {
	switch {
	case t.retention > 0:
		t.latest = max(t.latest, t.time(k))
	case t.history > 0:
		if t.latest = max(t.latest, ts); ts < t.latest-t.history {
			return nil, false, false
		}
		all := t.past[k]
		at, found := slices.BinarySearchFunc(all, ts, func(v version, ts int64) int { return cmp.Compare(v.ts, ts) })
		if found {
			all[at].val = val
		} else {
			all = slices.Insert(all, at, version{ts, val})
		}
		if t.past[k] = all; at < len(all)-1 {
			x, ok := t.rows[k]
			return x.value(ok), true, true
		}
	}
	return t.put(k, val, ts), false, true
}

// stored is a table that always has a store: an aggregation.
func stored(history int64) *ktable {
	t := &ktable{rows: map[key]row{}, past: map[key][]version{}, history: history, latest: -1, was: map[key]*string{}}
	t.enable = func(bool) bool { t.olds = true; return true }
	t.lookup = t.getter
	return t
}

// source is a table of a topic or a stream: it has a store if it is named, or once somebody needs one.
func (m *model) source(i int, n *node) {
	o := &m.t.Ops[i]
	t := stored(o.History)
	if !o.Named && o.What != "global" {
		t.rows = nil
	}
	need := func() {
		if t.rows == nil {
			t.rows = map[key]row{}
		}
	}
	t.enable = func(force bool) bool {
		if !force && t.rows == nil {
			return false
		}
		need()
		t.olds = true
		return true
	}
	t.lookup = func() getter { need(); return t.getter() }
	n.table = t
	n.run = func(_ int, r rec) {
		if r.key.null {
			return
		}
		r.old = nil
		if t.rows != nil {
			old, late, kept := t.keep(r.key, r.val, r.ts)
			if !kept {
				return
			}
			if r.late = late; t.olds {
				r.old = old
			}
		}
		m.forward(i, r)
	}
}

// toTable is a source behind a hop, maybe, which null keys don't pass.
func (m *model) toTable(i int, n *node) {
	m.source(i, n)
	put, hops := n.run, m.sorts[m.t.Ops[i].In[0]].rekeyed
	n.run = func(input int, r rec) {
		if !(hops && r.key.null) {
			put(input, r)
		}
	}
}

// viewed is what a view has for a key's value; both may be absent.
func (m *model) viewed(o *op) func(key, *string) *string {
	windowed := m.sorts[o.In[0]].shape == windows
	return func(k key, v *string) *string {
		switch {
		case o.What == "transform": // it sees the rows that aren't there
			return new(lib.mark(k.text, v))
		case v == nil:
			return nil
		case o.What == "change":
			return new(lib.change(o.Fn, v))
		case o.What == "tag":
			return tag(o.Fn, k.text, v)
		case windowed && (mark(k.text+*v)%3 != 0) == (o.What == "filter"):
			return v
		case !windowed && lib.keep(o.Fn, k.text, v) == (o.What == "filter"):
			return v
		}
		return nil
	}
}

// lookup sees a parent's rows through a view.
func (g getter) through(compute func(key, *string) *string) getter {
	see := func(k key, x row, ok bool) (row, bool) {
		if !ok {
			x.ts = -1
		}
		if v := compute(k, x.value(ok)); v != nil {
			return row{*v, x.ts}, true
		}
		return row{}, false
	}
	out := getter{get: func(k key) (row, bool) {
		x, ok := g.get(k)
		return see(k, x, ok)
	}}
	if g.asOf != nil {
		out.asOf = func(k key, ts int64) (row, bool) {
			x, ok := g.asOf(k, ts)
			return see(k, x, ok)
		}
	}
	return out
}

// view is a filter, a mapValues or a transformValues of a table.
func (m *model) view(i int, n *node) {
	o := &m.t.Ops[i]
	parent := m.nodes[o.In[0]].table
	compute := m.viewed(o)
	filters := o.What == "filter" || o.What == "filterNot"
	t := &ktable{}
	if o.Named {
		t.rows, t.was = map[key]row{}, map[key]*string{}
	}
	t.enable = func(force bool) bool {
		t.olds = t.olds || o.Named || parent.enable(force)
		return t.olds
	}
	t.lookup = func() getter {
		if o.Named {
			return t.getter()
		}
		return parent.lookup().through(compute)
	}
	if filters { // they want old values if they cost nothing, to leave needless deletes out
		t.olds = parent.enable(false)
	}
	n.table = t
	n.run = func(_ int, r rec) {
		val, old := compute(r.key, r.val), compute(r.key, r.old)
		if o.Named {
			x, ok := t.get(r.key)
			old = x.value(ok)
		}
		if !t.olds {
			old = nil
		}
		if filters && t.olds && old == nil && val == nil && !m.sorts[o.In[0]].versioned {
			return
		}
		if o.Named {
			t.put(r.key, val, r.ts)
			r.late = false
		}
		r.val, r.old = val, old
		m.forward(i, r)
	}
}

// count adds to a number as text.
func count(s string, by int64) string {
	n, _ := strconv.ParseInt(s, 10, 64)
	return strconv.FormatInt(n+by, 10)
}

// regroup is a table grouped anew and aggregated: what goes is subtracted first, then what comes is added.
func (m *model) regroup(i int, n *node) {
	o := &m.t.Ops[i]
	m.nodes[o.In[0]].table.enable(true)
	n.table = stored(0)
	from := m.sorts[o.In[0]]
	group := func(k key, v *string) (string, string) {
		if from.shape == windows {
			return groupWindow(k.windowed(), v)
		}
		return lib.group(o.Fn, k.text, v)
	}
	n.run = func(_ int, r rec) {
		if r.late && from.versioned {
			return
		}
		var was, is rec
		if r.old != nil {
			k, v := group(r.key, r.old)
			was = rec{key: key{text: k}, old: &v, ts: r.ts, header: r.header, topic: r.topic}
		}
		if r.val != nil {
			k, v := group(r.key, r.val)
			is = rec{key: key{text: k}, val: &v, ts: r.ts, header: r.header, topic: r.topic}
		}
		if was.old != nil && is.val != nil && was.key == is.key {
			is.old, was.old = was.old, nil
		}
		if was.old != nil {
			m.regrouped(i, was)
		}
		if is.val != nil {
			m.regrouped(i, is)
		}
	}
}

func (m *model) regrouped(i int, r rec) {
	o, t := &m.t.Ops[i], m.nodes[i].table
	x, had := t.rows[r.key]
	var agg *string
	if had {
		agg = &x.val
	}
	ts := r.ts
	if had && (r.old != nil || r.val != nil) {
		ts = max(ts, x.ts)
	}
	if r.old != nil && agg != nil {
		switch o.Agg {
		case "count":
			agg = new(count(*agg, -1))
		case "reduce":
			agg = new(minus(*agg, *r.old))
		default:
			agg = new(sub(r.key.text, r.old, *agg))
		}
	}
	if r.val != nil {
		switch {
		case o.Agg == "reduce" && agg == nil:
			agg = r.val
		case o.Agg == "reduce":
			agg = new(lib.plus(*agg, *r.val))
		case o.Agg == "count" && agg == nil:
			agg = new("1")
		case o.Agg == "count":
			agg = new(count(*agg, 1))
		case agg == nil:
			agg = new(lib.add[0](r.key.text, r.val, zero()))
		default:
			agg = new(lib.add[0](r.key.text, r.val, *agg))
		}
	}
	old := t.put(r.key, agg, ts)
	r.val, r.old, r.ts = agg, nil, ts
	if t.olds {
		r.old = old
	}
	m.forward(i, r)
}
