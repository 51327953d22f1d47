package dsl

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Every is a stream of records that a type of the user's makes in its method Tick, once in each interval of the wall clock: at
// the multiples of the interval since 1970, UTC, which Offset moves. Kafka Streams has no such source; it is numbered as one.
//
// It ticks once in the whole application, on the lane of partition 0. Which slot is next is state, with a changelog, and commits
// with what the tick before it made: over restarts no slot comes twice. Those that were missed are one tick, for the latest of
// them. A schedule that was changed begins with its next slot. What the records' keys are is not known ahead, so what needs
// the key below moves them. For an interval of stream time use Process and record.ProcessingContext.Schedule.
func (b *Builder) Every[K, V any, P record.Ticker[K, V]](interval time.Duration, create func() P, opts ...ScheduleOption) KStream[K, V] {
	return KStream[K, V]{}
}

// Every1 is Every with a store, which the constructor takes. It ticks once in each partition of the store, and sees the rows of
// that partition.
func (b *Builder) Every1[S1, K, V any, P record.Ticker[K, V]](interval time.Duration, create func(S1) P, s1 Store[S1], opts ...ScheduleOption) KStream[K, V] {
	return KStream[K, V]{}
}

// Every2 is Every1 with two stores, in the order of the constructor's parameters.
func (b *Builder) Every2[S1, S2, K, V any, P record.Ticker[K, V]](interval time.Duration, create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...ScheduleOption) KStream[K, V] {
	return KStream[K, V]{}
}

// Cron is Every at the times of a cron expression: minute, hour, day of month, month, day of week, or a word like @daily. Times
// are UTC unless the expression begins with a zone (CRON_TZ=Europe/Zurich); where its clocks are put forward, what falls into
// the gap is left out.
func (b *Builder) Cron[K, V any, P record.Ticker[K, V]](expression string, create func() P, opts ...Option) KStream[K, V] {
	return KStream[K, V]{}
}

// Cron1 is Cron with a store, as Every1.
func (b *Builder) Cron1[S1, K, V any, P record.Ticker[K, V]](expression string, create func(S1) P, s1 Store[S1], opts ...Option) KStream[K, V] {
	return KStream[K, V]{}
}

// Cron2 is Cron1 with two stores, in the order of the constructor's parameters.
func (b *Builder) Cron2[S1, S2, K, V any, P record.Ticker[K, V]](expression string, create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...Option) KStream[K, V] {
	return KStream[K, V]{}
}

// OffsetOpt is what Offset gives.
type OffsetOpt struct{}

// Offset moves the slots of Every: with an interval of a day and an offset of six hours it ticks at six in the morning, UTC.
func Offset(d time.Duration) OffsetOpt { return OffsetOpt{} }

func (OffsetOpt) schedule() {}
