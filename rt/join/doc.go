// Package join keeps what joins need beside tables: each side's records of a stream-stream join and those that found no partner
// yet, the subscriptions of a foreign-key join, and the rows of global tables.
//
//	left record ─► Sides.Hold ─► Left.Put            right record ─► Sides.Hold ─► Right.Put
//	        │      (both lists of the key)  ▲                │
//	        └─► Right.Match ─── results     └──── Left.Match ◄┘
//	                │ none
//	                └─► Pending.Put ··· time goes on ···► Pending.Walk ─► results without a partner
//
// A side is a list a key by (timestamp, sequence number). Both lists of a key are one entry of store.Table. A list is one row
// in the DB, which new records are appended to: whatever a key has in its window, an epoch writes what came. It has one changelog
// record a record, as Kafka Streams' window store with duplicates has it. Pending is Kafka Streams' list-value store, in
// memory as a whole and ordered by (timestamp, right side first, key); its values stay bytes until they are sent.
//
//	left row ──Subscription, hops──► Subscriptions.Apply, and an answer with the right row ──hops──► left row: joined if its Sum
//	                right row's change ─► Subscriptions.Of: an answer to each left row that names it            is the same still
//
// Subscriptions have an entry of store.Table for a right row's key, and for each left row that names it a row in the DB and a
// changelog record, which has Kafka Streams' bytes. Global is a map that one goroutine fills and all lanes read.
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
//  5. A row may hold a record twice, and records that have expired: who reads it takes each once, and those that can be found.
//  6. A record whose Wait is 0 has no row in Pending. Rows of Pending go when they are joined or sent, whichever key is
//     next; they never expire, or results would be lost. A row is used again: who comes by a Wait looks whose it is now.
//
// Entry points: Sides, Side, Pending; Subscriptions, Subscription, Sum; Global.
package join
