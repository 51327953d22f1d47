package storetest

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
)

func contains(err error, s string) bool { return err != nil && strings.Contains(err.Error(), s) }

// ids: a family that an older program made keeps its id and rows while others come, go and change places.
func (s Subject) ids(t *testing.T) {
	dir := s.Dir()
	db := s.open(t, dir, "a", "b")
	a, b := db.ID(1), db.ID(2)
	put(t, db, 1, "k", "of a")
	put(t, db, 2, "k", "of b")
	must(t, db.Close())

	db = s.open(t, dir, "new", "b")
	if got := db.Families(); !slices.Equal(got, []string{store.OffsetsFamily, "new", "b", "a"}) {
		t.Fatalf("families %q; want those asked for, then what is left", got)
	}
	if db.ID(2) != b || db.ID(3) != a || db.ID(1) == a || db.ID(1) == b {
		t.Fatalf("ids of new, b, a are %d, %d, %d; b had %d, a %d", db.ID(1), db.ID(2), db.ID(3), b, a)
	}
	if got := get(t, db, 3, "k"); got != "of a" {
		t.Fatalf("row of a: %q", got)
	}
	must(t, db.DropFamily("a"))
	if _, _, err := db.Get(3, nil); !contains(err, "dropped") {
		t.Fatalf("read of a dropped family: %v", err)
	}
	for _, name := range []string{"a", "never", store.OffsetsFamily, "default"} {
		if err := db.DropFamily(name); !contains(err, name) || !contains(err, dir) {
			t.Fatalf("drop of %q: %v; want an error that says which and where", name, err)
		}
	}
	s.Crash(db, dir)

	db = s.open(t, dir, "a", "b")
	if id := db.ID(1); id == a || get(t, db, 1, "k") != "-" {
		t.Fatalf("a came back with id %d (was %d) and row %q", id, a, get(t, db, 1, "k"))
	}
	if got := get(t, db, 2, "k"); got != "of b" || db.ID(2) != b {
		t.Fatalf("row of b: %q, id %d (was %d)", got, db.ID(2), b)
	}
}

func (s Subject) bounds(t *testing.T) {
	db := s.open(t, s.Dir(), "a", "b")
	var r store.Rows
	for part := range int32(3) {
		for _, k := range []string{"", "a", "a\x00", "ab", "\xff\xff"} {
			r.Put(db.ID(1), part, []byte(k), nil)
		}
	}
	r.Put(db.ID(2), 1, []byte("z"), nil)
	must(t, db.Write(r.Bytes()))
	all := scan(t, db, 1, nil, nil)
	if len(all) != 15 || !slices.IsSorted(all) {
		t.Fatalf("all: %q", all)
	}
	if got := scan(t, db, 1, []byte{0, 1}, []byte{0, 2}); !slices.Equal(got, all[5:10]) {
		t.Errorf("partition 1: %q", got)
	}
	if got := scan(t, db, 1, []byte("\x00\x01a\x00"), []byte("\x00\x01\xff\xff")); !slices.Equal(got, all[7:9]) {
		t.Errorf("from included, to not: %q", got)
	}
	if got := scan(t, db, 1, []byte{0, 2}, []byte{0, 1}); got != nil {
		t.Errorf("from after to: %q", got)
	}
	n := 0
	must(t, db.Scan(1, nil, nil, func(_, _ []byte) bool { n++; return n < 3 }))
	if n != 3 {
		t.Errorf("stopped after %d rows; want 3", n)
	}
	r.Reset()
	r.WipePartition(db.ID(1), 1)
	must(t, db.Write(r.Bytes()))
	if got := scan(t, db, 1, nil, nil); !slices.Equal(got, append(slices.Clone(all[:5]), all[10:]...)) {
		t.Errorf("without partition 1: %q", got)
	}
	r.Reset()
	r.Wipe(db.ID(1))
	must(t, db.Write(r.Bytes()))
	if a, b := scan(t, db, 1, nil, nil), scan(t, db, 2, nil, nil); a != nil || len(b) != 1 {
		t.Errorf("after the wipe of one family: %q, %q", a, b)
	}
}

func (s Subject) moment(t *testing.T) {
	db := s.open(t, s.Dir(), "a")
	put(t, db, 1, "a", "1", "b", "1", "c", "1")
	var seen []string
	must(t, db.Scan(1, nil, nil, func(key, val []byte) bool {
		if len(seen) == 0 {
			put(t, db, 1, "b", "2", "bb", "2")
		}
		seen = append(seen, string(key[2:])+string(val))
		return true
	}))
	if !slices.Equal(seen, []string{"a1", "b1", "c1"}) {
		t.Fatalf("a scan saw %q; want the rows of when it began", seen)
	}
	if got := get(t, db, 1, "bb"); got != "2" {
		t.Fatalf("what was written during the scan: %q", got)
	}
}

// whole: batches are numbered and write the number to all keys; a read finds one number.
func (s Subject) whole(t *testing.T) {
	const keys, batches = 40, 300
	db := s.open(t, s.Dir(), "a")
	var m store.Misses
	for i := range keys {
		m.Add(int32(i%3), string(rune('a'+i)), 0)
	}
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		wg.Go(func() {
			for last := uint32(0); ; {
				var seen []uint32
				if err := db.MultiGet(1, &m, func(_ int, row []byte) { seen = append(seen, binary.BigEndian.Uint32(row)) }); err != nil {
					t.Error(err)
					return
				}
				if len(seen) != 0 && (len(seen) != keys || slices.Min(seen) != slices.Max(seen) || seen[0] < last) {
					t.Errorf("after %d, one read found %d", last, seen)
					return
				}
				if len(seen) > 0 {
					last = seen[0]
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	var r store.Rows
	for n := range uint32(batches) {
		r.Reset()
		for i, k := range m.Keys {
			r.Put(db.ID(1), m.Parts[i], []byte(k), binary.BigEndian.AppendUint32(nil, n))
		}
		must(t, db.Write(r.Bytes()))
	}
	close(stop)
	wg.Wait()
}

func (s Subject) flush(t *testing.T) {
	dir := s.Dir()
	db := s.open(t, dir, "a", "b")
	var r store.Rows
	write := func(n string) {
		r.Reset()
		r.Put(db.ID(1), 0, []byte("k"), []byte(n))
		r.Put(db.ID(2), 0, []byte("k"), []byte(n))
		r.PutRaw(db.ID(store.Offsets), []byte("\x00\x00k"), []byte(n))
		must(t, db.Write(r.Bytes()))
	}
	write("1")
	must(t, db.Flush())
	write("2")
	s.Crash(db, dir)
	db = s.open(t, dir, "a", "b")
	for cf := range uint32(3) {
		if got := get(t, db, cf, "k"); got != "1" {
			t.Errorf("family %d after the crash: %q; want what was flushed", cf, got)
		}
	}
	write("3")
	must(t, db.Close())
	db = s.open(t, dir, "a", "b")
	for cf := range uint32(3) {
		if got := get(t, db, cf, "k"); got != "3" {
			t.Errorf("family %d after Close: %q", cf, got)
		}
	}
}
