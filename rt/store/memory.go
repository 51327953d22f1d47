package store

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tidwall/btree"
)

// InMemory is a Backend without files: for applications that keep their state in the changelog alone, and for tests,
// since it crashes on request. It keeps the contents of each directory for as long as it lives itself.
type InMemory struct {
	mu    sync.Mutex
	dirs  map[string]*directory
	fault func(op Op, dir string) error
}

// Memory is an empty Backend in memory.
func Memory() *InMemory { return &InMemory{dirs: map[string]*directory{}} }

type rows = btree.Map[string, []byte]

// directory is what disk would hold.
type directory struct {
	open    *memoryDB
	names   map[uint32]string // families by id
	next    uint32            // id of the next family
	durable map[uint32]*rows  // as of the last flush
}

// Op is a step of a DB that Inject can make fail.
type Op string

const (
	OpOpen  Op = "open"
	OpWrite Op = "write"
	OpFlush Op = "flush"
)

// Inject has f called ahead of each step; its error becomes that step's, and the step has no effect. Nil ends it.
func (m *InMemory) Inject(f func(op Op, dir string) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = f
}

func (m *InMemory) step(op Op, dir string) error {
	m.mu.Lock()
	f := m.fault
	m.mu.Unlock()
	if f == nil {
		return nil
	}
	return f(op, dir)
}

// Crash is kill -9 for the DB in a directory: what was not flushed is gone, and the DB that was open there gives errors.
func (m *InMemory) Crash(dir string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if d := m.dirs[dir]; d != nil && d.open != nil {
		d.open.end()
		d.open = nil
	}
}

// Remove deletes a directory; a DB that is open there crashes.
func (m *InMemory) Remove(dir string) {
	m.Crash(dir)
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.dirs, dir)
}

// Copy makes directory to hold what a crash would leave in from at this moment: an older copy for later.
func (m *InMemory) Copy(from, to string) {
	m.Crash(to)
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.dirs[from]
	if d == nil {
		delete(m.dirs, to)
		return
	}
	c := &directory{names: map[uint32]string{}, next: d.next, durable: map[uint32]*rows{}}
	for id, name := range d.names {
		c.names[id], c.durable[id] = name, d.durable[id].Copy()
	}
	m.dirs[to] = c
}

// Open opens the DB of a directory.
func (m *InMemory) Open(dir string, families []string) (DB, error) {
	if err := CheckFamilies(families); err != nil {
		return nil, fmt.Errorf("open store in %s: %w", dir, err)
	}
	if err := m.step(OpOpen, dir); err != nil {
		return nil, fmt.Errorf("open store in %s: %w", dir, err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.dirs[dir]
	if d == nil {
		d = &directory{names: map[uint32]string{}, next: 1, durable: map[uint32]*rows{}}
		m.dirs[dir] = d
	}
	if d.open != nil {
		return nil, fmt.Errorf("open store in %s: %w", dir, ErrLocked)
	}
	db := &memoryDB{backend: m, dir: dir, d: d, live: map[uint32]*rows{}}
	for _, name := range append([]string{OffsetsFamily}, families...) {
		db.ids = append(db.ids, d.family(name))
	}
	for _, id := range d.sortedIDs() {
		if !slices.Contains(db.ids, id) {
			db.ids = append(db.ids, id)
		}
		db.live[id] = d.durable[id].Copy()
	}
	d.open = db
	return db, nil
}

// family is the id of a family, which is made if it isn't there.
func (d *directory) family(name string) uint32 {
	for id, n := range d.names {
		if n == name {
			return id
		}
	}
	id := d.next
	d.next++
	d.names[id], d.durable[id] = name, new(rows)
	return id
}

func (d *directory) sortedIDs() []uint32 {
	var ids []uint32
	for id := range d.names {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
