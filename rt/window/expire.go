package window

import (
	"github.com/stoatgen/stoatgen/rt/store"
)

var _ store.Expirer = (*Store[[1]Slot[int64], int64])(nil)

// Expire adds deletes for rows without a readable window; see store.Expirer. It reads the store's shape alone, so any
// lane's instance will do: a lane could still read what a lane ahead of it has left behind, hence the least stream time.
func (s *Store[V, A]) Expire(r store.Reader, rows *store.Rows, streamTime int64, from []byte, n int) (next []byte, err error) {
	return expire(r, rows, s.CF, from, n, func(start, _ int64) bool { return s.Hopping.Readable(start, streamTime) })
}

// expire looks at n rows of a family from a key on and adds deletes for those of which no window means anything: live
// says so of a window by its start and what stands behind it in the row.
func expire(r store.Reader, rows *store.Rows, cf uint32, from []byte, n int, live func(start, second int64) bool) (next []byte, err error) {
	return store.Sweep(r, rows, cf, from, n, func(row []byte) (bool, error) {
		for len(row) > 0 {
			start, second, _, rest, ok := cut(row)
			if !ok {
				return false, errShape
			}
			if live(start, second) {
				return true, nil
			}
			row = rest
		}
		return false, nil
	})
}
