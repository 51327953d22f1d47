package store

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Each calls f for every entry, dead ones included, in the order of their places: deterministic, since places depend
// on the order of operations alone. f must not insert.
func (t *Table[V]) Each(f func(At, *Entry[V]) bool) {
	for a := At(1); a < t.next; a++ {
		if e := t.Get(a); e.used && !f(a, e) {
			return
		}
	}
}

// Sorted is Each in the order of partition and key.
func (t *Table[V]) Sorted(f func(At, *Entry[V]) bool) {
	for _, a := range t.sorted() {
		if !f(a, t.Get(a)) {
			return
		}
	}
}

func (t *Table[V]) sorted() []At {
	all := make([]At, 0, t.n)
	t.Each(func(a At, _ *Entry[V]) bool {
		all = append(all, a)
		return true
	})
	slices.SortFunc(all, func(a, b At) int {
		x, y := t.Get(a), t.Get(b)
		if x.Part != y.Part {
			return int(x.Part) - int(y.Part)
		}
		return bytes.Compare(t.Key(x), t.Key(y))
	})
	return all
}

// Scan merges the table with the family's rows, in the order of partition and key: entry for a key that the table has,
// dead ones included, since they hide a row; row for one that only the reader has. r is nil if there are no rows.
func (t *Table[V]) Scan(r Reader, cf uint32, entry func(*Entry[V]) bool, row func(part int32, key, val []byte) bool) error {
	all := t.sorted()
	stopped := false
	var own []byte // the first entry's key as a row has it
	upTo := func(limit []byte) bool {
		for len(all) > 0 {
			e := t.Get(all[0])
			own = append(binary.BigEndian.AppendUint16(own[:0], uint16(e.Part)), t.Key(e)...)
			if limit != nil && bytes.Compare(own, limit) >= 0 {
				return true
			}
			all = all[1:]
			if !entry(e) {
				return false
			}
		}
		return true
	}
	if r != nil && !t.Complete {
		err := r.Scan(cf, nil, nil, func(key, val []byte) bool {
			if stopped = !upTo(key); stopped {
				return false
			}
			part, k := SplitKey(key)
			if t.Find(part, codec.String(k), codec.Murmur2(k)) != 0 {
				return true // hidden: the entry comes in its turn
			}
			stopped = !row(part, k, val)
			return !stopped
		})
		if err != nil {
			return err
		}
	}
	if !stopped {
		upTo(nil)
	}
	return nil
}
