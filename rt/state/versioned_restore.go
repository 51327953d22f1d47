package state

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/store"
)

// RestoreLog adds a version to its key's. Rows follow at RestoreEnd: a key may come again in the batch, and the DB hasn't
// got the batch's rows yet.
func (s *Versioned[K, V]) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	if key == nil {
		return store.NoKey(part)
	}
	if s.pending == nil {
		s.pending, s.restore = map[string][]Version[V]{}, map[int32]int64{}
	}
	observed, seen := s.restore[part]
	if !seen || ts > observed {
		observed = ts
		s.restore[part] = ts
	}
	if ts < observed-s.History {
		return nil
	}
	k := string(partKey(nil, part, key))
	all, ok := s.pending[k]
	if !ok {
		row, found, err := r.Get(s.CF, []byte(k))
		if err != nil {
			return err
		}
		if found {
			if all, ok = s.versions(row); !ok {
				return errShort(row)
			}
		}
	}
	v := Version[V]{TS: ts}
	if val != nil {
		v.Raw = append([]byte{}, val...)
	}
	all = s.pruned(all, observed)
	if i, same := place(all, ts); same {
		all[i] = v
	} else {
		all = slices.Insert(all, i, v)
	}
	s.pending[k] = all
	return nil
}

// RestoreEnd makes a row of each key that had records.
func (s *Versioned[K, V]) RestoreEnd(rows *store.Rows, r store.Reader) error {
	for k, all := range s.pending {
		s.buf = appendVersions(s.buf[:0], all)
		rows.PutRaw(r.ID(s.CF), []byte(k), s.buf)
	}
	s.pending = nil
	return nil
}
