package process

import (
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Tasks are the partitions of a stage with processors on one lane.
type Tasks struct {
	lane    *lane.Lane
	name    string
	now     int64
	parts   []task
	anchor  int64 // wall clock at the first start ever
	timers  []Timers
	open    []func(part int32)
	close   []func()
	pending int32     // the partition whose stream time made something due; -1: none
	late    bool      // something was made due between the rounds of an epoch, maybe in the run before
	starts  bool      // Init runs
	moment  abi.Batch // where a punctuation comes from: no topic, its time
}

// task is a partition.
type task struct {
	own    bool
	stream int64 // largest timestamp; -1 before the first record
	called int64 // stream time when it last called something; -1: never
	wall   int64 // wall clock when it was last looked at; -1: never
	due    [2]int64
	queue  []*schedule
}

// Timers is a store of timers of one processor: state.Timers.
type Timers interface {
	Next(part int32, clock record.PunctuationType) int64       // when its first timer is due; lane.Never if there is none
	Fire(part int32, clock record.PunctuationType) (err error) // takes the first timer, which Next has told of, to the processor
}

// NewTasks makes the tasks of a stage, given by its index in the program. name is that of the stage's first processor: the
// marks are called after it.
func NewTasks(l *lane.Lane, index int, name string, byPartition bool) *Tasks {
	t := &Tasks{lane: l, name: name, parts: make([]task, l.Parts(index)), anchor: -1, pending: -1, moment: *nowhere}
	t.moment.Recs = slices.Clone(nowhere.Recs)
	for i := range t.parts {
		p := &t.parts[i]
		p.own = !byPartition || l.OwnsPartition(int32(i))
		p.stream, p.called, p.wall, p.due = -1, -1, -1, [2]int64{lane.Never, lane.Never}
	}
	return t
}

// Marks are the times of all partitions.
func (t *Tasks) Marks(mark func(name string, at *int64)) {
	mark(t.name+"/anchor", &t.anchor)
	for i := range t.parts {
		mark(fmt.Sprint(t.name, "/stream/", i), &t.parts[i].stream)
		mark(fmt.Sprint(t.name, "/called/", i), &t.parts[i].called)
		mark(fmt.Sprint(t.name, "/wall/", i), &t.parts[i].wall)
	}
}

// Clock is the time of the record or punctuation at hand, in milliseconds: what stores write with.
func (t *Tasks) Clock() *int64 { return &t.now }

// Parts is how many partitions there are; instances are kept by partition.
func (t *Tasks) Parts() int32 { return int32(len(t.parts)) }

// Each has open called for each partition of the lane when the lane starts: it makes an instance and calls its Init.
func (t *Tasks) Each(open func(part int32)) { t.open = append(t.open, open) }

// Time has the timers of a store fire.
func (t *Tasks) Time(x Timers) { t.timers = append(t.timers, x) }

// Alarm hears of a timer that is registered.
func (t *Tasks) Alarm(part int32, clock record.PunctuationType, at int64) {
	p := &t.parts[part]
	p.due[clock] = min(p.due[clock], at)
	if clock == record.WallClockTime {
		t.lane.Wake(at)
	} else if p.stream >= at {
		t.pending, t.late = part, t.late || t.lane.Between()
	}
}

// OnClose has f called behind the last work.
func (t *Tasks) OnClose(f func()) { t.close = append(t.close, f) }

// Start makes the instances, and finds when the timers there are come next. What was late when the run before ended is again:
// Behind calls it.
func (t *Tasks) Start() {
	if t.anchor < 0 {
		t.anchor = t.lane.Now()
	}
	t.starts = true
	for _, open := range t.open {
		for part := range t.parts {
			if t.parts[part].own {
				open(int32(part))
			}
		}
	}
	t.starts, t.late = false, true
	for part := range t.parts {
		if t.parts[part].own && len(t.timers) > 0 {
			t.settle(int32(part), streamTime)
			t.settle(int32(part), wallClock)
			t.lane.Wake(t.parts[part].due[wallClock])
		}
	}
}

// Close ends the instances.
func (t *Tasks) Close() {
	for _, f := range t.close {
		f()
	}
}

// Next begins a record of a partition; what the one before it made due runs first. stop says that the lane has stopped.
func (t *Tasks) Next(part int32, ts int64) (stop bool) {
	if t.Held(ts) {
		return true
	}
	p := &t.parts[part]
	p.stream = max(p.stream, ts)
	if p.stream >= p.due[streamTime] {
		t.pending = part
		t.late = t.late || t.lane.Between()
	}
	return false
}

// Held begins an update that was held back. Its record came to the partition before, so it moves no stream time, not even where a
// processor has given it a later timestamp.
func (t *Tasks) Held(ts int64) (stop bool) {
	if t.pending >= 0 && !t.lane.Between() {
		at, node := t.lane.At, t.lane.Node
		if t.Stream(); t.lane.Stopped() != nil {
			return true
		}
		t.lane.At, t.lane.Node = at, node
	}
	t.now = ts
	return false
}

// Stream runs what stream time has made due.
func (t *Tasks) Stream() {
	if part := t.pending; part >= 0 {
		p := &t.parts[part]
		t.run(part, streamTime, p.stream)
		t.pending, p.called = -1, p.stream
	}
}

// Behind runs what stream time has made due between the rounds of the epoch that ended. The times that ended it say that nothing
// of that was called yet, so a crash before it is committed leaves it to the next start.
func (t *Tasks) Behind() {
	if !t.late {
		return
	}
	t.late = false
	for part := range t.parts {
		if p := &t.parts[part]; p.stream >= p.due[streamTime] {
			t.pending = int32(part)
			t.Stream()
			t.lane.Hurry() // what it sends belongs to an epoch that may have no record
		}
	}
}

// Wall runs what the wall clock has made due, and what of stream time that has made due in turn. It says when to look again.
func (t *Tasks) Wall(now int64) (next int64) {
	next = lane.Never
	for i := range t.parts {
		p := &t.parts[i]
		if !p.own {
			continue
		}
		if p.wall = max(p.wall, now); p.due[wallClock] <= now {
			t.run(int32(i), wallClock, now)
			t.Stream()
		}
		next = min(next, p.due[wallClock])
		if t.lane.Stopped() != nil {
			break
		}
	}
	return next
}

// run calls what a clock has made due. A panic is no record's: the handler is asked, and the next one runs.
func (t *Tasks) run(part int32, on clock, now int64) {
	for more := true; more && t.lane.Stopped() == nil; {
		t.lane.Aside(abi.Origin{B: &t.moment}, func() { more = t.one(part, on, now) })
	}
}

// one calls the first that is due; false: none is.
func (t *Tasks) one(part int32, on clock, now int64) bool {
	at, s, x := t.first(part, on)
	switch {
	case at > now:
		t.parts[part].due[on] = at
		return false
	case s != nil:
		s.at = behind(s.at, s.every, now)
		s.context.Fire(now)
		t.failed(s.punctuate(now))
	default:
		t.failed(x.Fire(part, record.PunctuationType(on)))
	}
	return true
}

// failed asks the handler about an error of what no record has called.
func (t *Tasks) failed(err error) {
	if err != nil {
		t.lane.Fail(t.lane.Node, abi.Origin{B: &t.moment}, err)
	}
}

// first finds what a clock calls next, and when: a schedule, or the first timer of a store.
func (t *Tasks) first(part int32, on clock) (at int64, s *schedule, timers Timers) {
	at = lane.Never
	for _, x := range t.timers {
		if next := x.Next(part, record.PunctuationType(on)); next < at {
			at, timers = next, x
		}
	}
	for _, x := range t.parts[part].queue {
		if x.on == on && x.at < at {
			at, s = x.at, x
		}
	}
	return at, s, timers
}

// settle finds when a clock has something due.
func (t *Tasks) settle(part int32, on clock) { t.parts[part].due[on], _, _ = t.first(part, on) }

// add puts a schedule into the queue of its partition.
func (t *Tasks) add(part int32, s *schedule) (cancel func()) {
	p := &t.parts[part]
	p.queue = append(p.queue, s)
	t.settle(part, s.on)
	if s.on == wallClock {
		t.lane.Wake(s.at)
	} else if p.stream >= 0 && p.stream >= s.at {
		t.pending = part
	}
	return func() {
		p.queue = slices.DeleteFunc(p.queue, func(x *schedule) bool { return x == s })
		t.settle(part, s.on)
	}
}
