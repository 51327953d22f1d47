package main

import (
	"cmp"
	"iter"
	"slices"

	"github.com/stoatgen/stoatgen/rt/record"
)

// spell is a window or a session of a processor's store, by end or by start.
type spell struct {
	w record.Windowed[string]
	v string
}

// spells are the rows of such a store. Those that are too old by the latest of them are not seen.
type spells struct {
	rows      []spell
	retention int64
	latest    int64
	time      func(record.Windowed[string]) int64
}

func (s *spells) put(w record.Windowed[string], v *string) {
	s.latest = max(s.latest, s.time(w))
	s.rows = slices.DeleteFunc(s.rows, func(x spell) bool { return x.w == w })
	if v != nil {
		s.rows = append(s.rows, spell{w, *v})
	}
}

// find is the rows there are now that are wanted, in the order of their time.
func (s *spells) find(reverse bool, of func(record.Windowed[string]) bool) iter.Seq2[record.Windowed[string], string] {
	var found []spell
	for _, x := range s.rows {
		if of(x.w) && s.time(x.w) > s.latest-s.retention {
			found = append(found, x)
		}
	}
	slices.SortFunc(found, func(a, b spell) int {
		return cmp.Or(cmp.Compare(s.time(a.w), s.time(b.w)), cmp.Compare(a.w.Start, b.w.Start))
	})
	if reverse {
		slices.Reverse(found)
	}
	return func(yield func(record.Windowed[string], string) bool) {
		for _, x := range found {
			if !yield(x.w, x.v) {
				return
			}
		}
	}
}

func one(all iter.Seq2[record.Windowed[string], string]) (v string, ok bool) {
	for _, v := range all {
		return v, true
	}
	return "", false
}

// windowShelf is a store of windows.
type windowShelf struct {
	record.WindowStore[string, string] // what no processor calls
	spells
	size int64
}

func newWindowShelf(size, retention int64) *windowShelf {
	return &windowShelf{size: size, spells: spells{retention: retention, latest: -1, time: func(w record.Windowed[string]) int64 { return w.Start }}}
}

func (s *windowShelf) Put(k, v string, start int64) {
	s.put(record.Windowed[string]{Key: k, Start: start, End: start + s.size}, &v)
}

func (s *windowShelf) Delete(k string, start int64) {
	s.put(record.Windowed[string]{Key: k, Start: start, End: start + s.size}, nil)
}

func (s *windowShelf) FetchAt(k string, start int64) (string, bool) {
	return one(s.find(false, func(w record.Windowed[string]) bool { return w.Key == k && w.Start == start }))
}

func (s *windowShelf) Fetch(k string, from, to int64) iter.Seq2[int64, string] {
	return starts(s.FetchRange(record.Between(k, k), from, to))
}

func (s *windowShelf) BackwardFetch(k string, from, to int64) iter.Seq2[int64, string] {
	return starts(s.find(true, func(w record.Windowed[string]) bool { return w.Key == k && w.Start >= from && w.Start <= to }))
}

func starts(all iter.Seq2[record.Windowed[string], string]) iter.Seq2[int64, string] {
	return func(yield func(int64, string) bool) {
		for w, v := range all {
			if !yield(w.Start, v) {
				return
			}
		}
	}
}

func (s *windowShelf) FetchRange(of record.Interval[string], from, to int64) iter.Seq2[record.Windowed[string], string] {
	return s.find(false, func(w record.Windowed[string]) bool { return within(of)(w.Key) && w.Start >= from && w.Start <= to })
}

func (s *windowShelf) All() iter.Seq2[record.Windowed[string], string] {
	return s.find(false, func(record.Windowed[string]) bool { return true })
}

// sessionShelf is a store of sessions.
type sessionShelf struct {
	record.SessionStore[string, string] // what no processor calls
	spells
}

func newSessionShelf(retention int64) *sessionShelf {
	return &sessionShelf{spells: spells{retention: retention, latest: -1, time: func(w record.Windowed[string]) int64 { return w.End }}}
}

func (s *sessionShelf) Put(w record.Windowed[string], v string) { s.put(w, &v) }

func (s *sessionShelf) Remove(w record.Windowed[string]) { s.put(w, nil) }

func (s *sessionShelf) FetchSession(k string, start, end int64) (string, bool) {
	return one(s.find(false, func(w record.Windowed[string]) bool {
		return w == record.Windowed[string]{Key: k, Start: start, End: end}
	}))
}

func (s *sessionShelf) FindSessions(k string, end, start int64) iter.Seq2[record.Windowed[string], string] {
	return s.find(false, func(w record.Windowed[string]) bool { return w.Key == k && w.End >= end && w.Start <= start })
}

func (s *sessionShelf) FindSessionsEnding(from, to int64) iter.Seq2[record.Windowed[string], string] {
	return s.find(false, func(w record.Windowed[string]) bool { return w.End >= from && w.End <= to })
}

func (s *sessionShelf) BackwardFetch(k string) iter.Seq2[record.Windowed[string], string] {
	return s.find(true, func(w record.Windowed[string]) bool { return w.Key == k })
}

func (s *sessionShelf) FetchRange(of record.Interval[string]) iter.Seq2[record.Windowed[string], string] {
	return s.find(false, func(w record.Windowed[string]) bool { return within(of)(w.Key) })
}
