// Package store keeps the state that operators touch: per-lane tables of decoded structs over a durable store.
package store

import (
	"unsafe"

	"github.com/stoatgen/stoatgen/rt/codec"
)

const (
	pageBits = 10
	pageLen  = 1 << pageBits
	inline   = 20 // keys up to this length lie in the entry; longer ones in the arena
)

// At is the place of an entry in its table; 0 is none. It stays valid until the entry is evicted, and eviction runs
// between batches only, so a batch may carry it from prefetch to use.
type At uint32

// Entry is a key with its decoded value. Pointer-free if V is.
type Entry[V any] struct {
	long  uint32 // arena position of a long key
	klen  uint32
	Hash  uint32
	Epoch uint32 // the last epoch that changed it; 0: loaded from the store and unchanged
	key   [inline]byte
	Live  bool // false: known to be absent, or deleted in Epoch
	Val   V
}

type slot struct {
	hash uint32
	at   At
}

// Table maps serialised keys to values: an index of 8-byte slots over pages of entries that never move.
type Table[V any] struct {
	Complete bool // nothing is in the store that isn't here: no key needs to be asked for
	epoch    *uint32
	idx      []slot
	mask     uint32
	pages    []*[pageLen]Entry[V]
	free     []At
	dirty    []At
	next     At
	n        int
	hand     At
	arena    arena
}

// NewTable makes a table whose changes are tagged with *epoch.
func NewTable[V any](epoch *uint32) *Table[V] {
	return &Table[V]{Complete: true, epoch: epoch, idx: make([]slot, 64), mask: 63, next: 1}
}

// Len is the number of entries, dead ones included.
func (t *Table[V]) Len() int { return t.n }

func spread(h uint32) uint32 { return h * 0x9E3779B1 >> 7 } // lanes took the high bits of h already

// Get is the entry at a.
func (t *Table[V]) Get(a At) *Entry[V] { return &t.pages[a>>pageBits][a&(pageLen-1)] }

// Key is the key's bytes, valid until the entry is evicted.
func (t *Table[V]) Key(e *Entry[V]) []byte {
	if e.klen <= inline {
		return unsafe.Slice(&e.key[0], e.klen)
	}
	return t.arena.at(e.long, e.klen)
}

// Find is the place of a key, 0 if it isn't in the table.
func (t *Table[V]) Find(key string, hash uint32) At {
	idx := t.idx
	mask := uint32(len(idx) - 1)
	for i := spread(hash) & mask; ; i = (i + 1) & mask {
		s := idx[i&uint32(len(idx)-1)]
		if s.hash == hash && s.at != 0 {
			if e := t.Get(s.at); e.klen == uint32(len(key)) {
				if len(key) <= inline {
					if string(e.key[:len(key)]) == key {
						return s.at
					}
				} else if codec.String(t.arena.at(e.long, e.klen)) == key {
					return s.at
				}
			}
		} else if s.at == 0 {
			return 0
		}
	}
}

// Probe is Find during prefetch: a key that only the store can know is noted.
func (t *Table[V]) Probe(key string, hash uint32, m *Misses) At {
	a := t.Find(key, hash)
	if a == 0 && !t.Complete {
		m.Add(key, hash)
	}
	return a
}

// Hold is the entry of a key that Find gave a for; a key without an entry gets one that isn't live.
func (t *Table[V]) Hold(a At, key string, hash uint32) (*Entry[V], At) {
	if a == 0 {
		a = t.hold(key, hash)
	}
	return t.Get(a), a
}

func (t *Table[V]) hold(key string, hash uint32) At {
	if a := t.Find(key, hash); a != 0 {
		return a
	}
	return t.insert(key, hash)
}

// Touch marks an entry as changed in the running epoch.
func (t *Table[V]) Touch(e *Entry[V], a At) {
	if now := *t.epoch; e.Epoch != now {
		e.Epoch = now
		t.dirty = append(t.dirty, a)
	}
}

// Dirty are the entries changed in the running epoch, each once. Clean forgets the list, not the tags.
func (t *Table[V]) Dirty() []At { return t.dirty }
func (t *Table[V]) Clean()      { t.dirty = t.dirty[:0] }

// Undo takes the last Clean back: for measurements.
func (t *Table[V]) Undo(n int) { t.dirty = t.dirty[:n] }

func (t *Table[V]) insert(key string, hash uint32) At {
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
	e.klen, e.Hash = uint32(len(key)), hash
	if len(key) <= inline {
		copy(e.key[:], key)
	} else {
		e.long = t.arena.put(key)
	}
	t.place(slot{hash, a})
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
