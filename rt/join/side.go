package join

import (
	"fmt"
	"math"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Side is one side's window store on one lane.
type Side[V any] struct {
	CF        uint32                            // index of the family: 1 + the store's index in the program
	Retention int64                             // before, after and grace, in milliseconds
	Append    func([]byte, *V) []byte           // the value's bytes
	Decode    func(b []byte, v *V) (valid bool) // copies what it keeps

	Seen int64 // mark: the largest timestamp put so far
	Seq  int64 // mark: the last sequence number

	lists     lists[V]
	both      whole        // of the left side
	id        uint32       // of the family in the DB
	changelog *codec.Topic // nil: none
	begun     bool         // the epoch has numbered a record
	first     int64        // Seq ahead of that
	lost      Rec[V]       // what Put gives for a record that nobody finds
	key       []byte
	buf       []byte
	row       []byte
}

var (
	_ store.Any     = (*Side[int64])(nil)
	_ store.Logger  = (*Side[int64])(nil)
	_ store.Expirer = (*Side[int64])(nil)
)

// NewSide makes an empty side, for NewSides.
func NewSide[V any](cf uint32, retention int64, put func([]byte, *V) []byte, get func([]byte, *V) bool) *Side[V] {
	return &Side[V]{CF: cf, Retention: retention, Append: put, Decode: get, Seen: -1}
}

// Log gives the side its changelog, which a record goes to when it is put: it has its own there, and it may have expired
// before the barrier.
func (s *Side[V]) Log(t *codec.Topic) { s.changelog = t }

// oldest is the first timestamp that can be found.
func (s *Side[V]) oldest() int64 { return s.Seen - s.Retention + 1 }

// Put keeps a record that isn't null in the list that Hold gave for its key, and gives where it lies until the next Put. One that
// is older than what can be found only goes to the changelog, as in Kafka Streams. val is the bytes of v, which must not alias a
// batch.
func (s *Side[V]) Put(l *List[V], part int32, key string, ts int64, v V, val []byte) *Rec[V] {
	s.Seen = max(s.Seen, ts)
	s.log(part, key, ts, val)
	oldest := s.oldest()
	if ts < oldest {
		return &s.lost
	}
	l.since = min(l.since, ts)
	l.expire(oldest)
	if len(l.recs) == cap(l.recs) { // rather than grow
		l.front()
	}
	if n := len(l.recs); n == int(l.head) || ts > l.recs[n-1].TS { // as most records come
		l.recs = append(l.recs, Rec[V]{})
		r := &l.recs[n]
		r.TS, r.Seq, r.V = ts, int32(s.Seq), v
		return r
	}
	return &l.recs[l.insert(Rec[V]{TS: ts, Seq: int32(s.Seq), V: v})]
}

// PutNull is Put for a null value, which no join finds; it has a changelog record and a number of its own, as in Kafka
// Streams.
func (s *Side[V]) PutNull(part int32, key string, ts int64) { s.log(part, key, ts, nil) }

// log numbers a record and makes its changelog record.
func (s *Side[V]) log(part int32, key string, ts int64, val []byte) {
	if !s.begun {
		s.begun, s.first = true, max(s.Seq, 0)
	}
	s.Seq = (max(s.Seq, 0) + 1) & math.MaxInt32
	if s.changelog == nil {
		return
	}
	s.key = codec.AppendWindowKeySeq(s.key[:0], codec.Bytes(key), ts, uint32(s.Seq))
	s.changelog.Parts[part].Append(ts, s.key, val, nil)
}

// Match is the records of a list in [from, to], in the order of time and arrival. It is the side's own until the next Put; of
// its records only Wait may be changed.
func (s *Side[V]) Match(l *List[V], from, to int64) []Rec[V] {
	i, j := l.from(max(from, s.oldest())), len(l.recs)
	if j > i && l.recs[j-1].TS > to { // others are later
		j = max(i, l.from(to+1))
	}
	return l.recs[i:j]
}

// Open connects the side with its durable rows; the left one comes first.
func (s *Side[V]) Open(r store.Reader, lim store.Limits) {
	if s.id = s.CF; r != nil {
		s.id = r.ID(s.CF)
	}
	s.lists.open(r, lim)
}

// Family is the index of the store's family.
func (s *Side[V]) Family() uint32 { return s.CF }

// Fetch reads the keys in Sides.Misses: the left side does that for both, and what follows, too.
func (s *Side[V]) Fetch() error {
	if s.both == nil {
		return nil
	}
	return s.both.fetch()
}

// Absent enters that a key has no durable row.
func (s *Side[V]) Absent(part int32, key string, hash uint32) {
	if s.both != nil {
		s.both.absent(part, key, hash)
	}
}

// Trim evicts what is over the limits.
func (s *Side[V]) Trim(stored uint32) {
	if s.both != nil {
		s.both.trim(stored)
	}
}

// Evict frees up to n entries.
func (s *Side[V]) Evict(n int, stored uint32) int {
	if s.both == nil {
		return 0
	}
	return s.both.evict(n, stored)
}

// Reset drops all that is in memory. Marks stay: a restart sets them.
func (s *Side[V]) Reset() {
	if s.both != nil {
		s.both.reset()
	}
}

// Stats is what both sides keep in memory.
func (s *Side[V]) Stats() store.Stats {
	if s.both == nil {
		return store.Stats{}
	}
	return s.both.stats()
}

// Rows yields the records that can be found. A key is that of Kafka Streams' windowed key without its end: the key and
// eight bytes of timestamp. Kafka Streams' store of a join has no timestamps: ts is -1.
func (s *Side[V]) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	var wkey, val []byte
	list := func(part int32, key []byte, l *List[V]) bool {
		for _, r := range l.recs[l.from(s.oldest()):] {
			wkey, val = codec.AppendInt64(append(wkey[:0], key...), r.TS), s.Append(val[:0], &r.V)
			if !yield(part, wkey, -1, val) {
				return false
			}
		}
		return true
	}
	var bad error
	row := func(part int32, key []byte, row []byte) bool {
		var l List[V]
		if bad = s.decode(row, &l); bad != nil {
			bad = fmt.Errorf("key %q in partition %d: %w", key, part, bad)
			return false
		}
		return list(part, key, &l)
	}
	err := s.lists.scan(r, list, row)
	if err == nil {
		err = bad
	}
	if err != nil {
		return fmt.Errorf("records of a join: %w", err)
	}
	return nil
}
