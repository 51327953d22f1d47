package window

import "slices"

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
	W       []Span[A]
	gone    []gone  // deleted in the running epoch
	tallies []tally // of the running epoch, not in W yet
	due     int64   // when the first window that is still to be emitted closes, plus one; 0: there is none
}

// gone is a window that was deleted: the changelog needs its null.
type gone struct {
	start, end int64
	ts         int64 // of the record that deleted it
}

// near is how many windows from the end on are looked at one by one: most records are of the latest ones.
const near = 16

// at is where a window is in the list, or belongs.
func (l *List[A]) at(start, end int64) (i int, found bool) {
	for i = len(l.W); i > 0; i-- {
		w := &l.W[i-1]
		if w.before(start, end) {
			return i, false
		}
		if w.End == end && w.Start == start {
			return i - 1, true
		}
		if len(l.W)-i == near {
			break
		}
	}
	i = l.search(i, start, end)
	return i, i < len(l.W) && l.W[i].End == end && l.W[i].Start == start
}

// search is the first place up to hi that isn't before those bounds.
func (l *List[A]) search(hi int, start, end int64) int {
	lo := 0
	for lo < hi { // no search with a function: that would be called for each step
		if m := (lo + hi) / 2; l.W[m].before(start, end) {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// remove takes windows out; what they held is let go of.
func (l *List[A]) remove(from, to int) {
	l.W = slices.Delete(l.W, from, to)
}

// put is the window of those bounds: the one that is there, or a new one in its place.
func (l *List[A]) put(start, end int64) *Span[A] {
	i := len(l.W)
	if i > 0 && !l.W[i-1].before(start, end) {
		found := false
		if i, found = l.at(start, end); found {
			return &l.W[i]
		}
	}
	return l.insert(i, start, end)
}

// insert makes a window at a place.
func (l *List[A]) insert(i int, start, end int64) *Span[A] {
	windows := append(l.W, Span[A]{})
	l.W = windows
	if i < len(windows)-1 {
		copy(windows[i+1:], windows[i:])
		windows[i] = Span[A]{}
	}
	w := &windows[i]
	w.Start, w.End, w.fresh = start, end, true
	return w
}

// before says whether a window comes ahead of one of those bounds in a list.
func (w *Span[A]) before(start, end int64) bool {
	return w.End < end || w.End == end && w.Start < start
}

// set changes a window. Field by field: a literal would be put together somewhere else and copied.
func (w *Span[A]) set(ts int64, epoch uint32, agg A) { w.TS, w.Epoch, w.Agg = ts, epoch, agg }

// Mark notes that a window has changed by records up to ts.
func (w *Span[A]) Mark(ts int64, epoch uint32) { w.TS, w.Epoch = max(w.TS, ts), epoch }
