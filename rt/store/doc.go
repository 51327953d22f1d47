// Package store keeps the state that operators touch: a table of decoded structs for each store and lane, over a durable
// store (RocksDB in rt/rocks, or Memory here).
//
//	       lane (one goroutine)                                  committer
//	record ─► Table.Hold ─► Entry.Val ─► Touch     barrier n: Flush ─► Epoch{Rows, changelog} ─► one Write ─► DB
//	             ▲                                                                                             │
//	             └──────────── Fetch: one MultiGet a store and batch, for keys the table hasn't got ◄──────────┘
//
// A family is addressed by its index: Offsets (0) is `_offsets`, 1+i is the i-th store of the program. Rows alone speaks
// RocksDB's own ids, which a family keeps for life while indexes move with the program: Reader.ID translates, once a
// flush. A row's key is the partition, two bytes big-endian, and the key's bytes; a row's value is the timestamp, eight
// bytes big-endian, and the value's bytes (a ring of windows in rt/window has a form of its own).
//
// Invariants:
//
//  1. Row identity is (partition, key). Two partitions may hold the same key; each has its row and changelog record.
//  2. Only the owning lane touches a table (I4). An At holds until Evict; Evict runs between batches.
//  3. An entry may be evicted once the last epoch that changed it is written to the DB, not before: the next read would
//     find the value from before that epoch, and an update would be lost.
//  4. What a key was in epoch n is encoded when the lane passes barrier n; epoch n+1 changes the entry freely.
//  5. A batch given to DB.Write is applied whole or not at all, and after a crash the DB holds what a prefix of the
//     batches wrote, over all families together (I3).
//  6. Nothing is read in an epoch that an aborted epoch changed: Reset, then everything comes from the DB again.
//  7. Bytes that are handed out (a row in a callback, Key) are lent: who keeps them copies them.
//
// Entry points: Table, KV, Any (what the run time asks of a store), Rows, DB, Memory.
package store
