package suppress

import (
	"fmt"
	"math"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Settings say how long a Buffer holds updates back, and how many.
type Settings struct {
	Wait       int64 // milliseconds of stream time from buffer time on
	MaxRecords int64 // 0: no bound; on each lane
	MaxBytes   int64
	ShutDown   bool // when it is full, fail; otherwise the earliest rows are sent
	Final      bool // one result a window, and none of a window that was deleted
	Tail       int  // how many bytes of a key are its window: the others decide which lane it is on
}

// Buffer is the updates that one lane holds back at one operator. T is a hop's record, in which they go on.
type Buffer[T any] struct {
	Settings
	CF     uint32                                                        // index of the family: 1 + the store's index in the program
	Time   int64                                                         // mark: the operator's stream time; -1 before its first record
	Decode func(key, now, was []byte, rec *T) (head *lane.Head, ok bool) // sets all of rec but its Head, and says where that is; nil is null

	epoch  *uint32
	owns   func(part int32, hash uint32) bool
	reader store.Reader
	id     uint32
	loaded bool
	rows   map[string]*row // by partition and key; those that are gone stay until their delete is encoded
	heap   []*row          // those that are there
	set    uint32          // see sort
	dirty  []*row          // changed in the epoch, in the order of their first change
	size   int64           // of those that are there, as Kafka Streams counts
	out    *lane.Batch[T]
	name   []byte // scratch
	topic  string // of what was sent last
	val    []byte
}

// New makes an empty buffer whose changes are tagged with *epoch. owns says whether the
// lane has a key, by its partition and hash.
func New[T any](s Settings, epoch *uint32, cf uint32, owns func(part int32, hash uint32) bool) *Buffer[T] {
	return &Buffer[T]{Settings: s, CF: cf, Time: -1, epoch: epoch, owns: owns, loaded: true, rows: map[string]*row{}, out: &lane.Batch[T]{}}
}

// Put takes an update: a key as it is serialised, its buffer time, new and old value as bytes, nil for null, and where it came
// from. The error says that the buffer is full; the update is in it all the same, as in Kafka Streams.
func (b *Buffer[T]) Put(key []byte, time int64, now, was []byte, h *lane.Head) error {
	b.Time = max(b.Time, h.TS)
	b.name = append(append(b.name[:0], byte(h.Part>>8), byte(h.Part)), key...)
	r := b.rows[codec.String(b.name)]
	if r == nil {
		r = &row{part: h.Part, hash: h.Hash, key: append([]byte(nil), key...)}
		b.rows[string(b.name)] = r
	}
	v := values{prior: was, old: was, now: now}
	if r.live() {
		v.prior = r.prior()
		b.size -= r.size
	}
	b.val = appendContext(b.val[:0], h)
	r.context = len(b.val)
	b.val = appendValues(b.val, v)
	r.size = weigh(key, v, h)
	b.size += r.size
	if !r.live() {
		r.time = time
		r.val = append([]byte(nil), b.val...) // 3: the one before may be somebody's
		b.push(r)
	} else {
		r.val = append(r.val[:0], b.val...)
	}
	b.touch(r)
	return b.enforce()
}

func (b *Buffer[T]) touch(r *row) {
	if r.epoch != *b.epoch {
		r.epoch = *b.epoch
		b.dirty = append(b.dirty, r)
	}
}

// expire sends what is due at the stream time.
func (b *Buffer[T]) expire() {
	for len(b.heap) > 0 && b.heap[0].time <= b.Time-b.Wait {
		b.send()
	}
}

// enforce sends what is due, and what is too much.
func (b *Buffer[T]) enforce() error {
	b.expire()
	for b.full() {
		if b.ShutDown {
			return fmt.Errorf("the suppression's buffer is full: it holds %d records of %d and %d bytes of %d; give it more room, a shorter wait, or let it emit early",
				len(b.heap), limit(b.MaxRecords), b.size, limit(b.MaxBytes))
		}
		b.send()
	}
	return nil
}

func limit(n int64) int64 {
	if n == 0 {
		return math.MaxInt64
	}
	return n
}

func (b *Buffer[T]) full() bool {
	return len(b.heap) > 0 && (int64(len(b.heap)) > limit(b.MaxRecords) || b.size > limit(b.MaxBytes))
}

// send takes the earliest row out.
func (b *Buffer[T]) send() {
	r := b.pop()
	b.size -= r.size
	x := reader{b: r.val, topic: b.topic}
	r.val = nil
	b.touch(r)
	head, v := x.context(), x.values()
	b.topic = x.topic
	if b.Final && v.now == nil {
		return
	}
	b.out.Recs = append(b.out.Recs, *new(T))
	to, ok := b.Decode(r.key, v.now, v.old, &b.out.Recs[len(b.out.Recs)-1])
	if !ok || x.bad { // put by this program, or looked at by load
		panic(fmt.Sprintf("suppress: the update of key %q in partition %d can't be decoded", r.key, r.part))
	}
	*to = head
	to.Hash, to.Part = r.hash, r.part
}

// Due is what was sent since the last call. Barriers move the stream time on to that of other lanes, so what a lane without
// records holds is sent, too.
func (b *Buffer[T]) Due(bool) lane.Payload {
	b.expire()
	if len(b.out.Recs) == 0 {
		return nil
	}
	return b.out
}

// Prior is what a lookup sees of a key that is held back: the value before its first update, nil for none. held is false for
// a key that isn't held back.
func (b *Buffer[T]) Prior(part int32, key []byte) (val []byte, held bool) {
	b.name = append(append(b.name[:0], byte(part>>8), byte(part)), key...)
	r := b.rows[codec.String(b.name)]
	if r == nil || !r.live() {
		return nil, false
	}
	return r.prior(), true
}

func (b *Buffer[T]) push(r *row) {
	h := append(b.heap, r)
	i := len(h) - 1
	for i > 0 && r.before(h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = r
	b.heap = h
}

func (b *Buffer[T]) pop() *row {
	h := b.heap
	top, last := h[0], h[len(h)-1]
	h[len(h)-1] = nil
	h = h[:len(h)-1]
	b.heap = h
	for i, n := 0, len(h); n > 0; {
		k := 2*i + 1
		if k+1 < n && h[k+1].before(h[k]) {
			k++
		}
		if k >= n || !h[k].before(last) {
			h[i] = last
			break
		}
		h[i] = h[k]
		i = k
	}
	return top
}
