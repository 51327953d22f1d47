package bench

import (
	"encoding/binary"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

type joinsSlot struct {
	key   string
	hash  uint32
	part  int32
	epoch uint32
	sides [2]metRing
}

// joinsBest is one open-addressing array of keys with two ring buffers each, and one line of those that wait.
type joinsBest struct {
	slots  []joinsSlot
	outer  bool
	within int64
	keep   int64 // how long a record can be found
	epoch  uint32
	time   int64
	seen   [2]int64
	seq    [2]int32
	oldest int64 // of those that wait, as far as Kafka Streams knows it
	line   []*waiter
	head   int
	free   []*waiter
	dirty  []uint32
	waits  []*waiter // put to in the epoch
	dead   int       // in the line
	gone   []gone
	keys   []byte // of gone
	out    *codec.Topic
	logs   [3]*codec.Topic
	rows   store.Rows
	row    []byte
	kbuf   []byte
	vbuf   [8]byte

	headers []byte // of the record at hand
	dropped int    // records that are left out: malformed, without a value, or without a key where only pairs are sent
}

const never = 1<<63 - 1

func newJoinsByHand(slots int, outer bool, within int64) *joinsBest {
	h := &joinsBest{slots: make([]joinsSlot, slots), outer: outer, within: within, keep: 2 * within, epoch: 1, out: codec.NewTopic("x", partitions)}
	for i := range h.logs {
		h.logs[i] = codec.NewTopic("x", partitions)
	}
	h.time, h.seen, h.oldest = -1, [2]int64{-1, -1}, never
	return h
}

func (h *joinsBest) forget() { h.out.Reset() }

func (h *joinsBest) slot(part int32, key string, hash uint32) uint32 {
	mask := uint32(len(h.slots) - 1)
	i := hash * 0x9E3779B1 >> 7 & mask
	for {
		s := &h.slots[i]
		if s.key == "" {
			s.key, s.hash, s.part = string([]byte(key)), hash, part
		} else if s.hash != hash || s.part != part || s.key != key {
			i = (i + 1) & mask
			continue
		}
		return i
	}
}

// run joins a batch of one side. A record without a value is in the changelog alone; one without a key meets no other.
func (h *joinsBest) run(side int, in Input) {
	part := in.B.Partition
	for _, r := range in.Refs {
		key, raw, ts, v := in.B.Key(r.I), in.B.Value(r.I), in.B.TS(r.I), int64(0)
		if raw != nil && !codec.DecodeInt64(raw, &v) {
			h.dropped++
			continue
		}
		h.time, h.headers = max(h.time, ts), in.B.Headers(r.I)
		switch {
		case raw != nil && key != nil:
			h.one(side, part, codec.String(key), r.Hash, ts, v)
		case raw != nil && h.outer:
			codec.PutInt64(&h.vbuf, -v)
			h.out.AppendKeyed(ts, nil, h.vbuf[:], h.headers)
		default:
			if h.dropped++; key != nil {
				h.log(side, part, codec.String(key), ts, nil)
			}
		}
	}
}

// log numbers a record and makes its changelog record.
func (h *joinsBest) log(side int, part int32, key string, ts int64, val []byte) {
	h.seq[side]++
	h.kbuf = codec.AppendWindowKeySeq(h.kbuf[:0], codec.Bytes(key), ts, uint32(h.seq[side]))
	h.logs[side].AppendTo(part, ts, h.kbuf, val, nil)
}

func (h *joinsBest) one(side int, part int32, key string, hash uint32, ts, v int64) {
	h.seen[side] = max(h.seen[side], ts)
	i := h.slot(part, key, hash)
	s := &h.slots[i]
	mine, other := &s.sides[side], &s.sides[1-side]
	codec.PutInt64(&h.vbuf, v)
	h.log(side, part, key, ts, h.vbuf[:])
	if s.epoch != h.epoch {
		s.epoch = h.epoch
		h.dirty = append(h.dirty, i)
	}
	mine.expire(h.seen[side] - h.keep)
	x := mine.put(met{ts: ts, v: v, seq: h.seq[side]})
	if h.outer && ts == h.time {
		h.close()
	}
	found := false
	for k := other.from(max(0, ts-h.within, h.seen[1-side]-h.keep+1)); k < other.n; k++ {
		m := other.at(k)
		if m.ts > ts+h.within {
			break
		}
		found = true
		if w := m.wait; w != nil {
			if m.wait = nil; w.turn == m.turn && len(w.vals) > 0 {
				h.lost(w, ts)
			}
		}
		codec.PutInt64(&h.vbuf, v+m.v)
		h.out.Append(hash, max(ts, m.ts), codec.Bytes(key), h.vbuf[:], h.headers)
	}
	switch {
	case found || !h.outer:
	case ts+h.within < h.time:
		h.alone(s, ts, v)
	default:
		x.wait = h.waiting(i, side, ts, v)
		x.turn = x.wait.turn
	}
}

func (h *joinsBest) alone(s *joinsSlot, ts, v int64) {
	codec.PutInt64(&h.vbuf, -v)
	h.out.Append(s.hash, ts, codec.Bytes(s.key), h.vbuf[:], h.headers)
}

// barrier encodes what the epoch changed: rows of both sides, and row and changelog record of those that wait.
func (h *joinsBest) barrier() {
	for side := range h.seen {
		for _, i := range h.dirty {
			h.flush(uint32(1+side), side, &h.slots[i])
		}
	}
	h.dirty = h.dirty[:0]
	at := 0
	for _, g := range h.gone {
		key := h.keys[at:g.end]
		h.rows.Delete(3, g.part, key)
		h.logs[2].AppendTo(g.part, g.at, key, nil, nil)
		at = g.end
	}
	for _, w := range h.waits {
		if len(w.vals) == 0 || w.epoch != h.epoch {
			continue
		}
		w.epoch, w.saved = 0, true
		h.kbuf = w.key(h.kbuf[:0])
		h.row = binary.BigEndian.AppendUint32(append(h.row[:0], 1), uint32(len(w.vals)))
		for _, v := range w.vals {
			h.row = codec.AppendInt64(append(binary.BigEndian.AppendUint32(h.row, 9), byte(1-w.side)), v)
		}
		h.rows.PutAt(3, w.slot.part, h.kbuf, w.at, h.row)
		h.logs[2].AppendTo(w.slot.part, w.at, h.kbuf, h.row, nil)
	}
	h.gone, h.keys, h.waits = h.gone[:0], h.keys[:0], h.waits[:0]
	h.trim()
	h.epoch++
}

// flush appends a key's new records to its row, or writes the row anew where that is no more.
func (h *joinsBest) flush(cf uint32, side int, s *joinsSlot) {
	r := &s.sides[side]
	r.expire(h.seen[side] - h.keep)
	if r.n == 0 {
		if r.stored > 0 {
			h.rows.Delete(cf, s.part, codec.Bytes(s.key))
		}
		r.stored = 0
		return
	}
	fresh := min(r.fresh, r.n)
	if r.fresh = 0; fresh == 0 {
		return
	}
	first := r.n - fresh
	whole := first <= max(fresh, r.stored+fresh-r.n)
	if whole {
		first, r.stored = 0, 0
	}
	h.row = h.row[:0]
	for k := first; k < r.n; k++ {
		m := r.at(k)
		h.row = codec.AppendInt64(append(h.row, 8), m.ts)
		h.row = codec.AppendInt64(binary.BigEndian.AppendUint32(h.row, uint32(m.seq)), m.v)
	}
	r.stored += r.n - first
	if whole {
		h.rows.Put(cf, s.part, codec.Bytes(s.key), h.row)
	} else {
		h.rows.Merge(cf, s.part, codec.Bytes(s.key), h.row)
	}
}

func (h *joinsBest) reset() {
	for _, t := range h.logs {
		t.Reset()
	}
	h.rows.Reset()
}
