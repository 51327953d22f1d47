package window

import (
	"math"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Kind is which windows a store of lists has.
type Kind uint8

const (
	Time    Kind = iota // tumbling, hopping, unlimited
	Sliding             // where the set of records changes
	Session             // activity, ended by a gap
)

// Lists is Kafka Streams' window or session store on one lane, a List a key. Generated code fills the first block, and
// makes Stored, Emitted and Next -1.
type Lists[A any] struct {
	Table     *store.Table[List[A]]
	CF        uint32 // index of the family: 1 + the store's index in the program
	Kind      Kind
	Size      int64 // of a time window; of a sliding window the difference; of a session the gap
	Grace     int64
	Retention int64
	Advance   int64                                        // Tally: from the start of a window to that of the next
	Count     func(w []Span[A], n, ts int64, epoch uint32) // Tally: adds n records to each window, and Marks it; those that are new have a zero Agg
	From      int64                                        // where the only window there is begins: an unlimited one
	OnClose   bool                                         // windows are emitted when they close
	Alone     bool                                         // there is one lane: what the store doesn't show any more when it closes is not emitted, as in Kafka Streams
	Every     int64                                        // emits at most once in so many milliseconds of wall clock
	Owns      func(hash uint32) bool                       // OnClose: which keys are this lane's
	Part      func(part int32) bool                        // instead of Owns, where a lane has whole partitions
	Append    func([]byte, *A) []byte
	Decode    func([]byte, *A) (valid bool) // copies what it keeps

	Misses store.Misses // of the running batch: Probe notes them here, Fetch asks for them

	// Marks of the stage: they are stored with the state, and all lanes have the same behind a barrier.
	Stored  int64 // the store's clock: the largest start (session: end) that was put. It decides what is readable.
	Emitted int64 // OnClose: windows that closed before or at this time were emitted
	Next    int64 // OnClose with Every: wall clock before which nothing is emitted

	one            store.Misses // of Row
	moves          []Move[A]
	merged         []Span[A]
	wkey, row, buf []byte
	pending        *restoring[A]
	closer[A]
}

var (
	_ store.Any     = (*Lists[int64])(nil)
	_ store.Expirer = (*Lists[int64])(nil)
)

// place is the time by which the store orders and expires a window.
func (s *Lists[A]) place(start, end int64) int64 {
	if s.Kind == Session {
		return end
	}
	return start
}

// bound is the least place that can be read at a time of the store's clock. Kafka Streams' store that is ordered by time,
// which it uses to emit on close, shows one millisecond more.
func (s *Lists[A]) bound(stored int64) int64 {
	if s.OnClose && s.Kind != Session {
		return stored - s.Retention
	}
	return stored - s.Retention + 1
}

// readable says whether a window can be read.
func (s *Lists[A]) readable(w *Span[A]) bool { return s.place(w.Start, w.End) >= s.bound(s.Stored) }

// kept says whether a window has to be kept when least is the bound of what can be read: until that isn't and was emitted.
func (s *Lists[A]) kept(w *Span[A], least int64) bool {
	return s.place(w.Start, w.End) >= least || s.OnClose && s.open(w)
}

// shown says whether a window that has closed can still be emitted. For sessions Kafka Streams does not look at the
// retention: they are there until the segment of its store that they are in goes.
func (s *Lists[A]) shown(w *Span[A]) bool {
	return !s.Alone || s.readable(w) || s.Kind == Session && s.segment(w.End) >= s.segment(s.Stored-s.Retention)
}

// segment is the segment of Kafka Streams' store that a time falls in.
func (s *Lists[A]) segment(t int64) int64 {
	const least = 60_000
	n := max(s.Retention/2, least)
	return int64(math.Floor(float64(t) / float64(n)))
}

// put makes room for a window that is stored, and moves the store's clock.
func (s *Lists[A]) put(l *List[A], start, end int64) *Span[A] {
	s.Stored = max(s.Stored, s.place(start, end))
	return l.put(start, end)
}

// forget takes a window out by its place in the list. One that the running epoch made was never stored, so it needs no
// null; if one of the same bounds was, that has its null already.
func (s *Lists[A]) forget(l *List[A], i int, ts int64) {
	w := &l.W[i]
	s.Stored = max(s.Stored, s.place(w.Start, w.End))
	if !w.fresh {
		l.gone = append(l.gone, gone{w.Start, w.End, ts})
	}
	l.remove(i, i+1)
}

// changed marks a key as changed.
func (s *Lists[A]) changed(e *store.Entry[List[A]], at store.At) {
	e.Live = true
	s.Table.Touch(e, at)
}

// Lookup is the window of that start in a key's entry, if it is there and readable.
func (s *Lists[A]) Lookup(e *store.Entry[List[A]], start, end int64) (*Span[A], bool) {
	s.settle(&e.Val)
	if i, ok := e.Val.at(start, end); ok && s.readable(&e.Val.W[i]) {
		return &e.Val.W[i], true
	}
	return nil, false
}

// Row is the window of those bounds, nil if there is none that can be read. A key whose row is not in memory is asked for.
func (s *Lists[A]) Row(part int32, key string, hash uint32, start, end int64) *Span[A] {
	at, err := s.Table.Ask(part, key, hash, &s.one, s.LoadRow)
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	if at == 0 {
		return nil
	}
	if w, ok := s.Lookup(s.Table.Get(at), start, end); ok {
		return w
	}
	return nil
}

// Open connects the store with its durable rows.
func (s *Lists[A]) Open(r store.Reader, lim store.Limits) {
	s.buf = make([]byte, 0, 64) // never nil: an aggregate of no bytes is no delete
	s.Table.Open(r, s.CF, lim)
	s.reader = r
}

// Family is the index of the store's family.
func (s *Lists[A]) Family() uint32 { return s.CF }

// Fetch reads the keys in Misses.
func (s *Lists[A]) Fetch() error {
	if err := s.load(); err != nil {
		return err
	}
	if s.Misses.Len() == 0 {
		return nil // or the method value below would be an allocation a batch
	}
	return s.Table.Fetch(&s.Misses, s.LoadRow)
}

// Trim evicts what is over the limits.
func (s *Lists[A]) Trim(stored uint32) { s.Table.Trim(stored) }

// Evict frees up to n entries.
func (s *Lists[A]) Evict(n int, stored uint32) int { return s.Table.Evict(n, stored) }

// Absent enters that a key has no durable row.
func (s *Lists[A]) Absent(part int32, key string, hash uint32) { s.Table.Absent(part, key, hash) }

// Stats is what the store keeps in memory.
func (s *Lists[A]) Stats() store.Stats { return s.Table.Stats() }

// Reset drops all that is in memory.
func (s *Lists[A]) Reset() {
	s.Table.Reset()
	s.Misses.Reset()
	s.heap, s.loaded, s.failed, s.pending = s.heap[:0], false, nil, nil
}

// appendKey is a window's changelog key: a time window's is key, start and sequence number, a session's key, end and start.
func (s *Lists[A]) appendKey(b, key []byte, start, end int64) []byte {
	if s.Kind != Session {
		return codec.AppendWindowKey(b, key, start)
	}
	return codec.AppendSession(append(b, key...), start, end)
}

// Flush encodes what the epoch changed: a row a key, a changelog record a window, deleted ones first.
func (s *Lists[A]) Flush(e *store.Epoch, log *codec.Topic) {
	t, id := s.Table, s.Table.ID()
	for _, at := range t.Dirty() {
		x := t.Get(at)
		key := t.Key(x)
		s.settle(&x.Val)
		if log != nil {
			s.log(&log.Parts[x.Part], key, &x.Val)
		}
		x.Val.gone = x.Val.gone[:0]
		s.prune(&x.Val, s.Stored)
		if len(x.Val.W) == 0 {
			e.Rows.Delete(id, x.Part, key)
			continue
		}
		s.row = s.encode(s.row[:0], &x.Val)
		t.Weigh(len(s.row))
		e.Rows.Put(id, x.Part, key, s.row)
	}
	t.Clean()
}

// log writes the changelog records of a key.
func (s *Lists[A]) log(to *codec.Records, key []byte, l *List[A]) {
	wkey, val := s.wkey, s.buf
	for _, g := range l.gone {
		wkey = s.appendKey(wkey[:0], key, g.start, g.end)
		to.Append(g.ts, wkey, nil, nil)
	}
	now, windows := s.Table.Epoch(), l.W
	for i := range windows {
		w := &windows[i]
		if w.Epoch != now {
			continue
		}
		wkey, val = s.appendKey(wkey[:0], key, w.Start, w.End), s.Append(val[:0], &w.Agg)
		to.Append(w.TS, wkey, val, nil)
	}
	s.wkey, s.buf = wkey, val
}

// prune takes windows out that mean nothing any more. What the epoch changed has its changelog record by then.
func (s *Lists[A]) prune(l *List[A], stored int64) {
	windows, keep, least := l.W, l.W[:0], s.bound(stored)
	for i := range windows {
		if w := &windows[i]; s.kept(w, least) {
			w.fresh = false
			keep = append(keep, *w)
		}
	}
	clear(windows[len(keep):])
	l.W = keep
}
