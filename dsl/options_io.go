package dsl

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// SourceOpt is what the options of sources give.
type SourceOpt struct{}

// Timestamp takes the record's time from its value, usually by a method expression. A null value keeps the record's own
// timestamp. A time before 1970 drops the record (reason negative-timestamp).
func Timestamp[V any](f func(V) time.Time) SourceOpt { return SourceOpt{} }

// TimestampFunc computes the timestamp in milliseconds (TimestampExtractor): r.Timestamp is Kafka's, partitionTime the
// largest timestamp taken so far from the partition, -1 at first. The function sees nulls as its types allow; a null
// value of a plain type keeps the record's own timestamp. A negative result drops the record (reason
// negative-timestamp).
func TimestampFunc[K, V any](f func(r record.Record[K, V], partitionTime int64) int64) SourceOpt {
	return SourceOpt{}
}

// SkipInvalidTimestamps drops a record whose timestamp is negative (LogAndSkipOnInvalidTimestamp; reason
// negative-timestamp). Without an option default.timestamp.extractor decides: unless that is set, such a record stops the
// application (FailOnInvalidTimestamp).
func SkipInvalidTimestamps() SourceOpt { return SourceOpt{} }

// PartitionTimeIfInvalid takes the partition's time instead of a negative timestamp
// (UsePartitionTimeOnInvalidTimestamp).
func PartitionTimeIfInvalid() SourceOpt { return SourceOpt{} }

// WallClockTimestamps takes the time of reading in place of the record's own timestamp, whatever that is
// (WallclockTimestampExtractor). Records that are read again behind a crash get another time.
func WallClockTimestamps() SourceOpt { return SourceOpt{} }

// FromEarliest starts at the oldest record where there is no committed offset (AutoOffsetReset.earliest). Without an option
// auto.offset.reset decides, which is this unless it is set.
func FromEarliest() SourceOpt { return SourceOpt{} }

// FromLatest starts at the next record where there is no committed offset (AutoOffsetReset.latest).
func FromLatest() SourceOpt { return SourceOpt{} }

// FromDuration starts where there is no committed offset at the first record whose timestamp is no older than d, in whole
// milliseconds, and behind the last record if all are (AutoOffsetReset.byDuration). A negative d is a diagnostic.
func FromDuration(d time.Duration) SourceOpt { return SourceOpt{} }

// FromNone stops the application where there is no committed offset (AutoOffsetReset.none).
func FromNone() SourceOpt { return SourceOpt{} }

func (SourceOpt) source() {}
func (SourceOpt) table()  {}

// PartitionOpt is what Partitioner and MulticastPartitioner give.
type PartitionOpt struct{}

// Partitioner picks the partition (StreamPartitioner); record.DefaultPartition leaves it to Kafka's default (an empty
// Optional): murmur2 of the key's bytes, a windowed key's window included. Headers are r's. The function sees nulls as its
// types allow; a null value of another type is dropped (reason null-value). A number that is no partition of the topic fails
// the record.
//
// At Repartition the topic is the one that the hop replaces. A key's state is kept apart in each partition that its records
// are moved to, so a partition that doesn't follow from the key alone makes several rows of one key, as in Kafka Streams.
func Partitioner[K, V any](f func(topic string, r record.Record[K, V], partitions int) int) PartitionOpt {
	return PartitionOpt{}
}

// MulticastPartitioner picks any number of partitions (KIP-837): several calls of send write the record to each, twice with
// the same number to that one once, none drops it (reason no-partition). send takes record.DefaultPartition, too. If one of
// the numbers is no partition of the topic, the record fails and is written to none. Nulls as in Partitioner.
func MulticastPartitioner[K, V any](f func(topic string, r record.Record[K, V], partitions int, send func(partition int))) PartitionOpt {
	return PartitionOpt{}
}

func (PartitionOpt) sink()        {}
func (PartitionOpt) repartition() {}

// PartitionsOpt is what Partitions gives.
type PartitionsOpt struct{}

// Partitions of the repartition topic (Repartitioned.withNumberOfPartitions); by default as many as what it is joined with has,
// else as the largest source above.
func Partitions(n int) PartitionsOpt { return PartitionsOpt{} }

func (PartitionsOpt) repartition() {}

// KeyPartOpt is what KeyPartitioner and OtherKeyPartitioner give.
type KeyPartOpt struct{}

// KeyPartitioner says how the left table of a foreign-key join is partitioned (TableJoined.withPartitioner): answers go to
// that partition of its rows, record.DefaultPartition is murmur2 of the key's bytes. Without it they go to the partition
// that the left row was read from, so it is hardly ever needed. An answer that goes where the left row isn't is dropped
// (reason out-of-date). A number that is no partition fails the record.
func KeyPartitioner[K any](f func(topic string, key K, partitions int) int) KeyPartOpt {
	return KeyPartOpt{}
}

// OtherKeyPartitioner says how the right table of a foreign-key join is partitioned (TableJoined.withOtherPartitioner), if not
// by murmur2 of the key's bytes, which record.DefaultPartition stands for. A left row looks for its right row in that
// partition alone. The function is not called for rows that name none. A number that is no partition fails the record.
func OtherKeyPartitioner[K any](f func(topic string, key K, partitions int) int) KeyPartOpt {
	return KeyPartOpt{}
}

func (KeyPartOpt) foreignJoin() {}

// PrintOpt is what the options of Print give.
type PrintOpt struct{}

// ToFile prints to a file instead of standard output (Printed.toFile). The file is opened, and emptied, when the application
// starts, which fails if it can't be, and closed when it ends. Operators that name one path share the file.
func ToFile(path string) PrintOpt { return PrintOpt{} }

// Label is printed before each record instead of the name of the operator above (Printed.withLabel).
func Label(label string) PrintOpt { return PrintOpt{} }

// Format replaces "key, value" (Printed.withKeyValueMapper), not the label. It sees nulls as its types allow; a record with a
// null value of another type is printed without it.
func Format[K, V any](f func(K, V) string) PrintOpt { return PrintOpt{} }

func (PrintOpt) print() {}
