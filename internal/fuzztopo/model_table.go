package main

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

// viewed is what a view has for a key's value; both may be absent.
func (m *model) viewed(o *op) func(key, *string) *string {
	windowed := m.sorts[o.In[0]].shape == windows
	calls := newRecall[*string](newShelf[int64](0))
	return func(k key, v *string) *string {
		switch {
		case o.What == "transform": // it sees the rows that aren't there
			return new(lib.mark(k.text, v))
		case o.What == "recall":
			if v == nil {
				return new(calls.Transform(k.text, nil))
			}
			return new(calls.Transform(k.text, &v))
		case v == nil:
			return nil
		case o.What == "change", o.What == "tag", o.What == "mayBe", o.What == "thingName":
			return o.mapped(k.text, v)
		case o.What == "oddThing":
			if oddThing(k.text, asThing(v)) {
				return v
			}
			return nil
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
	filters := o.What == "filter" || o.What == "filterNot" || o.What == "oddThing"
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
		val := compute(r.key, r.val)
		var old *string
		switch {
		case o.Named:
			x, ok := t.get(r.key)
			old = x.value(ok)
		case t.olds:
			old = compute(r.key, r.old)
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
