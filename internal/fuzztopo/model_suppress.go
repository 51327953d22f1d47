package main

import (
	"cmp"
	"slices"
)

// held is an update that a suppression holds back.
type held struct {
	at    int64 // its place: of the first update of the key
	r     rec
	prior *string // what the table had before that, which look-ups still see
}

// suppress holds updates back until a time limit or until their window closes.
func (m *model) suppress(i int, n *node) {
	o := &m.t.Ops[i]
	parent := m.nodes[o.In[0]].table
	final := o.What == "suppressClose"
	wait := o.Window.Size
	if final {
		wait = m.grace(o.In[0])
	}
	parent.enable(true)
	now := int64(-1)
	var buffer []held
	find := func(k key) int { return slices.IndexFunc(buffer, func(h held) bool { return h.r.key == k }) }
	n.table = &ktable{enable: parent.enable, lookup: func() getter {
		behind := parent.lookup()
		return getter{get: func(k key) (row, bool) {
			j := find(k)
			switch {
			case j < 0:
				return behind.get(k)
			case buffer[j].prior == nil:
				return row{}, false
			}
			return row{*buffer[j].prior, -1}, true
		}}
	}}
	n.run = func(_ int, r rec) {
		now = max(now, r.ts)
		at := r.ts
		if final {
			at = r.key.end
		}
		if j := find(r.key); j >= 0 {
			buffer[j].r = r
		} else {
			buffer = append(buffer, held{at, r, r.old})
		}
		slices.SortFunc(buffer, func(a, b held) int {
			return cmp.Or(cmp.Compare(a.at, b.at), byKey(a.r.key, b.r.key), cmp.Compare(a.r.key.end, b.r.key.end),
				cmp.Compare(a.r.key.start, b.r.key.start))
		})
		for len(buffer) > 0 && (buffer[0].at <= now-wait || m.full(o, buffer)) {
			h := buffer[0]
			buffer = buffer[1:]
			if !final || h.r.val != nil {
				m.later = append(m.later, func() { m.forward(i, h.r) })
			}
		}
		if o.shuts() && m.over(o, buffer) {
			panic(shutDown{})
		}
	}
}

// heldBytes and heldRows are how much a suppression holds that has a bound.
const heldBytes, heldRows = 150, 2

// shutDown ends an application.
type shutDown struct{}

// shuts says whether a suppression that is full ends the application.
func (o *op) shuts() bool { return o.suppresses() && o.Fn%3 == 2 }

// full says whether a buffer has to let something go early.
func (m *model) full(o *op, buffer []held) bool {
	return o.What != "suppressClose" && (o.Fn%3 == 1 || o.What == "suppressBytes" && o.Fn%3 == 0) && m.over(o, buffer)
}

// over says whether a buffer holds more than it may.
func (m *model) over(o *op, buffer []held) bool {
	if o.What != "suppressBytes" {
		return len(buffer) > heldRows
	}
	size := 0
	for _, h := range buffer {
		size += m.size(o, h)
	}
	return size > heldBytes
}

// size is what Kafka Streams counts for an update that is held back.
func (m *model) size(o *op, h held) int {
	const context = 8 + 8 + 8 + 4 // buffer time, timestamp, offset, partition
	from := m.sorts[o.In[0]]
	n := context + len(h.r.key.bytes()) + len(h.r.topic)
	switch {
	case from.windows.Kind == "session":
		n += 16
	case from.shape == windows:
		n += 8
	}
	if h.r.header != "" {
		n += len("h") + len(h.r.header)
	}
	width := func(v *string) int {
		switch {
		case v == nil:
			return 0
		case from.kind == number:
			return 8
		}
		return len(*v)
	}
	if n += width(h.prior) + width(h.r.val); width(h.r.old) > 0 && (h.prior == nil || *h.prior != *h.r.old) {
		n += width(h.r.old)
	}
	return n
}

// grace is how long after its end a window is still open: the longest there is above.
func (m *model) grace(i int) (longest int64) {
	switch o := &m.t.Ops[i]; {
	case o.Window.Kind == "session":
		return o.Window.Size + o.Window.Grace
	case o.What == "aggregate", o.What == "cogroup":
		return o.Window.Grace
	default:
		for _, j := range o.In {
			longest = max(longest, m.grace(j))
		}
	}
	return longest
}
