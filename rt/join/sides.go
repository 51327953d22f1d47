package join

import (
	"github.com/stoatgen/stoatgen/rt/store"
)

// Pair is a key's records on both sides.
type Pair[L, R any] struct {
	Left  List[L]
	Right List[R]
}

// Sides are both sides of a join on one lane. A record looks at both, so they are two families under one table: a key is looked
// up once.
type Sides[L, R any] struct {
	Table  *store.Table[Pair[L, R]]
	Misses store.Misses // of the running batch: Probe notes them here, Fetch asks for them
	Left   *Side[L]
	Right  *Side[R]

	flushed bool // one side's part of the running epoch
}

// NewSides makes empty sides, whose changes are tagged with *epoch.
func NewSides[L, R any](epoch *uint32, left *Side[L], right *Side[R]) *Sides[L, R] {
	s := &Sides[L, R]{Table: store.NewTable[Pair[L, R]](epoch), Left: left, Right: right}
	bind(s, left, func(p *Pair[L, R]) *List[L] { return &p.Left })
	bind(s, right, func(p *Pair[L, R]) *List[R] { return &p.Right })
	left.both = s
	return s
}

// Hold is the records of a key that lies at a place, to be changed.
func (s *Sides[L, R]) Hold(at store.At) *Pair[L, R] {
	x := s.Table.Get(at)
	x.Live = true
	s.Table.Touch(x, at)
	return &x.Val
}

func (s *Sides[L, R]) fetch() error {
	if s.Misses.Len() == 0 {
		return nil // or the method value below would be an allocation a batch
	}
	return s.Table.Fetch(&s.Misses, s.Left.LoadRow)
}

func (s *Sides[L, R]) trim(stored uint32)                 { s.Table.Trim(stored) }
func (s *Sides[L, R]) evict(n int, stored uint32) int     { return s.Table.Evict(n, stored) }
func (s *Sides[L, R]) stats() store.Stats                 { return s.Table.Stats() }
func (s *Sides[L, R]) absent(p int32, k string, h uint32) { s.Table.Absent(p, k, h) }

func (s *Sides[L, R]) reset() {
	s.Table.Reset()
	s.Misses.Reset()
	s.flushed = false
}

// whole is what the left side does for both; the right side has none.
type whole interface {
	fetch() error
	trim(stored uint32)
	evict(n int, stored uint32) int
	absent(part int32, key string, hash uint32)
	reset()
	stats() store.Stats
}

// lists is a side's part of the table.
type lists[V any] struct {
	open  func(r store.Reader, lim store.Limits)
	dirty func(f func(part int32, key []byte, l *List[V]))   // ends the epoch of this side
	load  func(part int32, key string, hash uint32) *List[V] // nil: the key has an entry
	scan  func(r store.Reader, entry func(part int32, key []byte, l *List[V]) bool, row func(part int32, key, row []byte) bool) error
	weigh func(bytes int)
}

func bind[L, R, V any](s *Sides[L, R], side *Side[V], of func(*Pair[L, R]) *List[V]) {
	t := s.Table
	side.lists = lists[V]{
		open: func(r store.Reader, lim store.Limits) {
			if side.both != nil {
				t.Open(r, side.CF, lim)
			} else {
				t.Also(side.CF, lim, side.LoadRow)
			}
		},
		dirty: func(f func(part int32, key []byte, l *List[V])) {
			for _, at := range t.Dirty() {
				x := t.Get(at)
				f(x.Part, t.Key(x), of(&x.Val))
			}
			if s.flushed = !s.flushed; !s.flushed {
				t.Clean()
			}
		},
		load: func(part int32, key string, hash uint32) *List[V] {
			x := t.Load(part, key, hash)
			if l := of(&x.Val); x.Epoch == 0 && l.stored == 0 {
				return l
			}
			return nil
		},
		scan: func(r store.Reader, entry func(part int32, key []byte, l *List[V]) bool, row func(part int32, key, row []byte) bool) error {
			return t.Scan(r, side.CF, func(e *store.Entry[Pair[L, R]]) bool { return entry(e.Part, t.Key(e), of(&e.Val)) }, row)
		},
		weigh: t.Weigh,
	}
}
