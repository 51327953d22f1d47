package main

import (
	"math"

	"github.com/stoatgen/stoatgen/rt/record"
)

// processing is what a processor of the model works in.
type processing struct {
	record.Context[string, string] // what no processor calls
	m                              *model
	i                              int
	topic                          string
}

func (c *processing) Forward(r record.Record[string, string]) { c.m.forward(c.i, c.of(r)) }

func (c *processing) of(r record.Record[string, string]) rec {
	h, _ := r.Headers.Last("h")
	return rec{key: key{text: r.Key}, val: &r.Value, ts: r.Timestamp, header: string(h), topic: c.topic}
}

// fixedProcessing is that of a processor which can't change the key.
type fixedProcessing struct {
	record.FixedKeyContext[string, string] // what no processor calls
	processing
}

func (c *fixedProcessing) Forward(r record.FixedKeyRecord[string, string]) {
	free, null := r.Unfix()
	out := c.of(free)
	out.key.null = null
	c.m.forward(c.i, out)
}

// typed is a record as functions see it.
func typed(r rec) record.Record[string, *string] {
	out := record.Record[string, *string]{Key: r.key.text, Value: r.val, Timestamp: r.ts}
	if r.header != "" {
		out.Headers = record.Headers{{Name: "h", Value: []byte(r.header)}}
	}
	return out
}

// dropped says that an operator's function can't see a record's value.
func (m *model) dropped(i int, r rec) bool {
	return r.val == nil && m.sorts[m.t.Ops[i].In[0]].kind != nullable
}

// misses says that a wrapper leaves a call of a processor out.
func (m *model) misses(i int) bool { return m.t.Wrap && missed(m.stages[i].now) }

// processed has the user's processor run over stores of the model.
func (m *model) processed(i int, n *node, p record.Processor[string, *string, string, string]) {
	n.run = func(input int, r rec) {
		if input == 0 && !m.dropped(i, r) && !m.misses(i) {
			p.Process(&processing{m: m, i: i, topic: r.topic}, typed(r))
		}
	}
}

// processedValues does so for one that keeps the key.
func (m *model) processedValues(i int, n *node, p record.FixedKeyProcessor[string, *string, string]) {
	n.run = func(input int, r rec) {
		if input == 0 && !m.dropped(i, r) && !m.misses(i) {
			p.Process(&fixedProcessing{processing: processing{m: m, i: i, topic: r.topic}}, record.FixKey(typed(r), r.key.null))
		}
	}
}

// counted are processors with a store; of values, if the key is fixed.
func (m *model) counted(i int, n *node) {
	n.counts = newShelf[int64](0)
	m.processed(i, n, newCounter[*string](n.counts))
}

func (m *model) valuesCounted(i int, n *node) {
	m.processedValues(i, n, newValueCounter[*string](newShelf[int64](0)))
}

func (m *model) recent(i int, n *node) {
	rows := newShelf[string](recentRows)
	m.recencies = append(m.recencies, &rows.recency)
	m.processed(i, n, newRecent[*string](rows))
}

func (m *model) archive(i int, n *node) {
	m.processed(i, n, newArchive[*string](newWindowShelf(archiveSize, archiveWindows), newSessionShelf(archiveSessions), newPastShelf(archivePast)))
}

func (m *model) scan(i int, n *node) {
	m.processed(i, n, newScan[*string](newShelf[string](0), newShelf[record.Headed[string]](0)))
}

func (m *model) ledger(i int, n *node) {
	m.processedValues(i, n, newLedger[*string](newShelf[record.Timestamped[string]](0), newShelf[string](0)))
}

// filled is a store behind a topic.
func (m *model) filled(_ int, n *node) {
	n.shelf = newShelf[string](0)
	fill := newFiller(n.shelf)
	n.run = func(_ int, r rec) { fill.Process(nil, typed(r)) }
}

func (m *model) find(i int, n *node) {
	m.processedValues(i, n, newFinder[*string](m.nodes[m.t.Ops[i].In[1]].shelf))
}

func (m *model) findOwn(i int, n *node) {
	m.processed(i, n, newOwnFinder[*string](m.nodes[m.t.Ops[i].In[1]].shelf))
}

// route is a processor that names the child which gets a record.
func (m *model) route(i int, n *node) {
	n.run = func(_ int, r rec) {
		if r.key.text == "" || r.val == nil || m.misses(i) {
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
	plain := m.sorts[m.t.Ops[i].In[0]].kind == plain
	set := map[record.Timer[string]]bool{}
	n.run = func(_ int, r rec) {
		if r.key.text == "" || r.val == nil && plain || m.misses(i) {
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
