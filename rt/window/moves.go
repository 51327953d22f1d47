package window

import "github.com/stoatgen/stoatgen/rt/codec"

// Move is what one record does to one window. The store says which, in Kafka Streams' order; generated code computes Agg
// of all of them from the windows as they were, then makes them with Set and sends each on.
type Move[A any] struct {
	Start, End int64
	TS         int64 // of the window afterwards
	From       int   // place in the list of the window whose aggregate goes on; -1: from the beginning
	Copy       bool  // the aggregate is that of From as it is, without the record
	Late       bool  // the window is closed: the record is dropped there
	Had        bool  // the window was there: From is its own place

	// Set by generated code.
	Agg   A
	Null  bool // the aggregate became null
	Old   A    // where old values are sent
	NoOld bool // there was none
}

// begin forgets the moves of the record before.
func (s *Lists[A]) begin() { s.moves = s.moves[:0] }

func (s *Lists[A]) update(l *List[A], i int, ts, close int64) {
	w := &l.W[i]
	s.add(w.Start, w.End, max(ts, w.TS), close, i).Had = true
}

func (s *Lists[A]) add(start, end, ts, close int64, from int) *Move[A] {
	n := len(s.moves)
	if n == cap(s.moves) {
		s.moves = append(s.moves, Move[A]{})
	}
	s.moves = s.moves[:n+1]
	m := &s.moves[n] // field by field: see Span.set
	m.Start, m.End, m.TS, m.From = start, end, ts, from
	m.Copy, m.Late, m.Had, m.Null, m.NoOld = false, s.closed(end, close), false, false, false
	return m
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
	s.begin()
	close := streamTime - s.Grace
	i, _ := l.at(first, codec.WindowEnd(first, s.Size))
	for start := first; start <= last; start += advance {
		for ; i < len(l.W) && l.W[i].Start < start; i++ { // all windows have one size: their starts are in order
		}
		if i < len(l.W) && l.W[i].Start == start && s.readable(&l.W[i]) {
			s.update(l, i, ts, close)
		} else {
			s.add(start, codec.WindowEnd(start, s.Size), ts, close, -1)
		}
	}
	return s.moves
}

// Set makes a move: generated code has put the aggregate into it.
func (s *Lists[A]) Set(l *List[A], m *Move[A], ts int64) {
	s.Stored = max(s.Stored, m.Start)
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
