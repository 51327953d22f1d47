package window

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Move is what one record does to one window. The store says which, in Kafka Streams' order, with the aggregates as they
// were; generated code computes the new ones, then makes the moves with Set and sends each window on.
type Move[A any] struct {
	Start, End int64
	TS         int64 // of the window afterwards
	From       int   // place in the list of the window whose aggregate goes on; -1: from the beginning
	Late       bool  // the window is closed: the record is dropped there
	Had        bool  // the window was there: From is its own place
	Copy       bool  // the aggregate goes on as it is, without the record
	Null       bool  // generated code: the aggregate became null
	NoOld      bool  // generated code: there is no Old
	Agg        A     // that of From, the zero value without one; generated code puts the new one here
	Old        A     // generated code, where old values are sent
}

// begin forgets the moves of the record before; that at hand has n at most.
func (s *Lists[A]) begin(n int) { s.moves = slices.Grow(s.moves[:0], n) }

// next is the next move: begin has made room for it.
func (s *Lists[A]) next() *Move[A] {
	n := len(s.moves)
	s.moves = s.moves[:n+1]
	return &s.moves[n]
}

// is says what a move does. Field by field: see Span.set.
func (m *Move[A]) is(start, end, ts int64, from int, agg A, had, late bool) {
	m.Start, m.End, m.TS, m.From, m.Agg = start, end, ts, from, agg
	m.Late, m.Had, m.Copy, m.Null, m.NoOld = late, had, false, false, false
}

// update is a move of the window at a place.
func (s *Lists[A]) update(l *List[A], i int, ts, close int64) {
	w := &l.W[i]
	s.next().is(w.Start, w.End, max(ts, w.TS), i, w.Agg, true, s.closed(w.End, close))
}

// begins is a move that makes a window.
func (s *Lists[A]) begins(start, end, ts, close int64) {
	var zero A
	s.next().is(start, end, ts, none, zero, false, s.closed(end, close))
}

// closed says whether a window takes no more records at a stream time less grace. The end of a time window is exclusive.
func (s *Lists[A]) closed(end, close int64) bool {
	if s.Kind == Time {
		return end <= close
	}
	return end < close
}

// Span gives the windows from a start to a last one, in steps, as moves: those that hold a record at ts.
func (s *Lists[A]) Span(l *List[A], first, last, advance, ts, streamTime int64) []Move[A] {
	s.begin(int((last-first)/advance) + 1)
	close := streamTime - s.Grace
	i, _ := l.at(first, codec.WindowEnd(first, s.Size))
	for start := first; start <= last; start += advance {
		for ; i < len(l.W) && l.W[i].Start < start; i++ { // all windows have one size: their starts are in order
		}
		if i < len(l.W) && l.W[i].Start == start && s.readable(&l.W[i]) {
			s.update(l, i, ts, close)
		} else {
			s.begins(start, codec.WindowEnd(start, s.Size), ts, close)
		}
	}
	return s.moves
}

// Set makes a move, whose aggregate generated code has made the new one, and marks the key as changed. With OnClose Due follows,
// once all moves are made.
func (s *Lists[A]) Set(e *store.Entry[List[A]], at store.At, m *Move[A], ts int64) {
	s.changed(e, at)
	s.Stored = max(s.Stored, m.Start)
	l := &e.Val
	if m.Null {
		if i, ok := l.at(m.Start, m.End); ok {
			s.forget(l, i, ts)
		}
		return
	}
	if i := m.From; uint(i) < uint(len(l.W)) { // where it was
		if w := &l.W[i]; w.Start == m.Start && w.End == m.End {
			w.set(m.TS, s.Table.Epoch(), m.Agg)
			return
		}
	}
	l.put(m.Start, m.End).set(m.TS, s.Table.Epoch(), m.Agg)
}
