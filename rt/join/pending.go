package join

import (
	"math"
	"slices"
	"sort"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Pending is the records of an outer join's lane that wait for a partner. It is wholly in memory.
type Pending struct {
	CF          uint32 // index of the family: 1 + the store's index in the program
	Left, Right int64  // how long after its timestamp a row of that side is closed, in milliseconds: grace, and after for the left, before for the right
	Every       int64  // milliseconds of the wall clock between two looks for closed rows

	Part func(part int32) bool // instead of owns, where a lane has whole partitions

	First int64 // mark: how far the time of the earliest row is from the end of time, as far as Kafka Streams knows it
	Next  int64 // mark: wall clock of the next look

	epoch  *uint32
	owns   func(hash uint32) bool
	reader store.Reader
	loaded bool
	rows   []place // from head on, in order
	head   int
	gone   int    // from head on, rows that aren't live
	dirty  []*Row // put to in the epoch, in the order of their first change
	nulls  []null // that the epoch took out of the DB: their keys lie in keys, one behind the other
	keys   []byte
	all    []*Row // by their Wait
	free   []*Row // of all, those not in use
	block  []byte // which keys and lists are cut from
	buf    []byte
	id     uint32
	size   int64 // of the lists
}

var _ store.Any = (*Pending)(nil)

// NewPending makes an empty one whose changes are tagged with *epoch. owns says whether the lane has a key.
func NewPending(epoch *uint32, cf uint32, left, right, every int64, owns func(hash uint32) bool) *Pending {
	return &Pending{CF: cf, Left: left, Right: right, Every: every, epoch: epoch, owns: owns, loaded: true}
}

// null is a row that is gone, once it was saved. One that comes and goes within an epoch leaves no trace.
type null struct {
	part int32
	at   int64
	end  int // of its key
}

// place has a row's time beside it: the search for one looks at few rows themselves.
type place struct {
	ts int64
	*Row
}

// find is the place of a row, or where it belongs.
func (p *Pending) find(part int32, key []byte, ts int64, left bool) (i int, found bool) {
	i, j := p.head, len(p.rows)
	for i < j {
		k := int(uint(i+j) / 2)
		x := &p.rows[k]
		if x.ts < ts || x.ts == ts && x.compare(left, key, part) < 0 {
			i = k + 1
		} else {
			j = k
		}
	}
	return i, i < len(p.rows) && p.rows[i].ts == ts && p.rows[i].compare(left, key, part) == 0
}

// Put keeps the value of a record that found no partner, and says where. Both are copied.
func (p *Pending) Put(part int32, key string, hash uint32, ts int64, left bool, val []byte) Wait {
	p.First = max(p.First, math.MaxInt64-ts)
	if p.many() {
		p.compact()
	}
	n := listHead + elemHead + len(val)
	r := p.place(part, codec.Bytes(key), hash, ts, left, n)
	if r.given && !r.Live() {
		r.data = r.Key() // 4
	}
	r.data = p.room(r.data, n)
	r.add(val)
	p.size += int64(elemHead + len(val))
	if r.at = ts; r.epoch != *p.epoch {
		r.epoch = *p.epoch
		p.dirty = append(p.dirty, r)
	}
	return r.wait
}

// place is the row of a key, timestamp and side: a new one with room for so many bytes, or one that is there. Most come in the order of time.
func (p *Pending) place(part int32, key []byte, hash uint32, ts int64, left bool, room int) *Row {
	if n := len(p.rows); n == p.head || p.rows[n-1].ts < ts {
		r := p.row(part, key, hash, ts, left, room)
		p.rows = append(p.rows, place{ts, r})
		return r
	}
	i, found := p.find(part, key, ts, left)
	if !found {
		r := p.row(part, key, hash, ts, left, room)
		p.insert(i, r)
		return r
	}
	r := p.rows[i].Row
	if !r.Live() {
		p.gone--
	}
	return r
}

// row is a row that was not in use, with room for a list of so many bytes.
func (p *Pending) row(part int32, key []byte, hash uint32, ts int64, left bool, room int) *Row {
	var r *Row
	if n := len(p.free); n > 0 {
		r, p.free = p.free[n-1], p.free[:n-1]
	} else {
		r = &Row{wait: Wait(len(p.all) + 1)}
		p.all = append(p.all, r)
	}
	r.TS, r.Part, r.Hash, r.Left = ts, part, hash, left // field by field: a literal would be copied
	r.key, r.data = int32(len(key)), append(p.room(r.data[:0], len(key)+room), key...)
	r.epoch, r.saved, r.given = 0, false, false
	return r
}

// room is b with room for n bytes more: its own, or else those that nobody has had.
func (p *Pending) room(b []byte, n int) []byte {
	const block = 16 << 10
	if n <= cap(b)-len(b) {
		return b
	}
	n = len(b) + max(n, len(b))
	if n > cap(p.block)-len(p.block) {
		p.block = make([]byte, 0, max(block, n))
	}
	at := len(p.block)
	p.block = p.block[:at+n]
	return append(p.block[at:at:at+n], b...)
}

func (p *Pending) insert(i int, r *Row) {
	if i == p.head && p.head > 0 {
		p.head--
		p.rows[p.head] = place{r.TS, r}
		return
	}
	p.rows = slices.Insert(p.rows, i, place{r.TS, r})
}

// Joined forgets all records of a key, timestamp and side: one of them, which waits at w, found a partner. at is the time of the
// record that it was found by.
func (p *Pending) Joined(w Wait, part int32, key string, ts int64, left bool, at int64) {
	if i := int(w) - 1; i < len(p.all) {
		if r := p.all[i]; r.Live() && r.TS == ts && r.Left == left && r.Part == part && string(r.Key()) == key { // or it is another's by now
			p.delete(r, at)
		}
		return
	}
	if i, found := p.find(part, codec.Bytes(key), ts, left); found && p.rows[i].Live() {
		p.delete(p.rows[i].Row, at)
	}
}

func (p *Pending) delete(r *Row, at int64) {
	p.size -= int64(len(r.list()) - listHead)
	r.data = r.data[:r.key]
	p.gone++
	if r.saved {
		r.saved = false
		p.keys = appendKey(p.keys, r.TS, r.Left, r.Key())
		p.nulls = append(p.nulls, null{r.Part, at, len(p.keys)})
	}
}

// Ripe says whether a row may be closed when a record of one side is the latest one so far; after is how far that side looks ahead,
// with the grace. The sum runs over the end of time while no row is known, as in Kafka Streams: then a look is due, finds nothing
// and puts the next one off.
func (p *Pending) Ripe(streamTime, after int64) bool {
	return math.MaxInt64-max(p.First, 0)+after < streamTime
}

// Due says whether to look for closed rows, once one is Ripe: now is the wall clock, which not every record needs.
func (p *Pending) Due(now int64) bool {
	if now < p.Next && p.Next-now <= p.Every { // further off: the wall clock was set back
		return false
	}
	p.Next = now + p.Every
	return true
}

// Walk goes over the rows that are closed.
type Walk struct {
	*Row // at hand

	p           *Pending
	i           int
	time        int64
	left, right bool // an open row of that side came
}

// Walk begins a look. at is the stream time, which is the time of the record that is processed.
func (p *Pending) Walk(at int64) Walk {
	p.First = 0
	p.compact()
	return Walk{p: p, i: p.head, time: at}
}

// Step goes to the next closed row and deletes the one before it; false: there is none. It stops at the first value behind an
// open row of each side, and the row of the last value that it came by is what the mark says then, whether it is open or not: Kafka
// Streams' drift, by which the next look waits longer than it has to.
func (w *Walk) Step() bool {
	p := w.p
	if w.Row != nil {
		p.delete(w.Row, w.time)
		w.Row = nil
	}
	for ; w.i < len(p.rows); w.i++ {
		r := p.rows[w.i].Row
		if !r.Live() {
			continue
		}
		p.First = math.MaxInt64 - r.TS
		if w.left && w.right {
			return false
		}
		span, open := p.Right, &w.right
		if r.Left {
			span, open = p.Left, &w.left
		}
		if r.TS+span >= w.time {
			if *open = true; w.left && w.right && r.values() > 1 {
				return false // what comes behind is the row's own
			}
			continue
		}
		r.given = true
		w.Row = r
		w.i++
		return true
	}
	return false
}

// Before is rows that may be closed at a stream time, with some that are gone: their keys are looked up ahead where results
// without a partner meet other state.
func (p *Pending) Before(streamTime int64) []place {
	_ = p.Fetch() // the lane asks again, and hears of a failure
	all := p.rows[p.head:]
	span := min(p.Left, p.Right)
	return all[:sort.Search(len(all), func(i int) bool { return all[i].ts+span >= streamTime })]
}
