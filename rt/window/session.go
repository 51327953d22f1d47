package window

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/store"
)

// Sessions are the sessions of a key that a record joins: W[From:To] of its list, and the bounds of what they become. Four
// words, or each call would copy them through memory.
type Sessions struct {
	From, To   int
	Start, End int64
}

// Alone says whether what they become is a session of the record's own, which takes the place of one with the same bounds
// without a delete.
func (j Sessions) Alone(ts int64) bool { return j.Start == ts && j.End == ts }

// Join finds the sessions that a record at ts joins. Sessions that can be read are further apart than the gap, so those
// are beside each other. late: what they become has ended, and the record is dropped.
func (s *Lists[A]) Join(l *List[A], ts, streamTime int64) (j Sessions, late bool) {
	windows := l.W
	j = Sessions{From: len(windows), Start: ts, End: ts}
	first := max(ts-s.Size, s.bound(s.Stored))
	for j.From > 0 && windows[j.From-1].End >= first {
		j.From--
	}
	for j.To = j.From; j.To < len(windows) && windows[j.To].Start <= ts+s.Size; j.To++ {
		w := &windows[j.To]
		j.Start, j.End = min(j.Start, w.Start), max(j.End, w.End)
	}
	return j, j.End < streamTime-s.Grace-s.Size
}

// Leave takes those sessions out ahead of Merge, for who looks into the store when they are sent: one with the bounds of what
// they become isn't there meanwhile. A session of the record's own is nobody's delete. left is what Merge is to be given.
func (s *Lists[A]) Leave(e *store.Entry[List[A]], at store.At, j Sessions, ts int64) (merged []Span[A], left Sessions) {
	if j.Alone(ts) {
		return nil, j
	}
	var none A
	merged = s.mergeMany(e, at, j, ts, none, true)
	j.To = j.From
	return merged, j
}

// Merge puts one session in the place of those that a record at ts joined, and marks the key as changed. It gives those that
// were deleted, in their order, until the next call. With OnClose Due follows.
func (s *Lists[A]) Merge(e *store.Entry[List[A]], at store.At, j Sessions, ts int64, agg A, null bool) []Span[A] {
	now, windows := s.Table.Epoch(), e.Val.W
	if e.Epoch != now || j.To != j.From+1 || null || j.Alone(ts) || !windows[j.From].fresh || cap(s.merged) == 0 {
		return s.mergeMany(e, at, j, ts, agg, null)
	}
	s.Stored = max(s.Stored, j.End) // what most records do, without a call: one session grows that the epoch made
	w, merged := &windows[j.From], s.merged[:1]
	merged[0] = *w
	w.Start, w.End = j.Start, j.End
	w.set(ts, now, agg)
	return merged
}

func (s *Lists[A]) mergeMany(e *store.Entry[List[A]], at store.At, j Sessions, ts int64, agg A, null bool) []Span[A] {
	s.changed(e, at)
	l := &e.Val
	s.merged = slices.Grow(s.merged[:0], max(1, j.To-j.From))
	s.Stored = max(s.Stored, j.End)
	alone := j.Alone(ts)
	if !alone {
		s.merged = append(s.merged, l.W[j.From:j.To]...)
	}
	switch {
	case null:
		for range j.To - j.From {
			s.forget(l, j.From, ts)
		}
	case alone || j.From == j.To:
		s.put(l, j.Start, j.End).set(ts, s.Table.Epoch(), agg)
	default: // it takes the place of the first: what is beside them is further away than the gap
		for i := j.From; i < j.To; i++ {
			if w := &l.W[i]; !w.fresh {
				l.gone = append(l.gone, gone{w.Start, w.End, ts})
			}
		}
		w := &l.W[j.From]
		w.Start, w.End, w.fresh = j.Start, j.End, true
		w.set(ts, s.Table.Epoch(), agg)
		if j.To > j.From+1 {
			l.remove(j.From+1, j.To)
		}
	}
	return s.merged
}
