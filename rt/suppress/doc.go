// Package suppress holds a table's updates back until a time limit, or until a window closes.
//
//	update ─► Buffer.Put ─► row of the key: context, prior, old and new value as bytes
//	              │               │
//	              │               └ barrier n: Flush ─► row and changelog record, one for each key that changed
//	              └► due rows, by buffer time and key ─► Due ─► records that the stage goes on with
//
// A buffer has what one lane holds back, wholly in memory: the earliest row must be at hand at any moment.
//
// Invariants:
//
//  1. A key keeps the buffer time of its first update until it is sent; later ones only replace its value and context.
//  2. Values are bytes here, as in Kafka Streams' buffer: the changelog has them as they are, and nothing aliases a batch.
//  3. A row's bytes are given away when it is sent: strings that were decoded from them may be kept by anyone.
//  4. Rows leave in the order of buffer time and key bytes. Stream time is a mark, so a restart goes on where it was.
//
// Entry points: Buffer.
package suppress
