package bench

import (
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// customer is the second member of an order, read as one does who knows what the producer writes and still checks the
// rest of the object.
func customer(b []byte) string {
	i := 6
	var s string
	if !codec.Is(b, 0, `{"id":`) {
		return ""
	}
	if i = codec.Skip(b, i); i < 0 || !codec.Is(b, i, `,"customer":`) {
		return ""
	}
	if s, i = codec.Str(b, i+12); i < 0 {
		return ""
	}
	for _, name := range [...]string{`,"product":`, `,"quantity":`, `,"price":`, `,"currency":`, `,"country":`, `,"express":`, `,"note":`} {
		if !codec.Is(b, i, name) {
			return ""
		}
		if i = codec.Skip(b, i+len(name)); i < 0 {
			return ""
		}
	}
	if i != len(b)-1 || b[i] != '}' {
		return ""
	}
	return s
}

type countsEntry struct {
	key   string
	hash  uint32
	n, ts int64
	dirty bool
}

// countsPlain counts in a map of pointers, as one writes it first.
type countsPlain struct {
	m     map[string]*countsEntry
	dirty []*countsEntry
	out   *codec.Topic
	log   *codec.Topic
	rows  store.Rows
}

func (h *countsPlain) run(in Input) {
	for _, r := range in.Refs {
		h.one(customer(in.B.Value(r.I)), in.B.TS(r.I))
	}
}

func (h *countsPlain) one(key string, ts int64) {
	c := h.m[key]
	if c == nil {
		key = string([]byte(key))
		c = &countsEntry{key: key, hash: codec.Murmur2(codec.Bytes(key))}
		h.m[key] = c
	}
	c.n++
	c.ts = max(c.ts, ts)
	if !c.dirty {
		c.dirty = true
		h.dirty = append(h.dirty, c)
	}
	var b [8]byte
	codec.PutInt64(&b, c.n)
	h.out.Append(c.hash, c.ts, codec.Bytes(c.key), b[:], nil)
}

func (h *countsPlain) barrier() {
	var b [16]byte
	for _, c := range h.dirty {
		c.dirty = false
		p, key := codec.Partition(c.hash, int32(len(h.log.Parts))), codec.Bytes(c.key)
		v := codec.AppendInt64(codec.AppendInt64(b[:0], c.ts), c.n)
		h.rows.Put(1, p, key, v)
		h.log.Parts[p].Append(c.ts, key, v[8:], nil)
	}
	h.dirty = h.dirty[:0]
}

// countsBest is one open-addressing array of inline entries with string keys: what the design measured at 7x a map.
type countsBest struct {
	slots []countsSlot
	n     int
	epoch uint32
	dirty []uint32 // places: an array that grows would have to mend them; this one is sized beforehand
	out   *codec.Topic
	log   *codec.Topic
	rows  store.Rows
	b     [8]byte
}

type countsSlot struct {
	key   string
	hash  uint32
	epoch uint32
	n, ts int64
}

func (h *countsBest) run(in Input) {
	for _, r := range in.Refs {
		key := customer(in.B.Value(r.I))
		h.one(key, codec.Murmur2(codec.Bytes(key)), in.B.TS(r.I), in.B.Headers(r.I))
	}
}

// runBatched decodes 256 records and then counts them: the misses of the table overlap.
func (h *countsBest) runBatched(in Input) {
	var keys [256]string
	var hashes [256]uint32
	for refs := in.Refs; len(refs) > 0; {
		n := min(256, len(refs))
		for i, r := range refs[:n] {
			keys[i] = customer(in.B.Value(r.I))
			hashes[i] = codec.Murmur2(codec.Bytes(keys[i]))
		}
		for i, r := range refs[:n] {
			h.one(keys[i], hashes[i], in.B.TS(r.I), in.B.Headers(r.I))
		}
		refs = refs[n:]
	}
}

// tally counts the keys of records that have key and value.
func (h *countsBest) tally(in Input) {
	for _, r := range in.Refs {
		if key := in.B.Key(r.I); key != nil && !in.B.Null(r.I) {
			h.one(codec.String(key), r.Hash, in.B.TS(r.I), in.B.Headers(r.I))
		}
	}
}

func (h *countsBest) one(key string, hash uint32, ts int64, headers []byte) {
	mask := uint32(len(h.slots) - 1)
	i := hash * 0x9E3779B1 >> 7 & mask
	for {
		s := &h.slots[i]
		if s.key == "" {
			s.key, s.hash = string([]byte(key)), hash
			h.n++
		} else if s.hash != hash || s.key != key {
			i = (i + 1) & mask
			continue
		}
		s.n++
		s.ts = max(s.ts, ts)
		if s.epoch != h.epoch {
			s.epoch = h.epoch
			h.dirty = append(h.dirty, i)
		}
		codec.PutInt64(&h.b, s.n)
		h.out.Append(hash, s.ts, codec.Bytes(key), h.b[:], headers)
		return
	}
}

func (h *countsBest) barrier() {
	var b [16]byte
	for _, i := range h.dirty {
		c := &h.slots[i]
		p, key := codec.Partition(c.hash, int32(len(h.log.Parts))), codec.Bytes(c.key)
		v := codec.AppendInt64(codec.AppendInt64(b[:0], c.ts), c.n)
		h.rows.Put(1, p, key, v)
		h.log.Parts[p].Append(c.ts, key, v[8:], nil)
	}
	h.dirty = h.dirty[:0]
	h.epoch++
}

func (h *countsPlain) forget() {
	h.out.Reset()
	for _, c := range h.dirty {
		c.dirty = false
	}
	h.dirty = h.dirty[:0]
}

func (h *countsBest) forget() {
	h.out.Reset()
	h.dirty = h.dirty[:0]
	h.epoch++
}

// reset drops what a barrier encoded, as the run time does once it is committed.
func (h *countsPlain) reset() { h.out.Reset(); h.log.Reset(); h.rows.Reset() }
func (h *countsBest) reset()  { h.out.Reset(); h.log.Reset(); h.rows.Reset() }

func newCountsByHand(slots int) (*countsPlain, *countsBest) {
	topic := func() *codec.Topic { return codec.NewTopic("x", partitions) }
	return &countsPlain{m: map[string]*countsEntry{}, out: topic(), log: topic()},
		&countsBest{slots: make([]countsSlot, slots), epoch: 1, out: topic(), log: topic()}
}
