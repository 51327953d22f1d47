package window

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Store is Kafka Streams' timestamped window store on one lane, a ring a key. It does what is needed once a key or an
// epoch, so calls through function values cost nothing that shows. V is the generated ring type; Slots views it.
// Generated code fills the first block; what it does with a record goes through Table, Take and Begin.
type Store[V, A any] struct {
	Table      *store.Table[V]
	CF         uint32 // index of the family: 1 + the store's index in the program
	Hopping    Hopping
	StreamTime *int64 // of the operator that fills the store; it decides what is readable
	Slots      func(*V) []Slot[A]
	Append     func([]byte, *A) []byte
	Decode     func([]byte, *A) (valid bool) // copies what it keeps

	Misses store.Misses // of the running batch: Probe notes them here, Fetch asks for them

	one     store.Misses // of Row
	left    []leaver
	leftBuf []byte
	wkey    []byte
	row     []byte
	buf     []byte
	pending *pending[V, A]
}

var _ store.Any = (*Store[[1]Slot[int64], int64])(nil)

// leaver is a window that left its ring changed: its changelog record, waiting for the barrier in leftBuf.
type leaver struct {
	part     int32
	ts       int64
	key, end int  // ends of key and value in leftBuf
	null     bool // a deleted window
}

// Open connects the store with its durable rows.
func (s *Store[V, A]) Open(r store.Reader, lim store.Limits) {
	s.Table.Open(r, s.CF, lim)
	s.buf = make([]byte, 0, 64) // never nil: an aggregate of no bytes is no delete
}

// Family is the index of the store's family.
func (s *Store[V, A]) Family() uint32 { return s.CF }

// Fetch reads the keys in Misses.
func (s *Store[V, A]) Fetch() error {
	if s.Misses.Len() == 0 {
		return nil // or the method value below would be an allocation a batch
	}
	return s.Table.Fetch(&s.Misses, s.LoadRow)
}

// Trim evicts what is over the limits.
func (s *Store[V, A]) Trim(stored uint32) { s.Table.Trim(stored) }

// Evict frees up to n entries.
func (s *Store[V, A]) Evict(n int, stored uint32) int { return s.Table.Evict(n, stored) }

// Absent enters that a key has no durable row.
func (s *Store[V, A]) Absent(part int32, key string, hash uint32) { s.Table.Absent(part, key, hash) }

// Stats is what the store keeps in memory.
func (s *Store[V, A]) Stats() store.Stats { return s.Table.Stats() }

// Reset drops all that is in memory.
func (s *Store[V, A]) Reset() {
	s.Table.Reset()
	s.Misses.Reset()
	s.left, s.leftBuf, s.pending = s.left[:0], s.leftBuf[:0], nil
}

// Begin starts a window in a slot that Take called fresh, with the timestamp of its first record; the caller sets Agg,
// and Epoch as for any change. e is the key's entry. A window that the running epoch changed and that leaves the ring now
// has its changelog record made here (2).
func (s *Store[V, A]) Begin(e *store.Entry[V], w *Slot[A], start, ts int64) {
	if w.Epoch == s.Table.Epoch() && w.Next != 0 && w.Start() != start {
		s.leave(e, w)
	}
	*w = Slot[A]{Next: start + 1, TS: ts}
}

func (s *Store[V, A]) leave(e *store.Entry[V], w *Slot[A]) {
	l := leaver{part: e.Part, ts: w.TS, null: !w.Live()}
	b := codec.AppendWindowKey(s.leftBuf, s.Table.Key(e), w.Start())
	l.key = len(b)
	if !l.null {
		b = s.Append(b, &w.Agg)
	}
	l.end, s.leftBuf = len(b), b
	s.left = append(s.left, l)
}

// Lookup is the window of that start in a key's entry, if it is there and readable.
func (s *Store[V, A]) Lookup(e *store.Entry[V], start int64) (*Slot[A], bool) {
	if !e.Live || start < 0 || !s.Hopping.Readable(start, *s.StreamTime) {
		return nil, false
	}
	slots := s.Slots(&e.Val)
	r := s.Hopping.Ring(start, len(slots))
	w, fresh := Take(&r, slots, start)
	return w, !fresh
}

// Row is the window of that start, nil if there is none that can be read. A key whose row is not in memory is asked for.
func (s *Store[V, A]) Row(part int32, key string, hash uint32, start int64) *Slot[A] {
	at, err := s.Table.Ask(part, key, hash, &s.one, s.LoadRow)
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	if at == 0 {
		return nil
	}
	if w, ok := s.Lookup(s.Table.Get(at), start); ok {
		return w
	}
	return nil
}

// Flush encodes what the epoch changed: a row a key, a changelog record a window.
func (s *Store[V, A]) Flush(e *store.Epoch, log *codec.Topic) {
	s.flushLeft(log)
	t, now, id := s.Table, s.Table.Epoch(), s.Table.ID()
	for _, at := range t.Dirty() {
		x := t.Get(at)
		key, slots := t.Key(x), s.Slots(&x.Val)
		row := s.row[:0]
		for i := range slots {
			w := &slots[i]
			changed := w.Epoch == now && w.Next != 0
			kept := w.Live() && s.Hopping.Readable(w.Start(), *s.StreamTime)
			var val []byte
			if w.Live() && (changed || kept) {
				s.buf = s.Append(s.buf[:0], &w.Agg)
				val = s.buf
			}
			if changed && log != nil {
				s.wkey = codec.AppendWindowKey(s.wkey[:0], key, w.Start())
				log.Parts[x.Part].Append(w.TS, s.wkey, val, nil)
			}
			if kept {
				row = appendWindow(row, w.Start(), w.TS, val)
			}
		}
		s.row = row
		if len(row) == 0 {
			e.Rows.Delete(id, x.Part, key)
			continue
		}
		t.Weigh(len(row))
		e.Rows.Put(id, x.Part, key, row)
	}
	t.Clean()
}

func (s *Store[V, A]) flushLeft(log *codec.Topic) {
	at := 0
	for _, l := range s.left {
		if log != nil {
			val := s.leftBuf[l.key:l.end]
			if l.null {
				val = nil
			}
			log.Parts[l.part].Append(l.ts, s.leftBuf[at:l.key], val, nil)
		}
		at = l.end
	}
	s.left, s.leftBuf = s.left[:0], s.leftBuf[:0]
}

// LoadRow enters a durable row.
func (s *Store[V, A]) LoadRow(part int32, key string, hash uint32, row []byte) bool {
	if s.Table.Find(part, key, hash) != 0 {
		return true
	}
	s.Table.Weigh(len(row))
	return s.decode(row, s.Slots(&s.Table.Load(part, key, hash).Val)) == nil
}

// Rows yields the readable windows, oldest first in a key.
func (s *Store[V, A]) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	var wkey, val []byte
	ring := func(part int32, key []byte, slots []Slot[A]) bool {
		last := s.Hopping.Last(max(0, *s.StreamTime))
		first := s.Hopping.Last(max(0, last-s.Hopping.Retention()+1))
		walk := s.Hopping.Ring(first, len(slots))
		for start := first; start <= last; start += s.Hopping.Advance {
			w, fresh := Take(&walk, slots, start)
			if fresh || !s.Hopping.Readable(start, *s.StreamTime) {
				continue
			}
			wkey, val = codec.AppendWindowed(append(wkey[:0], key...), start), s.Append(val[:0], &w.Agg)
			if !yield(part, wkey, w.TS, val) {
				return false
			}
		}
		return true
	}
	var bad error
	entry := func(e *store.Entry[V]) bool { return !e.Live || ring(e.Part, s.Table.Key(e), s.Slots(&e.Val)) }
	row := func(part int32, key, row []byte) bool {
		var v V
		slots := s.Slots(&v)
		if err := s.decode(row, slots); err != nil {
			bad = fmt.Errorf("windows of key %q in partition %d: %w", key, part, err)
			return false
		}
		return ring(part, key, slots)
	}
	if err := s.Table.Scan(r, s.CF, entry, row); err != nil {
		return err
	}
	return bad
}
