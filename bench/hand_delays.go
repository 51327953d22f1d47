package bench

import (
	"strconv"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/testdata/gen/delays"
)

// delay is the third member of a flight; see customer.
func delay(b []byte) (n int64) {
	i := 6
	if !codec.Is(b, 0, `{"id":`) {
		return 0
	}
	if i = codec.Skip(b, i); i < 0 || !codec.Is(b, i, `,"dest":`) {
		return 0
	}
	if i = codec.Skip(b, i+8); i < 0 || !codec.Is(b, i, `,"delay":`) {
		return 0
	}
	if n, i = codec.Int(b, i+9); i < 0 || !codec.Is(b, i, `,"gate":`) {
		return 0
	}
	if i = codec.Skip(b, i+8); i < 0 || !codec.Is(b, i, `,"crew":`) {
		return 0
	}
	if i = codec.Skip(b, i+8); i != len(b)-1 || b[i] != '}' {
		return 0
	}
	return n
}

func statsJSON(b []byte, v *delays.Stats) []byte {
	b = append(b, `{"n":`...)
	b = strconv.AppendInt(b, v.N, 10)
	b = append(b, `,"sum":`...)
	b = strconv.AppendInt(b, v.Sum, 10)
	b = append(b, `,"max":`...)
	b = strconv.AppendInt(b, v.Max, 10)
	return append(b, '}')
}

const (
	size, advance, grace = 3600000, 600000, 300000
)

type delaysWindow struct {
	key   string
	start int64
}

type delaysAgg struct {
	a  delays.Stats
	ts int64
}

// delaysPlain keeps a row a window in a Go map, as Kafka Streams does in its store. It never forgets a window.
type delaysPlain struct {
	airports map[string]*delays.Airport
	windows  map[delaysWindow]*delaysAgg
	time     int64
	out      *codec.Topic
	buf, wk  []byte
}

func (h *delaysPlain) run(in Input) {
	for _, r := range in.Refs {
		key, ts := codec.String(in.B.Key(r.I)), in.B.TS(r.I)
		a := h.airports[key]
		if a == nil {
			continue
		}
		d := delays.Delay(delays.Flight{Delay: delay(in.B.Value(r.I))}, *a)
		h.time = max(h.time, ts)
		for start := max(0, ts-size+advance) / advance * advance; start <= ts; start += advance {
			if start+size <= h.time-grace {
				continue
			}
			w := h.windows[delaysWindow{key, start}]
			if w == nil {
				w = &delaysAgg{a: delays.ZeroStats()}
				h.windows[delaysWindow{string([]byte(key)), start}] = w
			}
			w.a, w.ts = delays.AddDelay(key, d, w.a), max(w.ts, ts)
			h.buf = statsJSON(h.buf[:0], &w.a)
			h.wk = codec.AppendWindowed(append(h.wk[:0], key...), start)
			h.out.Append(r.Hash, w.ts, h.wk, h.buf, nil)
		}
	}
}

// delaysBest has airport and windows of a key in one entry, found by one probe, and all sizes as constants.
type delaysBest struct {
	slots   []delaysSlot
	time    int64
	epoch   uint32
	dirty   []uint32
	out     *codec.Topic
	buf, wk []byte
}

type delaysSlot struct {
	key     string
	hash    uint32
	epoch   uint32
	airport delays.Airport
	ring    [7]struct {
		next, ts int64
		epoch    uint32
		a        delays.Stats
	}
}

func (h *delaysBest) put(key string, hash uint32, a delays.Airport) {
	i := h.find(key, hash)
	h.slots[i].key, h.slots[i].hash, h.slots[i].airport = key, hash, a
}

func (h *delaysBest) find(key string, hash uint32) uint32 {
	mask := uint32(len(h.slots) - 1)
	i := hash * 0x9E3779B1 >> 7 & mask
	for s := &h.slots[i]; s.key != "" && (s.hash != hash || s.key != key); s = &h.slots[i] {
		i = (i + 1) & mask
	}
	return i
}

func (h *delaysBest) run(in Input) {
	for _, r := range in.Refs {
		key, ts := codec.String(in.B.Key(r.I)), in.B.TS(r.I)
		at := h.find(key, r.Hash)
		s := &h.slots[at]
		if s.key == "" {
			continue
		}
		d := delays.Delay(delays.Flight{Delay: delay(in.B.Value(r.I))}, s.airport)
		h.time = max(h.time, ts)
		if s.epoch != h.epoch {
			s.epoch = h.epoch
			h.dirty = append(h.dirty, at)
		}
		start := max(0, ts-size+advance) / advance * advance
		i := start / advance % 7
		for ; start <= ts; start += advance {
			w := &s.ring[i]
			if i++; i == 7 {
				i = 0
			}
			if start+size <= h.time-grace {
				continue
			}
			if w.next != start+1 {
				w.next, w.ts, w.a = start+1, ts, delays.Stats{}
			}
			w.a, w.ts, w.epoch = delays.AddDelay(key, d, w.a), max(w.ts, ts), h.epoch
			h.buf = statsJSON(h.buf[:0], &w.a)
			h.wk = codec.AppendWindowed(append(h.wk[:0], key...), start)
			h.out.Append(r.Hash, w.ts, h.wk, h.buf, nil)
		}
	}
}

func (h *delaysBest) forget() {
	h.out.Reset()
	h.dirty = h.dirty[:0]
	h.epoch++
}

func newDelaysByHand(air Input) (*delaysPlain, *delaysBest) {
	p := &delaysPlain{airports: map[string]*delays.Airport{}, windows: map[delaysWindow]*delaysAgg{}, out: codec.NewTopic("x", partitions)}
	b := &delaysBest{slots: make([]delaysSlot, 1<<12), epoch: 1, out: codec.NewTopic("x", partitions)}
	for i, r := range air.Refs {
		a := delays.Airport{City: "c", Limit: int64(i % 10)}
		p.airports[string(air.B.Key(r.I))] = &a
		b.put(string(air.B.Key(r.I)), r.Hash, a)
	}
	return p, b
}
