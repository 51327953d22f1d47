package suppress

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// A row in the DB has the changelog record's key, behind the partition; its value is the record's timestamp and what the
// changelog record has: context, values, buffer time.

var _ store.Any = (*Buffer[int])(nil)
var _ store.HeadersRestorer = (*Buffer[int])(nil)
var _ lane.Holder = (*Buffer[int])(nil)

// version is the header of a changelog record: the third form that Kafka Streams' buffers had.
var version = codec.AppendHeaderBlock(nil, record.Headers{{Name: "v", Value: []byte{3}}})

// Open connects with the durable rows; Load reads them.
func (b *Buffer[T]) Open(r store.Reader, _ store.Limits) {
	b.reader, b.loaded, b.id = r, r == nil, b.CF
	if r != nil {
		b.id = r.ID(b.CF)
	}
}

// Family is the index of the store's family.
func (b *Buffer[T]) Family() uint32 { return b.CF }

// Fetch does nothing: Load reads all rows.
func (b *Buffer[T]) Fetch() error { return nil }

// Load reads the rows of the lane.
func (b *Buffer[T]) Load() error {
	if b.loaded {
		return nil
	}
	b.loaded = true
	if err := store.ScanRows(b.reader, b.CF, nil, nil, b.load); err != nil {
		return fmt.Errorf("updates that are held back: %w", err)
	}
	return nil
}

func (b *Buffer[T]) load(name, val []byte) error {
	part, key := store.SplitKey(name)
	h, v, time, err := cut(val)
	ok := err == nil && len(key) >= b.Tail
	if ok {
		_, ok = b.Decode(key, v.now, v.old, new(T))
	}
	if !ok {
		return fmt.Errorf("row %x can't be decoded: %s", name, store.OtherCodec)
	}
	hash := codec.Murmur2(key[:len(key)-b.Tail])
	if !b.owns(part, hash) {
		return nil
	}
	r := &row{part: part, hash: hash, key: bytes.Clone(key), time: time, val: bytes.Clone(val[8 : len(val)-8]), size: weigh(key, v, &h)}
	x := reader{b: r.val}
	x.context()
	r.context = len(r.val) - len(x.b)
	b.size += r.size
	b.rows[string(name)] = r
	b.push(r)
	return nil
}

// cut takes a durable row apart.
func cut(val []byte) (h lane.Head, v values, time int64, err error) {
	if len(val) < 16 {
		return h, v, 0, errRow
	}
	x := reader{b: val[8 : len(val)-8]}
	h, v = x.context(), x.values()
	if x.bad || len(x.b) > 0 {
		return h, v, 0, errRow
	}
	return h, v, codec.GetInt64(val[len(val)-8:]), nil
}

// Flush encodes the rows that the epoch changed, each once.
func (b *Buffer[T]) Flush(e *store.Epoch, log *codec.Topic) {
	b.sort()
	for _, r := range b.dirty {
		if !r.live() {
			e.Rows.Delete(b.id, r.part, r.key)
			if log != nil {
				log.Parts[r.part].Append(b.Time, r.key, nil, nil)
			}
			b.name = append(append(b.name[:0], byte(r.part>>8), byte(r.part)), r.key...)
			delete(b.rows, codec.String(b.name))
			continue
		}
		ts := codec.GetInt64(r.val)
		b.val = codec.AppendInt64(append(b.val[:0], r.val...), r.time)
		e.Rows.PutAt(b.id, r.part, r.key, ts, b.val)
		if log != nil {
			log.Parts[r.part].Append(ts, r.key, b.val, version)
		}
	}
	clear(b.dirty)
	b.dirty = b.dirty[:0]
}

// LoadRow, Absent, Trim and Evict do nothing: every row is needed in its order.
func (b *Buffer[T]) LoadRow(int32, string, uint32, []byte) bool { return true }
func (b *Buffer[T]) Absent(int32, string, uint32)               {}
func (b *Buffer[T]) Trim(uint32)                                {}
func (b *Buffer[T]) Evict(int, uint32) int                      { return 0 }

// Reset drops all that is in memory. The mark stays: a restart sets it.
func (b *Buffer[T]) Reset() {
	clear(b.rows)
	clear(b.heap)
	clear(b.dirty)
	b.heap, b.dirty, b.size, b.out.Recs, b.loaded = b.heap[:0], b.dirty[:0], 0, b.out.Recs[:0], b.reader == nil
}

// Stats is what is in memory.
func (b *Buffer[T]) Stats() store.Stats {
	const entry = 200 // about: a row, its place in map and heap
	return store.Stats{Entries: len(b.rows), Dirty: len(b.dirty), Bytes: b.size + int64(len(b.rows))*entry}
}

// RestoreLog takes a record without headers: a delete.
func (b *Buffer[T]) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	return b.RestoreHeaders(part, key, val, ts, nil, rows, r)
}

// RestoreHeaders turns a changelog record into a row.
func (b *Buffer[T]) RestoreHeaders(part int32, key, val []byte, ts int64, headers []byte, rows *store.Rows, r store.Reader) error {
	if key == nil {
		return store.NoKey(part)
	}
	if val == nil {
		rows.Delete(r.ID(b.CF), part, key)
		return nil
	}
	if h, _ := codec.Headers(headers); !versioned(h) {
		return fmt.Errorf("changelog record of key %q in partition %d has headers %v; expected v=3, the form that Kafka Streams writes since 2.4: let it run on this changelog once, or delete it", key, part, h)
	}
	row := append(codec.AppendInt64(nil, ts), val...)
	if _, _, _, err := cut(row); err != nil {
		return fmt.Errorf("changelog record of key %q in partition %d %w", key, part, err)
	}
	rows.Put(r.ID(b.CF), part, key, row)
	return nil
}

// versioned says whether a changelog record's headers have the form's number. Kafka Streams puts others beside it, which say
// what headers the values had.
func versioned(h record.Headers) bool {
	for i := len(h) - 1; i >= 0; i-- {
		if h[i].Name == "v" {
			return bytes.Equal(h[i].Value, []byte{3})
		}
	}
	return false
}

// RestoreEnd has nothing to do: each record is a row.
func (b *Buffer[T]) RestoreEnd(*store.Rows, store.Reader) error { return nil }

// Rows yields what is held back, by partition and key, with the changelog's values: this lane's rows, and those that other
// lanes have committed.
func (b *Buffer[T]) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	if err := b.Load(); err != nil {
		return err
	}
	all := map[string][]byte{} // by partition and key: timestamp and the changelog's value
	for name, x := range b.rows {
		if x.live() {
			all[name] = codec.AppendInt64(append(codec.AppendInt64(nil, codec.GetInt64(x.val)), x.val...), x.time)
		}
	}
	if r != nil {
		err := r.Scan(b.CF, nil, nil, func(name, val []byte) bool {
			part, key := store.SplitKey(name)
			if len(key) >= b.Tail && !b.owns(part, codec.Murmur2(key[:len(key)-b.Tail])) {
				all[string(name)] = bytes.Clone(val)
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		val := all[name]
		part, key := store.SplitKey([]byte(name))
		if !yield(part, key, codec.GetInt64(val), val[8:]) {
			break
		}
	}
	return nil
}
