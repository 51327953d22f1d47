// Package times has sources whose records get their timestamps from elsewhere.
package times

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Clock is the topology's parameter.
type Clock struct{ Shift int64 }

// Event has a time of its own.
type Event struct {
	At   int64  `json:"at"`
	Text string `json:"text"`
}

// When is the event's time.
func (e Event) When() time.Time { return time.UnixMilli(e.At) }

// Topology has a source for each kind.
func (c *Clock) Topology(b *dsl.Builder) {
	b.Stream("events", dsl.String(), dsl.JSON[Event](), dsl.Timestamp(Event.When), dsl.FromEarliest()).To("events-out")
	b.Stream("shifted", dsl.String(), dsl.Nullable(dsl.Int64()), dsl.TimestampFunc(func(r record.Record[string, *int64], partitionTime int64) int64 {
		if r.Value == nil {
			return partitionTime
		}
		return *r.Value + c.Shift
	})).To("shifted-out")
	b.Stream("skipped", dsl.String(), dsl.String(), dsl.SkipInvalidTimestamps()).To("skipped-out")
	b.Stream("read", dsl.String(), dsl.String(), dsl.WallClockTimestamps()).To("read-out")
	b.Stream("recent", dsl.String(), dsl.String(), dsl.FromDuration(90*time.Minute)).To("recent-out")
	b.Stream("kept", dsl.String(), dsl.String(), dsl.PartitionTimeIfInvalid()).To("kept-out")
}
