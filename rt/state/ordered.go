package state

import (
	"bytes"

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
	puts     int64 // WithPut: the number of the last put
	sweep    func(o *Ordered, e *store.Epoch)
	stats    store.Stats
	times    []int64        // of a store with windows: what it has observed
	shown    *shown[*entry] // nil: nobody else reads it
	follows  follower[*entry]
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

// drop deletes a row, if there is one.
func (o *Ordered) drop(key []byte) {
	if o.get(key) != nil {
		o.remove(key)
	}
}

// remove deletes a row.
func (o *Ordered) remove(key []byte) {
	e := o.change(key)
	e.val, e.headers, e.ts, e.live = nil, nil, *o.Now, false
}
