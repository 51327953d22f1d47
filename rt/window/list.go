package window

import (
	"cmp"
	"slices"
)

// Span is one window of a key in a List.
type Span[A any] struct {
	Start, End int64  // End is exclusive for time windows, inclusive for sliding windows and sessions
	TS         int64  // largest timestamp in it; of a session, that of the record that changed it last
	Epoch      uint32 // last epoch that changed it
	fresh      bool   // the running epoch made it: nobody has stored it yet
	Agg        A
}

// List is the windows of a key in the order of End and Start, as many as there are: sessions, sliding windows, and time
// windows that a ring would be too long for. Its zero value has none.
type List[A any] struct {
	W    []Span[A]
	gone []gone // deleted in the running epoch
	due  int64  // when the first window that is still to be emitted closes, plus one; 0: there is none
}

// gone is a window that was deleted: the changelog needs its null.
type gone struct {
	start, end int64
	ts         int64 // of the record that deleted it
}

// near is how many windows from the end on are looked at one by one: most records are of the latest ones.
const near = 8

// at is where a window is in the list, or belongs.
func (l *List[A]) at(start, end int64) (i int, found bool) {
	for i = len(l.W); i > 0; i-- {
		w := &l.W[i-1]
		if w.End < end || w.End == end && w.Start < start {
			return i, false
		}
		if w.End == end && w.Start == start {
			return i - 1, true
		}
		if len(l.W)-i == near {
			break
		}
	}
	return slices.BinarySearchFunc(l.W[:i], end, func(w Span[A], end int64) int {
		return cmp.Or(cmp.Compare(w.End, end), cmp.Compare(w.Start, start))
	})
}

// remove takes windows out; what they held is let go of.
func (l *List[A]) remove(from, to int) {
	l.W = slices.Delete(l.W, from, to)
}

// set puts a window in, or in place of one with the same bounds.
func (l *List[A]) set(w Span[A]) {
	i, found := l.at(w.Start, w.End)
	if found {
		w.fresh = l.W[i].fresh
		l.W[i] = w
		return
	}
	w.fresh = true
	l.W = slices.Insert(l.W, i, w)
}
