package dsl

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Timestamp takes the record's time from its value. A null value keeps the record's own timestamp.
func Timestamp[V any](func(V) time.Time) SourceOpt { return SourceOpt{} }

// TimestampFunc is a TimestampExtractor: r.Timestamp is Kafka's, partitionTime the largest timestamp taken so far from the partition.
// A negative result drops the record (reason negative-timestamp).
func TimestampFunc[K, V any](f func(r record.Record[K, V], partitionTime int64) int64) SourceOpt {
	return SourceOpt{}
}

// The built-in extractors. Without one, an invalid timestamp stops the application (FailOnInvalidTimestamp).
func SkipInvalidTimestamps() SourceOpt  { return SourceOpt{} } // LogAndSkipOnInvalidTimestamp
func PartitionTimeIfInvalid() SourceOpt { return SourceOpt{} } // UsePartitionTimeOnInvalidTimestamp
func WallClockTimestamps() SourceOpt    { return SourceOpt{} } // WallclockTimestampExtractor

// Where to start without a committed offset (AutoOffsetReset).
func FromEarliest() SourceOpt              { return SourceOpt{} }
func FromLatest() SourceOpt                { return SourceOpt{} }
func FromDuration(time.Duration) SourceOpt { return SourceOpt{} } // so long ago
func FromNone() SourceOpt                  { return SourceOpt{} } // fail

func (SourceOpt) source() {}
func (SourceOpt) table()  {}

// Partitioner picks the partition; record.DefaultPartition leaves it to Kafka's default (StreamPartitioner).
func Partitioner[K, V any](f func(topic string, r record.Record[K, V], partitions int) int) PartitionOpt {
	return PartitionOpt{}
}

// MulticastPartitioner picks any number: no send drops the record (reason no-partition), several send it to each.
func MulticastPartitioner[K, V any](f func(topic string, r record.Record[K, V], partitions int, send func(partition int))) PartitionOpt {
	return PartitionOpt{}
}

func (PartitionOpt) sink()        {}
func (PartitionOpt) repartition() {}

// KeyPartitioner and OtherKeyPartitioner are TableJoined's: how the left and the right table of a foreign-key join are partitioned.
func KeyPartitioner[K any](f func(topic string, key K, partitions int) int) KeyPartOpt {
	return KeyPartOpt{}
}
func OtherKeyPartitioner[K any](f func(topic string, key K, partitions int) int) KeyPartOpt {
	return KeyPartOpt{}
}

func (KeyPartOpt) foreignJoin() {}

// Partitions of the repartition topic; by default as many as upstream has.
func Partitions(n int) PartitionsOpt { return PartitionsOpt{} }

func (PartitionsOpt) repartition() {}

// Grace buffers stream records so that they meet a versioned table's value of their time (Joined.withGracePeriod). Needs such a table.
func Grace(time.Duration) GraceOpt { return GraceOpt{} }

func (GraceOpt) tableJoin() {}

// This and Other set the store of one side of a stream-stream join (ThisStoreSupplier, OtherStoreSupplier).
func This(opts ...JoinStoreOption) SideOpt  { return SideOpt{} }
func Other(opts ...JoinStoreOption) SideOpt { return SideOpt{} }

func (SideOpt) streamJoin() {}

// RetainDuplicates lets a declared window store hold several values of one key and start.
func RetainDuplicates() DuplicatesOpt { return DuplicatesOpt{} }

func (DuplicatesOpt) windowState() {}

// Printed: to standard output, labelled with the stream's name and formatted "[label]: key, value", unless these say otherwise.
func ToFile(path string) PrintOpt                 { return PrintOpt{} }
func Label(string) PrintOpt                       { return PrintOpt{} }
func Format[K, V any](func(K, V) string) PrintOpt { return PrintOpt{} }

func (PrintOpt) print() {}
