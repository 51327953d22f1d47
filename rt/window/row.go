package window

import (
	"encoding/binary"
	"errors"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// A row is the readable windows of a key, in no order: length of the aggregate's bytes (uvarint), start and timestamp
// (eight bytes each, big-endian), the aggregate.
func appendWindow(b []byte, start, ts int64, agg []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(agg)))
	return append(codec.AppendInt64(codec.AppendInt64(b, start), ts), agg...)
}

var (
	errShape = errors.New("row is not a list of windows as this version writes it")
	errAgg   = errors.New("aggregate can't be decoded by the store's codec")
)

// cut takes the first window off a row.
func cut(row []byte) (start, ts int64, agg, rest []byte, ok bool) {
	n, k := binary.Uvarint(row)
	if k <= 0 || uint64(len(row)-k) < 16 || uint64(len(row)-k-16) < n {
		return 0, 0, nil, nil, false
	}
	row = row[k:]
	start, ts = codec.GetInt64(row), codec.GetInt64(row[8:])
	return start, ts, row[16 : 16+n : 16+n], row[16+n:], start >= 0
}

// decode puts a row's windows into a ring: of two that share a slot the later one, the other has expired. A slot that
// already holds the same window or a later one keeps it.
func (s *Store[V, A]) decode(row []byte, slots []Slot[A]) error {
	for len(row) > 0 {
		start, ts, agg, rest, ok := cut(row)
		if !ok {
			return errShape
		}
		row = rest
		r := s.Hopping.Ring(start, len(slots))
		w, _ := Take(&r, slots, start)
		if w.Next != 0 && w.Start() >= start {
			continue
		}
		*w = Slot[A]{Next: start + 1, TS: ts}
		if !s.Decode(agg, &w.Agg) {
			return errAgg
		}
	}
	return nil
}
