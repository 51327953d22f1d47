package join

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// restoreLists is how many changed lists a restore keeps before it makes rows of them.
const restoreLists = 1024

// restoring are the lists that the changelog records of one restore batch touch. One that is live holds what the DB has,
// too. Lists stay until the batch is at its end: a key may come again, and the DB does not have the batch's rows yet.
type restoring[V any] struct {
	epoch uint32
	seen  int64 // largest timestamp of the batch
	lists *store.Table[List[V]]
	asked store.Misses
	at    []store.At // of the keys asked for
}

// RestoreLog puts a changelog record into its list. Rows follow when there are many, and at RestoreEnd.
func (s *Side[V]) RestoreLog(part int32, wkey, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	key, at, seq, ok := codec.DecodeWindowKey(wkey)
	if !ok || at < 0 {
		return fmt.Errorf("changelog key %x of partition %d is none of a join's record: key, timestamp and sequence number", wkey, part)
	}
	if val == nil {
		return nil // Kafka Streams logs null values, which its store ignores
	}
	p := s.pending
	if p == nil {
		p = &restoring[V]{epoch: 1, seen: -1}
		p.lists = store.NewTable[List[V]](&p.epoch)
		s.pending = p
	}
	x := Rec[V]{TS: at, Seq: int32(seq)}
	if !s.Decode(val, &x.V) {
		return fmt.Errorf("changelog value of key %q at %d, partition %d: %w", key, at, part, errValue)
	}
	p.seen = max(p.seen, at)
	e, place := p.lists.Hold(0, part, codec.String(key), codec.Murmur2(key))
	e.Val.insert(x)
	p.lists.Touch(e, place)
	if len(p.lists.Dirty()) < restoreLists {
		return nil
	}
	return s.merge(rows, r)
}

// RestoreEnd makes rows of what is left.
func (s *Side[V]) RestoreEnd(rows *store.Rows, r store.Reader) error {
	if s.pending == nil {
		return nil
	}
	err := s.merge(rows, r)
	s.pending = nil
	return err
}

// merge writes a row for each list that changed since the last merge, without what can't be found any more.
func (s *Side[V]) merge(rows *store.Rows, r store.Reader) error {
	p := s.pending
	if err := s.complete(p, r); err != nil {
		return err
	}
	id := r.ID(s.CF)
	for _, at := range p.lists.Dirty() {
		e := p.lists.Get(at)
		e.Val.expire(p.seen - s.Retention + 1)
		s.row = s.encode(s.row[:0], e.Val.live())
		if len(s.row) == 0 {
			rows.Delete(id, e.Part, p.lists.Key(e))
		} else {
			rows.Put(id, e.Part, p.lists.Key(e), s.row)
		}
	}
	p.lists.Clean()
	p.epoch++ // what is touched again is dirty again
	return nil
}

// complete adds what the DB has to the lists that are new in this batch.
func (s *Side[V]) complete(p *restoring[V], r store.Reader) error {
	p.asked.Reset()
	p.at = p.at[:0]
	for _, at := range p.lists.Dirty() {
		if e := p.lists.Get(at); !e.Live {
			e.Live = true
			p.asked.Add(e.Part, codec.String(p.lists.Key(e)), e.Hash)
			p.at = append(p.at, at)
		}
	}
	if p.asked.Len() == 0 {
		return nil
	}
	var bad error
	err := r.MultiGet(s.CF, &p.asked, func(i int, row []byte) {
		if err := s.decode(row, &p.lists.Get(p.at[i]).Val); err != nil && bad == nil {
			bad = fmt.Errorf("records of key %q in partition %d: %w", p.asked.Keys[i], p.asked.Parts[i], err)
		}
	})
	if err != nil {
		return err
	}
	return bad
}
