package state

import (
	"encoding/binary"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Row is what a row's value has behind its timestamp, ahead of the value's bytes: any of these, in this order.
type Row uint8

const (
	WithHeaders Row = 1 << iota // the length of a header block and the block
	WithPut                     // the number of the row's last put, eight bytes: LRU
	Values      Row = 0         // nothing
)

// entry is a row in memory.
type entry struct {
	val     []byte
	headers []byte // a block, nil for none
	ts      int64
	put     int64  // WithPut
	epoch   uint32 // the last that changed it; 0: as it is in the DB
	live    bool   // false: known to be absent, or deleted in epoch
}

func (k Row) encode(b []byte, e *entry) []byte {
	b = codec.AppendInt64(b, e.ts)
	if k&WithHeaders != 0 {
		b = binary.AppendUvarint(b, uint64(len(e.headers)))
		b = append(b, e.headers...)
	}
	if k&WithPut != 0 {
		b = codec.AppendInt64(b, e.put)
	}
	return append(b, e.val...)
}

// decode is the way back; e aliases row.
func (k Row) decode(row []byte, e *entry) error {
	if len(row) < 8 {
		return errShort(row)
	}
	e.ts, row = codec.GetInt64(row), row[8:]
	if k&WithHeaders != 0 {
		n, w := binary.Uvarint(row)
		if w <= 0 || uint64(len(row)-w) < n {
			return errShort(row)
		}
		row = row[w:]
		if n > 0 {
			e.headers = row[:n:n]
		}
		row = row[n:]
	}
	if k&WithPut != 0 {
		if len(row) < 8 {
			return errShort(row)
		}
		e.put, row = codec.GetInt64(row), row[8:]
	}
	e.val = row
	return nil
}

func errShort(row []byte) error {
	return fmt.Errorf("row of %d bytes is shorter than this program's rows; its layout is another: delete the state directory", len(row))
}

// partKey is the key of a row: the partition ahead of the store's key.
func partKey(b []byte, part int32, key []byte) []byte { return append(prefix(b, part), key...) }

func prefix(b []byte, part int32) []byte { return append(b, byte(part>>8), byte(part)) }

const partLen = store.PartLen
