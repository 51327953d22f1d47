package lane

import (
	"fmt"
	"math"
	"runtime/debug"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// Latest is the largest timestamp that a record may have. Behind it there is room for the size, the grace and the retention of any
// window: without it a single record would have windows that end ahead of their beginning.
const Latest = math.MaxInt64 / 2

// Possible says whether a record may have a timestamp.
func Possible(ts int64) bool { return ts >= 0 && ts <= Latest }

// Timestamps is default.timestamp.extractor: where a record's timestamp comes from when its source has no extractor,
// and what becomes of one that isn't Possible, which for Kafka Streams is a negative one.
type Timestamps uint8

const (
	FailOnInvalid Timestamps = iota // FailOnInvalidTimestamp: the record's own, a negative one stops the application
	SkipInvalid                     // LogAndSkipOnInvalidTimestamp: it drops the record, counted
	UsePartition                    // UsePartitionTimeOnInvalidTimestamp: the partition's largest so far takes its place
	Wallclock                       // WallclockTimestampExtractor: the time at which the record is processed
)

// Stamp gives record i of a batch the timestamp that it is processed with. latest is the largest one that its partition
// has had, -1 for none; now the wall clock; both in milliseconds. Drop says that the record ends here, uncounted yet.
// An extractor of the source is the user's code: as in Kafka Streams what it returns that isn't Possible drops the record.
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
	if !Possible(ts) && rule == UsePartition {
		ts = latest
	}
	switch {
	case Possible(ts):
		b.Recs[i].TS = ts
		return false, nil
	case rule == SkipInvalid:
		return true, nil
	}
	return true, fmt.Errorf("record %s-%d@%d has timestamp %d, expected one from 0 to %d; "+
		"name an extractor with dsl.Timestamp, or set default.timestamp.extractor to skip or partition-time",
		b.Topic, b.Partition, b.Base+int64(b.Recs[i].OffsetDelta), ts, int64(Latest))
}

// Unstamped is the failure of record i of a batch that gets no timestamp, so that no lane sees it.
func (p *Program) Unstamped(source int, b *abi.Batch, i uint32, cause error) *Failure {
	return &Failure{Kind: Process, Node: p.Nodes[p.Sources[source].Node], Topic: b.Topic, Partition: b.Partition,
		Offset: b.Base + int64(b.Recs[i].OffsetDelta), Timestamp: b.TS(i), Key: b.Key(i), Value: b.Value(i), Cause: cause}
}

// ExtractorPanicked is Unstamped for what was recovered from the source's extractor, for the deferred function that did.
func (p *Program) ExtractorPanicked(source int, b *abi.Batch, i uint32, recovered any) *Failure {
	f := p.Unstamped(source, b, i, fmt.Errorf("timestamp extractor: %v", recovered))
	f.Stack = string(debug.Stack())
	return f
}
