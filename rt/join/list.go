package join

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Rec is a record of one side.
type Rec[V any] struct {
	TS   int64
	Seq  int32 // tells apart the records of one key and timestamp
	Wait Wait  // where it waits for a partner
	V    V
}

// List is one side's records of a key, by timestamp and sequence number. Those ahead of head have expired: what is taken off
// the front one by one would be moved again and again.
type List[V any] struct {
	head   int32
	stored int32 // how many records the durable row has, expired ones included
	recs   []Rec[V]
	since  int64 // the least timestamp that the running epoch put, if it did
}

func (l *List[V]) live() []Rec[V] { return l.recs[l.head:] }

// from is the place of the first record at or after a time.
func (l *List[V]) from(ts int64) int {
	i, j := int(l.head), len(l.recs)
	for i < j {
		if k := int(uint(i+j) / 2); l.recs[k].TS < ts {
			i = k + 1
		} else {
			j = k
		}
	}
	return i
}

// expire forgets what is older than a time.
func (l *List[V]) expire(oldest int64) {
	var none V
	i := int(l.head)
	for ; i < len(l.recs) && l.recs[i].TS < oldest; i++ {
		l.recs[i].V = none // what it points to
	}
	if i == len(l.recs) {
		i, l.recs = 0, l.recs[:0]
	}
	l.head = int32(i)
}

// front moves what has not expired to the front, where that makes half the room free or more.
func (l *List[V]) front() {
	head := int(l.head)
	if 2*head < len(l.recs) {
		return
	}
	n := copy(l.recs, l.recs[head:])
	clear(l.recs[n:])
	l.head, l.recs = 0, l.recs[:n]
}

// insert puts a record behind those that aren't later and says where; the same one again, as a restore may bring it, replaces
// it.
func (l *List[V]) insert(r Rec[V]) int {
	i, head := len(l.recs), int(l.head)
	if i == head || later(&r, &l.recs[i-1]) {
		l.recs = append(l.recs, r)
		return i
	}
	for i > head && later(&l.recs[i-1], &r) {
		i--
	}
	if i > head && l.recs[i-1].TS == r.TS && l.recs[i-1].Seq == r.Seq {
		l.recs[i-1] = r
		return i - 1
	}
	l.recs = slices.Insert(l.recs, i, r)
	return i
}

func later[V any](a, b *Rec[V]) bool {
	if a.TS != b.TS {
		return a.TS > b.TS
	}
	return a.Seq > b.Seq
}

// A row is a key's records in the order in which they were appended: length of the value's bytes (uvarint), timestamp (eight
// bytes, big-endian), sequence number (four), the value.
const recHead = 12

var (
	errShape = errors.New("row is not a list of records; " + store.Damaged)
	errValue = errors.New("value can't be decoded: " + store.OtherCodec)
)

func appendRec(b []byte, ts int64, seq int32, val []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(val)))
	b = binary.BigEndian.AppendUint32(codec.AppendInt64(b, ts), uint32(seq))
	return append(b, val...)
}

// cutRec takes the first record off a row.
func cutRec(row []byte) (ts int64, seq int32, val, rest []byte, ok bool) {
	n, k := binary.Uvarint(row)
	if k <= 0 || uint64(len(row)-k) < recHead || uint64(len(row)-k-recHead) < n {
		return 0, 0, nil, nil, false
	}
	row = row[k:]
	ts, seq = codec.GetInt64(row), int32(binary.BigEndian.Uint32(row[8:]))
	return ts, seq, row[recHead : recHead+n : recHead+n], row[recHead+n:], true
}
