package store

import (
	"encoding/binary"
	"fmt"
)

// PartLen is the length of the partition ahead of a store's key in a row's.
const PartLen = 2

// SplitKey takes a row's key apart: the partition and the store's own key, which is the rest of it.
func SplitKey(key []byte) (part int32, own []byte) {
	return int32(binary.BigEndian.Uint16(key)), key[PartLen:]
}

// After is the first key that doesn't begin with a prefix; nil: there is none.
func After(prefix []byte) []byte {
	to := append([]byte{}, prefix...)
	for i := len(to) - 1; i >= 0; i-- {
		if to[i]++; to[i] != 0 {
			return to[:i+1]
		}
	}
	return nil
}

// NoKey is what RestoreLog says about a changelog record that has no key.
func NoKey(part int32) error {
	return fmt.Errorf("changelog record of partition %d has no key; a compacted changelog can't hold such a record", part)
}

// ScanRows is r.Scan for what reads every row of a range: the first error ends it, the row's or the reader's own.
func ScanRows(r Reader, cf uint32, from, to []byte, row func(key, val []byte) error) error {
	var bad error
	err := r.Scan(cf, from, to, func(key, val []byte) bool {
		bad = row(key, val)
		return bad == nil
	})
	if err == nil {
		err = bad
	}
	return err
}
