package state

import (
	"iter"

	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// KeyValue is a key-value store on one lane. Part gives what a processor sees.
type KeyValue[K, V any] struct {
	*Ordered
	key  Codec[K]
	form Form[V]
	max  int // LRU: rows of a partition; 0: no limit
	lru  map[int32]*store.Recent[string]
	k    K // what codecs are given escapes: with a place of its own no call allocates
	v    V
}

// NewKeyValue makes a key-value store. size, unless 0, makes it an LRU store (Stores.lruMap): a partition keeps the rows
// that were used last.
func NewKeyValue[K, V any](o *Ordered, key Codec[K], form Form[V], size int) *KeyValue[K, V] {
	if o.follows.of != nil {
		size = 0 // what follows a store uses nothing up
	}
	s := &KeyValue[K, V]{Ordered: o, key: key, form: form, max: size}
	if size > 0 {
		o.Row, s.lru = o.Row|WithPut, map[int32]*store.Recent[string]{}
	}
	return s
}

// Part is the store of one partition.
func (s *KeyValue[K, V]) Part(part int32) record.KeyValueStore[K, V] {
	return keyValue[K, V]{s: s, part: part}
}

// ReadPart is its read side.
func (s *KeyValue[K, V]) ReadPart(part int32) record.ReadOnlyKeyValueStore[K, V] {
	return keyValue[K, V]{s: s, part: part}.ReadOnly()
}

type keyValue[K, V any] struct {
	s    *KeyValue[K, V]
	part int32
}

// readOnly hides the write side, also from a type assertion.
type readOnly[K, V any] struct {
	record.ReadOnlyKeyValueStore[K, V]
}

func (p keyValue[K, V]) ReadOnly() record.ReadOnlyKeyValueStore[K, V] { return readOnly[K, V]{p} }

// at is a key's bytes with the partition ahead, valid until the next call.
func (p keyValue[K, V]) at(key K) []byte {
	p.s.k = key
	p.s.Ordered.key = p.s.key.bytes(prefix(p.s.Ordered.key[:0], p.part), &p.s.k)
	return p.s.Ordered.key
}

func (p keyValue[K, V]) Get(key K) (v V, ok bool) {
	k := p.at(key)
	e := p.s.get(k)
	if e == nil {
		return v, false
	}
	p.used(k)
	return p.s.form.join(e), true
}

func (p keyValue[K, V]) Put(key K, value V) {
	if p.null(value) {
		p.Delete(key)
		return
	}
	p.set(p.at(key))
}

// null says whether a value is, which is in its place then.
func (p keyValue[K, V]) null(value V) bool {
	p.s.v = value
	return p.s.form.null(&p.s.v)
}

// set puts the value in its place.
func (p keyValue[K, V]) set(k []byte) {
	e := p.s.put(k, p.s.form.flat, func(b []byte) ([]byte, int64, record.Headers) { return p.s.form.split(b, &p.s.v, *p.s.Now) })
	p.placed(k, e)
}

func (p keyValue[K, V]) PutIfAbsent(key K, value V) (old V, present bool) {
	if old, present = p.Get(key); !present && !p.null(value) {
		p.set(p.at(key))
	}
	return old, present
}

func (p keyValue[K, V]) PutAll(rows iter.Seq2[K, V]) {
	for k, v := range rows {
		p.Put(k, v)
	}
}

func (p keyValue[K, V]) Delete(key K) (old V, present bool) {
	k := p.at(key)
	e := p.s.get(k)
	if e == nil {
		return old, false
	}
	old = p.s.form.join(e)
	p.forget(k)
	p.s.remove(k)
	return old, true
}

// bounds of an interval, as scan wants them.
func (p keyValue[K, V]) bounds(keys record.Interval[K]) (from, to []byte) {
	return bounds(&p.s.key, p.part, keys)
}

func bounds[K any](c *Codec[K], part int32, keys record.Interval[K]) (from, to []byte) {
	from, to = prefix(nil, part), prefix(nil, part+1)
	if keys.HasFrom {
		from = c.bytes(from, &keys.From)
	}
	if keys.HasTo {
		to = append(c.bytes(prefix(nil, part), &keys.To), 0)
	}
	return from, to
}

type scanner func(from, to []byte, yield func(key []byte, e *entry) bool)

func (p keyValue[K, V]) rows(scan scanner, from, to []byte) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		scan(from, to, func(key []byte, e *entry) bool { return yield(p.s.key.value(kept(key)), p.s.form.join(e)) })
	}
}

// kept is a copy of a lent key, which what is decoded from it may alias.
func kept(key []byte) []byte { return append([]byte{}, key[partLen:]...) }

func (p keyValue[K, V]) Range(keys record.Interval[K]) iter.Seq2[K, V] {
	from, to := p.bounds(keys)
	return p.rows(p.s.scan, from, to)
}

func (p keyValue[K, V]) ReverseRange(keys record.Interval[K]) iter.Seq2[K, V] {
	from, to := p.bounds(keys)
	return p.rows(p.s.back, from, to)
}

func (p keyValue[K, V]) All() iter.Seq2[K, V]        { return p.Range(record.Interval[K]{}) }
func (p keyValue[K, V]) ReverseAll() iter.Seq2[K, V] { return p.ReverseRange(record.Interval[K]{}) }

func (p keyValue[K, V]) PrefixScan(pre []byte) iter.Seq2[K, V] {
	from := partKey(nil, p.part, pre)
	return p.rows(p.s.scan, from, store.After(from))
}

func (p keyValue[K, V]) ApproximateLen() (n int64) {
	p.s.scan(prefix(nil, p.part), prefix(nil, p.part+1), func([]byte, *entry) bool {
		n++
		return true
	})
	return n
}
