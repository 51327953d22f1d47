package main

import "github.com/stoatgen/stoatgen/rt/record"

// Sources that tick.

// interval is how often one does, and when first.
type interval struct{ every, offset int64 }

// intervals have no slot in common with each other or with crons.
var intervals = [3]interval{{40, 10}, {100, 30}, {12, 5}}

const reportEvery, minute = 25, 60_000

// crons are expressions, with the minutes of an hour that they mean.
var crons = [3]struct {
	expression string
	of         func(minute int64) bool
}{
	{"* * * * *", func(int64) bool { return true }},
	{"CRON_TZ=Europe/Zurich */2 * * * *", func(m int64) bool { return m%2 == 0 }},
	{"1,4-5 * * * *", func(m int64) bool { return m == 1 || m == 4 || m == 5 }},
}

func (x interval) next(after int64) int64 {
	at := x.offset
	for at <= after {
		at += x.every
	}
	return at
}

func cronNext(of func(int64) bool) func(after int64) int64 {
	return func(after int64) int64 {
		at := after - after%minute + minute
		for !of(at / minute % 60) {
			at += minute
		}
		return at
	}
}

// ticking makes an operator tick. What was missed is one tick, of the latest slot.
func (m *model) ticking(i int, n *node, next func(int64) int64, tick func(record.Tick)) {
	n.run = func(_ int, r rec) { m.forward(i, r) }
	at := next(0)
	m.schedules = append(m.schedules, &schedule{nil, func() (int64, bool) { return at, true }, func(now int64) {
		first, slot := at, at
		for next(slot) <= now {
			slot = next(slot)
		}
		if at = next(now); !m.misses(i) {
			tick(record.Tick{Timestamp: slot, First: first})
		}
	}})
}

// every is a source that ticks by the clock.
func (m *model) every(i int, n *node) {
	next := intervals[m.t.Ops[i].Fn%3].next
	if m.t.Ops[i].What == "cron" {
		next = cronNext(crons[m.t.Ops[i].Fn%3].of)
	}
	m.ticking(i, n, next, func(t record.Tick) { newSlots().Tick(&processing{m: m, i: i}, t) })
}

// report is one that sees what a counter counts.
func (m *model) report(i int, n *node) {
	p := newReporter(m.nodes[m.t.Ops[i].In[0]].counts)
	m.ticking(i, n, interval{every: reportEvery}.next, func(t record.Tick) { p.Tick(&processing{m: m, i: i}, t) })
}
