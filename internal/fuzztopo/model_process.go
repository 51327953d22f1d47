package main

// counted is a processor with a store; of values, if the key is fixed.
func (m *model) counted(i int, n *node) {
	fixed := m.t.Ops[i].What == "valuesCounted"
	plain := m.sorts[m.t.Ops[i].In[0]].kind == plain
	seen := map[string]int64{}
	n.run = func(_ int, r rec) {
		if r.key.text == "" || r.val == nil && plain {
			return
		}
		had := seen[r.key.text]
		seen[r.key.text]++
		r.val = new(numbered(text(r.val), had))
		if fixed && had%5 == 4 {
			delete(seen, r.key.text)
		}
		m.forward(i, r)
		if fixed && had%3 == 2 {
			r.val = new(clip(*r.val + "!"))
			r.ts += had
			m.forward(i, r)
		}
	}
}

// route is a processor that names the child which gets a record.
func (m *model) route(i int, n *node) {
	n.run = func(_ int, r rec) {
		if r.key.text == "" || r.val == nil {
			return
		}
		for _, l := range n.next {
			if l.to < 0 || mark(*r.val)%3 == 0 && m.t.Ops[l.to].What != "left" || mark(*r.val)%3 == 1 && m.t.Ops[l.to].What != "right" {
				continue
			}
			m.nodes[l.to].run(l.input, r)
		}
	}
}

// ticks is a processor with schedules: on stream time from 0 and from later on, and on the clock.
func (m *model) ticks(i int, n *node) {
	n.run = func(_ int, r rec) {
		if r.key.text != "" && r.val != nil {
			m.forward(i, r)
		}
	}
	clock := func(k string, wall bool, next, every int64) (due func() int64, call func()) {
		now := func() int64 {
			if wall {
				return m.wall
			}
			return m.now
		}
		due = func() int64 {
			if now() < next {
				return -1
			}
			return next
		}
		return due, func() {
			next += (now() - next) / every * every
			next += every
			k, v := lib.tick(k, now())
			m.forward(i, rec{key: key{text: k}, val: &v, ts: now()})
		}
	}
	due0, call0 := clock("a", false, 0, streamTick)
	due1, call1 := clock("c", false, laterStart, laterTick)
	dueWall, callWall := clock("b", true, wallTick, wallTick)
	m.clocks = append(m.clocks, func(wall bool) {
		switch {
		case wall && dueWall() >= 0:
			callWall()
		case wall:
		case due0() >= 0 && due1() >= 0 && due1() < due0():
			call1()
			call0()
		default:
			if due0() >= 0 {
				call0()
			}
			if due1() >= 0 {
				call1()
			}
		}
	})
}
