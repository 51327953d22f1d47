// Package process runs processors: their instances, one a partition, their contexts, the punctuations that they schedule, and the
// timers that they register.
//
//	lane ─► Tasks.Next(partition, timestamp) ─► generated code ─► the user's Process ─► Context.Forward (generated) ─► below
//	  │          stream time of the partition          Context.At: the record at hand
//	  ├─► Tasks.Stream: behind a record that has moved stream time to a slot of a schedule, or to a timer
//	  └─► Tasks.Wall: when the wall clock has come to one        (timers are rows of state.Timers)
//
// A partition of a stage is what Kafka Streams calls a task. A stage with processors is ByPartition if they have stores,
// since these hold keys of any hash; then a partition has an instance on the lane that owns it. Else every lane has an
// instance of every partition: it sees the keys of its lane.
//
// Invariants:
//
//  1. Slots are multiples of the interval behind the schedule's anchor. What was missed is one call; the next slot is the
//     first one behind the time of the call. So the next slot follows from anchor and time, and that is all a restart has to
//     know: stream time and wall clock of each partition are marks of the stage.
//  2. A schedule that Init made goes on over a restart where it stood. One that was made later is gone, as in Kafka Streams.
//  3. Punctuations and timers run between records, never inside one, and ahead of the barrier of the epoch that made them due.
//  4. Among several that are due the earliest comes first; at the same time timers, then the slot that was scheduled first. What
//     a call makes due is among them.
//  5. Inside a punctuation or a timer's call there is no record: no metadata, no headers; stores write with its time.
//  6. Marks that lanes have reached are joined by the largest. A partition is one lane's or has a mark that means the same on
//     all, so a lane takes nothing over that it must not.
//
// Entry points: Tasks, Context.
package process
