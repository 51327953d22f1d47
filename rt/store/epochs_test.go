package store_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// lane runs a store through epochs, several of them on their way to the DB, beside maps of what it should hold.
type lane struct {
	epoch, stored uint32
	db            store.DB
	kv            *store.KV[text]
	now, written  map[string]string // by partition and key
	way           []handed
}

// handed is an epoch between barrier and DB.
type handed struct {
	n    uint32
	rows []byte
	now  map[string]string
}

var names = rapid.SampledFrom([]string{"", "a", "b", "c", "d", "a key that is longer than any that lies inside an entry", "another key that is longer than any that lies inside an entry"})

// batch reads and changes some keys, after one fetch for all.
func (l *lane) batch(t *rapid.T) {
	n := rapid.IntRange(1, 6).Draw(t, "records")
	parts, keys := make([]int32, n), make([]string, n)
	at := make([]store.At, n)
	for i := range keys {
		parts[i], keys[i] = rapid.Int32Range(0, 2).Draw(t, "part"), names.Draw(t, "key")
		at[i] = l.kv.Table.Probe(parts[i], keys[i], codec.Murmur2([]byte(keys[i])), &l.kv.Misses)
	}
	if err := l.kv.Fetch(); err != nil {
		t.Fatal(err)
	}
	for i, key := range keys {
		e, a := l.kv.Table.Hold(at[i], parts[i], key, codec.Murmur2([]byte(key)))
		id := fmt.Sprintf("%d: %q", parts[i], key)
		if want, ok := l.now[id]; e.Live != ok || ok && string(e.Val.Raw) != want {
			t.Fatalf("%s is %q, live %v, in epoch %d; want %q, %v", id, e.Val.Raw, e.Live, l.epoch, want, ok)
		}
		switch val := rapid.SampledFrom([]string{"-", "", "v", "w", "x"}).Draw(t, "val"); val {
		case "-": // read only
		case "":
			e.Live = false
			l.kv.Table.Touch(e, a)
			delete(l.now, id)
		default:
			e.Live, e.Val = true, text{1, []byte(val)}
			l.kv.Table.Touch(e, a)
			l.now[id] = val
		}
	}
}

func (l *lane) barrier(*rapid.T) {
	var e store.Epoch
	l.kv.Flush(&e, nil)
	l.way = append(l.way, handed{l.epoch, slices.Clone(e.Rows.Bytes()), maps.Clone(l.now)})
	l.epoch++
}

func (l *lane) write(t *rapid.T) {
	if len(l.way) == 0 {
		return
	}
	if err := l.db.Write(l.way[0].rows); err != nil {
		t.Fatal(err)
	}
	l.stored, l.written, l.way = l.way[0].n, l.way[0].now, l.way[1:]
}

// abort is the restart in place: what was not written never was (6).
func (l *lane) abort(*rapid.T) {
	l.way = nil
	l.kv.Reset()
	l.now = maps.Clone(l.written)
}

func (l *lane) compare(t *rapid.T) {
	got := map[string]string{}
	err := l.kv.Rows(l.db, func(part int32, key []byte, _ int64, val []byte) bool {
		got[fmt.Sprintf("%d: %q", part, key)] = string(val)
		return true
	})
	if err != nil || !maps.Equal(got, l.now) {
		t.Fatalf("store holds %q, %v; want %q", got, err, l.now)
	}
	if n := len(l.kv.Table.Dirty()); n > l.kv.Table.Len() {
		t.Fatalf("%d dirty of %d entries", n, l.kv.Table.Len())
	}
}

// TestEpochsOverlap is read-your-writes with eviction (3), late writes and aborts.
func TestEpochsOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &lane{epoch: 1, now: map[string]string{}, written: map[string]string{}}
		l.db, _ = store.Memory().Open("dir", []string{"a"})
		l.kv = newText(&l.epoch, 1)
		l.kv.Open(l.db, store.Limits{Entries: rapid.IntRange(0, 4).Draw(t, "limit")})
		t.Repeat(map[string]func(*rapid.T){
			"batch":   l.batch,
			"more":    l.batch,
			"barrier": l.barrier,
			"write":   l.write,
			"evict":   func(t *rapid.T) { l.kv.Evict(rapid.IntRange(1, 8).Draw(t, "n"), l.stored) },
			"trim":    func(*rapid.T) { l.kv.Trim(l.stored) },
			"abort":   l.abort,
			"":        l.compare,
		})
	})
}
