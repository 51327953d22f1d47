package process

import (
	"github.com/stoatgen/stoatgen/rt/record"
)

// Slots is the calendar of a scheduled source: *schedule.Schedule.
type Slots interface {
	Next(after int64) int64
	Last(first, now int64) int64
	String() string
}

// Calendar is the timers of a scheduled source: state.Timers. Its one timer is the next slot, under the schedule's words: so
// the slot commits with what the tick before it made, and a schedule that was changed begins anew.
type Calendar interface {
	Part(part int32) record.Timers[string]
	Keep(part int32, clock record.PunctuationType, key string) (found bool)
}

// Begin has a scheduled source tick in the context's partition, from its next slot on if it hasn't ticked before.
func (c *Context) Begin(s Slots, timers Calendar) {
	if !timers.Keep(c.part, record.WallClockTime, s.String()) {
		timers.Part(c.part).Register(s.String(), record.WallClockTime, s.Next(c.SystemTime()))
	}
}

// Tick begins a scheduled source's call, whose slot t is, and plans the next one.
func (c *Context) Tick(s Slots, timers Calendar, t record.Timer[string]) record.Tick {
	now := c.SystemTime()
	tick := record.Tick{Timestamp: s.Last(t.Timestamp, now), First: t.Timestamp}
	c.Fire(tick.Timestamp)
	timers.Part(c.part).Register(t.Key, record.WallClockTime, s.Next(now))
	return tick
}
