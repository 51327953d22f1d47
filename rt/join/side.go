package join

import (
	"fmt"
	"math"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Side is one side's window store on one lane. Generated code fills the first block.
type Side[V any] struct {
	Table     *store.Table[List[V]]
	CF        uint32                            // index of the family: 1 + the store's index in the program
	Retention int64                             // before, after and grace, in milliseconds
	Append    func([]byte, *V) []byte           // the value's bytes
	Decode    func(b []byte, v *V) (valid bool) // copies what it keeps

	Misses store.Misses // of the running batch: Probe notes them here, Fetch asks for them

	Seen int64 // mark: the largest timestamp put so far
	Seq  int64 // mark: the last sequence number

	noted   []note
	bytes   []byte // keys and values of noted
	buf     []byte
	row     []byte
	pending *restoring[V]
}

// note is a changelog record that waits for the barrier: its key and value lie in Side.bytes, one behind the other.
type note struct {
	part     int32
	ts       int64
	key, end int
	null     bool
}

var _ store.Any = (*Side[int64])(nil)

// NewSide makes an empty side whose changes are tagged with *epoch.
func NewSide[V any](epoch *uint32, cf uint32, retention int64, put func([]byte, *V) []byte, get func([]byte, *V) bool) *Side[V] {
	return &Side[V]{Table: store.NewTable[List[V]](epoch), CF: cf, Retention: retention, Append: put, Decode: get, Seen: -1}
}

// oldest is the first timestamp that can be found.
func (s *Side[V]) oldest() int64 { return s.Seen - s.Retention + 1 }

// Put keeps a record that isn't null. One that is older than what can be found only goes to the changelog, as in Kafka
// Streams. v must not alias a batch.
func (s *Side[V]) Put(a store.At, part int32, key string, hash uint32, ts int64, v V) {
	s.Seen = max(s.Seen, ts)
	s.note(part, key, ts, &v)
	if ts < s.oldest() {
		return
	}
	x, at := s.Table.Hold(a, part, key, hash)
	x.Val.expire(s.oldest())
	x.Val.insert(Rec[V]{ts, int32(s.Seq), v})
	x.Live = true
	s.Table.Touch(x, at)
}

// PutNull is Put for a null value, which no join finds; it has a changelog record and a number of its own, as in Kafka
// Streams.
func (s *Side[V]) PutNull(part int32, key string, ts int64) { s.note(part, key, ts, nil) }

// note numbers a record and makes its changelog record.
func (s *Side[V]) note(part int32, key string, ts int64, v *V) {
	s.Seq = (max(s.Seq, 0) + 1) & math.MaxInt32
	b := codec.AppendWindowKeySeq(s.bytes, codec.Bytes(key), ts, uint32(s.Seq))
	n := note{part: part, ts: ts, key: len(b), null: v == nil}
	if v != nil {
		b = s.Append(b, v)
	}
	n.end, s.bytes = len(b), b
	s.noted = append(s.noted, n)
}

// Match is the records of a key in [from, to], in the order of time and arrival. It is the side's own, for reading until
// the next Put.
func (s *Side[V]) Match(a store.At, part int32, key string, hash uint32, from, to int64) []Rec[V] {
	l := s.Table.Row(a, part, key, hash)
	if l == nil {
		return nil
	}
	i := l.from(max(from, s.oldest()))
	j := i
	for j < len(l.recs) && l.recs[j].TS <= to {
		j++
	}
	return l.recs[i:j]
}

// Open connects the side with its durable rows.
func (s *Side[V]) Open(r store.Reader, lim store.Limits) { s.Table.Open(r, s.CF, lim) }

// Family is the index of the store's family.
func (s *Side[V]) Family() uint32 { return s.CF }

// Fetch reads the keys in Misses.
func (s *Side[V]) Fetch() error {
	if s.Misses.Len() == 0 {
		return nil // or the method value below would be an allocation a batch
	}
	return s.Table.Fetch(&s.Misses, s.LoadRow)
}

// Flush encodes what the epoch changed: a row a key, a changelog record a record in the order of their arrival.
func (s *Side[V]) Flush(e *store.Epoch, log *codec.Topic) {
	at := 0
	for _, n := range s.noted {
		if log != nil {
			val := s.bytes[n.key:n.end]
			if n.null {
				val = nil
			}
			log.Parts[n.part].Append(n.ts, s.bytes[at:n.key], val, nil)
		}
		at = n.end
	}
	s.noted, s.bytes = s.noted[:0], s.bytes[:0]
	t, id := s.Table, s.Table.ID()
	for _, at := range t.Dirty() {
		x := t.Get(at)
		x.Val.expire(s.oldest())
		s.row = s.encode(s.row[:0], x.Val.live())
		if x.Live = len(s.row) > 0; !x.Live {
			e.Rows.Delete(id, x.Part, t.Key(x))
			continue
		}
		t.Weigh(len(s.row))
		e.Rows.Put(id, x.Part, t.Key(x), s.row)
	}
	t.Clean()
}

func (s *Side[V]) encode(row []byte, recs []Rec[V]) []byte {
	for i := range recs {
		r := &recs[i]
		s.buf = s.Append(s.buf[:0], &r.V)
		row = appendRec(row, r.TS, r.Seq, s.buf)
	}
	return row
}

// decode adds a row's records to a list.
func (s *Side[V]) decode(row []byte, l *List[V]) error {
	for len(row) > 0 {
		ts, seq, val, rest, ok := cutRec(row)
		if !ok {
			return errShape
		}
		r := Rec[V]{TS: ts, Seq: seq}
		if !s.Decode(val, &r.V) {
			return errValue
		}
		l.insert(r)
		row = rest
	}
	return nil
}

// LoadRow enters a durable row; a key that has an entry keeps it.
func (s *Side[V]) LoadRow(part int32, key string, hash uint32, row []byte) bool {
	if s.Table.Find(part, key, hash) != 0 {
		return true
	}
	s.Table.Weigh(len(row))
	return s.decode(row, &s.Table.Load(part, key, hash).Val) == nil
}

// Absent enters that a key has no durable row.
func (s *Side[V]) Absent(part int32, key string, hash uint32) { s.Table.Absent(part, key, hash) }

// Trim evicts what is over the limits.
func (s *Side[V]) Trim(stored uint32) { s.Table.Trim(stored) }

// Evict frees up to n entries.
func (s *Side[V]) Evict(n int, stored uint32) int { return s.Table.Evict(n, stored) }

// Reset drops all that is in memory. Marks stay: a restart sets them.
func (s *Side[V]) Reset() {
	s.Table.Reset()
	s.Misses.Reset()
	s.noted, s.bytes, s.pending = s.noted[:0], s.bytes[:0], nil
}

// Stats is what the side keeps in memory.
func (s *Side[V]) Stats() store.Stats { return s.Table.Stats() }

// Rows yields the records that can be found. A key is that of Kafka Streams' windowed key without its end: the key and
// eight bytes of timestamp. Kafka Streams' store of a join has no timestamps: ts is -1.
func (s *Side[V]) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	var wkey []byte
	each := func(part int32, key []byte, row []byte) bool {
		for len(row) > 0 {
			ts, _, val, rest, ok := cutRec(row)
			if !ok {
				return true
			}
			wkey = codec.AppendInt64(append(wkey[:0], key...), ts)
			if row = rest; ts >= s.oldest() && !yield(part, wkey, -1, val) {
				return false
			}
		}
		return true
	}
	var row []byte
	entry := func(e *store.Entry[List[V]]) bool {
		row = s.encode(row[:0], e.Val.live())
		return !e.Live || each(e.Part, s.Table.Key(e), row)
	}
	if err := s.Table.Scan(r, s.CF, entry, each); err != nil {
		return fmt.Errorf("records of a join: %w", err)
	}
	return nil
}
