package store

import (
	"unsafe"

	"github.com/stoatgen/stoatgen/rt/codec"
)

const (
	pageBits = 10
	pageLen  = 1 << pageBits
	word     = 8
	inline   = 24 // keys up to this length lie in the entry, which is 48 bytes with them; longer ones in the arena
)

// At is the place of an entry in its table; 0 is none. It stays valid until the entry is evicted, and eviction runs
// between batches only, so a batch may carry it from prefetch to use.
type At uint32

// Entry is a key with its decoded value. Pointer-free if V is.
type Entry[V any] struct {
	Part  int32  // partition; with the key, the entry's identity
	Hash  uint32 // murmur2 of the key
	Epoch uint32 // the last epoch that changed it; 0: loaded from the store and unchanged
	klen  uint32
	long  uint32 // arena position of a long key
	key   [inline]byte
	used  bool // false: a free place
	hot   bool // looked up since the clock's hand passed
	Live  bool // false: known to be absent, or deleted in Epoch

	Pinned bool // stays in memory: it will be needed without its key being asked for
	Val    V
}

type slot struct {
	hash uint32 // identity's hash: key and partition
	at   At
}

// Table maps (partition, key) to values: an index of 8-byte slots over pages of entries that never move.
type Table[V any] struct {
	Complete bool // nothing is in the store that isn't here: no key needs to be asked for

	epoch *uint32
	idx   []slot
	mask  uint32
	pages []*[pageLen]Entry[V]
	free  []At
	dirty []At
	next  At
	n     int
	hand  At
	arena arena
	below
}

const firstSlots = 64

// NewTable makes an empty table whose changes are tagged with *epoch. It is complete: use Open of the store that wraps
// it, or set Complete, where a durable store lies below.
func NewTable[V any](epoch *uint32) *Table[V] {
	return &Table[V]{Complete: true, epoch: epoch, idx: make([]slot, firstSlots), mask: firstSlots - 1, next: 1}
}

// Epoch is the running epoch.
func (t *Table[V]) Epoch() uint32 { return *t.epoch }

// Len is the number of entries, dead ones included.
func (t *Table[V]) Len() int { return t.n }

// identity is the hash of partition and key. Producers with a partitioner of their own put one key into many
// partitions: with the key's hash alone all of those would share one chain. As the factor is odd, one key never has the
// same identity in two partitions, so Find need not compare partitions (1).
func identity(part int32, hash uint32) uint32 { return hash ^ uint32(part)*0x85EBCA6B }

// spread is where a chain begins. Lanes took the high bits of the hash, so those of one lane have few values: the upper
// half of a 64-bit product depends on all bits.
func spread(h uint32) uint32 { return uint32(uint64(h) * 0x9E3779B97F4A7C15 >> 32) }

// Get is the entry at a place that Probe, Find or Hold gave.
func (t *Table[V]) Get(a At) *Entry[V] { return &t.pages[a>>pageBits][a&(pageLen-1)] }

// Key is the key's bytes, valid until the entry is evicted: never to be handed to user code.
func (t *Table[V]) Key(e *Entry[V]) []byte {
	if e.klen <= inline {
		return unsafe.Slice(&e.key[0], e.klen)
	}
	return t.arena.at(e.long, e.klen)
}

// Find is the place of a key, 0 if it isn't in the table.
func (t *Table[V]) Find(part int32, key string, hash uint32) At { return t.Probe(part, key, hash, nil) }

// Probe is Find during prefetch: a key that only the store can know is noted in m, unless that is nil. The loop calls nothing:
// each variable that has to outlive a call is stored and loaded again.
func (t *Table[V]) Probe(part int32, key string, hash uint32, m *Misses) At {
	if len(key) < word || len(key) > inline {
		return t.probe(part, key, hash, m)
	}
	idx, h := t.idx, identity(part, hash)
	for i := spread(h); ; i++ {
		s := idx[i&uint32(len(idx)-1)]
		if s.hash == h && s.at != 0 {
			if e := t.Get(s.at); e.klen == uint32(len(key)) && same(&e.key, key) {
				e.hot = true
				return s.at
			}
		} else if s.at == 0 {
			return t.miss(part, key, hash, m)
		}
	}
}

// probe is Probe for a key of any length.
func (t *Table[V]) probe(part int32, key string, hash uint32, m *Misses) At {
	h := identity(part, hash)
	for i := spread(h); ; i++ {
		s := t.idx[i&t.mask]
		if s.at == 0 {
			return t.miss(part, key, hash, m)
		}
		if e := t.Get(s.at); s.hash == h && codec.String(t.Key(e)) == key {
			e.hot = true
			return s.at
		}
	}
}

func (t *Table[V]) miss(part int32, key string, hash uint32, m *Misses) At {
	if m != nil && !t.Complete {
		m.Add(part, key, hash)
	}
	return 0
}

// same says whether a key of word to inline bytes lies in an entry: a word at a time, and the last one may overlap the one before.
func same(in *[inline]byte, key string) bool {
	a, b, last := unsafe.Pointer(in), unsafe.Pointer(unsafe.StringData(key)), len(key)-word
	for i := 0; i < last; i += word {
		if load(a, i) != load(b, i) {
			return false
		}
	}
	return load(a, last) == load(b, last)
}

func load(p unsafe.Pointer, i int) uint64 { return *(*uint64)(unsafe.Add(p, i)) }

// Place is the place of a key that Find or Probe gave a for; a key without an entry gets one that isn't live. The key is copied
// if it is new.
func (t *Table[V]) Place(a At, part int32, key string, hash uint32) At {
	if a == 0 {
		a = t.hold(part, key, hash)
	}
	return a
}

// Hold is the entry at Place.
func (t *Table[V]) Hold(a At, part int32, key string, hash uint32) (*Entry[V], At) {
	a = t.Place(a, part, key, hash)
	return t.Get(a), a
}

func (t *Table[V]) hold(part int32, key string, hash uint32) At {
	if a := t.Find(part, key, hash); a != 0 {
		return a
	}
	return t.insert(part, key, hash)
}

// Row is the value of a key for a lookup, nil if there is none: a is what Probe gave, which an entry made since then in
// the same batch is not in. It is the table's own, for reading until the next change.
func (t *Table[V]) Row(a At, part int32, key string, hash uint32) *V {
	if a == 0 {
		if a = t.Find(part, key, hash); a == 0 {
			return nil
		}
	}
	if e := t.Get(a); e.Live {
		return &e.Val
	}
	return nil
}

// Load is the entry for a row that the store gave: live and unchanged, so it may be evicted again.
func (t *Table[V]) Load(part int32, key string, hash uint32) *Entry[V] {
	e, _ := t.Hold(0, part, key, hash)
	e.Live = true
	return e
}

// Absent notes that the store has no row for a key: a dead entry, so that the next batch does not ask again. A key that
// has an entry keeps it.
func (t *Table[V]) Absent(part int32, key string, hash uint32) { t.hold(part, key, hash) }

// Touch marks an entry as changed in the running epoch.
func (t *Table[V]) Touch(e *Entry[V], a At) {
	if now := *t.epoch; e.Epoch != now {
		e.Epoch = now
		t.dirty = append(t.dirty, a)
	}
}

// Dirty are the entries changed in the running epoch, each once, in the order of their first change. Clean forgets the
// list, not the tags.
func (t *Table[V]) Dirty() []At { return t.dirty }
func (t *Table[V]) Clean()      { t.dirty = t.dirty[:0] }

func (t *Table[V]) insert(part int32, key string, hash uint32) At {
	if t.n >= len(t.idx)/4*3 {
		t.grow()
	}
	var a At
	if k := len(t.free); k > 0 {
		a, t.free = t.free[k-1], t.free[:k-1]
	} else {
		a = t.next
		if int(a>>pageBits) >= len(t.pages) {
			t.pages = append(t.pages, new([pageLen]Entry[V]))
		}
		t.next++
	}
	e := t.Get(a)
	e.Part, e.klen, e.Hash, e.used = part, uint32(len(key)), hash, true
	if len(key) <= inline {
		copy(e.key[:], key)
	} else {
		e.long = t.arena.put(key)
	}
	t.place(slot{identity(part, hash), a})
	t.n++
	return a
}

func (t *Table[V]) place(s slot) {
	i := spread(s.hash) & t.mask
	for t.idx[i].at != 0 {
		i = (i + 1) & t.mask
	}
	t.idx[i] = s
}

func (t *Table[V]) grow() {
	old := t.idx
	t.idx = make([]slot, 2*len(old))
	t.mask = uint32(len(t.idx) - 1)
	for _, s := range old {
		if s.at != 0 {
			t.place(s)
		}
	}
}
