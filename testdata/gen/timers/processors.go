package timers

import (
	"errors"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Visit is what is known of a key: how many records there were, and when the last of them ends.
type Visit struct {
	Records int64 `json:"records"`
	End     int64 `json:"end"`
}

// Visitor keeps a timer a key, which each record puts off.
type Visitor struct {
	ends   record.Timers[string]
	visits record.KeyValueStore[string, Visit]
}

// NewVisitor takes its stores.
func NewVisitor(ends record.Timers[string], visits record.KeyValueStore[string, Visit]) *Visitor {
	return &Visitor{ends, visits}
}

// Gap is how long a visit lasts behind its last record, in milliseconds.
const Gap = 10

// Process puts the end off. Some values make the timer fail, or are due before they come.
func (v *Visitor) Process(_ record.Context[string, string], r record.Record[string, string]) error {
	now, open := v.visits.Get(r.Key)
	if open && r.Value != "twice" {
		v.ends.Delete(r.Key, record.StreamTime, now.End)
	}
	if r.Value == "leave" {
		v.visits.Delete(r.Key)
		return nil
	}
	now.Records++
	now.End = max(now.End, r.Timestamp+Gap)
	if r.Value == "past" {
		now.End = 0
	}
	v.visits.Put(r.Key, now)
	v.ends.Register(r.Key, record.StreamTime, now.End)
	v.ends.Register(r.Key, record.StreamTime, now.End) // one timer
	return nil
}

// OnTimer ends a visit.
func (v *Visitor) OnTimer(ctx record.Context[string, string], t record.Timer[string]) error {
	now, open := v.visits.Delete(t.Key)
	switch {
	case t.Key == "bad":
		return errors.New("a bad key")
	case t.Key == "worse":
		panic("a worse key")
	case t.Key == "again": // due at once, and behind what is due earlier
		v.ends.Register("more", record.StreamTime, t.Timestamp)
		v.ends.Register("later", record.StreamTime, ctx.StreamTime()+1)
	}
	_, metadata := ctx.Metadata()
	text := fmt.Sprintf("%d %v of %s at %d", now.Records, open, t.Time().UTC().Format("05.000"), ctx.StreamTime())
	if metadata {
		text += " with metadata"
	}
	ctx.Forward(record.Record[string, string]{Key: t.Key, Value: text, Timestamp: t.Timestamp})
	return nil
}

// Reminder has a timer of the wall clock a key.
type Reminder struct{ due record.Timers[int64] }

// NewReminder takes its timers.
func NewReminder(due record.Timers[int64]) Reminder { return Reminder{due} }

// Process waits a hundred milliseconds for "paid".
func (m Reminder) Process(ctx record.FixedKeyContext[int64, string], r record.FixedKeyRecord[int64, string]) error {
	if r.Value() == "paid" {
		m.due.Delete(r.Key(), record.WallClockTime, r.Timestamp()+100)
		return nil
	}
	m.due.Register(r.Key(), record.WallClockTime, r.Timestamp()+100)
	return nil
}

// OnTimer reminds, and does so again.
func (m Reminder) OnTimer(ctx record.FixedKeyContext[int64, string], t record.FixedKeyRecord[int64, record.Timer[int64]]) error {
	ctx.Forward(t.WithValue("remind"))
	if next := t.Timestamp() + 100; next < 500 {
		m.due.Register(t.Key(), record.WallClockTime, next)
	}
	return nil
}

// Link registers timers of which half fire and half are deleted.
type Link struct {
	timers record.Timers[string]
	n, sum int64
}

// NewLink takes its timers.
func NewLink(timers record.Timers[string]) *Link { return &Link{timers: timers} }

// Process registers two timers and takes one of them back; it moves no clock.
func (l *Link) Process(_ record.Context[string, int64], r record.Record[string, int64]) error {
	l.n++
	l.timers.Register(r.Key, record.StreamTime, r.Timestamp-l.n%3)
	l.timers.Register(r.Key, record.StreamTime, 1<<40+l.n%7)
	l.timers.Delete(r.Key, record.StreamTime, 1<<40+(l.n+4)%7)
	return nil
}

// OnTimer forwards a number.
func (l *Link) OnTimer(ctx record.Context[string, int64], t record.Timer[string]) error {
	l.sum += t.Timestamp
	ctx.Forward(record.Record[string, int64]{Key: t.Key, Value: l.sum, Timestamp: t.Timestamp})
	return nil
}
