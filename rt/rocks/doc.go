// Package rocks is the durable store on RocksDB, through grocksdb: the only room with cgo, named by main alone.
//
//	cfg.Store = rocks.Backend()
//
// One database a directory, a column family for each store and `_offsets`:
//
//	committer ─Write(epoch's batch)─► memtables of all families ─flush of all, one MANIFEST step─► SST files
//	lanes ─────MultiGet────────────►  (no WAL)                    ▲ write buffer full · Flush
//
// RocksDB comes from scripts/rocksdb.sh. Where the compression libraries that grocksdb's link line names are not
// installed, build with -tags grocksdb_clean_link.
//
// Invariants:
//
//  1. No write goes to a WAL and no epoch is more than one batch: what a crash leaves is a prefix of the epochs (I3).
//  2. Families are flushed together and never one alone. With atomic_flush, a full memtable makes RocksDB do so; but a
//     manual flush of one family is made durable by itself, and a crash behind it leaves that family ahead of the
//     others. So nothing here calls FlushCF, and the handles don't leave the room.
//  3. Options that would undo 1 or 2 are refused with a warning, wherever they come from.
//  4. A batch that RocksDB refused makes every later write fail, as it does in RocksDB itself: close and open again.
//  5. Handles are used under mu, so that Close waits for readers: RocksDB would crash the process otherwise.
package rocks
