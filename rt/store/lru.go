package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// LRU is a KV of which each partition keeps the rows that were used last (Stores.lruMap). A row that was put or looked up is used;
// what is one too many is deleted, in the changelog too, and nobody is told. All rows are in memory. A partition must have one lane:
// it is counted as a whole.
//
// A row of the DB is that of a KV and behind it the number of its last put, eight bytes. By these numbers the order is that of the puts
// after a restart, as it is where Kafka Streams restores its store from the changelog.
type LRU[V any] struct {
	KV[V]
	most   int
	owns   func(part int32) bool
	reader Reader
	loaded bool // the DB's rows are in the table
	recent map[int32]*Recent[At]
	put    map[At]int64 // the number of the last put
	puts   int64
	gone   map[At]int64 // when a row became one too many, in the running epoch
	dead   []At         // entries without a row, which nobody needs any more once their epoch has ended
}

var _ Any = (*LRU[int64])(nil)

// NewLRU makes a store that keeps so many rows a partition. owns says which partitions are the lane's.
func NewLRU[V any](kv KV[V], most int, owns func(part int32) bool) *LRU[V] {
	l := &LRU[V]{KV: kv, most: most, owns: owns}
	l.clear()
	return l
}

func (l *LRU[V]) clear() {
	l.recent, l.put, l.gone, l.puts, l.dead, l.loaded = map[int32]*Recent[At]{}, map[At]int64{}, map[At]int64{}, 0, nil, false
}

// Open connects the store with its durable rows. Limits don't hold: it has one of its own.
func (l *LRU[V]) Open(r Reader, _ Limits) {
	l.KV.Open(r, Limits{})
	l.reader, l.loaded = r, r == nil
}

// Fetch reads all rows at its first call. What isn't there then has no row.
func (l *LRU[V]) Fetch() error {
	if l.Misses.Reset(); l.loaded {
		return nil
	}
	l.loaded = true
	err := ScanRows(l.reader, l.CF, nil, nil, func(key, row []byte) error {
		part, k := SplitKey(key)
		if l.owns(part) && !l.LoadRow(part, codec.String(k), codec.Murmur2(k), row) {
			return fmt.Errorf("row of key %q in partition %d of family %d can't be decoded: %s", k, part, l.CF, OtherCodec)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, at := range slices.SortedFunc(maps.Keys(l.put), l.byPut) {
		l.of(l.Table.Get(at).Part).Use(at)
	}
	return nil
}

func (l *LRU[V]) byPut(a, b At) int { return cmp.Compare(l.put[a], l.put[b]) }

// LoadRow enters a durable row.
func (l *LRU[V]) LoadRow(part int32, key string, hash uint32, row []byte) bool {
	if l.Table.Find(part, key, hash) != 0 {
		return true
	}
	n := len(row) - 8
	if n < 0 || !l.KV.LoadRow(part, key, hash, row[:n]) {
		return false
	}
	at := l.Table.Find(part, key, hash)
	l.put[at] = codec.GetInt64(row[n:])
	l.puts = max(l.puts, l.put[at])
	l.of(part).Use(at)
	return true
}

func (l *LRU[V]) of(part int32) *Recent[At] {
	r := l.recent[part]
	if r == nil {
		r = &Recent[At]{}
		l.recent[part] = r
	}
	return r
}

// Place is Table.Place for an entry that is about to be put, which is its use.
func (l *LRU[V]) Place(a At, part int32, key string, hash uint32) At {
	a = l.Table.Place(a, part, key, hash)
	if !l.Table.Get(a).Live {
		l.dead = append(l.dead, a) // unless it is put now
	}
	return a
}

// Row is Table.Row, and a use.
func (l *LRU[V]) Row(a At, part int32, key string, hash uint32) *V {
	if a == 0 {
		a = l.Table.Find(part, key, hash)
	}
	v := l.Table.Row(a, part, key, hash)
	if v != nil {
		l.of(part).Use(a)
	}
	return v
}

// Ask is KV.Ask.
func (l *LRU[V]) Ask(part int32, key string, hash uint32) At {
	if err := l.Fetch(); err != nil {
		panic(&Unreadable{err})
	}
	return l.Table.Find(part, key, hash)
}

// Touch marks an entry that was put or deleted at a time in milliseconds, and deletes the rows that are too many then.
func (l *LRU[V]) Touch(e *Entry[V], a At, now int64) {
	l.Table.Touch(e, a)
	delete(l.gone, a)
	r := l.of(e.Part)
	l.puts += 2
	if l.put[a] = l.puts; !e.Live {
		r.Drop(a)
		return
	}
	r.Use(a)
	for {
		oldest, over := r.Over(l.most)
		if !over {
			return
		}
		x := l.Table.Get(oldest)
		x.Live = false
		l.Table.Touch(x, oldest)
		l.put[oldest], l.gone[oldest] = l.puts-1, now // Kafka Streams logs it ahead of the put
	}
}

// Flush encodes what the epoch changed, in the order of the last change of each key, so that the changelog shows the order of the puts.
func (l *LRU[V]) Flush(e *Epoch, log *codec.Topic) {
	t, id := l.Table, l.Table.ID()
	slices.SortStableFunc(t.Dirty(), l.byPut)
	for _, at := range t.Dirty() {
		x := t.Get(at)
		key := t.Key(x)
		b := l.Put(l.scratch[:0], &x.Val)
		ts, val := codec.GetInt64(b), b[8:]
		if x.Live {
			t.Weigh(len(b))
			b = codec.AppendInt64(b, l.put[at])
			e.Rows.Put(id, x.Part, key, b)
		} else {
			if gone, is := l.gone[at]; is {
				ts = gone
			}
			val = nil
			e.Rows.Delete(id, x.Part, key)
			delete(l.put, at)
			l.dead = append(l.dead, at)
		}
		if log != nil {
			log.Parts[x.Part].Append(ts, key, val, nil)
		}
		l.scratch = b
	}
	clear(l.gone)
	t.Clean()
}

// Trim takes out the entries without a row, those of epochs that have ended. No key is asked of the DB, so no row comes back.
func (l *LRU[V]) Trim(uint32) {
	l.dead = slices.DeleteFunc(l.dead, func(a At) (done bool) {
		e := l.Table.Get(a)
		switch {
		case !e.used || e.Live: // twice in the list, or put again
			return true
		case e.Epoch == l.Table.Epoch():
			return false
		}
		l.Table.Drop(a)
		return true
	})
}

// Evict frees nothing: what it keeps is in memory.
func (l *LRU[V]) Evict(int, uint32) int { return 0 }

// Reset drops all that is in memory.
func (l *LRU[V]) Reset() {
	l.KV.Reset()
	l.clear()
	l.loaded = l.reader == nil
}

// RestoreLog turns a changelog record into a row: the last one put, behind those that are there.
func (l *LRU[V]) RestoreLog(part int32, key, val []byte, ts int64, rows *Rows, r Reader) error {
	if l.puts == 0 {
		err := ScanRows(r, l.CF, nil, nil, func(_, row []byte) error {
			l.puts = max(l.puts, codec.GetInt64(row[len(row)-8:]))
			return nil
		})
		if err != nil {
			return err
		}
	}
	l.puts++
	if val != nil {
		val = codec.AppendInt64(slices.Clip(val), l.puts)
	}
	return l.KV.RestoreLog(part, key, val, ts, rows, r)
}

// Rows yields the store's contents. Those of other lanes' partitions are as the DB has them.
func (l *LRU[V]) Rows(r Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	if err := l.Fetch(); err != nil {
		return err
	}
	row := func(part int32, key, row []byte) bool {
		return l.owns(part) || yield(part, key, codec.GetInt64(row), row[8:len(row)-8])
	}
	return l.Table.Scan(r, l.CF, l.live(yield), row)
}
