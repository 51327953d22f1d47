package window

import (
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Store does what a windowed store needs outside the record path: once a changed key, so calls through function values
// cost nothing that shows. V is the generated ring type; Slots views it.
type Store[V, A any] struct {
	Hopping
	CF     uint32
	Slots  func(*V) []Slot[A]
	Append func([]byte, *A) []byte
	Decode func([]byte, *A) bool
	wkey   []byte
	val    []byte
}

// Log writes the changelog record of one window: at the barrier, or when a window that the epoch changed leaves the ring.
func (s *Store[V, A]) Log(log *codec.Topic, key []byte, hash uint32, w *Slot[A]) {
	s.wkey = codec.AppendWindowKey(s.wkey[:0], key, w.Start())
	s.val = s.Append(s.val[:0], &w.Agg)
	log.Append(hash, w.TS, s.wkey, s.val, nil)
}

// Flush encodes what changed in the epoch: a row a key (the open windows), a changelog record a window.
func (s *Store[V, A]) Flush(t *store.Table[V], epoch uint32, e *store.Epoch, log *codec.Topic, streamTime int64) {
	for _, at := range t.Dirty() {
		x := t.Get(at)
		slots := s.Slots(&x.Val)
		key := t.Key(x)
		for i := range slots {
			if w := &slots[i]; w.Epoch == epoch && w.Next != 0 {
				s.Log(log, key, x.Hash, w)
			}
		}
		b := s.val[:0]
		for i := range slots {
			if w := &slots[i]; w.Next != 0 && s.Open(w.Start(), streamTime) {
				b = codec.AppendInt64(codec.AppendInt64(append(b, 0), w.Start()), w.TS)
				n := len(b)
				b = s.Append(b, &w.Agg)
				b[n-17] = byte(len(b) - n) // aggregates of more than 255 bytes need a longer length
			}
		}
		s.val = b
		e.Rows.Put(s.CF, codec.Partition(x.Hash, int32(len(log.Parts))), key, b)
	}
	t.Clean()
}

// Load takes a row that a batch needs.
func (s *Store[V, A]) Load(t *store.Table[V], key string, hash uint32, b []byte) bool {
	slots := s.Slots(&t.Load(key, hash).Val)
	for len(b) >= 17 && len(b) >= 17+int(b[0]) {
		end := 17 + int(b[0])
		start := codec.GetInt64(b[1:])
		r := s.Ring(start, len(slots))
		w, _ := Take(&r, slots, start)
		w.Next, w.TS, w.Epoch = start+1, codec.GetInt64(b[9:]), 0
		if !s.Decode(b[17:end], &w.Agg) {
			return false
		}
		b = b[end:]
	}
	return len(b) == 0
}

// Restore applies a changelog record: one window of a key's ring. A window older than the slot's is gone.
func (s *Store[V, A]) Restore(t *store.Table[V], wkey, val []byte, ts int64) bool {
	key, start := codec.SplitWindowKey(wkey)
	e, at := t.Hold(0, codec.String(key), codec.Murmur2(key))
	slots := s.Slots(&e.Val)
	r := s.Ring(start, len(slots))
	w, fresh := Take(&r, slots, start)
	if fresh && w.Next > start {
		return true
	}
	*w = Slot[A]{Next: start + 1, TS: ts}
	e.Live = true
	t.Touch(e, at)
	return val == nil || s.Decode(val, &w.Agg)
}
