// Package window has time windows as fixed rings of slots inside a key's state.
//
//	start / advance mod slots        ring of a key: an array in the generated row type, one entry of store.Table
//	      │                          ┌────────┬────────┬────────┬────────┐
//	      └────────────────────────► │ 12:30  │ 12:40  │ 12:10  │ 12:20  │   one row in the DB, one changelog record
//	                                 └────────┴────────┴────────┴────────┘   for each window that an epoch changed
//
// A ring has as many slots as windows can be readable at one moment: two windows that share a slot are at least the
// retention apart, so when the later one begins the earlier one has expired.
//
// Invariants:
//
//  1. A window takes records while its end is after the operator's stream time less grace; it can be read while its start
//     is after the start of the last window of stream time less retention (size and grace). That is what Kafka Streams'
//     window store shows, whose own clock is the largest start that was put.
//  2. A window that leaves the ring changed has its changelog record made at that moment (Begin), or its last state would
//     be lost: at the barrier another window lies in the slot.
//  3. A row holds the readable windows of a key; a key without one has no row.
//  4. A deleted window keeps its slot, marked, until another takes it: the changelog still needs its null.
//
// Entry points: Hopping for arithmetic, Take and Slot on the record path, Store for all that is not once a record.
package window
