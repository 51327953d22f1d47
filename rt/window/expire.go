package window

import (
	"bytes"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/store"
)

// Expire looks at n rows from a key on and adds to rows a delete for each that holds no readable window, so that keys
// which never come again don't stay for ever. It gives the key to go on from; nil is the end, or the beginning.
//
// It reads the store's shape alone, so the committer may call it on any lane's instance. streamTime is the least that
// any lane may have: a lane could still read what a lane ahead of it has left behind. The deletes belong ahead of the
// epoch's own rows in one batch, because an epoch on its way may write a row that is expired in the DB.
func (s *Store[V, A]) Expire(r store.Reader, rows *store.Rows, streamTime int64, from []byte, n int) (next []byte, err error) {
	id := r.ID(s.CF)
	var bad error
	err = r.Scan(s.CF, from, nil, func(key, row []byte) bool {
		if n == 0 {
			next = bytes.Clone(key)
			return false
		}
		n--
		for rest := row; len(rest) > 0; {
			start, _, _, tail, ok := cut(rest)
			if !ok {
				bad = fmt.Errorf("windows of row %x: %w", key, errShape)
				return false
			}
			if s.Hopping.Readable(start, streamTime) {
				return true
			}
			rest = tail
		}
		rows.DeleteRaw(id, key)
		return true
	})
	if err == nil {
		err = bad
	}
	return next, err
}
