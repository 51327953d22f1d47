package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// shown is a windowed key as the sinks write it.
func (k key) shown() string {
	return fmt.Sprintf("%s@%d/%d", k.text, k.start, k.end)
}

// byTime orders windowed keys by a time, then by the bytes of the key.
func byTime(time func(key) int64) func(a, b key) int {
	return func(a, b key) int {
		return cmp.Or(cmp.Compare(time(a), time(b)), cmp.Compare(a.text, b.text), cmp.Compare(a.start, b.start))
	}
}

// first is what an aggregation starts from.
func (o *op) first() *string {
	switch o.Agg {
	case "count":
		return new("0")
	case "aggregate":
		return new(zero())
	}
	return nil
}

func (o *op) fold1(k string, v, agg *string) *string {
	switch {
	case o.Agg == "count":
		return new(count(*agg, 1))
	case o.Agg == "aggregate":
		return new(add(k, v, *agg))
	case agg == nil:
		return v
	}
	return new(plus(*agg, *v))
}

// aggregate is a grouping of a stream with what follows it.
func (m *model) aggregate(i int, n *node) {
	o := &m.t.Ops[i]
	from := m.sorts[o.In[0]]
	t := stored()
	n.table = t
	var windowed func(r rec, void bool) // void: a plain function can't see the value, so only time moves
	switch o.Window.Kind {
	case "tumbling", "hopping":
		windowed = m.timeWindows(i)
	case "session":
		windowed = m.sessions(i)
	}
	n.run = func(_ int, r rec) {
		if o.By >= 0 {
			if r.val == nil && from.kind != nullable {
				return
			}
			r.key = keyOf(o.By, r.key.text, r.val)
		}
		switch {
		case r.key.null:
		case windowed == nil && r.val == nil:
		case windowed != nil:
			windowed(r, r.val == nil && from.kind != nullable && o.Agg != "count")
		default:
			m.folded(i, r.key, r)
		}
	}
}

// folded adds a record to the row of a key.
func (m *model) folded(i int, k key, r rec) {
	o, t := &m.t.Ops[i], m.nodes[i].table
	x, had := t.rows[k]
	old, ts := o.first(), r.ts
	if had {
		old, ts = &x.val, max(ts, x.ts)
	}
	val := o.fold1(r.key.text, r.val, old)
	t.put(k, val, ts)
	if !t.olds {
		old = nil
	}
	if !o.Close {
		m.forward(i, rec{key: k, val: val, old: old, ts: ts, header: r.header})
	}
}

// timeWindows adds a record to each window that isn't closed yet.
func (m *model) timeWindows(i int) func(r rec, void bool) {
	o := &m.t.Ops[i]
	w, now, closed := o.Window, int64(-1), int64(-1)
	if w.Kind == "tumbling" {
		w.Advance = w.Size
	}
	return func(r rec, void bool) {
		if now = max(now, r.ts); void {
			return
		}
		for start := max(0, r.ts-w.Size+w.Advance) / w.Advance * w.Advance; start <= r.ts; start += w.Advance {
			if start+w.Size > now-w.Grace {
				m.folded(i, key{text: r.key.text, start: start, end: start + w.Size}, r)
			}
		}
		if o.Close && now-w.Grace > closed {
			m.close(i, closed, now-w.Grace, r)
			closed = now - w.Grace
		}
	}
}

// close sends the windows that end later than from and not later than to.
func (m *model) close(i int, from, to int64, r rec) {
	rows := m.nodes[i].table.rows
	for _, k := range slices.SortedFunc(maps.Keys(rows), byTime(func(k key) int64 { return k.start })) {
		if k.end > from && k.end <= to {
			m.forward(i, rec{key: k, val: new(rows[k].val), ts: rows[k].ts, header: r.header})
		}
	}
}

// sessions joins all sessions that a record touches.
func (m *model) sessions(i int) func(r rec, void bool) {
	o, t := &m.t.Ops[i], m.nodes[i].table
	w, now, latest := o.Window, int64(-1), int64(-1)
	return func(r rec, void bool) {
		if now = max(now, r.ts); void {
			return
		}
		own := key{text: r.key.text, start: r.ts, end: r.ts}
		all, agg := own, o.first()
		var touched []key
		for _, k := range slices.SortedFunc(maps.Keys(t.rows), byTime(func(k key) int64 { return k.end })) {
			gone := k.end < latest-(w.Size+w.Grace)+1 // the store doesn't show it any more
			if k.text != own.text || k.end < r.ts-w.Size || k.start > r.ts+w.Size || gone {
				continue
			}
			touched = append(touched, k)
			all.start, all.end = min(all.start, k.start), max(all.end, k.end)
			agg = o.fused(own.text, agg, t.rows[k].val)
		}
		if all.end < now-w.Grace-w.Size {
			return
		}
		if all != own {
			for _, k := range touched {
				old := t.put(k, nil, 0)
				if !t.olds {
					old = nil
				}
				m.forward(i, rec{key: k, old: old, ts: k.end})
			}
		}
		val := o.fold1(own.text, r.val, agg)
		t.put(all, val, all.end)
		latest = max(latest, all.end)
		m.forward(i, rec{key: all, val: val, ts: all.end})
	}
}

// fused is two sessions as one.
func (o *op) fused(k string, a *string, b string) *string {
	switch {
	case a == nil:
		return &b
	case o.Agg == "count":
		n := int64(0)
		fmt.Sscan(b, &n)
		return new(count(*a, n))
	case o.Agg == "reduce":
		return new(plus(*a, b))
	}
	return new(fuse(k, *a, b))
}
