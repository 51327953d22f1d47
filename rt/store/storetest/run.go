package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Subject is a backend under test.
type Subject struct {
	Backend store.Backend
	Dir     func() string                 // a directory that is not there yet
	Crash   func(db store.DB, dir string) // ends db as kill -9 does: what was not flushed is gone
}

// Run is the whole contract.
func Run(t *testing.T, s Subject) {
	t.Run("Model", s.model)
	t.Run("LockedDirectoryIsNamed", s.locked)
	t.Run("ClosedGivesErrors", s.closed)
	t.Run("BadBatchEndsTheDB", s.badBatch)
	t.Run("FamiliesKeepTheirIDs", s.ids)
	t.Run("FamilyNamesAreChecked", s.names)
	t.Run("ScanBounds", s.bounds)
	t.Run("ScanSeesOneMoment", s.moment)
	t.Run("MultiGetSeesWholeBatches", s.whole)
	t.Run("FlushIsAllFamilies", s.flush)
}

// open is Open, with the test's end as Close.
func (s *Subject) open(t testing.TB, dir string, families ...string) store.DB {
	t.Helper()
	db, err := s.Backend.Open(dir, families)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() }) // a second one is an error that a test has looked at
	return db
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes rows of partition 0 in one batch: key, value, key, value.
func put(t testing.TB, db store.DB, cf uint32, pairs ...string) {
	t.Helper()
	var r store.Rows
	for i := 0; i < len(pairs); i += 2 {
		r.Put(db.ID(cf), 0, []byte(pairs[i]), []byte(pairs[i+1]))
	}
	must(t, db.Write(r.Bytes()))
}

// get is the row of a key of partition 0, "-" if there is none.
func get(t testing.TB, db store.DB, cf uint32, key string) string {
	t.Helper()
	row, ok, err := db.Get(cf, append([]byte{0, 0}, key...))
	must(t, err)
	if !ok {
		return "-"
	}
	return string(row)
}

func scan(t testing.TB, db store.DB, cf uint32, from, to []byte) (out []string) {
	t.Helper()
	must(t, db.Scan(cf, from, to, func(key, val []byte) bool {
		out = append(out, fmt.Sprintf("%x %x", key, val)) // a space sorts before all digits
		return true
	}))
	return out
}

func (s Subject) locked(t *testing.T) {
	dir := s.Dir()
	db := s.open(t, dir, "a")
	_, err := s.Backend.Open(dir, []string{"a"})
	if !errors.Is(err, store.ErrLocked) || !contains(err, dir) {
		t.Fatalf("opened twice: %v; want ErrLocked with the directory's name", err)
	}
	put(t, db, 1, "k", "v")
	must(t, db.Close())
	if got := get(t, s.open(t, dir, "a"), 1, "k"); got != "v" {
		t.Fatalf("after the first one was closed: %q", got)
	}
}

func (s Subject) closed(t *testing.T) {
	dir := s.Dir()
	db := s.open(t, dir, "a")
	put(t, db, 1, "k", "v")
	must(t, db.Close())
	_, _, get := db.Get(1, []byte{0, 0, 'k'})
	m := store.Misses{}
	m.Add(0, "k", codec.Murmur2([]byte("k")))
	var r store.Rows
	r.Delete(db.ID(1), 0, []byte("k"))
	for name, err := range map[string]error{
		"Get":        get,
		"MultiGet":   db.MultiGet(1, &m, func(int, []byte) {}),
		"Scan":       db.Scan(1, nil, nil, func(_, _ []byte) bool { return true }),
		"Write":      db.Write(r.Bytes()),
		"Flush":      db.Flush(),
		"DropFamily": db.DropFamily("a"),
		"Close":      db.Close(),
	} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("%s after Close: %v; want ErrClosed", name, err)
		}
	}
}

func (s Subject) badBatch(t *testing.T) {
	good := func(id uint32) []byte {
		var r store.Rows
		r.Put(id, 0, []byte("k"), []byte("new"))
		return r.Bytes()
	}
	for name, spoil := range map[string]func([]byte) []byte{
		"cut":     func(b []byte) []byte { return b[:len(b)-1] },
		"count":   func(b []byte) []byte { b[8]++; return b },
		"tag":     func(b []byte) []byte { b[12] = 0x7E; return b },
		"family":  func(b []byte) []byte { b[13] = 0x7E; return b },
		"no head": func(b []byte) []byte { return b[:7] },
	} {
		t.Run(name, func(t *testing.T) {
			dir := s.Dir()
			db := s.open(t, dir, "a")
			put(t, db, 1, "k", "old")
			must(t, db.Flush())
			if err := db.Write(spoil(slices.Clone(good(db.ID(1))))); err == nil || !contains(err, dir) {
				t.Fatalf("a batch that is spoilt was written, or the error doesn't name the directory: %v", err)
			}
			if err := db.Write(good(db.ID(1))); err == nil {
				t.Fatal("the DB takes batches after one that failed")
			}
			s.Crash(db, dir)
			db = s.open(t, dir, "a")
			if got := get(t, db, 1, "k"); got != "old" {
				t.Fatalf("after opening again: %q; want what was flushed", got)
			}
			put(t, db, 1, "k", "next")
		})
	}
}

func (s Subject) names(t *testing.T) {
	for _, names := range [][]string{{"a", "a"}, {"default"}, {store.OffsetsFamily}, {""}} {
		if db, err := s.Backend.Open(s.Dir(), names); err == nil {
			must(t, db.Close())
			t.Errorf("families %q were taken", names)
		}
	}
}
