package window

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// restoring are the keys that the changelog records of one restore batch touch. Their lists stay until the batch is at its
// end: a key may come again, and the DB does not have the batch's rows yet.
type restoring[A any] struct {
	epoch   uint32
	keys    *store.Table[restored[A]]
	n       int   // records since the last merge
	largest int64 // of the store's clock, in the records so far
	asked   store.Misses
	at      []store.At // of the keys asked for
}

// restored is a key: what the DB has of it, once that was asked for, and the records since.
type restored[A any] struct {
	list    List[A]
	loaded  bool
	changes []restoredWindow[A]
}

type restoredWindow[A any] struct {
	Span[A]
	null bool
}

// RestoreLog keeps a changelog record, one window. Rows follow when there are many, and at RestoreEnd.
func (s *Lists[A]) RestoreLog(part int32, wkey, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	key, start, end, ok := s.splitKey(wkey)
	if !ok || start < 0 || end < start {
		return fmt.Errorf("changelog key %x of partition %d is not that of a window", wkey, part)
	}
	c := restoredWindow[A]{Span: Span[A]{Start: start, End: end, TS: ts}, null: val == nil}
	if val != nil && !s.Decode(val, &c.Agg) {
		return fmt.Errorf("changelog value of key %q, window %d, partition %d: %w", key, start, part, errAgg)
	}
	p := s.pending
	if p == nil {
		p = &restoring[A]{epoch: 1, largest: -1}
		p.keys = store.NewTable[restored[A]](&p.epoch)
		s.pending = p
	}
	p.largest = max(p.largest, s.place(start, end))
	e, at := p.keys.Hold(0, part, codec.String(key), codec.Murmur2(key))
	p.keys.Touch(e, at)
	e.Val.changes = append(e.Val.changes, c)
	if p.n++; p.n < restoreRings {
		return nil
	}
	return s.merge(rows, r)
}

// splitKey is appendKey backwards.
func (s *Lists[A]) splitKey(wkey []byte) (key []byte, start, end int64, ok bool) {
	if s.Kind == Session {
		return codec.SplitSession(wkey)
	}
	key, start, _, ok = codec.DecodeWindowKey(wkey)
	return key, start, codec.WindowEnd(start, s.Size), ok
}

// RestoreEnd makes rows of what is left.
func (s *Lists[A]) RestoreEnd(rows *store.Rows, r store.Reader) error {
	if s.pending == nil {
		return nil
	}
	err := s.merge(rows, r)
	s.pending = nil
	return err
}

// merge writes a row for each key that changed since the last merge, without the windows that the records show to be
// expired: Kafka Streams' store has its clock from them, too.
func (s *Lists[A]) merge(rows *store.Rows, r store.Reader) error {
	p := s.pending
	if err := s.complete(p, r); err != nil {
		return err
	}
	id, stored := r.ID(s.CF), max(s.Stored, p.largest)
	for _, at := range p.keys.Dirty() {
		e := p.keys.Get(at)
		l := &e.Val.list
		for _, c := range e.Val.changes {
			if i, ok := l.at(c.Start, c.End); !c.null {
				*l.put(c.Start, c.End) = c.Span
			} else if ok {
				l.remove(i, i+1)
			}
		}
		clear(e.Val.changes)
		e.Val.changes = e.Val.changes[:0]
		s.prune(l, stored)
		if len(l.W) == 0 {
			rows.Delete(id, e.Part, p.keys.Key(e))
			continue
		}
		s.row = s.encode(s.row[:0], l)
		rows.Put(id, e.Part, p.keys.Key(e), s.row)
	}
	p.keys.Clean()
	p.epoch++ // what is touched again is dirty again
	p.n = 0
	return nil
}

// complete reads what the DB has of the keys that are new in this batch.
func (s *Lists[A]) complete(p *restoring[A], r store.Reader) error {
	p.asked.Reset()
	p.at = p.at[:0]
	for _, at := range p.keys.Dirty() {
		if e := p.keys.Get(at); !e.Val.loaded {
			e.Val.loaded = true
			p.asked.Add(e.Part, codec.String(p.keys.Key(e)), e.Hash)
			p.at = append(p.at, at)
		}
	}
	if p.asked.Len() == 0 {
		return nil
	}
	var bad error
	err := r.MultiGet(s.CF, &p.asked, func(i int, row []byte) {
		if err := s.decode(row, &p.keys.Get(p.at[i]).Val.list); err != nil && bad == nil {
			bad = fmt.Errorf("windows of key %q in partition %d: %w", p.asked.Keys[i], p.asked.Parts[i], err)
		}
	})
	if err != nil {
		return err
	}
	return bad
}
