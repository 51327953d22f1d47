package store

import (
	"encoding/binary"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Epoch is the rows that one stage on one lane hands over at a barrier. Their buffer comes back with a later epoch.
type Epoch struct {
	N    uint32
	Rows Rows
}

// Rows is a RocksDB write batch in its wire form, built without a call into RocksDB. Families are given by the ids of
// the database (Reader.ID), not by index. The zero value is empty.
type Rows struct {
	buf []byte
	n   uint32
}

// Wire form: eight bytes sequence number (zero here), four bytes count, little-endian, then the records: tag, family id
// if it isn't 0, key, value; each with its length ahead; numbers are uvarints.
const (
	rowsHead = 12

	tagDelete        = 0x00
	tagPut           = 0x01
	tagMerge         = 0x02
	tagDeleteCF      = 0x04
	tagPutCF         = 0x05
	tagMergeCF       = 0x06
	tagDeleteRangeCF = 0x0E
	tagDeleteRange   = 0x0F
)

// keyRoom is what a record needs beside the bytes of key and value: tag, id, two lengths.
const keyRoom = 1 + 3*binary.MaxVarintLen32

// Len is the number of records.
func (r *Rows) Len() int { return int(r.n) }

// Size is the number of bytes.
func (r *Rows) Size() int { return len(r.buf) }

// tag begins a record.
func (r *Rows) tag(plain, cf byte, id uint32, room int) []byte {
	if r.n == 0 {
		r.buf = append(r.buf[:0], make([]byte, rowsHead)...)
	}
	r.n++
	b := slices.Grow(r.buf, keyRoom+PartLen+room)
	if id == 0 {
		return append(b, plain)
	}
	return binary.AppendUvarint(append(b, cf), uint64(id))
}

func appendPartKey(b []byte, part int32, key []byte) []byte {
	b = binary.AppendUvarint(b, uint64(PartLen+len(key)))
	return append(append(b, byte(part>>8), byte(part)), key...)
}

func appendBytes(b, s []byte) []byte { return append(binary.AppendUvarint(b, uint64(len(s))), s...) }

// Put writes a row: partition and key, value (timestamp and value's bytes).
func (r *Rows) Put(id uint32, part int32, key, val []byte) {
	b := r.tag(tagPut, tagPutCF, id, len(key)+len(val))
	r.buf = appendBytes(appendPartKey(b, part, key), val)
}

// Merge appends to a row's value; a row that isn't there begins with it.
func (r *Rows) Merge(id uint32, part int32, key, more []byte) {
	b := r.tag(tagMerge, tagMergeCF, id, len(key)+len(more))
	r.buf = appendBytes(appendPartKey(b, part, key), more)
}

// PutAt is Put for a value whose timestamp stands apart from it.
func (r *Rows) PutAt(id uint32, part int32, key []byte, ts int64, val []byte) {
	b := r.tag(tagPut, tagPutCF, id, len(key)+8+len(val))
	b = binary.AppendUvarint(appendPartKey(b, part, key), uint64(8+len(val)))
	r.buf = append(codec.AppendInt64(b, ts), val...)
}

// Delete removes a row. One that isn't there is fine.
func (r *Rows) Delete(id uint32, part int32, key []byte) {
	r.buf = appendPartKey(r.tag(tagDelete, tagDeleteCF, id, len(key)), part, key)
}

// PutRaw writes a row whose key is given whole: with the partition ahead, or one of `_offsets`, which has none.
func (r *Rows) PutRaw(id uint32, key, val []byte) {
	r.buf = appendBytes(appendBytes(r.tag(tagPut, tagPutCF, id, len(key)+len(val)), key), val)
}

// DeleteRaw removes a row whose key is given whole.
func (r *Rows) DeleteRaw(id uint32, key []byte) {
	r.buf = appendBytes(r.tag(tagDelete, tagDeleteCF, id, len(key)), key)
}

// DeleteRange removes the rows from one key, partition included, to before another.
func (r *Rows) DeleteRange(id uint32, from, to []byte) {
	r.buf = appendBytes(appendBytes(r.tag(tagDeleteRange, tagDeleteRangeCF, id, len(from)+len(to)), from), to)
}

// Wipe removes every row of a store's family. (Of any family whose keys don't begin with 0xFF: partitions never do.)
func (r *Rows) Wipe(id uint32) { r.DeleteRange(id, nil, []byte{0xFF}) }

// WipePartition removes the rows of one partition of a store.
func (r *Rows) WipePartition(id uint32, part int32) {
	r.DeleteRange(id, []byte{byte(part >> 8), byte(part)}, []byte{byte((part + 1) >> 8), byte(part + 1)})
}

// Join appends the records of o: the lanes' batches become one, since a batch is the unit that is atomic (5).
func (r *Rows) Join(o *Rows) {
	if o.n == 0 {
		return
	}
	if r.n == 0 {
		r.buf = append(r.buf[:0], make([]byte, rowsHead)...)
	}
	r.buf = append(r.buf, o.buf[rowsHead:]...)
	r.n += o.n
}

// Bytes is the batch, with its count filled in; nil if it is empty. Valid until the next change.
func (r *Rows) Bytes() []byte {
	if r.n == 0 {
		return nil
	}
	binary.LittleEndian.PutUint32(r.buf[8:], r.n)
	return r.buf
}

// Reset forgets the records and keeps the buffer.
func (r *Rows) Reset() { r.buf, r.n = r.buf[:0], 0 }
