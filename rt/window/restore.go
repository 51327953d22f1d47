package window

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// pending are the rings that the changelog records of one restore batch touch. The rows they belong to are read at the
// batch's end in one call, instead of one a record.
type pending[V, A any] struct {
	epoch uint32
	rings *store.Table[V]
	asked store.Misses
}

// RestoreLog keeps a changelog record, one window of a ring, until RestoreEnd.
func (s *Store[V, A]) RestoreLog(part int32, wkey, val []byte, ts int64, _ *store.Rows, _ store.Reader) error {
	const tail = 12 // start and sequence number
	if len(wkey) < tail {
		return fmt.Errorf("changelog key of partition %d has %d bytes; a window's has 12 and the key's", part, len(wkey))
	}
	key, start := codec.SplitWindowKey(wkey)
	if start < 0 {
		return fmt.Errorf("changelog key %q of partition %d has window start %d; it can't be negative", key, part, start)
	}
	p := s.pending
	if p == nil {
		p = &pending[V, A]{epoch: 1}
		p.rings = store.NewTable[V](&p.epoch)
		s.pending = p
	}
	e, at := p.rings.Hold(0, part, codec.String(key), codec.Murmur2(key))
	p.rings.Touch(e, at)
	slots := s.Slots(&e.Val)
	r := s.Hopping.Ring(start, len(slots))
	w, _ := Take(&r, slots, start)
	if w.Next != 0 && w.Start() > start {
		return nil // expired when the later window began
	}
	*w = Slot[A]{Next: start + 1, TS: ts}
	switch {
	case val == nil:
		w.Delete(ts)
	case !s.Decode(val, &w.Agg):
		return fmt.Errorf("changelog value of key %q, window %d, partition %d: %w", key, start, part, errAgg)
	}
	return nil
}

// RestoreEnd merges the kept windows with the rows of their keys.
func (s *Store[V, A]) RestoreEnd(rows *store.Rows, r store.Reader) error {
	p := s.pending
	if p == nil {
		return nil
	}
	s.pending = nil
	for _, at := range p.rings.Dirty() {
		e := p.rings.Get(at)
		p.asked.Add(e.Part, codec.String(p.rings.Key(e)), e.Hash)
	}
	var bad error
	err := r.MultiGet(s.CF, &p.asked, func(i int, row []byte) {
		// A window of the changelog stays: decode keeps what is as late or later.
		if err := s.decode(row, s.Slots(&p.rings.Get(p.rings.Dirty()[i]).Val)); err != nil && bad == nil {
			bad = fmt.Errorf("windows of key %q in partition %d: %w", p.asked.Keys[i], p.asked.Parts[i], err)
		}
	})
	if err != nil {
		return err
	}
	if bad != nil {
		return bad
	}
	id := r.ID(s.CF)
	for _, at := range p.rings.Dirty() {
		e := p.rings.Get(at)
		key, slots := p.rings.Key(e), s.Slots(&e.Val)
		s.row = s.row[:0]
		for i := range slots {
			if w := &slots[i]; w.Live() {
				s.buf = s.Append(s.buf[:0], &w.Agg)
				s.row = appendWindow(s.row, w.Start(), w.TS, s.buf)
			}
		}
		if len(s.row) == 0 {
			rows.Delete(id, e.Part, key)
		} else {
			rows.Put(id, e.Part, key, s.row)
		}
	}
	return nil
}
