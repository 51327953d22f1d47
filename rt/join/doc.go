// Package join keeps what stream-stream joins wait with: each side's records, and those that found no partner yet.
//
//	left record ─► Side (left).Put                      right record ─► Side (right).Put
//	        │                 ▲                                   │
//	        └─► Side (right).Match ─── results        Match ◄─────┘  of the left side
//	                │ none
//	                └─► Pending.Put ··· time goes on ···► Pending.Walk ─► results without a partner
//
// A Side is an entry of store.Table a key: a list by (timestamp, sequence number), one row in the DB, one changelog
// record a record, as Kafka Streams' window store with duplicates has it. Pending is Kafka Streams' list-value store, in
// memory as a whole and ordered by (timestamp, right side first, key); its values stay bytes until they are sent.
//
// Invariants:
//
//  1. A record can be found while its timestamp is after the side's largest one less retention (before, after and grace):
//     what Kafka Streams' window store shows, which never heard of the operator's clock.
//  2. What decides about later results and isn't in rows is a mark: a number that a restart gives back, combined by
//     the larger one. Side has Seen and Seq, Pending has First and Next. The earliest time in Pending grows as rows leave, so
//     First holds its distance from the end of time.
//  3. A list's records never move while Match's result is in use: nothing is put into the side that a record looks at.
//  4. Bytes that Walk gave out are never written again: strings of the user may alias them.
//
// Entry points: Side, Pending.
package join
