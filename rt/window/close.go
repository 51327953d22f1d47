package window

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Closed is a window that is emitted because it has closed. Span is valid until the store changes; Key stays, since what was
// decoded from it may be on its way to other lanes when the table has evicted the entry.
type Closed[A any] struct {
	Key  []byte
	Part int32
	Hash uint32
	*Span[A]
}

// closer knows when windows close: a heap with an item for each key that has a window to emit. An item that the key's due
// doesn't agree with is out of date. Such keys stay in memory (Entry.Pinned), or a window would close unseen.
type closer[A any] struct {
	reader store.Reader
	loaded bool  // what the durable rows have to emit is in the heap
	failed error // of a load that Fetch did not ask for: it gives it
	heap   []due
	out    []Closed[A]
	keys   []byte // of what was emitted: what does not fit gets a new block, none is used twice
}

type due struct {
	at    int64 // when, plus one
	entry store.At
}

// open says whether a window is still to be emitted.
func (s *Lists[A]) open(w *Span[A]) bool { return s.ahead(w.End, s.Emitted) }

// ahead says whether a window is ahead of those that were emitted, by the mark of that.
func (s *Lists[A]) ahead(end, emitted int64) bool {
	if s.Kind == Time {
		return end > emitted
	}
	return end >= emitted
}

// firstOpen is the place of the first window of a key that is still to be emitted.
func (s *Lists[A]) firstOpen(l *List[A]) int {
	end := s.Emitted
	if s.Kind == Time {
		end++
	}
	return l.search(len(l.W), math.MinInt64, end) // not from the end on: many windows may be open
}

// Due notes when the first window of a key closes that is to be emitted.
func (s *Lists[A]) Due(e *store.Entry[List[A]], at store.At) {
	l := &e.Val
	if i := s.firstOpen(l); i < len(l.W) {
		s.closes(e, at, l.W[i].End)
	} else {
		l.due, e.Pinned = 0, false
	}
}

// closes notes when a window of a key closes that is to be emitted.
func (s *Lists[A]) closes(e *store.Entry[List[A]], at store.At, end int64) {
	e.Pinned = true
	if l := &e.Val; l.due == 0 || end < l.due-1 {
		l.due = end + 1
		s.push(due{end + 1, at})
	}
}

// Close takes the windows that have closed at a stream time since the last call, in Kafka Streams' order: by start and
// key (sessions by end, start and key). now is the wall clock.
func (s *Lists[A]) Close(streamTime, now int64) []Closed[A] {
	if !s.loaded { // not for each record
		s.failed = s.load()
	}
	if s.failed != nil || now < s.Next {
		return nil
	}
	if s.Every > 0 {
		s.Next = now + s.Every
	}
	close := streamTime - s.Grace
	if s.Kind == Session {
		close -= s.Size
	}
	if close <= s.Emitted {
		return nil
	}
	s.out = s.out[:0]
	for len(s.heap) > 0 && s.closed(s.heap[0].at-1, close) {
		d := s.pop()
		e := s.Table.Get(d.entry)
		if e.Val.due != d.at {
			continue
		}
		e.Val.due, e.Pinned = 0, false
		if next := s.collect(e, close); next != nil {
			s.closes(e, d.entry, next.End)
		}
	}
	s.Emitted = close
	if len(s.out) > 1 {
		slices.SortFunc(s.out, func(a, b Closed[A]) int {
			if s.Kind == Session && a.End != b.End {
				return cmp.Compare(a.End, b.End)
			}
			return a.compare(&b)
		})
	}
	return s.out
}

// compare orders windows by start, key and partition.
func (c *Closed[A]) compare(d *Closed[A]) int {
	if c.Start != d.Start {
		return cmp.Compare(c.Start, d.Start)
	}
	return cmp.Or(bytes.Compare(c.Key, d.Key), cmp.Compare(c.Part, d.Part))
}

// collect takes what a key has to emit, and gives the first window that has not closed yet. A window that the store does
// not show any more is lost, as in Kafka Streams.
func (s *Lists[A]) collect(e *store.Entry[List[A]], close int64) *Span[A] {
	l := &e.Val
	s.settle(l)
	for i := s.firstOpen(l); i < len(l.W); i++ {
		w := &l.W[i]
		if !s.closed(w.End, close) {
			return w
		}
		if s.shown(w) {
			s.out = append(s.out, Closed[A]{Key: s.keep(s.Table.Key(e)), Part: e.Part, Hash: e.Hash, Span: w})
		}
	}
	return nil
}

// load finds in the durable rows what is still to be emitted: once, since nobody will ask for those keys.
func (s *Lists[A]) load() error {
	if !s.OnClose || s.loaded {
		return s.failed
	}
	s.loaded = true
	if s.reader == nil {
		return nil
	}
	var bad error
	err := s.reader.Scan(s.CF, nil, nil, func(row, val []byte) bool {
		part, key := int32(binary.BigEndian.Uint16(row)), row[2:]
		hash := codec.Murmur2(key)
		if s.Part != nil && !s.Part(part) || s.Part == nil && !s.Owns(hash) {
			return true
		}
		var l List[A]
		if err := s.decode(val, &l); err != nil {
			bad = fmt.Errorf("windows of key %q in partition %d: %w", key, part, err)
			return false
		}
		if !slices.ContainsFunc(l.W, func(w Span[A]) bool { return s.open(&w) }) {
			return true
		}
		at := s.Table.Find(part, codec.String(key), hash)
		if at == 0 {
			var e *store.Entry[List[A]]
			e, at = s.Table.Hold(0, part, string(key), hash)
			e.Live, e.Val = true, l
		}
		s.Due(s.Table.Get(at), at)
		return true
	})
	if err == nil {
		err = bad
	}
	return err
}

// keep copies a key.
func (c *closer[A]) keep(key []byte) []byte {
	const block = 4096
	if len(c.keys)+len(key) > cap(c.keys) {
		c.keys = make([]byte, 0, max(block, len(key)))
	}
	at := len(c.keys)
	c.keys = append(c.keys, key...)
	return c.keys[at:len(c.keys):len(c.keys)]
}

func (c *closer[A]) push(d due) {
	h := append(c.heap, d)
	i := len(h) - 1
	for i > 0 && h[(i-1)/2].at > d.at {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = d
	c.heap = h
}

func (c *closer[A]) pop() due {
	h := c.heap
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	c.heap = h
	for i, n := 0, len(h); n > 0; {
		k := 2*i + 1
		if k+1 < n && h[k+1].at < h[k].at {
			k++
		}
		if k >= n || h[k].at >= last.at {
			h[i] = last
			break
		}
		h[i] = h[k]
		i = k
	}
	return top
}
