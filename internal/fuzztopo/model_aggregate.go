package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/stoatgen/stoatgen/rt/record"
)

// shown is a windowed key's text.
func (k key) shown() string { return shownKey(k.windowed()) }

// bytes are a key's, less its window.
func (k key) bytes() string { return string(k.as.written(k.text)) }

// byKey orders keys by their bytes.
func byKey(a, b key) int { return cmp.Compare(a.bytes(), b.bytes()) }

// within is a key with a window.
func (k key) within(start, end int64) key { return key{as: k.as, text: k.text, start: start, end: end} }

func (k key) windowed() record.Windowed[string] {
	return record.Windowed[string]{Key: k.text, Start: k.start, End: k.end}
}

// byTime orders windowed keys as stores do that put the time first: sessions by their end, then their start.
func byTime(session bool) func(a, b key) int {
	return func(a, b key) int {
		if session {
			return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.start, b.start), byKey(a, b))
		}
		return cmp.Or(cmp.Compare(a.start, b.start), byKey(a, b))
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

// fold1 adds a value of an input to an aggregate.
func (o *op) fold1(input int, k string, v, agg *string) *string {
	switch {
	case o.Agg == "count":
		return new(count(*agg, 1))
	case o.Agg == "aggregate":
		return new(lib.add[input](k, v, *agg))
	case agg == nil:
		return v
	}
	return new(lib.plus(*agg, *v))
}

// aggregate is a grouping of a stream, or several, with what follows it.
func (m *model) aggregate(i int, n *node) {
	o := &m.t.Ops[i]
	n.table = m.aggregated(o)
	var windowed []func(r rec, void bool) // void: a plain function can't see the value, so only time moves
	for input := range o.In {
		switch o.Window.Kind { // each input has its own time
		case "tumbling", "hopping", "unlimited":
			windowed = append(windowed, m.timeWindows(i, input))
		case "sliding":
			windowed = append(windowed, m.slidingWindows(i, input))
		case "session":
			windowed = append(windowed, m.sessions(i, input))
		}
	}
	n.run = func(input int, r rec) {
		from := m.sorts[o.In[input]]
		if by := o.by(input); by >= 0 {
			if from.shape == spans {
				r.key = key{text: startKey(r.key.windowed(), r.val)}
			} else {
				r.key = keyOf(by, r.key.text, r.val)
			}
		}
		switch {
		case r.key.null:
		case r.val == nil && (windowed == nil || o.Window.Kind == "sliding"):
		case windowed != nil:
			windowed[input](r, r.val == nil && from.kind != nullable && o.Agg != "count")
		default:
			m.folded(i, input, r.key, r)
		}
	}
}

// aggregated is the table of an aggregation. Windows are seen as long as their store keeps them.
func (m *model) aggregated(o *op) *ktable {
	t := stored(o.History)
	w := o.Window
	t.time = func(k key) int64 { return k.start }
	switch w.Kind {
	case "tumbling", "hopping":
		t.retention = w.Size + w.Grace
	case "sliding":
		t.retention = 2*w.Size + w.Grace
	case "session":
		t.retention = w.Size + w.Grace
		t.time = func(k key) int64 { return k.end }
	}
	if o.Retain {
		t.retention = 1000_000
	}
	if o.Close && w.Kind != "session" {
		t.retention++ // a store that puts the time first shows a millisecond more
	}
	return t
}

// folded adds a record of an input to the row of a key.
func (m *model) folded(i, input int, k key, r rec) {
	x, ok := m.nodes[i].table.get(k)
	if !ok {
		m.foldedInto(i, input, k, nil, r)
		return
	}
	m.foldedInto(i, input, k, &x, r)
}

// foldedInto adds a record to what there is, nil for nothing, and makes it the row of a key.
func (m *model) foldedInto(i, input int, k key, x *row, r rec) {
	o, t := &m.t.Ops[i], m.nodes[i].table
	old, ts := o.first(), r.ts
	if x != nil {
		old, ts = &x.val, max(ts, x.ts)
	}
	val := o.fold1(input, r.key.text, r.val, old)
	m.updated(i, rec{key: k, val: val, old: old, ts: ts, header: r.header, topic: r.topic}, t)
}

// updated puts a row and sends it on, with what it was before if that is asked for.
func (m *model) updated(i int, r rec, t *ktable) {
	var kept bool
	if _, r.late, kept = t.keep(r.key, r.val, r.ts); !kept || m.t.Ops[i].Close {
		return
	}
	if !t.olds {
		r.old = nil
	}
	m.forward(i, r)
}

// timeWindows adds a record to each window that isn't closed yet.
func (m *model) timeWindows(i, input int) func(r rec, void bool) {
	o := &m.t.Ops[i]
	w, now := o.Window, int64(-1)
	if w.Kind == "tumbling" {
		w.Advance = w.Size
	}
	emit := m.closing(i, func(k key, closed int64) bool { return k.end <= closed })
	return func(r rec, void bool) {
		if now = max(now, r.ts); void {
			return
		}
		if w.Kind == "unlimited" {
			if r.ts >= w.Before {
				m.folded(i, input, r.key.within(w.Before, math.MaxInt64), r)
			}
			return
		}
		for start := max(0, r.ts-w.Size+w.Advance) / w.Advance * w.Advance; start <= r.ts; start += w.Advance {
			if start+w.Size > now-w.Grace {
				m.folded(i, input, r.key.within(start, start+w.Size), r)
			}
		}
		emit(now-w.Grace, r)
	}
}

// closing gives what sends the windows that closed since it was last called.
func (m *model) closing(i int, over func(k key, closed int64) bool) func(closed int64, r rec) {
	o := &m.t.Ops[i]
	last := int64(-1)
	return func(closed int64, r rec) {
		if !o.Close || closed <= last {
			return
		}
		t := m.nodes[i].table
		for _, k := range slices.SortedFunc(maps.Keys(t.rows), byTime(o.Window.Kind == "session")) {
			gone := !t.shown(k)
			if o.Window.Kind == "session" { // whose store shows all it has: what is in its segments of a minute, or of half the retention
				segment := max(minute, t.retention/2)
				gone = k.end/segment < (t.latest-t.retention)/segment
			}
			if over(k, closed) && !over(k, last) && !gone {
				m.forward(i, rec{key: k, val: new(t.rows[k].val), ts: t.rows[k].ts, header: r.header, topic: r.topic})
			}
		}
		last = closed
	}
}

// sessions joins all sessions that a record touches.
func (m *model) sessions(i, input int) func(r rec, void bool) {
	o, t := &m.t.Ops[i], m.nodes[i].table
	w, now := o.Window, int64(-1)
	emit := m.closing(i, func(k key, closed int64) bool { return k.end < closed })
	return func(r rec, void bool) {
		if now = max(now, r.ts); void {
			return
		}
		own, header := r.key.within(r.ts, r.ts), ""
		if o.Cache { // which sends them with those of its last record
			header = r.header
		}
		all, agg := own, o.first()
		var touched []key
		for _, k := range slices.SortedFunc(maps.Keys(t.rows), byTime(true)) {
			if k.text != own.text || k.end < r.ts-w.Size || k.start > r.ts+w.Size || !t.shown(k) {
				continue
			}
			touched = append(touched, k)
			all.start, all.end = min(all.start, k.start), max(all.end, k.end)
			agg = o.fused(own.text, agg, t.rows[k].val)
		}
		closed := now - w.Grace - w.Size
		if all.end >= closed {
			if all != own {
				for _, k := range touched {
					old := t.rows[k].val
					m.updated(i, rec{key: k, old: &old, ts: k.end, header: header, topic: r.topic}, t)
				}
			}
			m.updated(i, rec{key: all, val: o.fold1(input, own.text, r.val, agg), ts: all.end, header: header, topic: r.topic}, t)
		}
		emit(closed, r)
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
		return new(lib.plus(*a, b))
	}
	return new(fuse(k, *a, b))
}
