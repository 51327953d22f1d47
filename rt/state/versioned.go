package state

import (
	"slices"

	"github.com/tidwall/btree"

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

	all     *btree.Map[string, []Version[V]] // of a global store: what is shown, or was taken over
	shown   *shown[[]Version[V]]             // nil: nobody else reads it
	follows follower[[]Version[V]]
}

// NewVersioned makes a versioned store of so many partitions.
func NewVersioned[K, V any](t *store.Table[Versions[V]], cf uint32, key Codec[K], value Codec[V], history int64, parts int32) *Versioned[K, V] {
	return &Versioned[K, V]{Table: t, CF: cf, key: key, value: value, History: history, Observed: unseen(parts)}
}

// Marks are the observed stream times.
func (s *Versioned[K, V]) Marks(mark func(name string, at *int64)) {
	marks(mark, "/observed/", s.Observed)
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

// Set is Put of a value's bytes, which it decodes. They are kept.
func (s *Versioned[K, V]) Set(at store.At, part int32, key string, hash uint32, raw []byte, ts int64) (validTo int64) {
	var v V
	if raw != nil {
		s.value.into(raw, &v)
	}
	return s.Put(at, part, key, hash, v, raw, ts)
}
