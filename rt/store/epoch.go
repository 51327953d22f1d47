package store

import (
	"encoding/binary"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Epoch is what one lane hands over at a barrier. Its buffers come back with the next epoch but one.
type Epoch struct {
	N    uint32
	Rows Rows
	Logs []*codec.Topic // changelogs, by store
	Outs []*codec.Topic // sinks
}

// Rows is a RocksDB write batch in its wire form. The lanes' batches are joined by dropping all headers but one.
type Rows struct {
	buf []byte
	n   uint32
}

const (
	cfDelete = 4
	cfPut    = 5
	rowsHead = 12
)

// Len is the number of rows.
func (r *Rows) Len() int { return int(r.n) }

func (r *Rows) head(tag byte, cf uint32, partition int32, key []byte, room int) []byte {
	if r.n == 0 {
		r.buf = append(r.buf[:0], make([]byte, rowsHead)...)
	}
	r.n++
	b := slices.Grow(r.buf, 14+len(key)+room)
	b = append(b, tag)
	b = binary.AppendUvarint(b, uint64(cf))
	b = binary.AppendUvarint(b, uint64(2+len(key)))
	b = append(b, byte(partition>>8), byte(partition))
	return append(b, key...)
}

// Put writes a row: column family, changelog partition and key, value.
func (r *Rows) Put(cf uint32, partition int32, key, val []byte) {
	b := r.head(cfPut, cf, partition, key, 5+len(val))
	r.buf = append(binary.AppendUvarint(b, uint64(len(val))), val...)
}

// Delete removes a row.
func (r *Rows) Delete(cf uint32, partition int32, key []byte) {
	r.buf = r.head(cfDelete, cf, partition, key, 0)
}

// Bytes is the batch, with its count filled in.
func (r *Rows) Bytes() []byte {
	if r.n > 0 {
		binary.LittleEndian.PutUint32(r.buf[8:], r.n)
	}
	return r.buf
}

// Reset forgets the rows and keeps the buffer.
func (r *Rows) Reset() { r.buf, r.n = r.buf[:0], 0 }

// Misses are the keys of one batch that the table hasn't got: asked for in one call, answered before the batch runs.
type Misses struct {
	Keys   []string
	Hashes []uint32
}

// Add notes a key; asking twice is harmless and cheaper than looking for doubles here.
func (m *Misses) Add(key string, hash uint32) {
	m.Keys, m.Hashes = append(m.Keys, key), append(m.Hashes, hash)
}

// Reset forgets the keys and lets go of the batch they alias.
func (m *Misses) Reset() {
	clear(m.Keys)
	m.Keys, m.Hashes = m.Keys[:0], m.Hashes[:0]
}

// Reader is the store below: found is called with the index of each key there is a row for.
type Reader interface {
	MultiGet(cf uint32, m *Misses, found func(i int, row []byte))
	Scan(cf uint32, from, to []byte, row func(key, val []byte) bool)
}

// Fit is s with length n, reused if it is long enough.
func Fit(s []At, n int) []At {
	if cap(s) < n {
		return make([]At, n)
	}
	return s[:n]
}
