package state

import (
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Part is the store of one partition.
func (s *Versioned[K, V]) Part(part int32) record.VersionedKeyValueStore[K, V] {
	return versions[K, V]{s, part}
}

// ReadPart is its read side.
func (s *Versioned[K, V]) ReadPart(part int32) record.ReadOnlyVersionedStore[K, V] {
	return versions[K, V]{s, part}.ReadOnly()
}

type versions[K, V any] struct {
	s    *Versioned[K, V]
	part int32
}

type readOnlyVersions[K, V any] struct {
	record.ReadOnlyVersionedStore[K, V]
}

func (p versions[K, V]) ReadOnly() record.ReadOnlyVersionedStore[K, V] {
	return readOnlyVersions[K, V]{p}
}

// all is a key's versions.
func (p versions[K, V]) all(key *K) []Version[V] {
	p.s.buf = p.s.key.bytes(p.s.buf[:0], key)
	k := codec.String(p.s.buf)
	if p.s.follows.of != nil {
		return p.s.followed(k)
	}
	h := codec.Murmur2(p.s.buf)
	return p.s.of(p.s.Ask(p.part, k, h), p.part, k, h)
}

func (p versions[K, V]) Get(key K) (v record.VersionedRecord[V], ok bool) {
	all := p.all(&key)
	n := len(all)
	if n == 0 || all[n-1].Raw == nil {
		return v, false
	}
	return record.VersionedRecord[V]{Value: all[n-1].V, Timestamp: all[n-1].TS, ValidTo: record.Latest}, true
}

func (p versions[K, V]) GetAsOf(key K, asOf int64) (r record.VersionedRecord[V], ok bool) {
	v, validTo := p.s.asOf(p.all(&key), p.part, asOf)
	if v == nil {
		return r, false
	}
	return record.VersionedRecord[V]{Value: v.V, Timestamp: v.TS, ValidTo: validTo}, true
}

func (p versions[K, V]) Put(key K, value V, timestamp int64) (validTo int64) {
	if p.s.value.null(&value) {
		return p.put(&key, value, nil, timestamp)
	}
	raw := p.s.value.bytes([]byte{}, &value)
	return p.put(&key, p.s.value.value(raw), raw, timestamp)
}

func (p versions[K, V]) put(key *K, value V, raw []byte, ts int64) (validTo int64) {
	p.s.buf = p.s.key.bytes(p.s.buf[:0], key)
	k, h := codec.String(p.s.buf), codec.Murmur2(p.s.buf)
	return p.s.Put(p.s.Ask(p.part, k, h), p.part, k, h, value, raw, ts)
}

func (p versions[K, V]) Delete(key K, timestamp int64) (old record.VersionedRecord[V], present bool) {
	p.s.Observed[p.part] = max(p.s.Observed[p.part], timestamp)
	if timestamp < p.s.Observed[p.part]-p.s.History {
		return old, false
	}
	old, present = p.GetAsOf(key, timestamp)
	var none V
	p.put(&key, none, nil, timestamp)
	return old, present
}
