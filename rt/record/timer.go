package record

import "time"

// Timer is a call that a processor registered for a key. Kafka Streams has none; it is Flink's timer.
type Timer[K any] struct {
	Key   K
	Clock PunctuationType
	// Timestamp is when it is due, in milliseconds since the epoch. The clock may be past it when it fires.
	Timestamp int64
}

// Time is the timestamp as a time.
func (t Timer[K]) Time() time.Time { return time.UnixMilli(t.Timestamp) }

// Timers is one partition's part of a store of timers (Flink's TimerService). A timer is its key, clock and timestamp: the same
// one registered twice is one timer. It fires once, in a call of the processor's OnTimer, when its clock has come to its
// timestamp: StreamTime behind the record that moved it there, WallClockTime between records. What is due at once fires in the
// order of time, then of the keys' bytes, and ahead of punctuations of the same time.
//
// Timers are state: they commit with the records that registered them, and those that were due while the application was down
// fire when it is back. What OnTimer puts and forwards belongs to the running epoch, and so does the timer's end. An error from
// OnTimer, or a panic in it, goes to the processing handler; the timer has fired all the same.
type Timers[K any] interface {
	// Register has OnTimer called at a time in milliseconds, which must not be negative: one that has passed is called at
	// once, behind the record or timer at hand: an OnTimer that always registers such a one never ends. The key is copied.
	Register(key K, clock PunctuationType, at int64)
	// Delete takes a timer back. One that isn't there is fine.
	Delete(key K, clock PunctuationType, at int64)
}
