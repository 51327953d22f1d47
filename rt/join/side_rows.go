package join

import (
	"fmt"
	"math"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// LoadRow enters a durable row; a key that has records keeps them.
func (s *Side[V]) LoadRow(part int32, key string, hash uint32, row []byte) bool {
	l := s.lists.load(part, key, hash)
	if l == nil {
		return true
	}
	s.lists.weigh(len(row))
	return s.decode(row, l) == nil
}

// Flush writes what the epoch changed: of each key the records that it put, appended to the row, or the row anew.
func (s *Side[V]) Flush(e *store.Epoch, _ *codec.Topic) {
	oldest := s.oldest()
	if !s.begun {
		s.first = s.Seq
	}
	s.lists.dirty(func(part int32, key []byte, l *List[V]) {
		l.expire(oldest)
		from := l.from(l.since)
		l.since = math.MaxInt64
		live, fresh := len(l.live()), s.fresh(l.recs[from:])
		switch stored := int(l.stored); {
		case live == 0 && stored == 0, live > 0 && fresh == 0:
		case live == 0:
			e.Rows.Delete(s.id, part, key)
			l.stored = 0
		case anew(live-fresh, fresh, stored+fresh-live):
			s.row = s.encode(s.row[:0], l.live(), false)
			e.Rows.Put(s.id, part, key, s.row)
			l.stored = int32(live)
			s.lists.weigh(len(s.row))
		default:
			s.row = s.encode(s.row[:0], l.recs[from:], true)
			e.Rows.Merge(s.id, part, key, s.row)
			l.stored += int32(fresh)
			s.lists.weigh(len(s.row) / fresh * live)
		}
	})
	s.begun = false
}

// anew says whether to write a row as a whole: where what would be written again is no more than what is written anyway, or
// than what the row has in vain. So a record is written twice at most, however many there are of its key, and of a row at
// least a third is of use.
func anew(old, fresh, dead int) bool { return old <= max(fresh, dead) }

// isFresh says whether the running epoch put a record: numbers go round.
func (s *Side[V]) isFresh(r *Rec[V]) bool {
	n := (s.Seq - s.first) & math.MaxInt32
	k := (int64(r.Seq) - s.first) & math.MaxInt32
	return 0 < k && k <= n
}

func (s *Side[V]) fresh(recs []Rec[V]) (n int) {
	for i := range recs {
		if s.isFresh(&recs[i]) {
			n++
		}
	}
	return n
}

func (s *Side[V]) encode(row []byte, recs []Rec[V], onlyFresh bool) []byte {
	for i := range recs {
		if r := &recs[i]; !onlyFresh || s.isFresh(r) {
			s.buf = s.Append(s.buf[:0], &r.V)
			row = appendRec(row, r.TS, r.Seq, s.buf)
		}
	}
	return row
}

// decode adds a row's records to a list. Whether they wait for a partner is not in the row.
func (s *Side[V]) decode(row []byte, l *List[V]) error {
	for len(row) > 0 {
		ts, seq, val, rest, ok := cutRec(row)
		if !ok {
			return errShape
		}
		r := Rec[V]{TS: ts, Seq: seq, Wait: somewhere}
		if !s.Decode(val, &r.V) {
			return errValue
		}
		l.insert(r)
		l.stored++
		row = rest
	}
	return nil
}

// Expire adds deletes for rows without a record that can be found; see store.Expirer. streamTime is the least Seen.
func (s *Side[V]) Expire(r store.Reader, rows *store.Rows, streamTime int64, from []byte, n int) (next []byte, err error) {
	oldest := streamTime - s.Retention + 1
	return store.Sweep(r, rows, s.CF, from, n, func(row []byte) (bool, error) {
		for len(row) > 0 {
			ts, _, _, rest, ok := cutRec(row)
			if !ok {
				return false, errShape
			}
			if ts >= oldest {
				return true, nil
			}
			row = rest
		}
		return false, nil
	})
}

// RestoreLog appends a changelog record to its key's row.
func (s *Side[V]) RestoreLog(part int32, wkey, val []byte, _ int64, rows *store.Rows, r store.Reader) error {
	key, at, seq, ok := codec.DecodeWindowKey(wkey)
	if !ok || at < 0 {
		return fmt.Errorf("changelog key %x of partition %d is none of a join's record: key, timestamp and sequence number", wkey, part)
	}
	if val == nil {
		return nil // Kafka Streams logs null values, which its store ignores
	}
	var v V
	if !s.Decode(val, &v) {
		return fmt.Errorf("changelog value of key %q at %d, partition %d: %w", key, at, part, errValue)
	}
	s.row = appendRec(s.row[:0], at, int32(seq), val)
	rows.Merge(r.ID(s.CF), part, key, s.row)
	return nil
}

// RestoreEnd has nothing to do: rows are complete.
func (s *Side[V]) RestoreEnd(*store.Rows, store.Reader) error { return nil }
