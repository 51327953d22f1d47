package state

import (
	"encoding/binary"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Open connects the store with its durable rows.
func (s *Versioned[K, V]) Open(r store.Reader, lim store.Limits) {
	s.reader = r
	s.Table.Open(r, s.CF, lim)
}

// Family is the index of the store's family.
func (s *Versioned[K, V]) Family() uint32 { return s.CF }

// Fetch reads the keys in Misses.
func (s *Versioned[K, V]) Fetch() error {
	if s.Misses.Len() == 0 {
		return nil
	}
	return s.Table.Fetch(&s.Misses, s.LoadRow)
}

// Trim evicts what is over the limits.
func (s *Versioned[K, V]) Trim(stored uint32) { s.Table.Trim(stored) }

// Evict frees up to n entries.
func (s *Versioned[K, V]) Evict(n int, stored uint32) int { return s.Table.Evict(n, stored) }

// Absent enters that a key has no durable row.
func (s *Versioned[K, V]) Absent(part int32, key string, hash uint32) {
	s.Table.Absent(part, key, hash)
}

// Stats is what the store keeps in memory.
func (s *Versioned[K, V]) Stats() store.Stats { return s.Table.Stats() }

// Reset drops all that is in memory.
func (s *Versioned[K, V]) Reset() {
	s.Table.Reset()
	s.Misses.Reset()
	s.puts, s.restore, s.pending = s.puts[:0], nil, nil
}

// LoadRow enters a durable row.
func (s *Versioned[K, V]) LoadRow(part int32, key string, hash uint32, row []byte) bool {
	if s.Table.Find(part, key, hash) != 0 {
		return true
	}
	all, ok := s.versions(row)
	if !ok {
		return false
	}
	s.Table.Weigh(len(row))
	s.Table.Load(part, key, hash).Val.All = all
	return true
}

// Flush encodes what the epoch changed: a row a key, a changelog record a put.
func (s *Versioned[K, V]) Flush(e *store.Epoch, log *codec.Topic) {
	t, id := s.Table, s.Table.ID()
	if log != nil {
		for i := range s.puts {
			p := &s.puts[i]
			x := t.Get(p.at)
			log.Parts[x.Part].Append(p.ts, t.Key(x), p.raw, nil)
		}
	}
	clear(s.puts) // or the values would stay reachable
	s.puts = s.puts[:0]
	for _, at := range t.Dirty() {
		x := t.Get(at)
		key := t.Key(x)
		if all := x.Val.All; len(all) == 1 && all[0].Raw == nil && all[0].TS < s.Observed[x.Part]-s.History {
			e.Rows.Delete(id, x.Part, key)
			continue
		}
		s.buf = appendVersions(s.buf[:0], x.Val.All)
		t.Weigh(len(s.buf))
		e.Rows.Put(id, x.Part, key, s.buf)
	}
	t.Clean()
}

// A row is its versions, oldest first: timestamp, length of the value and one (uvarint, 0 for a delete), the value.
func appendVersions[V any](b []byte, all []Version[V]) []byte {
	for i := range all {
		b = codec.AppendInt64(b, all[i].TS)
		if all[i].Raw == nil {
			b = append(b, 0)
			continue
		}
		b = append(binary.AppendUvarint(b, uint64(len(all[i].Raw))+1), all[i].Raw...)
	}
	return b
}

func (s *Versioned[K, V]) versions(row []byte) (all []Version[V], ok bool) {
	row = append([]byte{}, row...)
	for len(row) > 0 {
		if len(row) < 9 {
			return nil, false
		}
		v := Version[V]{TS: codec.GetInt64(row)}
		n, w := binary.Uvarint(row[8:])
		if w <= 0 || n > 0 && uint64(len(row)-8-w) < n-1 {
			return nil, false
		}
		row = row[8+w:]
		if n > 0 {
			v.Raw, row = row[:n-1:n-1], row[n-1:]
			if !s.value.Decode(v.Raw, &v.V) {
				return nil, false
			}
		}
		all = append(all, v)
	}
	return all, true
}

// Rows yields the latest versions.
func (s *Versioned[K, V]) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	last := func(part int32, key []byte, all []Version[V]) bool {
		n := len(all)
		return n == 0 || all[n-1].Raw == nil || yield(part, key, all[n-1].TS, all[n-1].Raw)
	}
	var bad error
	err := s.Table.Scan(r, s.CF,
		func(e *store.Entry[Versions[V]]) bool { return !e.Live || last(e.Part, s.Table.Key(e), e.Val.All) },
		func(part int32, key, row []byte) bool {
			all, ok := s.versions(row)
			if !ok {
				bad = errShort(row)
				return false
			}
			return last(part, key, all)
		})
	if err != nil {
		return err
	}
	return bad
}
