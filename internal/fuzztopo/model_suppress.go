package main

import (
	"cmp"
	"slices"
)

// held is an update that a suppression holds back.
type held struct {
	at int64 // its place: of the first update of the key
	r  rec
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
	n.table = &ktable{enable: parent.enable, lookup: parent.lookup}
	now := int64(-1)
	var buffer []held
	n.run = func(_ int, r rec) {
		now = max(now, r.ts)
		r.old = nil
		at := r.ts
		if final {
			at = r.key.end
		}
		if j := slices.IndexFunc(buffer, func(h held) bool { return h.r.key == r.key }); j >= 0 {
			buffer[j].r = r
		} else {
			buffer = append(buffer, held{at, r})
		}
		slices.SortFunc(buffer, func(a, b held) int {
			return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.r.key.text, b.r.key.text), cmp.Compare(a.r.key.end, b.r.key.end),
				cmp.Compare(a.r.key.start, b.r.key.start))
		})
		for len(buffer) > 0 && (buffer[0].at <= now-wait || !final && o.Fn%2 == 1 && len(buffer) > 2) {
			h := buffer[0]
			buffer = buffer[1:]
			if !final || h.r.val != nil {
				m.forward(i, h.r)
			}
		}
	}
}

// grace is how long after its end a window is still open.
func (m *model) grace(i int) int64 {
	for m.t.Ops[i].What != "aggregate" {
		i = m.t.Ops[i].In[0]
	}
	w := m.t.Ops[i].Window
	if w.Kind == "session" {
		return w.Size + w.Grace
	}
	return w.Grace
}
