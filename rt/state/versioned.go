package state

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Versions are what a key was, oldest first. Each is valid until the next begins; the last is the latest.
type Versions[V any] struct{ All []Version[V] }

// Version is a value from TS on, in milliseconds; Raw nil is a delete.
type Version[V any] struct {
	TS  int64
	Raw []byte // what V was decoded from, and aliases
	V   V
}

// logged is a put whose changelog record waits for the barrier. Each has its own: the next of the same key doesn't take
// its place, as the versions of a key are a history and not a last value.
type logged struct {
	ts  int64
	raw []byte
	at  store.At
}

// Versioned is Kafka Streams' versioned key-value store on one lane: a versioned table's, or a declared one, which Part
// shows to a processor.
type Versioned[K, V any] struct {
	Table    *store.Table[Versions[V]]
	CF       uint32
	History  int64   // milliseconds: how far back versions are kept
	Observed []int64 // largest timestamp that was put, by partition; -1 before the first

	Misses store.Misses // of the running batch: Probe notes them here, Fetch asks for them

	key     Codec[K]
	value   Codec[V]
	reader  store.Reader
	puts    []logged
	buf     []byte
	restore map[int32]int64 // observed times of the restore that is under way
	pending map[string][]Version[V]
	one     store.Misses
}

// NewVersioned makes a versioned store of so many partitions.
func NewVersioned[K, V any](t *store.Table[Versions[V]], cf uint32, key Codec[K], value Codec[V], history int64, parts int32) *Versioned[K, V] {
	return &Versioned[K, V]{Table: t, CF: cf, key: key, value: value, History: history, Observed: unseen(parts)}
}

// Marks are the store's times.
func (s *Versioned[K, V]) Marks(mark func(name string, t *int64)) {
	marks(mark, "/observed/", s.Observed)
}

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

// Ask is the place of a key, which is read from the DB if the table hasn't got it: 0 if there is no row.
func (s *Versioned[K, V]) Ask(part int32, key string, hash uint32) store.At {
	at, err := s.Table.Ask(part, key, hash, &s.one, s.LoadRow)
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	return at
}

// Put sets the version of a key from ts on; at is what Probe or Ask gave. It says when the next version begins, record.Latest
// if there is none, or record.NotPut if ts is older than the history. raw is the value's bytes, which v may alias and which
// are kept; nil is a delete.
func (s *Versioned[K, V]) Put(at store.At, part int32, key string, hash uint32, v V, raw []byte, ts int64) (validTo int64) {
	if s.Observed[part] = max(s.Observed[part], ts); ts < s.Observed[part]-s.History {
		return record.NotPut
	}
	x, at := s.Table.Hold(at, part, key, hash)
	all := s.pruned(x.Val.All, s.Observed[part])
	i, same := place(all, ts)
	n := Version[V]{TS: ts, Raw: raw, V: v}
	if same {
		all[i] = n
	} else {
		all = slices.Insert(all, i, n)
	}
	x.Val.All, x.Live = all, true
	s.puts = append(s.puts, logged{ts: ts, raw: raw, at: at})
	s.Table.Touch(x, at)
	if i+1 < len(all) {
		return all[i+1].TS
	}
	return record.Latest
}

// place is where a version of that time is, or belongs.
func place[V any](all []Version[V], ts int64) (i int, same bool) {
	for i = len(all); i > 0 && all[i-1].TS >= ts; i-- {
	}
	return i, i < len(all) && all[i].TS == ts
}

// pruned drops the versions that ended before the history began.
func (s *Versioned[K, V]) pruned(all []Version[V], observed int64) []Version[V] {
	n := 0
	for n+1 < len(all) && all[n+1].TS <= observed-s.History {
		n++
	}
	return slices.Delete(all, 0, n)
}

// Latest is the latest version of an entry's key, nil if that is a delete or there is none.
func (s *Versioned[K, V]) Latest(at store.At, part int32, key string, hash uint32) *Version[V] {
	all := s.of(at, part, key, hash)
	if n := len(all); n > 0 && all[n-1].Raw != nil {
		return &all[n-1]
	}
	return nil
}

// AsOf is the version of a time, nil if that is a delete, there was none, or it is older than the history.
func (s *Versioned[K, V]) AsOf(at store.At, part int32, key string, hash uint32, ts int64) *Version[V] {
	v, _ := s.asOf(s.of(at, part, key, hash), part, ts)
	return v
}

func (s *Versioned[K, V]) asOf(all []Version[V], part int32, ts int64) (v *Version[V], validTo int64) {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].TS > ts {
			continue
		}
		validTo = record.Latest
		if i+1 < len(all) {
			validTo = all[i+1].TS
			if ts < s.Observed[part]-s.History { // the latest version never expires
				return nil, 0
			}
		}
		if all[i].Raw == nil {
			return nil, 0
		}
		return &all[i], validTo
	}
	return nil, 0
}

func (s *Versioned[K, V]) of(at store.At, part int32, key string, hash uint32) []Version[V] {
	if row := s.Table.Row(at, part, key, hash); row != nil {
		return row.All
	}
	return nil
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

// RestoreLog adds a version to its key's. Rows follow at RestoreEnd: a key may come again in the batch, and the DB hasn't
// got the batch's rows yet.
func (s *Versioned[K, V]) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	if key == nil {
		return fmt.Errorf("changelog record of partition %d has no key; a compacted changelog can't hold such a record", part)
	}
	if s.pending == nil {
		s.pending, s.restore = map[string][]Version[V]{}, map[int32]int64{}
	}
	observed, seen := s.restore[part]
	if !seen || ts > observed {
		observed = ts
		s.restore[part] = ts
	}
	if ts < observed-s.History {
		return nil
	}
	k := string(partKey(nil, part, key))
	all, ok := s.pending[k]
	if !ok {
		row, found, err := r.Get(s.CF, []byte(k))
		if err != nil {
			return err
		}
		if found {
			if all, ok = s.versions(row); !ok {
				return errShort(row)
			}
		}
	}
	v := Version[V]{TS: ts}
	if val != nil {
		v.Raw = append([]byte{}, val...)
	}
	all = s.pruned(all, observed)
	if i, same := place(all, ts); same {
		all[i] = v
	} else {
		all = slices.Insert(all, i, v)
	}
	s.pending[k] = all
	return nil
}

func (s *Versioned[K, V]) merge(rows *store.Rows, r store.Reader) {
	for k, all := range s.pending {
		s.buf = appendVersions(s.buf[:0], all)
		rows.PutRaw(r.ID(s.CF), []byte(k), s.buf)
	}
}

// RestoreEnd makes rows of what is left.
func (s *Versioned[K, V]) RestoreEnd(rows *store.Rows, r store.Reader) error {
	s.merge(rows, r)
	s.pending = nil
	return nil
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

// Set is Put of a value's bytes, which it decodes. They are kept.
func (s *Versioned[K, V]) Set(at store.At, part int32, key string, hash uint32, raw []byte, ts int64) (validTo int64) {
	var v V
	if raw != nil {
		s.value.into(raw, &v)
	}
	return s.Put(at, part, key, hash, v, raw, ts)
}
