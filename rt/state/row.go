package state

import (
	"encoding/binary"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Row is what a row's value has behind its timestamp, ahead of the value's bytes.
type Row uint8

const (
	Values      Row = iota // nothing
	WithHeaders            // the length of a header block and the block
	WithUse                // when the row was last put, eight bytes: LRU
)

// entry is a row in memory.
type entry struct {
	val     []byte
	headers []byte // a block, nil for none
	ts      int64
	use     int64  // WithUse
	epoch   uint32 // the last that changed it; 0: as it is in the DB
	live    bool   // false: known to be absent, or deleted in epoch
}

func (k Row) encode(b []byte, e *entry) []byte {
	b = codec.AppendInt64(b, e.ts)
	switch k {
	case WithHeaders:
		b = binary.AppendUvarint(b, uint64(len(e.headers)))
		b = append(b, e.headers...)
	case WithUse:
		b = codec.AppendInt64(b, e.use)
	}
	return append(b, e.val...)
}

// decode is the way back; e aliases row.
func (k Row) decode(row []byte, e *entry) error {
	if len(row) < 8 {
		return errShort(row)
	}
	e.ts, row = codec.GetInt64(row), row[8:]
	switch k {
	case WithHeaders:
		n, w := binary.Uvarint(row)
		if w <= 0 || uint64(len(row)-w) < n {
			return errShort(row)
		}
		row = row[w:]
		if n > 0 {
			e.headers = row[:n:n]
		}
		row = row[n:]
	case WithUse:
		if len(row) < 8 {
			return errShort(row)
		}
		e.use, row = codec.GetInt64(row), row[8:]
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
