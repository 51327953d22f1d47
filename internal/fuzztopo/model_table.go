package main

import "strconv"

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
	lookup func() func(key) (row, bool) // how others see the table; asking for it may give it a store
}

func (t *ktable) get(k key) (row, bool) { x, ok := t.rows[k]; return x, ok }

// put changes a row and gives the value before.
func (t *ktable) put(k key, val *string, ts int64) (old *string) {
	if x, ok := t.rows[k]; ok {
		old = &x.val
	}
	if val == nil {
		delete(t.rows, k)
	} else {
		t.rows[k] = row{*val, ts}
	}
	return old
}

// stored is a table that always has a store: an aggregation.
func stored() *ktable {
	t := &ktable{rows: map[key]row{}}
	t.enable = func(bool) bool { t.olds = true; return true }
	t.lookup = func() func(key) (row, bool) { return t.get }
	return t
}

// source is a table of a topic or a stream: it has a store if it is named, or once somebody needs one.
func (m *model) source(i int, n *node) {
	t := stored()
	if !m.t.Ops[i].Named {
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
	t.lookup = func() func(key) (row, bool) { need(); return t.get }
	n.table = t
	n.run = func(_ int, r rec) {
		if r.key.null {
			return
		}
		r.old = nil
		if t.rows != nil {
			if old := t.put(r.key, r.val, r.ts); t.olds {
				r.old = old
			}
		}
		m.forward(i, r)
	}
}

// viewed is what a view has for a key's value; both may be absent.
func (m *model) viewed(o *op) func(key, *string) *string {
	windowed := m.sorts[o.In[0]].shape == windows
	return func(k key, v *string) *string {
		switch {
		case v == nil:
			return nil
		case o.What == "change":
			return change(o.Fn, v)
		case windowed && (mark(k.text+*v)%3 != 0) == (o.What == "filter"):
			return v
		case !windowed && keep(o.Fn, k.text, v) == (o.What == "filter"):
			return v
		}
		return nil
	}
}

// view is a filter or a mapValues of a table.
func (m *model) view(i int, n *node) {
	o := &m.t.Ops[i]
	parent := m.nodes[o.In[0]].table
	compute := m.viewed(o)
	t := &ktable{}
	if o.Named {
		t.rows = map[key]row{}
	}
	t.enable = func(force bool) bool {
		t.olds = t.olds || o.Named || parent.enable(force)
		return t.olds
	}
	t.lookup = func() func(key) (row, bool) {
		if o.Named {
			return t.get
		}
		get := parent.lookup()
		return func(k key) (row, bool) {
			if x, ok := get(k); ok {
				if v := compute(k, &x.val); v != nil {
					return row{*v, x.ts}, true
				}
			}
			return row{}, false
		}
	}
	if o.What != "change" { // a filter wants them if they cost nothing, to leave needless deletes out
		t.olds = parent.enable(false)
	}
	n.table = t
	n.run = func(_ int, r rec) {
		val := compute(r.key, r.val)
		old := compute(r.key, r.old)
		if t.rows != nil {
			if x, ok := t.rows[r.key]; ok {
				old = &x.val
			} else {
				old = nil
			}
		}
		if !t.olds {
			old = nil
		}
		if o.What != "change" && t.olds && old == nil && val == nil {
			return
		}
		if t.rows != nil {
			t.put(r.key, val, r.ts)
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
	n.table = stored()
	n.run = func(_ int, r rec) {
		var was, is rec
		if r.old != nil {
			k, v := o.group(r.key.text, r.old)
			was = rec{key: key{text: k}, old: &v, ts: r.ts, header: r.header}
		}
		if r.val != nil {
			k, v := o.group(r.key.text, r.val)
			is = rec{key: key{text: k}, val: &v, ts: r.ts, header: r.header}
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

func (o *op) group(k string, v *string) (string, string) {
	return []func(string, *string) (string, string){group0[*string], group1[*string], group2[*string]}[o.Fn%3](k, v)
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
			agg = new(plus(*agg, *r.val))
		case o.Agg == "count" && agg == nil:
			agg = new("1")
		case o.Agg == "count":
			agg = new(count(*agg, 1))
		case agg == nil:
			agg = new(add(r.key.text, r.val, zero()))
		default:
			agg = new(add(r.key.text, r.val, *agg))
		}
	}
	old := t.put(r.key, agg, ts)
	r.val, r.old, r.ts = agg, nil, ts
	if t.olds {
		r.old = old
	}
	m.forward(i, r)
}
