package store

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// memoryDB is an open directory of InMemory.
type memoryDB struct {
	// Immutable after Open.
	backend *InMemory
	dir     string
	ids     []uint32 // by family index

	mu     sync.RWMutex
	d      *directory       // names and durable: guarded by backend.mu and mu
	live   map[uint32]*rows // by id; what was written
	broken error            // of the batch that failed; the DB takes no more
	closed bool
}

func (db *memoryDB) ID(cf uint32) uint32 { return db.ids[cf] }

// rows are those of a family; the caller holds mu.
func (db *memoryDB) rows(cf uint32) (*rows, error) {
	if db.closed {
		return nil, fmt.Errorf("read of store in %s: %w", db.dir, ErrClosed)
	}
	r := db.live[db.ids[cf]]
	if r == nil {
		return nil, fmt.Errorf("read of store in %s: family %d was dropped", db.dir, cf)
	}
	return r, nil
}

func (db *memoryDB) MultiGet(cf uint32, m *Misses, found func(i int, row []byte)) error {
	db.mu.RLock()
	defer db.mu.RUnlock()
	r, err := db.rows(cf)
	if err != nil {
		return err
	}
	var b []byte
	for i, key := range m.Keys {
		b = append(binary.BigEndian.AppendUint16(b[:0], uint16(m.Parts[i])), key...)
		if row, ok := r.Get(codec.String(b)); ok {
			found(i, row)
		}
	}
	return nil
}

func (db *memoryDB) Get(cf uint32, key []byte) ([]byte, bool, error) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	r, err := db.rows(cf)
	if err != nil {
		return nil, false, err
	}
	row, ok := r.Get(string(key))
	return append([]byte{}, row...), ok, nil
}

// Scan walks a copy, which shares its nodes until one side changes: writers don't wait for a slow reader.
func (db *memoryDB) Scan(cf uint32, from, to []byte, row func(key, val []byte) bool) error {
	db.mu.Lock()
	r, err := db.rows(cf)
	if err == nil {
		r = r.Copy()
	}
	db.mu.Unlock()
	if err != nil {
		return err
	}
	r.Ascend(string(from), func(key string, val []byte) bool {
		return (to == nil || key < string(to)) && row(codec.Bytes(key), val)
	})
	return nil
}

func (db *memoryDB) Write(batch []byte) error {
	if len(batch) == 0 {
		return nil
	}
	err := db.backend.step(OpWrite, db.dir)
	db.mu.Lock()
	defer db.mu.Unlock()
	switch {
	case db.closed:
		return fmt.Errorf("write to store in %s: %w", db.dir, ErrClosed)
	case db.broken != nil:
		return db.broken
	}
	if err == nil {
		err = eachChange(batch, func(c change) error { // all or nothing: looked at as a whole first
			if db.live[c.id] == nil && c.id != 0 {
				return fmt.Errorf("batch has a record of family id %d, which is not there", c.id)
			}
			return nil
		})
	}
	if err != nil {
		db.broken = fmt.Errorf("write to store in %s: %w", db.dir, err)
		return db.broken
	}
	return eachChange(batch, db.apply)
}

func (db *memoryDB) apply(c change) error {
	r := db.live[c.id]
	if r == nil {
		return nil // the default family: nobody reads it
	}
	switch c.tag {
	case tagPut:
		r.Set(string(c.key), append([]byte{}, c.val...))
	case tagMerge:
		row, _ := r.Get(string(c.key))
		r.Set(string(c.key), slices.Concat(row, c.val))
	case tagDelete:
		r.Delete(string(c.key))
	case tagDeleteRange:
		var gone []string
		r.Ascend(string(c.key), func(key string, _ []byte) bool {
			if key >= string(c.val) {
				return false
			}
			gone = append(gone, key)
			return true
		})
		for _, key := range gone {
			r.Delete(key)
		}
	}
	return nil
}

func (db *memoryDB) Flush() error {
	err := db.backend.step(OpFlush, db.dir)
	db.backend.mu.Lock()
	defer db.backend.mu.Unlock()
	db.mu.Lock()
	defer db.mu.Unlock()
	switch {
	case db.closed:
		return fmt.Errorf("flush of store in %s: %w", db.dir, ErrClosed)
	case err != nil:
		db.broken = fmt.Errorf("flush of store in %s: %w", db.dir, err)
		return db.broken
	}
	db.flush()
	return nil
}

// flush makes all families durable at once; the caller holds both locks.
func (db *memoryDB) flush() {
	for id, r := range db.live {
		db.d.durable[id] = r.Copy()
	}
}

func (db *memoryDB) Families() []string {
	db.backend.mu.Lock()
	defer db.backend.mu.Unlock()
	names := make([]string, len(db.ids))
	for i, id := range db.ids {
		names[i] = db.d.names[id]
	}
	return names
}

func (db *memoryDB) DropFamily(name string) error {
	db.backend.mu.Lock()
	defer db.backend.mu.Unlock()
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return fmt.Errorf("drop of family %q in %s: %w", name, db.dir, ErrClosed)
	}
	for id, n := range db.d.names {
		if n == name && id != db.ids[Offsets] {
			delete(db.d.names, id)
			delete(db.d.durable, id)
			delete(db.live, id)
			return nil
		}
	}
	return fmt.Errorf("drop of family %q in %s: there is no such family of a store", name, db.dir)
}

func (db *memoryDB) Stats() map[string]int64 {
	db.mu.RLock()
	defer db.mu.RUnlock()
	var n int64
	for _, r := range db.live {
		n += int64(r.Len())
	}
	return map[string]int64{"estimate-num-keys": n}
}

func (db *memoryDB) Close() error {
	db.backend.mu.Lock()
	defer db.backend.mu.Unlock()
	db.mu.Lock()
	if db.closed {
		db.mu.Unlock()
		return fmt.Errorf("close of store in %s: %w", db.dir, ErrClosed)
	}
	if db.broken == nil {
		db.flush()
	}
	db.mu.Unlock()
	db.end()
	db.d.open = nil
	return nil
}

// end is the moment after which the DB gives errors.
func (db *memoryDB) end() {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.closed, db.live = true, nil
}
