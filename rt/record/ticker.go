package record

import "time"

// Tick is a call of a scheduled source. What was missed is one tick: those of a time at which the application was down, or busy.
type Tick struct {
	// Timestamp is the slot that it is for, the latest that had come, in milliseconds since the epoch. The clock may be past it.
	Timestamp int64
	// First is the earliest slot that no tick came for: Timestamp, unless some were missed.
	First int64
}

// Time is the timestamp as a time.
func (t Tick) Time() time.Time { return time.UnixMilli(t.Timestamp) }

// Ticker is a scheduled source: it makes records at the times of a schedule of the wall clock. It may also have
// Init(Context[K, V]) and Close(), as a Processor has.
type Ticker[K, V any] interface {
	// Tick may forward any number of records, usually with the tick's timestamp. They belong to the running epoch, and so does
	// the tick: after a crash it comes again only if what it forwarded was not committed. An error, or a panic, goes to the
	// processing handler; the next tick comes all the same.
	Tick(ctx Context[K, V], t Tick) error
}
