package window

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// restoreRings is how many changed rings a restore keeps before it makes rows of them.
const restoreRings = 1024

// pending are the rings that the changelog records of one restore batch touch. An entry that is live holds what the DB
// has, too; the others get that in one read for many, instead of one a record. Rings stay until the batch is at its end:
// a key may come again, and the DB does not have the batch's rows yet.
type pending[V, A any] struct {
	epoch uint32
	rings *store.Table[V]
	asked store.Misses
	at    []store.At // of the keys asked for
}

// RestoreLog puts a changelog record, one window, into its ring. Rows follow when there are many, and at RestoreEnd.
func (s *Store[V, A]) RestoreLog(part int32, wkey, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
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
	ring := s.Hopping.Ring(start, len(slots))
	w, _ := Take(&ring, slots, start)
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
	if len(p.rings.Dirty()) < restoreRings {
		return nil
	}
	return s.merge(rows, r)
}

// RestoreEnd makes rows of what is left.
func (s *Store[V, A]) RestoreEnd(rows *store.Rows, r store.Reader) error {
	if s.pending == nil {
		return nil
	}
	err := s.merge(rows, r)
	s.pending = nil
	return err
}

// merge writes a row for each ring that changed since the last merge.
func (s *Store[V, A]) merge(rows *store.Rows, r store.Reader) error {
	p := s.pending
	if err := s.complete(p, r); err != nil {
		return err
	}
	id := r.ID(s.CF)
	for _, at := range p.rings.Dirty() {
		e := p.rings.Get(at)
		slots := s.Slots(&e.Val)
		s.row = s.row[:0]
		for i := range slots {
			if w := &slots[i]; w.Live() {
				s.buf = s.Append(s.buf[:0], &w.Agg)
				s.row = appendWindow(s.row, w.Start(), w.TS, s.buf)
			}
		}
		if len(s.row) == 0 {
			rows.Delete(id, e.Part, p.rings.Key(e))
		} else {
			rows.Put(id, e.Part, p.rings.Key(e), s.row)
		}
	}
	p.rings.Clean()
	p.epoch++ // what is touched again is dirty again
	return nil
}

// complete adds what the DB has to the rings that are new in this batch. A window of the changelog stays: decode keeps
// what is as late or later.
func (s *Store[V, A]) complete(p *pending[V, A], r store.Reader) error {
	p.asked.Reset()
	p.at = p.at[:0]
	for _, at := range p.rings.Dirty() {
		if e := p.rings.Get(at); !e.Live {
			e.Live = true
			p.asked.Add(e.Part, codec.String(p.rings.Key(e)), e.Hash)
			p.at = append(p.at, at)
		}
	}
	if p.asked.Len() == 0 {
		return nil
	}
	var bad error
	err := r.MultiGet(s.CF, &p.asked, func(i int, row []byte) {
		if err := s.decode(row, s.Slots(&p.rings.Get(p.at[i]).Val)); err != nil && bad == nil {
			bad = fmt.Errorf("windows of key %q in partition %d: %w", p.asked.Keys[i], p.asked.Parts[i], err)
		}
	})
	if err != nil {
		return err
	}
	return bad
}
