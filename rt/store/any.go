package store

import "github.com/stoatgen/stoatgen/rt/codec"

// Any is a store on one lane as the run time sees it: called once a batch or an epoch, never once a record. One
// goroutine at a time.
type Any interface {
	// Open connects the store with the durable rows below, once these are restored: r is nil if there are none.
	Open(r Reader, lim Limits)

	// Family is the index of the store's family.
	Family() uint32

	// Fetch asks the reader for the keys that Probe noted in Misses, in one call, and enters what it gave.
	Fetch() error

	// Flush encodes what the epoch changed: rows, and a changelog record for each changed key (or window) in the order
	// of their first change, with the timestamp of the value; null is a delete. log is nil for an unlogged store.
	Flush(e *Epoch, log *codec.Topic)

	// LoadRow enters a durable row of a key; a key that has an entry keeps it. False: the row is malformed.
	LoadRow(part int32, key string, hash uint32, row []byte) bool

	// Absent enters that a key has no durable row.
	Absent(part int32, key string, hash uint32)

	// RestoreLog applies one changelog record to durable rows, not to the table; val is nil for a delete. It may keep
	// back a bounded number of records that it needs other rows for: RestoreEnd writes these, and runs before rows is
	// written to the DB. Between RestoreEnd and the next RestoreLog the caller must have written rows, or dropped it and
	// called Reset. r gives the rows written so far.
	RestoreLog(part int32, key, val []byte, ts int64, rows *Rows, r Reader) error
	RestoreEnd(rows *Rows, r Reader) error

	// Trim evicts what is over the limits, as far as it was last changed in an epoch up to stored, the last one whose
	// rows are in the DB. It costs nothing where nothing is over.
	Trim(stored uint32)

	// Evict frees up to n entries last changed in an epoch up to stored, and says how many.
	Evict(n int, stored uint32) int

	// Reset drops all that is in memory, after an abort.
	Reset()

	Stats() Stats

	// Rows yields the store's contents, uncommitted changes included, as Kafka Streams' store shows them, in the order
	// of partition and key. For a window store a key is that of Kafka Streams' windowed key: the key and eight bytes of
	// window start. r is the durable side, nil if there is none. key and val are lent.
	Rows(r Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error
}

// Expirer is an Any whose rows mean nothing any more once stream time has gone on: window.Store, join.Side. Without Expire the rows
// of keys that never come again stay in the DB for ever.
type Expirer interface {
	// Expire looks at n rows from a key on, nil for the first, and adds to rows a delete for each that nothing can be read
	// from at streamTime, which is the least of all lanes. It gives the key to go on from, nil at the end. The committer
	// may call it while lanes run; the deletes belong ahead of the epoch's own rows in one batch, because that epoch may
	// write a row which is expired in the DB.
	Expire(r Reader, rows *Rows, streamTime int64, from []byte, n int) (next []byte, err error)
}

// Logger is an Any that writes changelog records before the barrier: join.Side. The topic is the one that Flush gets.
type Logger interface{ Log(t *codec.Topic) }

// Limits bound what one store keeps in memory on one lane. Zero is no limit. Entries that the DB hasn't got yet stay
// whatever the limits say.
type Limits struct {
	Entries int
	Bytes   int64
}

// Over is how many of so many entries, which take so many bytes, are to be evicted: what is over the limits and a sixteenth
// more, so that eviction isn't at work after every batch. 0: nothing is over.
func (l Limits) Over(entries int, bytes int64) (n int) {
	if l.Entries > 0 && entries > l.Entries {
		n = entries - l.Entries + l.Entries/16
	}
	if l.Bytes > 0 && bytes > l.Bytes {
		n = max(n, int(float64(entries)*float64(bytes-l.Bytes+l.Bytes/16)/float64(bytes)))
	}
	return n
}

// Stats is what a store keeps in memory on one lane.
type Stats struct {
	Entries int   // dead ones included
	Dirty   int   // changed in the running epoch
	Bytes   int64 // about: entries, index, long keys, and for values with pointers what their rows have on average
	Asked   int64 // keys that were asked of the reader since Open
	Found   int64 // of these, how many had a row
	Evicted int64
}
