package join

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Row is the records of one key, timestamp and side that found no partner yet. It fits in a line of the processor's cache: rows are
// gone over when most others have been since.
type Row struct {
	TS   int64
	Part int32
	Hash uint32 // murmur2 of the key
	Left bool

	saved bool  // in the DB
	given bool  // to Walk's caller: its bytes may be aliased for ever
	key   int32 // length of the key
	wait  Wait
	epoch uint32 // in which it changed, until that is written
	at    int64  // timestamp of the record that changed it last
	data  []byte // the key, and Kafka's list of the values; without that the row is gone
}

// Wait is where a record waits for a partner: a row, which may be another's by now. 0: it doesn't wait.
type Wait uint32

// somewhere is the Wait of a record that may be in a row, or in none.
const somewhere Wait = math.MaxUint32

// Live says whether the row is still there.
func (r *Row) Live() bool { return len(r.data) > int(r.key) }

// Key is the key's bytes.
func (r *Row) Key() []byte { return r.data[:r.key:r.key] }

func (r *Row) list() []byte { return r.data[r.key:] }

// compare orders rows of one time as Kafka Streams' store does: the right side first, by key.
func (r *Row) compare(left bool, key []byte, part int32) int {
	if r.Left != left {
		if left {
			return -1
		}
		return 1
	}
	return cmp.Or(bytes.Compare(r.Key(), key), cmp.Compare(r.Part, part))
}

// A list of values is Kafka's: one byte that says that lengths follow, how many (four bytes), and for each its length (four
// bytes) and bytes. A value is one byte for its side and the bytes of its codec.
const (
	listHead = 5
	elemHead = 5
	variable = 1 // Kafka's VARIABLE_SIZE
)

func side(left bool) byte {
	if left {
		return 1
	}
	return 0
}

// values is how many there are in a live row.
func (r *Row) values() uint32 { return binary.BigEndian.Uint32(r.list()[1:]) }

// add appends a value, which there is room for.
func (r *Row) add(val []byte) {
	b, n := r.data, uint32(0)
	if r.Live() {
		n = r.values()
	} else {
		b = append(b, variable, 0, 0, 0, 0)
	}
	b = append(binary.BigEndian.AppendUint32(b, uint32(1+len(val))), side(r.Left))
	r.data = append(b, val...)
	binary.BigEndian.PutUint32(r.list()[1:], n+1)
}

// Value is the value at a place, which it moves on; the first one is at 0. False: there is no more.
func (r *Row) Value(at *int) (val []byte, ok bool) {
	i, list := max(*at, listHead), r.list()
	if i >= len(list) {
		return nil, false
	}
	end := i + elemHead - 1 + int(binary.BigEndian.Uint32(list[i:]))
	*at = end
	return list[i+elemHead : end : end], true
}

// wellFormed says whether a list can be read by Value.
func wellFormed(list []byte) bool {
	if len(list) < listHead || list[0] != variable {
		return false
	}
	n := binary.BigEndian.Uint32(list[1:])
	for list = list[listHead:]; len(list) > 0; n-- {
		if len(list) < elemHead || n == 0 {
			return false
		}
		size := uint64(binary.BigEndian.Uint32(list))
		if size == 0 || uint64(len(list)-4) < size {
			return false
		}
		list = list[4+size:]
	}
	return n == 0
}

// appendKey is the key of a row's changelog record: timestamp, side, key.
func appendKey(b []byte, ts int64, left bool, key []byte) []byte {
	return append(append(codec.AppendInt64(b, ts), side(left)), key...)
}

const keyHead = 9

func cutKey(b []byte) (ts int64, left bool, key []byte, ok bool) {
	if len(b) < keyHead || b[8] > 1 {
		return 0, false, nil, false
	}
	return codec.GetInt64(b), b[8] == 1, b[keyHead:], true
}
