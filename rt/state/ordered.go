package state

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/tidwall/btree"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Ordered is the rows of one store on one lane, in the order of partition and key.
type Ordered struct {
	CF    uint32  // index of the family: 1 + the store's index in the program
	Row   Row     // what rows have beside the value
	Epoch *uint32 // that runs on the stage
	Now   *int64  // time of the record or punctuation at hand

	rows     *btree.Map[string, *entry]
	dirty    []string // changed in the running epoch, each once, in the order of first change
	reader   store.Reader
	id       uint32
	complete bool // nothing is in the DB that isn't here
	looked   bool // whether the family is empty has been found out
	lim      store.Limits
	bytes    int64
	reading  int    // iterators that are open
	hand     string // where the next eviction begins
	key      []byte // scratch
	row      []byte
	use      int64 // WithUse: of the last put
	sweep    func(o *Ordered, e *store.Epoch)
	stats    store.Stats
	times    []int64 // of a store with windows: what it has observed
	shown    *shown  // nil: nobody else reads it
	follows  *shown  // nil: the rows are its own
	seen     uint64  // of these: which were taken over last
}

// NewOrdered makes the rows of a store.
func NewOrdered(cf uint32, row Row, epoch *uint32, now *int64) *Ordered {
	return &Ordered{CF: cf, Row: row, Epoch: epoch, Now: now, rows: new(btree.Map[string, *entry]), complete: true}
}

// Open connects the store with the family's rows.
func (o *Ordered) Open(r store.Reader, lim store.Limits) {
	o.reader, o.lim = r, lim
	o.complete, o.looked = r == nil, r == nil
	if r != nil {
		o.id = r.ID(o.CF)
	}
}

// Family is the index of the store's family.
func (o *Ordered) Family() uint32 { return o.CF }

// Fetch has nothing to do: keys are asked for when a processor names them.
func (o *Ordered) Fetch() error { return nil }

// LoadRow enters a durable row.
func (o *Ordered) LoadRow(part int32, key string, _ uint32, row []byte) bool {
	k := string(partKey(nil, part, codec.Bytes(key)))
	if _, ok := o.rows.Get(k); ok {
		return true
	}
	e := &entry{live: true}
	if o.Row.decode(bytes.Clone(row), e) != nil {
		return false
	}
	o.insert(k, e)
	return true
}

// Absent enters that a key has no durable row.
func (o *Ordered) Absent(part int32, key string, _ uint32) {
	k := string(partKey(nil, part, codec.Bytes(key)))
	if _, ok := o.rows.Get(k); !ok {
		o.insert(k, &entry{})
	}
}

func (o *Ordered) insert(key string, e *entry) {
	o.rows.Set(key, e)
	o.bytes += weight(key, e)
}

// weight is about what an entry takes.
func weight(key string, e *entry) int64 { return int64(len(key)+len(e.val)+len(e.headers)) + 160 }

// get is the row of a key, partition ahead; nil if there is none. It belongs to the store.
func (o *Ordered) get(key []byte) *entry {
	e := o.find(key)
	if e == nil || !e.live {
		return nil
	}
	return e
}

// find is the entry of a key, dead or alive; nil if it is known that there is no row.
func (o *Ordered) find(key []byte) *entry {
	o.follow()
	if e, ok := o.rows.Get(codec.String(key)); ok {
		return e
	}
	if !o.looked {
		o.look()
	}
	if o.complete {
		return nil
	}
	o.stats.Asked++
	row, ok, err := o.reader.Get(o.CF, key)
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	e := &entry{live: ok}
	if ok {
		o.stats.Found++
		if err := o.Row.decode(row, e); err != nil {
			panic(&store.Unreadable{Err: err})
		}
	}
	o.insert(string(key), e)
	return e
}

// look finds out whether the family has any row.
func (o *Ordered) look() {
	empty := true
	err := o.reader.Scan(o.CF, nil, nil, func(_, _ []byte) bool { empty = false; return false })
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	o.looked, o.complete = true, empty
}

// change is the entry of a key to be set in the running epoch. One that an iterator may see is replaced (2).
func (o *Ordered) change(key []byte) *entry {
	e, ok := o.rows.Get(codec.String(key))
	now := *o.Epoch
	if ok && e.epoch == now && o.reading == 0 {
		o.bytes -= int64(len(e.val) + len(e.headers))
		return e
	}
	k := string(key)
	if ok {
		if o.bytes -= weight(k, e); o.reading > 0 {
			fresh := *e
			fresh.val = nil
			e = &fresh
			o.rows.Set(k, e)
		}
	} else {
		e = &entry{}
		o.rows.Set(k, e)
	}
	if o.bytes += int64(len(k)) + 160; e.epoch != now {
		e.epoch = now
		o.dirty = append(o.dirty, k)
	}
	return e
}

// put sets a row. What encode gives is kept; with flat values the old bytes are used again.
func (o *Ordered) put(key []byte, flat bool, encode func(b []byte) (val []byte, ts int64, h record.Headers)) *entry {
	// Encoding can panic: it comes ahead of every change.
	var room []byte
	if e, ok := o.rows.Get(codec.String(key)); ok && flat && o.reading == 0 {
		room = e.val[:0]
	}
	val, ts, h := encode(room)
	e := o.change(key)
	if e.val, e.ts, e.live, e.headers = val, ts, true, nil; val == nil {
		e.val = []byte{}
	}
	if len(h) > 0 {
		e.headers = codec.AppendHeaderBlock(nil, h)
	}
	o.bytes += int64(len(e.val) + len(e.headers))
	return e
}

// remove deletes a row.
func (o *Ordered) remove(key []byte) {
	e := o.change(key)
	e.val, e.headers, e.ts, e.live = nil, nil, *o.Now, false
}

// scan yields the rows with from <= key < to as they are now, nil being no bound. Keys have the partition ahead and are
// lent; entries are valid until the iterator ends.
func (o *Ordered) scan(from, to []byte, yield func(key []byte, e *entry) bool) {
	o.follow()
	o.reading++
	defer func() { o.reading-- }()
	it := o.rows.Copy().Iter()
	more := it.Seek(string(from))
	stopped := false
	before := func(limit []byte) bool { // rows in memory ahead of a key
		for more {
			k := codec.Bytes(it.Key())
			if to != nil && bytes.Compare(k, to) >= 0 {
				more = false
				break
			}
			if limit != nil && bytes.Compare(k, limit) >= 0 {
				break
			}
			e := it.Value()
			more = it.Next()
			if e.live && !yield(k, e) {
				stopped = true
				return false
			}
		}
		return true
	}
	if !o.complete {
		var bad error
		err := o.reader.Scan(o.CF, from, to, func(key, row []byte) bool {
			if !before(key) {
				return false
			}
			if more && it.Key() == codec.String(key) {
				return true // hidden: the entry comes in its turn
			}
			e := entry{live: true}
			if bad = o.Row.decode(bytes.Clone(row), &e); bad != nil {
				return false
			}
			stopped = !yield(key, &e)
			return !stopped
		})
		if err == nil {
			err = bad
		}
		if err != nil {
			panic(&store.Unreadable{Err: err})
		}
	}
	if !stopped {
		before(nil)
	}
}

// back is scan backwards. It holds the rows of the range in memory: the DB is read forwards only.
func (o *Ordered) back(from, to []byte, yield func(key []byte, e *entry) bool) {
	type row struct {
		key []byte
		e   *entry
	}
	var all []row
	o.reading++
	defer func() { o.reading-- }()
	o.scan(from, to, func(key []byte, e *entry) bool {
		all = append(all, row{bytes.Clone(key), e})
		return true
	})
	for i := len(all) - 1; i >= 0; i-- {
		if !yield(all[i].key, all[i].e) {
			return
		}
	}
}

// Flush encodes what the epoch changed.
func (o *Ordered) Flush(e *store.Epoch, log *codec.Topic) {
	for _, k := range o.dirty {
		x, _ := o.rows.Get(k)
		key := codec.Bytes(k)
		if x.live {
			o.row = o.Row.encode(o.row[:0], x)
			e.Rows.PutRaw(o.id, key, o.row)
		} else {
			e.Rows.DeleteRaw(o.id, key)
		}
		if log != nil {
			log.Parts[binary.BigEndian.Uint16(key)].Append(x.ts, key[partLen:], x.val, x.headers)
		}
	}
	o.dirty = o.dirty[:0]
	if o.sweep != nil {
		o.sweep(o, e)
	}
}

// RestoreLog turns a changelog record without headers into a row.
func (o *Ordered) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	return o.RestoreHeaders(part, key, val, ts, nil, rows, r)
}

// RestoreHeaders turns a changelog record into a row: store.HeadersRestorer.
func (o *Ordered) RestoreHeaders(part int32, key, val []byte, ts int64, headers []byte, rows *store.Rows, r store.Reader) error {
	if key == nil {
		return fmt.Errorf("changelog record of partition %d has no key; a compacted changelog can't hold such a record", part)
	}
	o.key = partKey(o.key[:0], part, key)
	if val == nil {
		rows.DeleteRaw(r.ID(o.CF), o.key)
		return nil
	}
	o.use++
	o.row = o.Row.encode(o.row[:0], &entry{val: val, ts: ts, headers: headers, use: o.use})
	rows.PutRaw(r.ID(o.CF), o.key, o.row)
	return nil
}

// RestoreEnd has nothing to do: each record is a row.
func (o *Ordered) RestoreEnd(*store.Rows, store.Reader) error { return nil }

// Trim evicts what is over the limits.
func (o *Ordered) Trim(stored uint32) {
	n := 0
	if l := o.lim.Entries; l > 0 && o.rows.Len() > l {
		n = o.rows.Len() - l + l/16
	}
	if b := o.lim.Bytes; b > 0 && o.bytes > b {
		n = max(n, int(float64(o.rows.Len())*float64(o.bytes-b+b/16)/float64(o.bytes)))
	}
	if n > 0 {
		o.Evict(n, stored)
	}
}

// Evict frees up to n entries that the DB has, going round by key.
func (o *Ordered) Evict(n int, stored uint32) int {
	if o.reader == nil || n <= 0 {
		return 0
	}
	var out []string
	take := func(k string, e *entry) bool {
		if e.epoch <= stored {
			out = append(out, k)
		}
		o.hand = k
		return len(out) < n
	}
	o.rows.Ascend(o.hand, take)
	if len(out) < n {
		o.hand = ""
		seen := len(out)
		o.rows.Ascend("", func(k string, e *entry) bool { return (seen == 0 || k < out[0]) && take(k, e) })
	}
	for _, k := range out {
		if e, ok := o.rows.Delete(k); ok {
			o.bytes -= weight(k, e)
		}
	}
	if len(out) > 0 {
		o.complete, o.looked = false, true
		o.stats.Evicted += int64(len(out))
	}
	return len(out)
}

// Reset drops all that is in memory.
func (o *Ordered) Reset() {
	o.rows, o.dirty, o.bytes, o.hand = new(btree.Map[string, *entry]), o.dirty[:0], 0, ""
	o.complete, o.looked = o.reader == nil, o.reader == nil
}

// Stats is what the store keeps in memory.
func (o *Ordered) Stats() store.Stats {
	s := o.stats
	s.Entries, s.Dirty, s.Bytes = o.rows.Len(), len(o.dirty), o.bytes
	return s
}

// Rows yields the store's contents.
func (o *Ordered) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(*store.Unreadable)
			if !ok {
				panic(p)
			}
			err = u
		}
	}()
	o.scan(nil, nil, func(key []byte, e *entry) bool {
		return yield(int32(binary.BigEndian.Uint16(key)), key[partLen:], e.ts, e.val)
	})
	return nil
}
