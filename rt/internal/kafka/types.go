package kafka

import (
	"encoding/base64"
	"fmt"
)

// TP is a topic partition.
type TP struct {
	Topic     string
	Partition int32
}

func (tp TP) String() string { return fmt.Sprintf("%s-%d", tp.Topic, tp.Partition) }

// ID is a topic id: a topic that is deleted and created again has another one.
type ID [16]byte

// String is the form that Kafka's tools print.
func (id ID) String() string { return base64.RawURLEncoding.EncodeToString(id[:]) }

// Topic is what metadata says about a topic.
type Topic struct {
	Name       string
	ID         ID
	Internal   bool
	Partitions []Partition // index: partition
}

// Partition is a partition's leader, -1 for none, and the epoch of that leadership.
type Partition struct{ Leader, LeaderEpoch int32 }

// Position is an offset to begin at, with the leader epoch of the record before it, -1 if unknown.
type Position struct {
	Offset      int64
	LeaderEpoch int32
}

// Committed is what a group committed for a partition: the next offset to read, and metadata (see OffsetMetadata).
type Committed struct {
	Position
	Metadata string
}

// At selects the offset that ListOffsets returns. A time in milliseconds is that of the first record that isn't older, or the
// end if all are.
type At int64

const (
	Earliest   At = -1 - iota // log start
	Latest                    // high watermark: behind the last record, of open transactions too
	LastStable                // last stable offset: where a read_committed reader stops
)
