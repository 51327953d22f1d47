package state

import (
	"cmp"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// order is in which order the partition's rows were used, read from the rows once: there are no more than the store keeps.
func (p keyValue[K, V]) order() *store.Recent[string] {
	u := p.s.lru[p.part]
	if u != nil {
		return u
	}
	u = &store.Recent[string]{}
	p.s.lru[p.part] = u
	type row struct {
		key string
		put int64
	}
	var rows []row
	p.s.scan(prefix(nil, p.part), prefix(nil, p.part+1), func(key []byte, e *entry) bool {
		rows = append(rows, row{string(key), e.put})
		p.s.puts = max(p.s.puts, e.put)
		return true
	})
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.put, b.put) })
	for _, r := range rows {
		u.Use(r.key)
	}
	return u
}

// used notes that a row was read. It is not a change: after a restart the order is that of the puts, as it is where
// Kafka Streams restores the store from its changelog.
func (p keyValue[K, V]) used(key []byte) {
	if p.s.max > 0 {
		p.order().Use(codec.String(key)) // the rows are all in it: the lent key is not kept
	}
}

// placed notes that a row was put, and deletes those whose use is longest ago if there are too many.
func (p keyValue[K, V]) placed(key []byte, e *entry) {
	if p.s.max == 0 {
		return
	}
	u := p.order()
	p.s.puts++
	e.put = p.s.puts
	u.Use(string(key))
	for {
		oldest, over := u.Over(p.s.max)
		if !over {
			return
		}
		p.s.remove([]byte(oldest))
	}
}

func (p keyValue[K, V]) forget(key []byte) {
	if p.s.max > 0 {
		p.order().Drop(string(key))
	}
}

// byPut sorts what the epoch changed, so that the changelog shows the order of the puts.
func (o *Ordered) byPut() {
	put := func(k string) int64 {
		e, _ := o.rows.Get(k)
		return e.put
	}
	slices.SortStableFunc(o.dirty, func(a, b string) int { return cmp.Compare(put(a), put(b)) })
}

// number gives a row that is restored the next number, behind those of the rows that are there.
func (o *Ordered) number(r store.Reader) (err error) {
	if o.puts == 0 {
		err = store.ScanRows(r, o.CF, nil, nil, func(_, row []byte) error {
			var e entry
			err := o.Row.decode(row, &e)
			o.puts = max(o.puts, e.put)
			return err
		})
	}
	o.puts++
	return err
}

// Reset drops all that is in memory.
func (s *KeyValue[K, V]) Reset() {
	s.Ordered.Reset()
	clear(s.lru)
	s.puts = 0
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
