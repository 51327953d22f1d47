package process

import (
	"errors"
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// clock is a record.PunctuationType as an index.
type clock uint8

const (
	streamTime = clock(record.StreamTime)
	wallClock  = clock(record.WallClockTime)
)

// schedule is what a processor wants called.
type schedule struct {
	on      clock
	at      int64 // the next slot, milliseconds
	every   int64
	call    func(now int64)
	context *Context
}

// punctuate calls it.
func (s *schedule) punctuate(now int64) error {
	if s.context.Around == nil {
		s.call(now)
		return nil
	}
	return s.context.Around(func() error { s.call(now); return nil })
}

// behind is the first slot after a time, given that at is one.
func behind(at, every, now int64) int64 {
	if at > now {
		return at
	}
	return at + ((now-at)/every+1)*every
}

// Schedule is record.ProcessingContext's.
func (c *Context) Schedule(every time.Duration, on record.PunctuationType, f func(now int64)) (cancel func()) {
	t := c.tasks
	switch {
	case on == record.StreamTime:
		return c.schedule(0, every, on, f)
	case t.starts: // all instances and all starts of the application have one anchor
		return c.schedule(t.anchor+every.Milliseconds(), every, on, f)
	}
	return c.schedule(t.lane.Now()+every.Milliseconds(), every, on, f)
}

// ScheduleFrom is record.ProcessingContext's.
func (c *Context) ScheduleFrom(start time.Time, every time.Duration, on record.PunctuationType, f func(now int64)) (cancel func()) {
	return c.schedule(start.UnixMilli(), every, on, f)
}

func (c *Context) schedule(at int64, every time.Duration, on record.PunctuationType, f func(now int64)) (cancel func()) {
	if !c.tasks.lane.Punctuates() {
		panic(errors.New("a processor of a global store scheduled a punctuation, and has no clock for one; do it in a processor of a stream"))
	}
	if every < time.Millisecond {
		panic(fmt.Errorf("schedule of %v; an interval has one millisecond at least", every))
	}
	s := &schedule{on: clock(on), at: at, every: every.Milliseconds(), call: f, context: c}
	if p := &c.tasks.parts[c.part]; c.tasks.starts { // after a restart: what was due before has been called
		was := p.called
		if s.on == wallClock {
			was = p.wall
		}
		if was >= 0 {
			s.at = behind(s.at, s.every, was)
		}
	}
	return c.tasks.add(c.part, s)
}
