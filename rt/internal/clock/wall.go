package clock

import (
	"sync/atomic"
	"time"
)

// None is the time before the first record.
const None int64 = -1

// Wall is the wall clock: Now in milliseconds since 1970.
type Wall interface{ Now() int64 }

// System is the machine's clock.
var System Wall = system{}

type system struct{}

func (system) Now() int64 { return time.Now().UnixMilli() }

// Manual is a clock that stands still until it is moved. Safe for use by several goroutines.
type Manual struct{ now atomic.Int64 }

// Now is the time it was moved to.
func (m *Manual) Now() int64 { return m.now.Load() }

// Advance moves the clock and returns the new time.
func (m *Manual) Advance(d time.Duration) int64 { return m.now.Add(d.Milliseconds()) }

// Set moves the clock to a time.
func (m *Manual) Set(now int64) { m.now.Store(now) }
