package state

import (
	"fmt"
	"iter"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Window is a window store on one lane. Part gives what a processor sees.
type Window[K, V any] struct {
	*Ordered
	key  Codec[K]
	form Form[V]
	WindowOptions
	Observed []int64 // largest start that was put, by partition; -1 before the first
	Seqs     []int64 // Duplicates: of the last row, by partition
	swept    expiry
}

// WindowOptions are a window store's settings in milliseconds.
type WindowOptions struct {
	Size, Retention int64
	Duplicates      bool // a put adds a row
}

const windowTail = 12 // start and sequence number

// NewWindow makes a window store of so many partitions.
func NewWindow[K, V any](o *Ordered, key Codec[K], form Form[V], w WindowOptions, parts int32) *Window[K, V] {
	s := &Window[K, V]{Ordered: o, key: key, form: form, WindowOptions: w, Observed: unseen(parts)}
	if w.Duplicates {
		s.Seqs = make([]int64, parts)
	}
	o.times = s.Observed
	o.sweep = func(o *Ordered, e *store.Epoch) {
		s.swept.step(o, e, least(s.Observed), w.Retention, func(key []byte) bool { return !s.visible(key) })
	}
	return s
}

// Marks are the observed stream times.
func (s *Window[K, V]) Marks(mark func(name string, at *int64)) {
	marks(mark, "/observed/", s.Observed)
	marks(mark, "/sequence/", s.Seqs)
}

func marks(mark func(name string, at *int64), name string, times []int64) {
	for i := range times {
		mark(fmt.Sprint(name, i), &times[i])
	}
}

func unseen(parts int32) []int64 {
	t := make([]int64, parts)
	for i := range t {
		t[i] = -1
	}
	return t
}

// Part is the store of one partition.
func (s *Window[K, V]) Part(part int32) record.WindowStore[K, V] { return windows[K, V]{s, part} }

// ReadPart is its read side.
func (s *Window[K, V]) ReadPart(part int32) record.ReadOnlyWindowStore[K, V] {
	return windows[K, V]{s, part}.ReadOnly()
}

func start(key []byte) int64 { return codec.GetInt64(key[len(key)-windowTail:]) }

// visible says whether a row has not left the retention.
func (s *Window[K, V]) visible(key []byte) bool {
	if len(key) < partLen+windowTail {
		return false
	}
	part, _ := store.SplitKey(key)
	return start(key) > s.Observed[part]-s.Retention
}

type windows[K, V any] struct {
	s    *Window[K, V]
	part int32
}

type readOnlyWindows[K, V any] struct {
	record.ReadOnlyWindowStore[K, V]
}

func (p windows[K, V]) ReadOnly() record.ReadOnlyWindowStore[K, V] { return readOnlyWindows[K, V]{p} }

// at is the key of a window's row, valid until the next call.
func (p windows[K, V]) at(key *K, start, seq int64) []byte {
	b := p.s.key.bytes(prefix(p.s.Ordered.key[:0], p.part), key)
	b = codec.AppendInt32(codec.AppendInt64(b, start), int32(seq))
	p.s.Ordered.key = b
	return b
}

func (p windows[K, V]) Put(key K, value V, start int64) {
	null := p.s.form.null(&value)
	if null && p.s.Duplicates {
		return // no one row is meant
	}
	p.s.Observed[p.part] = max(p.s.Observed[p.part], start)
	if start <= p.s.Observed[p.part]-p.s.Retention {
		return
	}
	var seq int64
	if p.s.Duplicates {
		p.s.Seqs[p.part] = (p.s.Seqs[p.part] + 1) & 0x7FFFFFFF
		seq = p.s.Seqs[p.part]
	}
	k := p.at(&key, start, seq)
	if null {
		p.s.drop(k)
		return
	}
	p.s.put(k, p.s.form.flat, func(b []byte) ([]byte, int64, record.Headers) { return p.s.form.split(b, &value, *p.s.Now) })
}

func (p windows[K, V]) Delete(key K, start int64) {
	if p.s.Duplicates {
		return
	}
	p.s.Observed[p.part] = max(p.s.Observed[p.part], start)
	p.s.drop(p.at(&key, start, 0))
}

func (p windows[K, V]) FetchAt(key K, start int64) (v V, ok bool) {
	p.s.follow()
	k := p.at(&key, start, 0)
	if !p.s.visible(k) {
		return v, false
	}
	return p.s.form.of(p.s.get(k))
}

// fetch is the rows of one key. Other keys may lie in between, whose bytes go on where this one's end: their rows are
// longer.
func (p windows[K, V]) fetch(scan scanner, key K, from, to int64) iter.Seq2[int64, V] {
	k := p.s.key.bytes(prefix(nil, p.part), &key)
	n := len(k)
	if from = max(from, 0); to < from {
		return func(func(int64, V) bool) {}
	}
	low := codec.AppendInt64(append([]byte{}, k...), from)
	high := store.After(codec.AppendInt64(k, to))
	return func(yield func(int64, V) bool) {
		scan(low, high, func(key []byte, e *entry) bool {
			if len(key) != n+windowTail || !p.s.visible(key) {
				return true
			}
			return yield(start(key), p.s.form.join(e))
		})
	}
}

func (p windows[K, V]) Fetch(key K, from, to int64) iter.Seq2[int64, V] {
	return p.fetch(p.s.scan, key, from, to)
}

func (p windows[K, V]) BackwardFetch(key K, from, to int64) iter.Seq2[int64, V] {
	return p.fetch(p.s.back, key, from, to)
}

// fetchRange looks at all rows from the lower key on: where a key's bytes go on with times, rows of greater keys may lie
// ahead of those of a smaller one.
func (p windows[K, V]) fetchRange(scan scanner, keys record.Interval[K], from, to int64) iter.Seq2[record.Windowed[K], V] {
	in := inside(&p.s.key, p.part, keys)
	return func(yield func(record.Windowed[K], V) bool) {
		scan(in.from, prefix(nil, p.part+1), func(key []byte, e *entry) bool {
			if !p.s.visible(key) || !in.has(key[:len(key)-windowTail]) {
				return true
			}
			at := start(key)
			if at < from || at > to {
				return true
			}
			w := record.Windowed[K]{Key: p.s.key.value(kept(key[:len(key)-windowTail])), Start: at, End: at + p.s.Size}
			return yield(w, p.s.form.join(e))
		})
	}
}

func (p windows[K, V]) FetchRange(keys record.Interval[K], from, to int64) iter.Seq2[record.Windowed[K], V] {
	return p.fetchRange(p.s.scan, keys, from, to)
}

func (p windows[K, V]) BackwardFetchRange(keys record.Interval[K], from, to int64) iter.Seq2[record.Windowed[K], V] {
	return p.fetchRange(p.s.back, keys, from, to)
}

func (p windows[K, V]) All() iter.Seq2[record.Windowed[K], V] {
	return p.FetchRange(record.Interval[K]{}, 0, endOfTime)
}

func (p windows[K, V]) BackwardAll() iter.Seq2[record.Windowed[K], V] {
	return p.BackwardFetchRange(record.Interval[K]{}, 0, endOfTime)
}

const endOfTime = 1<<63 - 1
