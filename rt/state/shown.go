package state

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tidwall/btree"

	"github.com/stoatgen/stoatgen/rt/store"
)

// shown is what the owner of a global store last published. Nobody changes a row that is in it.
type shown[R any] struct {
	n atomic.Uint64 // how often

	mu    sync.Mutex // guards the rest
	rows  *btree.Map[string, R]
	times []int64
}

func (s *shown[R]) publish(rows *btree.Map[string, R], times []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows, s.times = rows.Copy(), append(s.times[:0], times...)
	s.n.Add(1)
}

// follower is what a lane has taken over.
type follower[R any] struct {
	of   *shown[R] // nil: the rows are the store's own
	seen uint64    // which were taken over last
}

// follow takes over what was published since the last look; nil: nothing was.
func (f *follower[R]) follow(times []int64) *btree.Map[string, R] {
	s := f.of
	if s == nil || s.n.Load() == f.seen {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f.seen = s.n.Load()
	copy(times, s.times)
	return s.rows.Copy()
}

// Publish shows the rows to those that follow the store, which must have no reader below. From the first call on its entries
// are replaced, never changed: one that was shown may be looked at for as long as anybody likes (5).
func (o *Ordered) Publish() {
	if o.shown == nil {
		o.shown = &shown[*entry]{}
		o.reading++
	}
	var gone store.Epoch // of rows that no DB has
	if o.sweep != nil {
		o.sweep(o, &gone)
	}
	for _, k := range o.dirty {
		if e, ok := o.rows.Get(k); ok && !e.live {
			o.rows.Delete(k)
			o.bytes -= weight(k, e)
		}
	}
	o.dirty = o.dirty[:0]
	o.shown.publish(o.rows, o.times)
}

// source is what a store shows.
func (o *Ordered) source() *shown[*entry] { return o.shown }

// Follow makes the rows of a lane that reads a store which another goroutine publishes.
func Follow(s store.Any) *Ordered {
	o := &Ordered{rows: new(btree.Map[string, *entry]), complete: true, looked: true}
	o.follows.of = s.(interface{ source() *shown[*entry] }).source()
	return o
}

// follow takes over what was published since the last look.
func (o *Ordered) follow() {
	if rows := o.follows.follow(o.times); rows != nil {
		o.rows = rows
	}
}

// Publish shows the versions of all keys to those that follow the store: Ordered.Publish. What is shown are copies.
func (s *Versioned[K, V]) Publish() {
	if s.shown == nil {
		s.shown, s.all = &shown[[]Version[V]]{}, new(btree.Map[string, []Version[V]])
	}
	t := s.Table
	for _, at := range t.Dirty() {
		x := t.Get(at)
		s.all.Set(string(t.Key(x)), slices.Clone(x.Val.All))
	}
	t.Clean()
	clear(s.puts)
	s.puts = s.puts[:0]
	s.shown.publish(s.all, s.Observed)
}

// Follow makes an empty store read one which another goroutine publishes.
func (s *Versioned[K, V]) Follow(of store.Any) *Versioned[K, V] {
	s.follows.of, s.all = of.(*Versioned[K, V]).shown, new(btree.Map[string, []Version[V]])
	return s
}

// followed are the versions of a key of the store that this one follows.
func (s *Versioned[K, V]) followed(key string) []Version[V] {
	if rows := s.follows.follow(s.Observed); rows != nil {
		s.all = rows
	}
	all, _ := s.all.Get(key)
	return all
}
