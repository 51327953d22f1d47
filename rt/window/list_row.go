package window

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// encode is the row of a list: its windows as in a ring's row, with the end of a session in place of the timestamp.
func (s *Lists[A]) encode(row []byte, l *List[A]) []byte {
	for i := range l.W {
		w := &l.W[i]
		s.buf = s.Append(s.buf[:0], &w.Agg)
		row = appendWindow(row, w.Start, s.second(w), s.buf)
	}
	return row
}

// second is what a row has beside the start of a window.
func (s *Lists[A]) second(w *Span[A]) int64 {
	if s.Kind == Session {
		return w.End
	}
	return w.TS
}

// bounds are the end and the timestamp of a window in a row.
func (s *Lists[A]) bounds(start, second int64) (end, ts int64) {
	if s.Kind == Session {
		return second, second
	}
	return codec.WindowEnd(start, s.Size), second
}

// decode appends a row's windows.
func (s *Lists[A]) decode(row []byte, l *List[A]) error {
	for len(row) > 0 {
		start, second, agg, rest, ok := cut(row)
		if !ok {
			return errShape
		}
		row = rest
		w := Span[A]{Start: start}
		w.End, w.TS = s.bounds(start, second)
		if !s.Decode(agg, &w.Agg) {
			return errAgg
		}
		l.W = append(l.W, w)
	}
	return nil
}

// LoadRow enters a durable row.
func (s *Lists[A]) LoadRow(part int32, key string, hash uint32, row []byte) bool {
	if s.Table.Find(part, key, hash) != 0 {
		return true
	}
	s.Table.Weigh(len(row))
	return s.decode(row, &s.Table.Load(part, key, hash).Val) == nil
}

// Rows yields the readable windows in the order of the list. A session's key is the key, its end and its start.
func (s *Lists[A]) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	var wkey, val []byte
	list := func(part int32, key []byte, l *List[A]) bool {
		s.settle(l)
		for i := range l.W {
			w := &l.W[i]
			if !s.readable(w) {
				continue
			}
			if wkey = append(wkey[:0], key...); s.Kind == Session {
				wkey = codec.AppendSession(wkey, w.Start, w.End)
			} else {
				wkey = codec.AppendWindowed(wkey, w.Start)
			}
			_, ts := s.bounds(w.Start, s.second(w))
			if val = s.Append(val[:0], &w.Agg); !yield(part, wkey, ts, val) {
				return false
			}
		}
		return true
	}
	var bad error
	entry := func(e *store.Entry[List[A]]) bool { return list(e.Part, s.Table.Key(e), &e.Val) }
	row := func(part int32, key, row []byte) bool {
		var l List[A]
		if err := s.decode(row, &l); err != nil {
			bad = fmt.Errorf("windows of key %q in partition %d: %w", key, part, err)
			return false
		}
		return list(part, key, &l)
	}
	if err := s.Table.Scan(r, s.CF, entry, row); err != nil {
		return err
	}
	return bad
}

// ExpiresBy is the mark that windows expire by: the store's clock, or what was emitted on close. Stream time goes on with records that
// neither change nor close a window, and each stream of a cogroup has its own.
func (s *Lists[A]) ExpiresBy(streamTime string) string {
	if s.OnClose {
		return streamTime + "/emitted"
	}
	return streamTime + "/stored"
}

// Expire adds deletes for rows whose windows mean nothing any more; see store.Expirer. at is the time of ExpiresBy.
func (s *Lists[A]) Expire(r store.Reader, rows *store.Rows, at int64, from []byte, n int) (next []byte, err error) {
	stored := at
	switch {
	case !s.OnClose:
	case s.Kind == Session:
		stored += s.Grace + s.Size // as stream time was then, the gap further on
	default:
		stored = max(-1, stored+s.Grace-s.Size) // the start of the last window is at most a window behind stream time
	}
	least := s.bound(stored)
	return expire(r, rows, s.CF, from, n, func(start, second int64) bool {
		end, _ := s.bounds(start, second)
		return s.place(start, end) >= least || s.OnClose && s.ahead(end, at)
	})
}
