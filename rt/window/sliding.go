package window

import "errors"

var errNoLength = errors.New("sliding windows of time difference 0 have no length: give them one of at least a millisecond")

// Slide gives the moves of a record in sliding windows; false: it is late for all of them. Windows are where the set of
// records changes: one that ends at each record, and one that begins behind it if later records lie in that. Kafka Streams
// finds the record before from the largest timestamp that it keeps with each window.
func (s *Lists[A]) Slide(l *List[A], ts, streamTime int64) ([]Move[A], bool) {
	if s.Size == 0 {
		panic(errNoLength)
	}
	s.begin(len(l.W) + 3) // an update of each and three that are new
	close := streamTime - s.Grace
	switch {
	case ts+1+s.Size <= close:
		return nil, false
	case ts < s.Size:
		s.slideEarly(l, ts, close)
	default:
		s.slide(l, ts, close)
	}
	return s.moves, true
}

// Early says whether a record comes so early that its left window would begin before time does. Kafka Streams emits
// nothing on close for such a record.
func (s *Lists[A]) Early(ts int64) bool { return s.Kind == Sliding && ts < s.Size }

// none is no window, or no record before.
const none = -1

// slide looks at the windows from the latest on. Those that hold the record are updated; the first that ends ahead of it
// tells which record was the one before. update and begins are spelled out: calls of them are 3 % more instructions a record.
func (s *Lists[A]) slide(l *List[A], ts, close int64) {
	left, right, previous := none, none, int64(none)
	hasLeft, hasRight := false, false
	var zero A
	least, windows := max(0, ts-2*s.Size, s.bound(s.Stored)), l.W
	i := s.upTo(l, ts+1)
	for ; i >= 0; i-- {
		w := &windows[i]
		if w.Start < least {
			break
		}
		switch {
		case w.Start == ts+1:
			hasRight = true
			continue
		case w.End > ts:
			if right == none {
				right = i
			}
			s.next().is(w.Start, w.End, max(ts, w.TS), i, w.Agg, true, w.End < close)
			continue
		case w.End == ts:
			hasLeft = true
			s.next().is(w.Start, w.End, max(ts, w.TS), i, w.Agg, true, w.End < close)
			if w.TS >= ts {
				return // there was a record at this time: every window is there
			}
			previous = w.TS
			continue
		}
		left, previous = i, w.TS
		break
	}
	if previous != none && previous+1+s.Size >= ts && !starts(windows[i+1:], previous+1) {
		start, end := previous+1, previous+1+s.Size
		s.next().is(start, end, ts, none, zero, false, end < close)
	}
	if !hasLeft {
		from, agg := none, zero
		if previous != none && ts-s.Size <= previous {
			from, agg = left, windows[left].Agg
		}
		s.next().is(ts-s.Size, ts, ts, from, agg, false, ts < close)
	}
	if !hasRight {
		s.rightOf(l, right, ts)
	}
}

// slideEarly does the same for a record whose left window would begin before time does: all of those share [0, Size].
func (s *Lists[A]) slideEarly(l *List[A], ts, close int64) {
	combined, right, previous, hasRight := none, none, int64(none), false
	for i := range l.W {
		w := &l.W[i]
		switch {
		case !s.readable(w) || w.Start > ts+1:
		case w.Start == 0:
			combined = i
			if w.TS < ts {
				previous = w.TS
			}
		case w.Start <= ts:
			right = i
			s.update(l, i, ts, close)
		default:
			hasRight = true
		}
	}
	if right == none && combined != none && l.W[combined].TS > ts {
		right = combined
	}
	if !hasRight {
		s.rightOf(l, right, ts)
	}
	if previous != none {
		if !starts(l.W[max(combined, 0):], previous+1) {
			s.begins(previous+1, previous+1+s.Size, ts, close)
		}
	}
	if combined == none {
		s.begins(0, s.Size, ts, close)
	} else {
		s.update(l, combined, ts, close)
	}
}

// rightOf makes the record's right window, if later records lie in it: its aggregate is that of a window which the record
// itself begins.
func (s *Lists[A]) rightOf(l *List[A], right int, ts int64) {
	if right == none || l.W[right].TS <= ts {
		return
	}
	w := &l.W[right]
	m := s.next()
	m.is(ts+1, ts+1+s.Size, w.TS, right, w.Agg, false, false) // Kafka Streams does not ask whether it is closed
	m.Copy = true
}

// upTo is the place of the last window that starts at a time or before.
func (s *Lists[A]) upTo(l *List[A], start int64) int {
	if n := len(l.W); n == 0 || l.W[n-1].Start <= start {
		return n - 1
	}
	i, found := l.at(start, start+s.Size)
	if !found {
		i--
	}
	return i
}

// starts says whether a window of the list begins at a time: the list's windows are those from the first that was looked at.
func starts[A any](l []Span[A], start int64) bool {
	for i := range l {
		if l[i].Start >= start {
			return l[i].Start == start
		}
	}
	return false
}
