package record

import (
	"fmt"
	"time"
)

// Windowed is a key with its window in milliseconds since the epoch. Start is part of the window. End is not part of a
// tumbling, hopping or unlimited window, and is the last millisecond of a session or sliding window.
type Windowed[K any] struct {
	Key        K
	Start, End int64
}

// StartTime is Start as a time.
func (w Windowed[K]) StartTime() time.Time { return time.UnixMilli(w.Start) }

// EndTime is End as a time.
func (w Windowed[K]) EndTime() time.Time { return time.UnixMilli(w.End) }

// String is how Kafka Streams prints it: [key@start/end].
func (w Windowed[K]) String() string { return fmt.Sprintf("[%v@%d/%d]", w.Key, w.Start, w.End) }
