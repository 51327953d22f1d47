package state

import "github.com/tidwall/btree"

// uses is the order in which the rows of a partition were used last: LinkedHashMap in Kafka Streams' store.
type uses struct{ keys btree.Map[int64, string] }

// order is the partition's, read from the rows once: there are no more than the store keeps.
func (p keyValue[K, V]) order() *uses {
	u := p.s.lru[p.part]
	if u != nil {
		return u
	}
	u = &uses{}
	p.s.lru[p.part] = u
	p.s.scan(prefix(nil, p.part), prefix(nil, p.part+1), func(key []byte, e *entry) bool {
		u.keys.Set(e.use, string(key))
		p.s.use = max(p.s.use, e.use)
		return true
	})
	return u
}

// used notes that a row was read. It is not a change: after a restart the order is that of the puts, as it is where
// Kafka Streams restores the store from its changelog.
func (p keyValue[K, V]) used(key []byte, e *entry) {
	if p.s.max == 0 {
		return
	}
	u := p.order()
	u.keys.Delete(e.use)
	p.s.use++
	e.use = p.s.use
	u.keys.Set(e.use, string(key))
}

// placed notes that a row was put, and deletes the one whose use is longest ago if there is one too many.
func (p keyValue[K, V]) placed(key []byte, e *entry) {
	if p.s.max == 0 {
		return
	}
	k := string(key)
	p.used(key, e)
	u := p.order()
	if u.keys.Len() <= p.s.max {
		return
	}
	if at, oldest, ok := u.keys.Min(); ok && oldest != k {
		u.keys.Delete(at)
		p.s.remove([]byte(oldest))
	}
}

func (p keyValue[K, V]) forget(e *entry) {
	if p.s.max > 0 {
		p.order().keys.Delete(e.use)
	}
}

// Reset drops all that is in memory.
func (s *KeyValue[K, V]) Reset() {
	s.Ordered.Reset()
	clear(s.lru)
	s.use = 0
}

// Evict frees nothing of an LRU store: what it keeps is in memory.
func (s *KeyValue[K, V]) Evict(n int, stored uint32) int {
	if s.max > 0 {
		return 0
	}
	return s.Ordered.Evict(n, stored)
}

// Trim evicts what is over the limits.
func (s *KeyValue[K, V]) Trim(stored uint32) {
	if s.max == 0 {
		s.Ordered.Trim(stored)
	}
}
