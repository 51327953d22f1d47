package restore

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
)

// verdict is what becomes of a store.
type verdict int

const (
	delta verdict = iota // replay the gap
	full                 // wipe, then replay all
)

// log is a changelog partition as the brokers have it.
type log struct {
	topic      kafka.Topic
	start, end int64
	epochEnd   int64 // where the leader epoch of the row's last record ended; -1: not known any more
}

// judge compares a changelog partition with its row in `_offsets`, nil for none. why says what asks for a full restore.
func judge(tp kafka.TP, row *offsets.Changelog, l log) (v verdict, why string, err error) {
	switch {
	case row == nil && l.end > l.start:
		return full, "the directory has no state of it", nil
	case row == nil:
		return delta, "", nil
	case row.Topic != l.topic.ID:
		return 0, "", refuse(doRecreated, "changelog topic %s was deleted and created again: its id is %v, the state directory goes with %v", tp.Topic, l.topic.ID, row.Topic)
	case row.Partitions != int32(len(l.topic.Partitions)):
		return 0, "", refuse(doRecreated, "changelog topic %s has %d partitions, the state directory goes with %d; keys would move", tp.Topic, len(l.topic.Partitions), row.Partitions)
	case row.Next > l.end:
		return 0, "", refuse(doLost, "changelog partition %v ends at offset %d, the state directory reaches to %d: the brokers lost the end of it", tp, l.end, row.Next)
	case l.epochEnd >= 0 && l.epochEnd < row.Next:
		return 0, "", refuse(doLost, "changelog partition %v was cut off at offset %d and written on since; the state directory reaches to %d", tp, l.epochEnd, row.Next)
	case row.Next < l.start:
		return full, "the changelog no longer has what lies between", nil
	}
	return delta, "", nil
}

// skew is how far clocks of brokers and of this machine may be apart, and cleaners be early, at the default
// delete.retention.ms; shorter ones give it a share.
const skew = time.Hour

// stale says that a gap is too old to be replayed: tombstones in it may be gone. at is the time of the last batch.
func stale(at, now time.Time, deleteRetention time.Duration) bool {
	margin := min(skew, deleteRetention/24)
	return !now.Before(at.Add(deleteRetention - margin))
}

// judgeOffsets compares a source partition's row, nil for none, with its committed offset, nil for none.
func judgeOffsets(tp kafka.TP, row *offsets.Source, topic kafka.Topic, at *kafka.Committed, aheadIsNormal bool) error {
	switch {
	case row == nil:
		return nil
	case row.Topic != topic.ID:
		return refuse(doRecreated, "source topic %s was deleted and created again: its id is %v, the state directory goes with %v", tp.Topic, topic.ID, row.Topic)
	case at == nil:
		return refuse(doOffsets, "the group has no committed offset for %v, which was read up to offset %d: it expired or was deleted", tp, row.Next)
	case row.Next > at.Offset && !aheadIsNormal:
		return refuse(doOffsets, "the group's committed offset for %v is %d, the state directory contains records up to %d: offsets were reset, or the state belongs elsewhere", tp, at.Offset, row.Next)
	}
	return nil
}
