package bench

import (
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// span is a window of a key by hand.
type span struct {
	start, end int64
	n, ts      int64
	epoch      uint32
}

// spanGone is a session that became part of another. ts is that of the record that made it so.
type spanGone struct {
	span
	key  string
	part int32
}

type spansSlot struct {
	key   string
	hash  uint32
	part  int32
	epoch uint32
	spans []span
}

// spansBest is one open-addressing array of keys with a slice of windows each.
type spansBest struct {
	slots []spansSlot
	epoch uint32
	time  int64
	shown int64 // the largest end (session) or start (sliding) that was stored
	dirty []uint32
	gone  []spanGone
	out   *codec.Topic
	log   *codec.Topic
	rows  store.Rows
	row   []byte
	kbuf  []byte
	vbuf  [8]byte

	headers []byte // of the record at hand
	first   int64  // the first start of a sliding window that takes records
	late    int    // records that a window took no more
}

func newSpansByHand(slots int) *spansBest {
	return &spansBest{slots: make([]spansSlot, slots), epoch: 1, time: -1, shown: -1, out: codec.NewTopic("x", partitions), log: codec.NewTopic("x", partitions)}
}

func (h *spansBest) forget() { h.out.Reset() }

// barrier encodes what the epoch changed: a changelog record a window, a row a key without the windows that nobody can read
// any more. session: their keys have both ends.
func (h *spansBest) barrier(session bool) {
	bounds := func(key string, s *span) []byte {
		if session {
			h.key(key, s.start, s.end)
			return h.kbuf
		}
		h.kbuf = codec.AppendWindowKey(h.kbuf[:0], codec.Bytes(key), s.start)
		return h.kbuf
	}
	for i := range h.gone {
		g := &h.gone[i]
		h.log.AppendTo(g.part, g.ts, bounds(g.key, &g.span), nil, nil)
	}
	for _, i := range h.dirty {
		s := &h.slots[i]
		h.row = h.row[:0]
		keep := s.spans[:0]
		for k := range s.spans {
			x := &s.spans[k]
			codec.PutInt64(&h.vbuf, x.n)
			if x.epoch == h.epoch {
				h.log.AppendTo(s.part, x.ts, bounds(s.key, x), h.vbuf[:], nil)
			}
			if session && x.end < h.shown-gap-late+1 || !session && x.start < h.shown-2*difference-late+1 {
				continue
			}
			keep = append(keep, *x)
			h.row = append(codec.AppendInt64(codec.AppendInt64(append(h.row, 8), x.start), x.ts), h.vbuf[:]...)
		}
		s.spans = keep
		h.rows.Put(1, s.part, codec.Bytes(s.key), h.row)
	}
	h.dirty, h.gone = h.dirty[:0], h.gone[:0]
	h.epoch++
}

// reset drops what a barrier encoded.
func (h *spansBest) reset() {
	h.log.Reset()
	h.rows.Reset()
}

func (h *spansBest) slot(part int32, key string, hash uint32) *spansSlot {
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
		if s.epoch != h.epoch {
			s.epoch = h.epoch
			h.dirty = append(h.dirty, i)
		}
		return s
	}
}

// sessions counts sessions of that gap and grace.
func (h *spansBest) sessions(in Input, gap, grace int64) {
	for _, r := range in.Refs {
		if key := in.B.Key(r.I); key != nil {
			h.session(in.B.Partition, codec.String(key), r.Hash, in.B.TS(r.I), gap, grace)
		}
	}
}

func (h *spansBest) session(part int32, key string, hash uint32, ts, gap, grace int64) {
	h.time = max(h.time, ts)
	s := h.slot(part, key, hash)
	from := len(s.spans)
	for least := max(ts-gap, h.shown-gap-grace+1); from > 0 && s.spans[from-1].end >= least; from-- {
	}
	next := span{start: ts, end: ts, n: 1, ts: ts, epoch: h.epoch}
	to := from
	for ; to < len(s.spans) && s.spans[to].start <= ts+gap; to++ {
		x := &s.spans[to]
		next.start, next.end, next.n = min(next.start, x.start), max(next.end, x.end), next.n+x.n
	}
	if next.end < h.time-grace-gap {
		h.late++
		return
	}
	h.shown = max(h.shown, next.end)
	if next.start != ts || next.end != ts {
		for i := from; i < to; i++ {
			x := &s.spans[i]
			if x.epoch != h.epoch {
				h.gone = append(h.gone, spanGone{*x, s.key, part})
				h.gone[len(h.gone)-1].ts = ts
			}
			h.key(key, x.start, x.end)
			h.out.Append(hash, x.end, h.kbuf, nil, nil)
		}
	}
	switch {
	case to == from:
		s.spans = append(s.spans, span{})
		copy(s.spans[from+1:], s.spans[from:])
	case to > from+1:
		s.spans = append(s.spans[:from+1], s.spans[to:]...)
	}
	s.spans[from] = next
	h.key(key, next.start, next.end)
	codec.PutInt64(&h.vbuf, next.n)
	h.out.Append(hash, next.end, h.kbuf, h.vbuf[:], nil)
}

func (h *spansBest) key(key string, start, end int64) {
	h.kbuf = codec.AppendSession(append(h.kbuf[:0], key...), start, end)
}

// slides counts in sliding windows of that difference and grace.
func (h *spansBest) slides(in Input, d, grace int64) {
	for _, r := range in.Refs {
		if key := in.B.Key(r.I); key != nil && !in.B.Null(r.I) {
			h.headers = in.B.Headers(r.I)
			h.slide(in.B.Partition, codec.String(key), r.Hash, in.B.TS(r.I), d, grace)
		}
	}
}

func (h *spansBest) slide(part int32, key string, hash uint32, ts, d, grace int64) {
	h.time = max(h.time, ts)
	if h.first = h.time - grace - d; ts+1 <= h.first {
		h.late++
		return
	}
	s := h.slot(part, key, hash)
	least := max(0, ts-2*d, h.shown-2*d-grace+1)
	left, right, prior, hasLeft, hasRight := -1, -1, int64(-1), false, false
	rightN, rightTS, leftN := int64(0), int64(0), int64(0)
	i := len(s.spans) - 1
	for ; i >= 0 && s.spans[i].start > ts+1; i-- {
	}
	for ; i >= 0 && s.spans[i].start >= least; i-- {
		x := &s.spans[i]
		switch end := x.start + d; {
		case x.start == ts+1:
			hasRight = true
			continue
		case end > ts:
			if right < 0 {
				right, rightN, rightTS = i, x.n, x.ts
			}
			h.grow(s, x, ts)
			continue
		case end == ts:
			hasLeft = true
			was := x.ts
			h.grow(s, x, ts)
			if was >= ts {
				return
			}
			prior = was
			continue
		}
		left, leftN, prior = i, x.n, x.ts
		break
	}
	if prior >= 0 && prior+1+d >= ts && !s.has(prior+1) {
		h.put(s, span{start: prior + 1, n: 1, ts: ts})
	}
	if !hasLeft {
		n := int64(1)
		if left >= 0 && ts-d <= prior {
			n += leftN
		}
		h.put(s, span{start: ts - d, n: n, ts: ts})
	}
	if !hasRight && right >= 0 && rightTS > ts {
		h.put(s, span{start: ts + 1, n: rightN, ts: rightTS})
	}
}

func (s *spansSlot) has(start int64) bool {
	for i := len(s.spans) - 1; i >= 0 && s.spans[i].start >= start; i-- {
		if s.spans[i].start == start {
			return true
		}
	}
	return false
}

func (h *spansBest) grow(s *spansSlot, x *span, ts int64) {
	if x.start < h.first {
		h.late++
		return
	}
	x.n, x.ts, x.epoch = x.n+1, max(x.ts, ts), h.epoch
	h.send(s, x)
}

func (h *spansBest) put(s *spansSlot, x span) {
	if x.start < h.first {
		h.late++
		return
	}
	x.epoch, h.shown = h.epoch, max(h.shown, x.start)
	i := len(s.spans)
	for i > 0 && s.spans[i-1].start >= x.start {
		i--
	}
	if i == len(s.spans) || s.spans[i].start != x.start {
		s.spans = append(s.spans, span{})
		copy(s.spans[i+1:], s.spans[i:])
	}
	s.spans[i] = x
	h.send(s, &s.spans[i])
}

func (h *spansBest) send(s *spansSlot, x *span) {
	h.kbuf = codec.AppendWindowed(append(h.kbuf[:0], s.key...), x.start)
	codec.PutInt64(&h.vbuf, x.n)
	h.out.Append(s.hash, x.ts, h.kbuf, h.vbuf[:], h.headers)
}
