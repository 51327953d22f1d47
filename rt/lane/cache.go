package lane

import (
	"unsafe"

	"github.com/stoatgen/stoatgen/rt/store"
)

// Cache holds back the updates of one store on one lane: of those of one key only the last is sent on, when the epoch ends or
// the lane's caches are full. It is Kafka Streams' record cache. The store itself has every update at once, so lookups see
// them.
//
// What is sent is in the order of the last updates, each with the origin of its last update; a full cache sends all it has.
// T is a hop's record: it embeds Head, and its old value is that of before the first update that is held back.
type Cache[T any] struct {
	lane  *Lane
	slots []cached[T] // slots[0] is the list's end: next is the first, prev the last
	index map[cacheKey]int32
	out   *Batch[T]
}

type cached[T any] struct {
	rec        T
	key        cacheKey
	prev, next int32
	was, is    bool // the store had a row before; it has one now
}

// cacheKey is the place of the key's entry, which does not move while it is changed in an unwritten epoch, and the window.
type cacheKey struct {
	at         store.At
	start, end int64
}

// NewCache makes the cache of a store.
func NewCache[T any](l *Lane) *Cache[T] {
	return &Cache[T]{lane: l, slots: make([]cached[T], 1), index: map[cacheKey]int32{}, out: &Batch[T]{}}
}

// On says whether anything is cached: statestore.cache.max.bytes isn't zero.
func (c *Cache[T]) On() bool { return c.lane.env.Cache > 0 }

// Put takes an update: of the entry at a place and, in a window store, the window of these bounds. was and is say whether the
// store has a row before and after it. The caller sets the record's Head, key and value, and if it is first the old value.
func (c *Cache[T]) Put(at store.At, start, end int64, was, is bool) (rec *T, first bool) {
	k := cacheKey{at, start, end}
	i, held := c.index[k]
	if held {
		c.unlink(i)
	} else {
		i = int32(len(c.slots))
		c.slots = append(c.slots, cached[T]{})
		c.index[k] = i
		c.slots[i].key, c.slots[i].was = k, was
		c.lane.cached += c.size()
	}
	s := &c.slots[i]
	s.is = is
	last := c.slots[0].prev
	s.prev, s.next = last, 0
	c.slots[last].next, c.slots[0].prev = i, i
	return &s.rec, !held
}

// size is about what an update takes: key and value are the store's or the batch's.
func (c *Cache[T]) size() int64 {
	const entry = 64 // in the index
	return int64(unsafe.Sizeof(cached[T]{})) + entry
}

func (c *Cache[T]) unlink(i int32) {
	s := &c.slots[i]
	c.slots[s.prev].next, c.slots[s.next].prev = s.next, s.prev
}

// Due is all of it when the epoch ends or the lane's caches are full. A row that was not there before and isn't now never was:
// nothing is sent.
func (c *Cache[T]) Due(barrier bool) Payload {
	if len(c.index) == 0 || !barrier && c.lane.cached <= c.lane.env.Cache {
		return nil
	}
	c.lane.cached -= c.size() * int64(len(c.index))
	for i := c.slots[0].next; i != 0; i = c.slots[i].next {
		if s := &c.slots[i]; s.was || s.is {
			c.out.Recs = append(c.out.Recs, s.rec)
		}
	}
	c.Reset()
	return c.out
}

// Reset forgets all.
func (c *Cache[T]) Reset() {
	clear(c.slots)
	c.slots = c.slots[:1]
	clear(c.index)
}

// Load has nothing to do: an epoch's updates have been sent when it ends.
func (c *Cache[T]) Load() error { return nil }
