// Package clock holds the four kinds of time of an application, as pure bookkeeping: no goroutine, no lock, no timer.
//
//	partitions ──heads──► Merge ──which next──► router ──► lanes ──stream times──┐ at barrier n
//	                        │                                                    ▼
//	                        └──────────watermark at the cut of barrier n────► StreamTimes ──► with barrier n+1, to all lanes
//
// The kinds are
//
//   - partition time: the largest timestamp taken from a partition. Merge keeps it.
//   - watermark: the smallest partition time of those partitions that are not idle. Merge.Watermark.
//   - stream time: one an operator and lane, moved by the records that reach it, as in a Kafka Streams task. Lanes keep
//     it; StreamTimes combines what they report at a barrier.
//   - wall clock: Wall, so that a test driver can turn it by hand.
//
// A stage's stream times, and whatever else a restart must give back that is in no row, are its marks: see lane.Stage and Marks.
//
// All are Kafka's milliseconds; None stands for "no record yet" and is less than any of them.
//
// Invariants:
//
//   - T1 The watermark and a handed-out stream time never go back: what was closed stays closed.
//   - T2 A handed-out stream time is never ahead of the watermark of its own cut: a partition that runs ahead closes
//     nothing that a slower one still fills.
//   - T3 With one partition and one lane, a handed-out stream time is the lane's own: results are Kafka Streams'.
//   - T4 Merge waits only for partitions that may still deliver: whoever feeds it must fetch for an empty partition
//     whatever else is buffered, or the wait never ends.
//
// Entry points: NewMerge, NewMarks, System, Manual.
package clock
