package main

import (
	"math"

	"github.com/stoatgen/stoatgen/rt/record"
)

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
		if r.key.text != "" && r.val != nil && !m.misses(i) {
			m.forward(i, r)
		}
	}
	say := func(k string) func(now, first int64) {
		return func(now, _ int64) {
			if m.misses(i) {
				return
			}
			k, v := lib.tick(k, now)
			m.forward(i, rec{key: key{text: k}, val: &v, ts: now})
		}
	}
	m.schedules = append(m.schedules, every(m.stages[i], 0, streamTick, false, say("a")), every(nil, wallTick, wallTick, false, say("b")),
		every(m.stages[i], laterStart, streamTick, false, say("c")))
}

// alarms is a processor with timers.
func (m *model) alarms(i int, n *node) {
	set := map[record.Timer[string]]bool{}
	n.run = func(_ int, r rec) {
		if r.key.text == "" || m.dropped(i, r) || m.misses(i) {
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
			if m.misses(i) {
				return
			}
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
