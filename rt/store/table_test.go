package store_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

type count struct{ N, TS int64 }

func newCounts(epoch *uint32) *store.KV[count] {
	return &store.KV[count]{Table: store.NewTable[count](epoch), CF: 1,
		Put: func(b []byte, v *count) []byte { return codec.AppendInt64(codec.AppendInt64(b, v.TS), v.N) },
		Get: func(row []byte, v *count) bool {
			*v = count{codec.GetInt64(row[8:]), codec.GetInt64(row)}
			return true
		}}
}

func hash(key string) uint32 { return codec.Murmur2([]byte(key)) }

// TestTableHoldsWhatAMapHolds inserts and evicts at random; keys of all lengths, the same ones in many partitions, some
// with equal hashes.
func TestTableHoldsWhatAMapHolds(t *testing.T) {
	type id struct {
		part int32
		key  string
	}
	rng := rand.New(rand.NewPCG(1, 2))
	epoch, m := uint32(1), map[id]int64{}
	tab := store.NewTable[count](&epoch)
	tab.Open(open(t, "a"), 1, store.Limits{})
	sum := func(key string) uint32 { return hash(key) &^ 0xFF } // chains
	name := func() id {
		return id{int32(rng.IntN(5)), strings.Repeat("k", rng.IntN(40)) + fmt.Sprint(rng.IntN(300))}
	}
	for step := range 60_000 {
		switch x := name(); {
		case step%1000 == 999:
			tab.Evict(rng.IntN(2000), epoch-1)
			for x := range m {
				if tab.Find(x.part, x.key, sum(x.key)) == 0 {
					delete(m, x)
				}
			}
			epoch++
			tab.Clean()
		case step%3 == 0:
			a := tab.Find(x.part, x.key, sum(x.key))
			if _, ok := m[x]; ok != (a != 0) {
				t.Fatalf("step %d: %v found at %d, should be there: %v", step, x, a, ok)
			}
			if a != 0 && (tab.Get(a).Val.N != m[x] || string(tab.Key(tab.Get(a))) != x.key || tab.Get(a).Part != x.part) {
				t.Fatalf("step %d: %v holds %v of %q in partition %d", step, x, tab.Get(a).Val, tab.Key(tab.Get(a)), tab.Get(a).Part)
			}
		default:
			e, a := tab.Hold(0, x.part, x.key, sum(x.key))
			if e.Val.N != m[x] {
				t.Fatalf("step %d: %v holds %d; want %d", step, x, e.Val.N, m[x])
			}
			m[x]++
			e.Val.N, e.Live = m[x], true
			tab.Touch(e, a)
		}
		if tab.Len() != len(m) {
			t.Fatalf("step %d: %d entries; want %d", step, tab.Len(), len(m))
		}
	}
	if s := tab.Stats(); s.Evicted < 1000 {
		t.Fatalf("only %d entries were evicted: the test shows nothing", s.Evicted)
	}
}

func TestDirtyHasEachChangedEntryOnce(t *testing.T) {
	epoch := uint32(1)
	tab := store.NewTable[count](&epoch)
	touch := func(key string) store.At {
		e, a := tab.Hold(0, 0, key, hash(key))
		tab.Touch(e, a)
		return a
	}
	b, a := touch("b"), touch("a")
	touch("b")
	tab.Load(0, "loaded", hash("loaded"))
	tab.Absent(0, "absent", hash("absent"))
	if got := tab.Dirty(); !slices.Equal(got, []store.At{b, a}) {
		t.Fatalf("dirty %v; want %v in the order of first change", got, []store.At{b, a})
	}
	tab.Clean()
	epoch++
	touch("a")
	if got := tab.Dirty(); !slices.Equal(got, []store.At{a}) {
		t.Fatalf("dirty in the next epoch %v; want %v", got, a)
	}
}

func TestProbeAsksOnlyWhatTheReaderMayHave(t *testing.T) {
	epoch := uint32(1)
	tab := store.NewTable[count](&epoch)
	var m store.Misses
	if tab.Probe(0, "k", hash("k"), &m); m.Len() != 0 {
		t.Fatal("a complete table asked")
	}
	tab.Complete = false
	tab.Load(0, "k", hash("k"))
	tab.Absent(0, "none", hash("none"))
	for part := range int32(2) {
		for _, key := range []string{"k", "none"} {
			tab.Probe(part, key, hash(key), &m)
		}
	}
	if !slices.Equal(m.Keys, []string{"k", "none"}) || !slices.Equal(m.Parts, []int32{1, 1}) || m.Hashes[0] != hash("k") {
		t.Fatalf("asked %v of partitions %v", m.Keys, m.Parts)
	}
	keys := m.Keys[:2]
	if m.Reset(); m.Len() != 0 || keys[0] != "" {
		t.Fatalf("after Reset: %d, still holds %q", m.Len(), keys[0])
	}
}

// TestRow: a lookup sees what is there now, also an entry that was made after the probe.
func TestRow(t *testing.T) {
	epoch := uint32(1)
	tab := store.NewTable[count](&epoch)
	if tab.Row(0, 1, "k", hash("k")) != nil {
		t.Fatal("a row in an empty table")
	}
	e, a := tab.Hold(0, 1, "k", hash("k"))
	for _, at := range []store.At{0, a} {
		if e.Live = false; tab.Row(at, 1, "k", hash("k")) != nil {
			t.Fatalf("at %d: a dead entry has a row", at)
		}
		if e.Live = true; tab.Row(at, 1, "k", hash("k")) != &e.Val || tab.Row(0, 2, "k", hash("k")) != nil {
			t.Fatalf("at %d: not the row of the key", at)
		}
	}
}

func TestScansAreInOrder(t *testing.T) {
	epoch := uint32(1)
	tab := store.NewTable[count](&epoch)
	for _, key := range []string{"b", "", "a", "\xff", "b\x00"} {
		for part := int32(2); part >= 0; part-- {
			tab.Hold(0, part, key, hash(key))
		}
	}
	var each, sorted []string
	add := func(to *[]string, limit int) func(store.At, *store.Entry[count]) bool {
		return func(_ store.At, e *store.Entry[count]) bool {
			*to = append(*to, fmt.Sprintf("%d%q", e.Part, tab.Key(e)))
			return len(*to) < limit
		}
	}
	tab.Each(add(&each, 4))
	equal(t, "places", each, []string{`2"b"`, `1"b"`, `0"b"`, `2""`})
	tab.Sorted(add(&sorted, 7))
	equal(t, "sorted", sorted, []string{`0""`, `0"a"`, `0"b"`, `0"b\x00"`, `0"\xff"`, `1""`, `1"a"`})
}

func TestEvictKeepsWhatIsNotStored(t *testing.T) {
	epoch := uint32(1)
	tab := store.NewTable[count](&epoch)
	fill := func() {
		for i := range 10 {
			e, a := tab.Hold(0, 0, fmt.Sprint(epoch, i), hash(fmt.Sprint(epoch, i)))
			tab.Touch(e, a)
		}
		tab.Clean()
		epoch++
	}
	fill()
	if n := tab.Evict(100, 5); n != 0 {
		t.Fatalf("a table without rows below lost %d entries", n)
	}
	tab.Reset()
	tab.Open(open(t, "a"), 1, store.Limits{})
	fill()
	fill()
	if n := tab.Evict(100, 2); n != 10 || tab.Len() != 10 {
		t.Fatalf("evicted %d, %d left; want the ten of epoch 2 gone", n, tab.Len())
	}
	if n := tab.Evict(8, 3); n == 0 || n > 8 || tab.Complete {
		t.Fatalf("evicted %d of eight, complete %v", n, tab.Complete)
	}
}

func TestEvictSparesWhatWasLookedUp(t *testing.T) {
	epoch := uint32(1)
	tab := store.NewTable[count](&epoch)
	tab.Open(open(t, "a"), 1, store.Limits{})
	key := func(i int) string { return fmt.Sprint(strings.Repeat("x", i%2*40), i) }
	for i := range 100 {
		tab.Load(0, key(i), hash(key(i)))
	}
	for i := range 50 {
		tab.Find(0, key(i), hash(key(i)))
	}
	if n := tab.Evict(50, 0); n != 50 {
		t.Fatalf("evicted %d; want 50", n)
	}
	for i := range 100 {
		if found := tab.Find(0, key(i), hash(key(i))) != 0; found != (i < 50) {
			t.Fatalf("key %d is there: %v", i, found)
		}
	}
	if n := tab.Evict(100, 0); n != 50 || tab.Len() != 0 {
		t.Fatalf("evicted %d of those that nobody looked up again, %d left", n, tab.Len())
	}
}

func TestTrimKeepsTheLimits(t *testing.T) {
	for name, lim := range map[string]store.Limits{"entries": {Entries: 1000}, "bytes": {Bytes: 200_000}} {
		epoch := uint32(1)
		k := newText(&epoch, 1)
		k.Open(open(t, "a"), lim)
		for i := range 20_000 {
			set(k, 0, fmt.Sprint("key", i), 1, strings.Repeat("v", 100))
			if i%100 != 99 {
				continue
			}
			var e store.Epoch
			k.Flush(&e, nil)
			epoch++
			k.Trim(epoch - 1)
			if s := k.Stats(); lim.Entries > 0 && s.Entries > lim.Entries || lim.Bytes > 0 && s.Bytes > lim.Bytes {
				t.Fatalf("limit of %s: %d entries, %d bytes after Trim", name, s.Entries, s.Bytes)
			}
		}
		if s := k.Stats(); s.Entries < 200 {
			t.Errorf("limit of %s: only %d entries are left", name, s.Entries)
		}
	}
}

func TestTrimDoesNotLookTwiceInVain(t *testing.T) {
	epoch := uint32(5)
	tab := store.NewTable[count](&epoch)
	tab.Open(open(t, "a"), 1, store.Limits{Entries: 10})
	for i := range 20 {
		e, a := tab.Hold(0, 0, fmt.Sprint(i), hash(fmt.Sprint(i)))
		tab.Touch(e, a)
	}
	tab.Trim(4)
	tab.Absent(0, "clean", hash("clean"))
	if tab.Trim(4); tab.Find(0, "clean", hash("clean")) == 0 {
		t.Fatal("Trim went through the table again although no epoch was stored since")
	}
	if tab.Trim(5); tab.Len() > 10 {
		t.Fatalf("%d entries once all is stored", tab.Len())
	}
}

// TestLongKeysAreRepacked: a table whose long keys come and go must not grow.
func TestLongKeysAreRepacked(t *testing.T) {
	epoch := uint32(1)
	tab := store.NewTable[count](&epoch)
	tab.Open(open(t, "a"), 1, store.Limits{})
	long := strings.Repeat("x", 1000)
	keep := long + "kept"
	tab.Load(0, keep, hash(keep))
	for i := range 5000 {
		key := fmt.Sprint(long, i)
		tab.Load(0, key, hash(key))
		tab.Load(0, keep, hash(keep))
		if i%50 == 49 {
			tab.Evict(50, 0)
		}
	}
	if n := store.ArenaBlocks(tab); n > 8 {
		t.Fatalf("%d blocks of long keys for %d entries", n, tab.Len())
	}
	tab.Each(func(_ store.At, e *store.Entry[count]) bool {
		if key := string(tab.Key(e)); !strings.HasPrefix(key, long) || tab.Find(0, key, e.Hash) == 0 {
			t.Fatalf("an entry has the key %q", key)
		}
		return true
	})
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	epoch := uint32(1)
	k := newCounts(&epoch)
	k.Open(open(t, "a"), store.Limits{Entries: 2000})
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprintf("key %d %s", i, strings.Repeat("x", i%30))
	}
	log := codec.NewTopic("log", 4)
	var e store.Epoch
	at := make([]store.At, len(keys))
	round := func() {
		for i, key := range keys {
			at[i] = k.Table.Probe(int32(i%4), key, hash(key), &k.Misses)
		}
		if err := k.Fetch(); err != nil {
			t.Fatal(err)
		}
		for i, key := range keys {
			x, a := k.Table.Hold(at[i], int32(i%4), key, hash(key))
			x.Val.N, x.Live = x.Val.N+1, true
			k.Table.Touch(x, a)
		}
		log.Reset()
		e.Rows.Reset()
		k.Flush(&e, log)
		epoch++
		k.Trim(epoch - 1)
	}
	round()
	round()
	if n := testing.AllocsPerRun(20, round); n != 0 {
		t.Fatalf("%v allocations in a round of 1,000 records and a barrier", n)
	}
	if e.Rows.Len() != len(keys) {
		t.Fatalf("%d rows", e.Rows.Len())
	}
}

// TestFindComparesWhole: keys of one hash and length that differ in one byte are told apart, wherever that lies.
func TestFindComparesWhole(t *testing.T) {
	const same = 7 // hash of all
	epoch := uint32(1)
	for n := range 40 {
		tab := store.NewTable[int64](&epoch)
		key := bytes.Repeat([]byte("k"), n)
		_, at := tab.Hold(0, 1, string(key), same)
		if got := tab.Find(1, string(key), same); got != at {
			t.Errorf("a key of %d bytes: place %d, expected %d", n, got, at)
		}
		for i := range key {
			key[i] = 'x'
			if got := tab.Find(1, string(key), same); got != 0 {
				t.Errorf("a key of %d bytes of which byte %d differs was found", n, i)
			}
			key[i] = 'k'
		}
		if got := tab.Find(1, string(append(key, 'k')), same); got != 0 {
			t.Errorf("a key of %d bytes was found by one more", n)
		}
	}
}
