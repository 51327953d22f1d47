package join

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
)

// Global is a table that every lane sees whole, in memory. Rows are never changed once they are in it: a look-up may use
// one for as long as it likes.
type Global[V any] struct {
	put func(b []byte, v *V) []byte
	get func(row []byte, v *V) (valid bool)

	mu   sync.RWMutex
	rows map[string]*V
}

// NewGlobal makes an empty table. put appends eight bytes of timestamp and the value, get is the way back.
func NewGlobal[V any](put func([]byte, *V) []byte, get func([]byte, *V) bool) *Global[V] {
	return &Global[V]{put: put, get: get, rows: map[string]*V{}}
}

// Row is the row of a key, nil if there is none.
func (g *Global[V]) Row(key string) *V {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.rows[key]
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
	} else {
		g.rows[string(key)] = row
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
