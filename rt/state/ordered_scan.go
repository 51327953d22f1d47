package state

import (
	"bytes"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// scan yields the rows with from <= key < to as they are now, nil being no bound. Keys have the partition ahead and are
// lent; entries are valid until the iterator ends.
func (o *Ordered) scan(from, to []byte, yield func(key []byte, e *entry) bool) {
	o.follow()
	o.reading++
	defer func() { o.reading-- }()
	it := o.rows.Copy().Iter()
	more := it.Seek(string(from))
	stopped := false
	before := func(limit []byte) bool { // rows in memory ahead of a key
		for more {
			k := codec.Bytes(it.Key())
			if to != nil && bytes.Compare(k, to) >= 0 {
				more = false
				break
			}
			if limit != nil && bytes.Compare(k, limit) >= 0 {
				break
			}
			e := it.Value()
			more = it.Next()
			if e.live && !yield(k, e) {
				stopped = true
				return false
			}
		}
		return true
	}
	if !o.complete {
		var bad error
		err := o.reader.Scan(o.CF, from, to, func(key, row []byte) bool {
			if !before(key) {
				return false
			}
			if more && it.Key() == codec.String(key) {
				return true // hidden: the entry comes in its turn
			}
			e := entry{live: true}
			if bad = o.Row.decode(bytes.Clone(row), &e); bad != nil {
				return false
			}
			stopped = !yield(key, &e)
			return !stopped
		})
		if err == nil {
			err = bad
		}
		if err != nil {
			panic(&store.Unreadable{Err: err})
		}
	}
	if !stopped {
		before(nil)
	}
}

// back is scan backwards. It holds the rows of the range in memory: the DB is read forwards only.
func (o *Ordered) back(from, to []byte, yield func(key []byte, e *entry) bool) {
	type row struct {
		key []byte
		e   *entry
	}
	var all []row
	o.reading++
	defer func() { o.reading-- }()
	o.scan(from, to, func(key []byte, e *entry) bool {
		all = append(all, row{bytes.Clone(key), e})
		return true
	})
	for i := len(all) - 1; i >= 0; i-- {
		if !yield(all[i].key, all[i].e) {
			return
		}
	}
}

// Rows yields the store's contents.
func (o *Ordered) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(*store.Unreadable)
			if !ok {
				panic(p)
			}
			err = u
		}
	}()
	o.scan(nil, nil, func(key []byte, e *entry) bool {
		part, own := store.SplitKey(key)
		return yield(part, own, e.ts, e.val)
	})
	return nil
}
