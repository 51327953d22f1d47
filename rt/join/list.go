package join

import (
	"encoding/binary"
	"errors"
	"slices"
	"sort"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Rec is a record of one side.
type Rec[V any] struct {
	TS  int64
	Seq int32 // tells apart the records of one key and timestamp
	V   V
}

// List is one side's records of a key, by timestamp and sequence number. Those ahead of head have expired: what is taken off
// the front one by one would be moved again and again.
type List[V any] struct {
	head int
	recs []Rec[V]
}

func (l *List[V]) live() []Rec[V] { return l.recs[l.head:] }

// from is the place of the first record at or after a time.
func (l *List[V]) from(ts int64) int {
	all := l.live()
	return l.head + sort.Search(len(all), func(i int) bool { return all[i].TS >= ts })
}

// expire forgets what is older than a time.
func (l *List[V]) expire(oldest int64) {
	for l.head < len(l.recs) && l.recs[l.head].TS < oldest {
		l.head++
	}
	if 2*l.head < len(l.recs) {
		return
	}
	n := copy(l.recs, l.recs[l.head:])
	clear(l.recs[n:]) // what the values point to
	l.head, l.recs = 0, l.recs[:n]
}

// insert puts a record behind those that aren't later; the same one again, as a restore may bring it, replaces it.
func (l *List[V]) insert(r Rec[V]) {
	i := len(l.recs)
	for i > l.head && later(&l.recs[i-1], &r) {
		i--
	}
	if i > l.head && l.recs[i-1].TS == r.TS && l.recs[i-1].Seq == r.Seq {
		l.recs[i-1] = r
		return
	}
	l.recs = slices.Insert(l.recs, i, r)
}

func later[V any](a, b *Rec[V]) bool {
	if a.TS != b.TS {
		return a.TS > b.TS
	}
	return a.Seq > b.Seq
}

// A row is a key's records: length of the value's bytes (uvarint), timestamp (eight bytes, big-endian), sequence number (four),
// the value.
const recHead = 12

var (
	errShape = errors.New("row is not a list of records as this version writes it")
	errValue = errors.New("value can't be decoded by the store's codec")
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
