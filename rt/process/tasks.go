package process

import (
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// Tasks are the partitions of a stage with processors on one lane.
type Tasks struct {
	lane    *lane.Lane
	name    string
	now     int64
	parts   []task
	anchor  int64 // wall clock at the first start ever
	open    []func(part int32)
	close   []func()
	pending int32     // the partition whose stream time made something due; -1: none
	late    bool      // something was made due between the rounds of an epoch
	starts  bool      // Init runs
	moment  abi.Batch // where a punctuation comes from: no topic, its time
}

// task is a partition.
type task struct {
	own    bool
	stream int64 // largest timestamp; -1 before the first record
	wall   int64 // wall clock when it was last looked at; -1: never
	due    [2]int64
	queue  []*schedule
}

// NewTasks makes the tasks of a stage, given by its index in the program. name is that of the stage's first processor: the
// marks are called after it.
func NewTasks(l *lane.Lane, index int, name string, byPartition bool) *Tasks {
	t := &Tasks{lane: l, name: name, parts: make([]task, l.Parts(index)), anchor: -1, pending: -1, moment: *nowhere}
	t.moment.Recs = slices.Clone(nowhere.Recs)
	for i := range t.parts {
		p := &t.parts[i]
		p.own = !byPartition || l.OwnsPartition(int32(i))
		p.stream, p.wall, p.due = -1, -1, [2]int64{lane.Never, lane.Never}
	}
	return t
}

// Marks are the times of all partitions.
func (t *Tasks) Marks(mark func(name string, at *int64)) {
	mark(t.name+"/anchor", &t.anchor)
	for i := range t.parts {
		mark(fmt.Sprint(t.name, "/stream/", i), &t.parts[i].stream)
		mark(fmt.Sprint(t.name, "/wall/", i), &t.parts[i].wall)
	}
}

// Clock is the time of the record or punctuation at hand, in milliseconds: what stores write with.
func (t *Tasks) Clock() *int64 { return &t.now }

// Parts is how many partitions there are; instances are kept by partition.
func (t *Tasks) Parts() int32 { return int32(len(t.parts)) }

// Each has open called for each partition of the lane when the lane starts: it makes an instance and calls its Init.
func (t *Tasks) Each(open func(part int32)) { t.open = append(t.open, open) }

// OnClose has f called behind the last work.
func (t *Tasks) OnClose(f func()) { t.close = append(t.close, f) }

// Start makes the instances.
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
	t.starts = false
}

// Close ends the instances.
func (t *Tasks) Close() {
	for _, f := range t.close {
		f()
	}
}

// Next begins a record of a partition; what the one before it made due runs first. stop says that the lane has stopped.
func (t *Tasks) Next(part int32, ts int64) (stop bool) {
	if t.pending >= 0 && !t.lane.Between() {
		at, node := t.lane.At, t.lane.Node
		if t.Stream(); t.lane.Stopped() != nil {
			return true
		}
		t.lane.At, t.lane.Node = at, node
	}
	t.now = ts
	p := &t.parts[part]
	p.stream = max(p.stream, ts)
	if p.stream >= p.due[streamTime] {
		t.pending = part
		t.late = t.late || t.lane.Between()
	}
	return false
}

// Stream runs what stream time has made due.
func (t *Tasks) Stream() {
	part := t.pending
	if t.pending = -1; part < 0 {
		return
	}
	p := &t.parts[part]
	t.run(p, streamTime, p.stream)
}

// Behind runs what stream time has made due between the rounds of the epoch that ended.
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

// Wall runs what the wall clock has made due, and says when to look again.
func (t *Tasks) Wall(now int64) (next int64) {
	next = lane.Never
	for i := range t.parts {
		p := &t.parts[i]
		if !p.own {
			continue
		}
		if p.wall = max(p.wall, now); p.due[wallClock] <= now {
			t.run(p, wallClock, now)
		}
		next = min(next, p.due[wallClock])
		if t.lane.Stopped() != nil {
			break
		}
	}
	return next
}

// run calls the schedules of a clock that are due.
func (t *Tasks) run(p *task, on clock, now int64) {
	for t.lane.Stopped() == nil {
		var s *schedule
		for _, x := range p.queue {
			if x.on == on && x.at <= now && (s == nil || x.at < s.at) {
				s = x
			}
		}
		if s == nil {
			break
		}
		s.at = behind(s.at, s.every, now)
		t.call(s, now)
	}
	p.settle(on)
}

// call runs one punctuation. A panic in it is no record's: the handler is asked, and the next one runs.
func (t *Tasks) call(s *schedule, now int64) {
	t.lane.Node, t.now = s.context.node, now
	s.context.none(now)
	t.moment.Recs[0].TS = now
	t.lane.Aside(abi.Origin{B: &t.moment}, func() { s.call(now) })
}

// settle finds when a clock has something due.
func (p *task) settle(on clock) {
	p.due[on] = lane.Never
	for _, x := range p.queue {
		if x.on == on {
			p.due[on] = min(p.due[on], x.at)
		}
	}
}

// add puts a schedule into the queue of its partition.
func (t *Tasks) add(part int32, s *schedule) (cancel func()) {
	p := &t.parts[part]
	p.queue = append(p.queue, s)
	p.settle(s.on)
	if s.on == wallClock {
		t.lane.Wake(s.at)
	} else if p.stream >= 0 && p.stream >= s.at {
		t.pending = part
	}
	return func() {
		p.queue = slices.DeleteFunc(p.queue, func(x *schedule) bool { return x == s })
		p.settle(s.on)
	}
}
