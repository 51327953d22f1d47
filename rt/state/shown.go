package state

import (
	"sync"
	"sync/atomic"

	"github.com/tidwall/btree"

	"github.com/stoatgen/stoatgen/rt/store"
)

// shown is what the owner of a global store last published.
type shown struct {
	n atomic.Uint64 // how often

	mu    sync.Mutex // guards the rest
	rows  *btree.Map[string, *entry]
	times []int64
}

// Publish shows the rows to those that follow the store, which must have no reader below. From the first call on its entries
// are replaced, never changed: one that was shown may be looked at for as long as anybody likes (5).
func (o *Ordered) Publish() {
	if o.shown == nil {
		o.shown = &shown{}
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
	s := o.shown
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows, s.times = o.rows.Copy(), append(s.times[:0], o.times...)
	s.n.Add(1)
}

// source is what a store shows.
func (o *Ordered) source() *shown { return o.shown }

// Follow makes the rows of a lane that reads a store which another goroutine publishes.
func Follow(s store.Any) *Ordered {
	o := &Ordered{rows: new(btree.Map[string, *entry]), complete: true, looked: true}
	o.follows = s.(interface{ source() *shown }).source()
	return o
}

// follow takes over what was published since the last look.
func (o *Ordered) follow() {
	s := o.follows
	if s == nil || s.n.Load() == o.seen {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o.rows, o.seen = s.rows.Copy(), s.n.Load()
	copy(o.times, s.times)
}
