package window

import "github.com/stoatgen/stoatgen/rt/store"

// tally is how many records of a key came that lie in the same windows: those that start from first to last. A record is
// noted in one place that way, however many windows hold it. Each window gets it when somebody looks (7): settle.
type tally struct {
	first, last int64
	n, ts       int64 // records, and the largest of their timestamps
}

// tallies is how many a key has at most before they are settled.
const tallies = 16

// Tally counts a record at ts in the windows that start from first to last, in steps. It gives how many of them were late:
// the record is dropped there. Counts of windows that are sent when they close are made with it; other aggregates can't
// be, since what user code makes of some records says nothing about what it makes of those and more.
func (s *Lists[A]) Tally(e *store.Entry[List[A]], at store.At, first, last, ts, streamTime int64) (late int64) {
	if close := streamTime - s.Grace; first+s.Size <= close {
		late = min(close-first-s.Size, last-first)/s.Advance + 1
		if first += late * s.Advance; first > last {
			return late
		}
	}
	s.Stored = max(s.Stored, last)
	s.changed(e, at)
	l := &e.Val
	for i := len(l.tallies) - 1; i >= 0; i-- {
		if t := &l.tallies[i]; t.first == first && t.last == last {
			t.n++
			t.ts = max(t.ts, ts)
			return late
		}
	}
	if len(l.tallies) == tallies {
		s.settle(l)
	}
	l.tallies = append(l.tallies, tally{first, last, 1, ts})
	s.closes(e, at, first+s.Size)
	return late
}

// settle adds a key's tallies to its windows: ahead of everything that looks at these, and of the end of the epoch. Windows
// that have closed since then get what they took while they were open.
func (s *Lists[A]) settle(l *List[A]) {
	if len(l.tallies) == 0 {
		return
	}
	now := s.Table.Epoch()
	for _, t := range l.tallies {
		s.Count(s.between(l, t.first, t.last), t.n, t.ts, now)
	}
	l.tallies = l.tallies[:0]
}

// between is the windows that start from first to last, those included that no record was in yet.
func (s *Lists[A]) between(l *List[A], first, last int64) []Span[A] {
	i, end := s.there(l, first, last)
	for start := first + int64(end-i)*s.Advance; start <= last; start += s.Advance {
		if end == len(l.W) || l.W[end].Start != start {
			l.insert(end, start, start+s.Size)
		}
		end++
	}
	return l.W[i:end]
}

// there is where the windows that start from first to last are or belong, as far as none of them is missing. If there are as
// many from first to the end of the list as there can be, since starts are Advance apart, none is, and nobody need look.
func (s *Lists[A]) there(l *List[A], first, last int64) (from, to int) {
	if n := len(l.W); n > 0 {
		from = n - 1 - int((l.W[n-1].Start-first)/s.Advance)
		if 0 <= from && from < n && l.W[from].Start == first {
			return from, min(n, from+1+int((last-first)/s.Advance))
		}
	}
	from, _ = l.at(first, first+s.Size)
	return from, from
}
