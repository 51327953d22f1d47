package store

import (
	"bytes"
	"fmt"
)

// Sweep looks at n rows of a family from a key on, nil for the first, and adds to rows a delete for each that live says no to.
// It gives the key to go on from, nil at the end.
func Sweep(r Reader, rows *Rows, cf uint32, from []byte, n int, live func(row []byte) (bool, error)) (next []byte, err error) {
	id := r.ID(cf)
	var bad error
	err = r.Scan(cf, from, nil, func(key, row []byte) bool {
		if n == 0 {
			next = bytes.Clone(key)
			return false
		}
		n--
		yes, err := live(row)
		if err != nil {
			bad = fmt.Errorf("row %x: %w", key, err)
			return false
		}
		if !yes {
			rows.DeleteRaw(id, key)
		}
		return true
	})
	if err == nil {
		err = bad
	}
	return next, err
}
