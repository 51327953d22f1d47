package join

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Global is a table that every lane sees whole, in memory. Rows are never changed once they are in it: a look-up may use
// one for as long as it likes.
type Global[V any] struct {
	put func(b []byte, v *V) []byte
	get func(row []byte, v *V) (valid bool)

	mu     sync.RWMutex
	rows   map[string]*V
	most   int                  // LRU: how many rows are kept; 0: all
	recent store.Recent[string] // LRU: their keys
}

// NewGlobal makes an empty table. put appends eight bytes of timestamp and the value, get is the way back.
func NewGlobal[V any](put func([]byte, *V) []byte, get func([]byte, *V) bool) *Global[V] {
	return &Global[V]{put: put, get: get, rows: map[string]*V{}}
}

// Keep makes an empty table an LRU store: it keeps so many rows, those that were put or looked up last, by whichever lane.
func (g *Global[V]) Keep(most int) *Global[V] {
	g.most = most
	return g
}

// Row is the row of a key, nil if there is none. The lock is 30 ns of 75; a table of atomic pointers, without it, took as long.
func (g *Global[V]) Row(key string) *V {
	if g.most > 0 {
		return g.use(key)
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.rows[key]
}

// use is Row of an LRU store, which changes the order.
func (g *Global[V]) use(key string) *V {
	g.mu.Lock()
	defer g.mu.Unlock()
	row := g.rows[key]
	if row != nil {
		g.recent.Use(key) // it has the key already: this one, which is lent, is not kept
	}
	return row
}

// Put applies a record: the last one counts, whatever the timestamps say.
func (g *Global[V]) Put(b *abi.Batch, i uint32) error {
	key, val := b.Key(i), b.Value(i)
	if key == nil {
		return nil
	}
	var row *V
	if val != nil {
		row = new(V)
		if !g.get(append(codec.AppendInt64(nil, b.TS(i)), val...), row) {
			return fmt.Errorf("value of %d bytes is none of the table's codec", len(val))
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if row == nil {
		delete(g.rows, codec.String(key))
		g.recent.Drop(codec.String(key))
		return nil
	}
	g.rows[string(key)] = row
	if g.most > 0 {
		g.recent.Use(string(key))
		if oldest, over := g.recent.Over(g.most); over {
			delete(g.rows, oldest)
		}
	}
	return nil
}

// Rows yields the rows by key.
func (g *Global[V]) Rows(yield func(key []byte, ts int64, val []byte) bool) {
	g.mu.RLock()
	rows := maps.Clone(g.rows)
	g.mu.RUnlock()
	var b []byte
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		b = g.put(b[:0], rows[key])
		if !yield([]byte(key), codec.GetInt64(b), b[8:]) {
			return
		}
	}
}
