package store

import (
	"errors"
	"fmt"
)

// Offsets is the index of family `_offsets`, which every DB has. The store with index i in the program has 1+i.
const Offsets uint32 = 0

// OffsetsFamily is the name of family Offsets.
const OffsetsFamily = "_offsets"

// Reader gives durable rows. Safe for concurrent use, also beside Write. cf is a family's index.
type Reader interface {
	// ID is RocksDB's id of a family: what Rows wants.
	ID(cf uint32) uint32

	// MultiGet calls found with the index in m and the row of each key there is a row for; row is lent. The rows are
	// those of one moment.
	MultiGet(cf uint32, m *Misses, found func(i int, row []byte)) error

	// Get is a copy of the row of a key, partition included.
	Get(cf uint32, key []byte) (row []byte, ok bool, err error)

	// Scan calls row for the keys in [from, to), partition included, in the order of their bytes, until it says false.
	// A nil bound is none. It sees the rows of one moment; key and val are lent.
	Scan(cf uint32, from, to []byte, row func(key, val []byte) bool) error
}

// DB is a durable store: a column family for each store of the program, and `_offsets`. Write, DropFamily and Close are
// called by one goroutine at a time, Flush by one, also beside Write.
type DB interface {
	Reader

	// Write applies a batch in RocksDB's wire form (Rows.Bytes), whole or not at all; it returns when Reader shows it.
	// It is durable only when it was flushed. After an error the DB takes no more: close and open again.
	Write(batch []byte) error

	// Flush makes durable what was written before it was called, and maybe batches that come meanwhile, each whole: all
	// families in one atomic step. It returns when that is done. After an error the DB takes no more, as after Write's.
	Flush() error

	// Families are the names by index: `_offsets`, those given to Open in their order, then those that an earlier
	// program left in the directory.
	Families() []string

	// DropFamily removes a family that the program hasn't got any more. What its rows said in `_offsets` must have
	// been deleted and flushed before. Its index stays unused until the DB is opened again.
	DropFamily(name string) error

	// Stats are figures of the engine by name, for metrics and logs.
	Stats() map[string]int64

	// Close flushes and frees the directory. The DB must not be used afterwards.
	Close() error
}

// Backend opens DBs. Open makes the directory, and the families that are not there yet; families are the names of the
// program's stores. A directory that is in use gives an error that wraps ErrLocked.
type Backend interface {
	Open(dir string, families []string) (DB, error)
}

// Errors that a DB's errors wrap.
var (
	ErrLocked = errors.New("directory is in use by another process or another part of this one")
	ErrClosed = errors.New("store is closed")
)

// CheckFamilies refuses names that a backend can't use: doubles, and those it needs itself.
func CheckFamilies(families []string) error {
	seen := map[string]bool{"": true, "default": true, OffsetsFamily: true}
	for _, name := range families {
		if seen[name] {
			return fmt.Errorf("family %q is named twice, or is the store's own; each store needs a name of its own", name)
		}
		seen[name] = true
	}
	return nil
}
