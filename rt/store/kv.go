package store

import "github.com/stoatgen/stoatgen/rt/codec"

// KV is Kafka Streams' timestamped key-value store on one lane. Generated code fills the first block; what it does with
// a record goes through Table.
type KV[V any] struct {
	Table *Table[V]
	CF    uint32                              // index of the family: 1 + the store's index in the program
	Put   func(b []byte, v *V) []byte         // appends eight bytes of timestamp and the value; of a dead entry only the timestamp counts
	Get   func(row []byte, v *V) (valid bool) // the way back; copies what it keeps

	Misses Misses // of the running batch: Probe notes them here, Fetch asks for them

	scratch []byte
	one     Misses // of Ask
}

var _ Any = (*KV[int64])(nil)

// Open connects the store with its durable rows.
func (k *KV[V]) Open(r Reader, lim Limits) { k.Table.Open(r, k.CF, lim) }

// Family is the index of the store's family.
func (k *KV[V]) Family() uint32 { return k.CF }

// Fetch reads the keys in Misses.
func (k *KV[V]) Fetch() error {
	if k.Misses.Len() == 0 {
		return nil // or the method value below would be an allocation a batch
	}
	return k.Table.Fetch(&k.Misses, k.LoadRow)
}

// Ask is the place of a key that is needed in the middle of a batch: what the table hasn't got is read at once. It is 0 for a
// key without a row.
func (k *KV[V]) Ask(part int32, key string, hash uint32) At {
	if at := k.Table.Find(part, key, hash); at != 0 {
		return at // or the method value below would be an allocation
	}
	at, err := k.Table.Ask(part, key, hash, &k.one, k.LoadRow)
	if err != nil {
		panic(&Unreadable{err})
	}
	return at
}

// Flush encodes what the epoch changed.
func (k *KV[V]) Flush(e *Epoch, log *codec.Topic) {
	t, b := k.Table, k.scratch
	id := t.ID()
	for _, at := range t.Dirty() {
		x := t.Get(at)
		key := t.Key(x)
		b = k.Put(b[:0], &x.Val)
		ts, val := codec.GetInt64(b), b[8:]
		if x.Live {
			t.Weigh(len(b))
			e.Rows.Put(id, x.Part, key, b)
		} else {
			e.Rows.Delete(id, x.Part, key)
			val = nil
		}
		if log != nil {
			log.Parts[x.Part].Append(ts, key, val, nil)
		}
	}
	k.scratch = b
	t.Clean()
}

// LoadRow enters a durable row.
func (k *KV[V]) LoadRow(part int32, key string, hash uint32, row []byte) bool {
	if k.Table.Find(part, key, hash) != 0 {
		return true
	}
	k.Table.Weigh(len(row))
	return len(row) >= 8 && k.Get(row, &k.Table.Load(part, key, hash).Val)
}

// Trim evicts what is over the limits.
func (k *KV[V]) Trim(stored uint32) { k.Table.Trim(stored) }

// Evict frees up to n entries.
func (k *KV[V]) Evict(n int, stored uint32) int { return k.Table.Evict(n, stored) }

// Reset drops all that is in memory.
func (k *KV[V]) Reset() {
	k.Table.Reset()
	k.Misses.Reset()
}

// Stats is what the store keeps in memory.
func (k *KV[V]) Stats() Stats { return k.Table.Stats() }

// Absent enters that a key has no durable row.
func (k *KV[V]) Absent(part int32, key string, hash uint32) { k.Table.Absent(part, key, hash) }

// RestoreLog turns a changelog record into a row.
func (k *KV[V]) RestoreLog(part int32, key, val []byte, ts int64, rows *Rows, r Reader) error {
	if key == nil {
		return NoKey(part)
	}
	if val == nil {
		rows.Delete(r.ID(k.CF), part, key)
	} else {
		rows.PutAt(r.ID(k.CF), part, key, ts, val)
	}
	return nil
}

// RestoreEnd has nothing to do: each record is a row.
func (k *KV[V]) RestoreEnd(*Rows, Reader) error { return nil }

// Rows yields the store's contents.
func (k *KV[V]) Rows(r Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	row := func(part int32, key, row []byte) bool { return yield(part, key, codec.GetInt64(row), row[8:]) }
	return k.Table.Scan(r, k.CF, k.live(yield), row)
}

// live yields the entries that are rows.
func (k *KV[V]) live(yield func(part int32, key []byte, ts int64, val []byte) bool) func(*Entry[V]) bool {
	var b []byte
	return func(e *Entry[V]) bool {
		if !e.Live {
			return true
		}
		b = k.Put(b[:0], &e.Val)
		return yield(e.Part, k.Table.Key(e), codec.GetInt64(b), b[8:])
	}
}
