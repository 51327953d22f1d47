package main

import (
	"math"

	"github.com/stoatgen/stoatgen/rt/record"
)

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

// schedule is one of a processor: its next slot, on the stream time of its stage or on the clock. It may be the timers of a processor instead.
type schedule struct {
	stage *stage // nil: on the clock
	next  func() (at int64, timer bool)
	call  func(now int64) // takes what is next
}

// every makes a schedule of an interval: slots that were missed are one call.
func every(s *stage, next, interval int64, timer bool, call func(now, first int64)) *schedule {
	return &schedule{s, func() (int64, bool) { return next, timer }, func(now int64) {
		first := next
		next += (now-next)/interval*interval + interval
		call(now, first)
	}}
}

// ticks is a processor with schedules: on stream time from 0 and from later on, and on the clock.
func (m *model) ticks(i int, n *node) {
	n.run = func(_ int, r rec) {
		if r.key.text != "" && r.val != nil {
			m.forward(i, r)
		}
	}
	say := func(k string) func(now, first int64) {
		return func(now, _ int64) {
			k, v := lib.tick(k, now)
			m.forward(i, rec{key: key{text: k}, val: &v, ts: now})
		}
	}
	m.schedules = append(m.schedules, every(m.stages[i], 0, streamTick, false, say("a")), every(nil, wallTick, wallTick, false, say("b")),
		every(m.stages[i], laterStart, streamTick, false, say("c")))
}

// every is a source that ticks by the clock, which timers do.
func (m *model) every(i int, n *node) {
	n.run = func(_ int, r rec) { m.forward(i, r) }
	m.schedules = append(m.schedules, every(nil, slotOffset, slotEvery, true, func(now, first int64) {
		slot := now - (now-slotOffset)%slotEvery
		n.run(0, rec{key: key{text: "e"}, val: new(numbered(numbered("e", slot), first)), ts: slot})
	}))
}

// alarms is a processor with timers.
func (m *model) alarms(i int, n *node) {
	plain := m.sorts[m.t.Ops[i].In[0]].kind == plain
	set := map[record.Timer[string]]bool{}
	n.run = func(_ int, r rec) {
		if r.key.text == "" || r.val == nil && plain {
			return
		}
		more, less := alarmsOf(r.key.text, text(r.val), r.ts)
		for _, t := range more {
			set[t] = true
		}
		for _, t := range less {
			delete(set, t)
		}
		r.val = new(text(r.val))
		m.forward(i, r)
	}
	for _, clock := range []record.PunctuationType{record.StreamTime, record.WallClockTime} {
		first := func() (t record.Timer[string], ok bool) {
			for x := range set {
				if x.Clock == clock && (!ok || x.Timestamp < t.Timestamp || x.Timestamp == t.Timestamp && x.Key < t.Key) {
					t, ok = x, true
				}
			}
			return t, ok
		}
		s := m.stages[i]
		if clock == record.WallClockTime {
			s = nil
		}
		m.schedules = append(m.schedules, &schedule{s, func() (int64, bool) {
			t, ok := first()
			if !ok {
				return math.MaxInt64, true
			}
			return t.Timestamp, true
		}, func(int64) {
			t, _ := first()
			delete(set, t)
			if t.Timestamp%3 == 0 {
				set[record.Timer[string]{Key: t.Key + "+", Clock: clock, Timestamp: t.Timestamp + 7}] = true
			}
			m.forward(i, rec{key: key{text: t.Key}, val: new(numbered("!", t.Timestamp)), ts: t.Timestamp})
		}})
	}
}

// punctuate calls what is due by the stream time of a stage, or by the clock (nil), the earliest slot first whichever processor's it is, and
// timers ahead of schedules.
func (m *model) punctuate(s *stage) {
	now := m.wall
	if s != nil {
		now = s.now
	}
	for {
		var due *schedule
		at, isTimer := now, false
		for _, x := range m.schedules {
			if next, timer := x.next(); x.stage == s && (next < at || next == at && (due == nil || timer && !isTimer)) {
				due, at, isTimer = x, next, timer
			}
		}
		if due == nil {
			return
		}
		due.call(now)
	}
}
