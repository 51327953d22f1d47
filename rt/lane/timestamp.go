package lane

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// Timestamps is default.timestamp.extractor: where a record's timestamp comes from when its source has no extractor,
// and what becomes of a negative one.
type Timestamps uint8

const (
	FailOnInvalid Timestamps = iota // FailOnInvalidTimestamp: the record's own, a negative one stops the application
	SkipInvalid                     // LogAndSkipOnInvalidTimestamp: it drops the record, counted
	UsePartition                    // UsePartitionTimeOnInvalidTimestamp: the partition's largest so far takes its place
	Wallclock                       // WallclockTimestampExtractor: the time at which the record is processed
)

// Stamp gives record i of a batch the timestamp that it is processed with. latest is the largest one that its partition
// has had, -1 for none; now the wall clock; both in milliseconds. Drop says that the record ends here, uncounted yet.
// An extractor of the source is the user's code: as in Kafka Streams what it returns negative drops the record.
func (s *SourceInfo) Stamp(b *abi.Batch, i uint32, rule Timestamps, latest, now int64) (drop bool, err error) {
	ts := b.TS(i)
	switch {
	case s.Extract != nil:
		t, ok := s.Extract(b, i, latest)
		if !ok {
			return false, nil // can't be decoded: the lane reports it
		}
		ts = t
		rule = SkipInvalid
	case s.WallClock || rule == Wallclock:
		ts = now
	}
	if ts < 0 && rule == UsePartition {
		ts = latest
	}
	switch {
	case ts >= 0:
		b.Recs[i].TS = ts
		return false, nil
	case rule == SkipInvalid:
		return true, nil
	}
	return true, fmt.Errorf("record %s-%d@%d has timestamp %d, expected one that isn't negative; "+
		"name an extractor with dsl.Timestamp, or set default.timestamp.extractor to skip or partition-time",
		b.Topic, b.Partition, b.Base+int64(b.Recs[i].OffsetDelta), ts)
}
