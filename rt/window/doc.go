// Package window has windows inside a key's state: time windows as fixed rings of slots, all others as lists.
//
//	start / advance mod slots        ring of a key: an array in the generated row type, one entry of store.Table
//	      │                          ┌────────┬────────┬────────┬────────┐
//	      └────────────────────────► │ 12:30  │ 12:40  │ 12:10  │ 12:20  │   one row in the DB, one changelog record
//	                                 └────────┴────────┴────────┴────────┘   for each window that an epoch changed
//
//	record ─► Span, Slide or Join    list of a key: as many as there are, by end and start
//	          what it does to which  ┌────────┬────────┬────────┬──
//	          windows, user code,    │ [3,9]  │[20,31] │[40,40] │      one row, one changelog record a changed window,
//	          then Set or Merge      └────────┴────────┴────────┴──    a null for each deleted one
//	                                    └─ due ─► heap of the lane ─► Close: what has closed, in Kafka Streams' order
//
// A ring has as many slots as windows can be readable at one moment: two windows that share a slot are at least the
// retention apart, so when the later one begins the earlier one has expired. It holds tumbling and hopping windows of the
// default retention whose updates are all sent on. Lists hold sliding windows, sessions, unlimited windows, longer
// retentions, what several streams aggregate (cogroup), and windows that are sent on close.
//
// Invariants:
//
//  1. A window takes records while its end is after the operator's stream time less grace; it can be read while its start
//     is after the start of the last window of stream time less retention (size and grace). That is what Kafka Streams'
//     window store shows, whose own clock is the largest start that was put; of sessions the largest end.
//  2. A window that leaves the ring changed has its changelog record made at that moment (Begin), or its last state would
//     be lost: at the barrier another window lies in the slot. A list keeps changed windows until the barrier.
//  3. A row holds the readable windows of a key, and those that are still to be emitted; a key without one has no row.
//  4. A deleted window keeps its slot, marked, until another takes it; a list notes it: the changelog still needs its null.
//  5. A key with a window to emit is in the heap and stays in memory. After a restart the rows say which those are, and
//     Emitted, a time of the stage, what was emitted: so each window is sent once.
//  6. Alone, a lane closes windows behind each record. Several lanes close them behind barriers, all up to the same time,
//     so that Emitted means the same on every lane.
//  7. What Tally has noted is in the windows before anybody looks at them, and before the epoch ends: settle.
//
// Entry points: Hopping for arithmetic; Take and Slot on the record path of rings, Span, Slide, Set, Join, Merge and Tally
// on that of lists; Store and Lists for all that is not once a record.
package window
