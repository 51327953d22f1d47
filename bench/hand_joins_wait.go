package bench

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// waiter is the records of a key, time and side that found no partner yet; none: they have found one, or were sent.
type waiter struct {
	ts    int64
	slot  *joinsSlot
	vals  []int64
	at    int64 // timestamp of the record that changed it last
	epoch uint32
	turn  uint32
	side  int
	saved bool
}

// gone is a waiter that was saved and is no more.
type gone struct {
	part int32
	at   int64
	end  int // of its key
}

// waiting is the place of a record in the line: by time, right side first, key.
func (h *joinsBest) waiting(slot uint32, side int, ts, v int64) *waiter {
	s, i := &h.slots[slot], len(h.line)
	h.oldest = min(h.oldest, ts)
	order := 0
	for ; i > h.head; i-- {
		w := h.line[i-1]
		order = cmp.Or(cmp.Compare(w.ts, ts), cmp.Compare(1-w.side, 1-side))
		if order == 0 {
			order = bytes.Compare(codec.Bytes(w.slot.key), codec.Bytes(s.key))
		}
		if order <= 0 {
			break
		}
	}
	var w *waiter
	switch n := len(h.free); {
	case i > h.head && order == 0:
		w = h.line[i-1]
	case n > 0:
		w, h.free = h.free[n-1], h.free[:n-1]
	default:
		w = &waiter{}
	}
	if i == h.head || order != 0 {
		w.ts, w.slot, w.side = ts, s, side
		h.line = slices.Insert(h.line, i, w)
	}
	if len(w.vals) == 0 && i > h.head && order == 0 {
		h.dead--
	}
	w.vals = append(w.vals, v)
	if w.at = ts; w.epoch != h.epoch {
		w.epoch = h.epoch
		h.waits = append(h.waits, w)
	}
	return w
}

// close sends those whose windows have closed. oldest is what it was for Kafka Streams: the last one that it came by.
func (h *joinsBest) close() {
	if h.oldest == never || h.oldest+h.within >= h.time {
		return
	}
	h.oldest = never
	var open [2]bool
	for _, w := range h.line[h.head:] {
		if len(w.vals) == 0 {
			continue
		}
		if h.oldest = w.ts; open[0] && open[1] {
			break
		}
		if w.ts+h.within >= h.time {
			open[w.side] = true
			continue
		}
		for _, v := range w.vals {
			h.alone(w.slot, w.ts, v)
		}
		h.lost(w, h.time)
	}
	h.trim()
}

func (h *joinsBest) lost(w *waiter, ts int64) {
	w.vals = w.vals[:0]
	h.dead++
	if w.saved {
		w.saved = false
		h.keys = w.key(h.keys)
		h.gone = append(h.gone, gone{w.slot.part, ts, len(h.keys)})
	}
}

func (w *waiter) key(b []byte) []byte {
	return append(append(codec.AppendInt64(b, w.ts), byte(1-w.side)), w.slot.key...)
}

// trim lets go of those that are dead at the head of the line, and of all if they are many.
func (h *joinsBest) trim() {
	for h.head < len(h.line) && len(h.line[h.head].vals) == 0 {
		h.drop(h.line[h.head])
		h.head++
	}
	if n := len(h.line) - h.head; h.dead < max(64, n/2) && h.head < max(64, n) {
		return
	}
	kept := h.line[:0]
	for _, w := range h.line[h.head:] {
		if len(w.vals) > 0 {
			kept = append(kept, w)
		} else {
			h.drop(w)
		}
	}
	h.line, h.head = kept, 0
}

func (h *joinsBest) drop(w *waiter) {
	w.turn++
	w.epoch = 0
	h.dead--
	h.free = append(h.free, w)
}
