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

// schedule is one of a processor: its next slot, on the stream time of its stage or on the clock.
type schedule struct {
	stage *stage // nil: on the clock
	next  int64
	call  func(now int64)
}

// ticks is a processor with schedules: on stream time from 0 and from later on, and on the clock.
func (m *model) ticks(i int, n *node) {
	n.run = func(_ int, r rec) {
		if r.key.text != "" && r.val != nil {
			m.forward(i, r)
		}
	}
	say := func(k string) func(int64) {
		return func(now int64) {
			k, v := lib.tick(k, now)
			m.forward(i, rec{key: key{text: k}, val: &v, ts: now})
		}
	}
	m.schedules = append(m.schedules, &schedule{m.stages[i], 0, say("a")}, &schedule{nil, wallTick, say("b")},
		&schedule{m.stages[i], laterStart, say("c")})
}

// punctuate calls what is due by the stream time of a stage, or by the clock (nil), the earliest slot first whichever processor's it is. Slots
// that were missed are one call.
func (m *model) punctuate(s *stage) {
	now, every := m.wall, int64(wallTick)
	if s != nil {
		now, every = s.now, streamTick
	}
	for {
		var due *schedule
		for _, x := range m.schedules {
			if x.stage == s && x.next <= now && (due == nil || x.next < due.next) {
				due = x
			}
		}
		if due == nil {
			return
		}
		due.next += (now-due.next)/every*every + every
		due.call(now)
	}
}
