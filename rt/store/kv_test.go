package store_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/rt/store/storetest"
)

// text is a value that owns memory, as a generated row with strings does.
type text struct {
	TS  int64
	Raw []byte
}

func putText(b []byte, v *text) []byte { return append(codec.AppendInt64(b, v.TS), v.Raw...) }

func getText(row []byte, v *text) bool {
	*v = text{codec.GetInt64(row), slices.Clone(row[8:])}
	return !bytes.Equal(v.Raw, []byte("bad"))
}

func newText(epoch *uint32, cf uint32) *store.KV[text] {
	return &store.KV[text]{Table: store.NewTable[text](epoch), CF: cf, Put: putText, Get: getText}
}

// set changes a key as generated code does; an empty value deletes.
func set(k *store.KV[text], part int32, key string, ts int64, val string) {
	e, at := k.Table.Hold(0, part, key, codec.Murmur2([]byte(key)))
	e.Val, e.Live = text{ts, []byte(val)}, val != ""
	k.Table.Touch(e, at)
}

func open(t testing.TB, families ...string) store.DB {
	t.Helper()
	db, err := store.Memory().Open("dir", families)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func contents(t testing.TB, s store.Any, r store.Reader) (out []string) {
	t.Helper()
	err := s.Rows(r, func(part int32, key []byte, ts int64, val []byte) bool {
		out = append(out, fmt.Sprintf("%d: %q=%q@%d", part, key, val, ts))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func equal(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func logged(t testing.TB, topic *codec.Topic) (out []string) {
	t.Helper()
	for _, c := range storetest.Logged(t, topic) {
		out = append(out, c.String())
	}
	return out
}

func TestFlushWritesRowsAndChangelog(t *testing.T) {
	epoch, db := uint32(7), open(t, "a", "b")
	k := newText(&epoch, 2)
	k.Open(db, store.Limits{})
	set(k, 1, "x", 10, "first")
	set(k, 1, "x", 12, "last")
	set(k, 0, "gone", 11, "")
	set(k, 1, "", 13, "empty key")
	set(k, 0, "x", 9, "other partition")
	log := codec.NewTopic("b-changelog", 2)
	var e store.Epoch
	k.Flush(&e, log)
	equal(t, "changelog", logged(t, log), []string{`0: "gone"=null@11`, `0: "x"="other partition"@9`, `1: "x"="last"@12`, `1: ""="empty key"@13`})
	if err := db.Write(e.Rows.Bytes()); err != nil {
		t.Fatal(err)
	}
	k.Reset()
	equal(t, "rows", contents(t, k, db), []string{`0: "x"="other partition"@9`, `1: ""="empty key"@13`, `1: "x"="last"@12`})

	epoch++
	log.Reset()
	e.Rows.Reset()
	set(k, 1, "x", 14, "")
	k.Flush(&e, nil)
	if err := db.Write(e.Rows.Bytes()); err != nil {
		t.Fatal(err)
	}
	k.Reset()
	equal(t, "rows after a delete in an unlogged store", contents(t, k, db), []string{`0: "x"="other partition"@9`, `1: ""="empty key"@13`})
	if n := len(logged(t, log)); n != 0 {
		t.Fatalf("%d changelog records of an unlogged store", n)
	}
}

func TestRowsMergeTableAndReader(t *testing.T) {
	epoch, db := uint32(1), open(t, "a")
	k := newText(&epoch, 1)
	k.Open(db, store.Limits{})
	for part := range int32(2) {
		for _, key := range []string{"a", "b", "c", "d"} {
			set(k, part, key, 1, "stored")
		}
	}
	var e store.Epoch
	k.Flush(&e, nil)
	if err := db.Write(e.Rows.Bytes()); err != nil {
		t.Fatal(err)
	}
	k.Reset()
	epoch++
	set(k, 0, "b", 2, "changed")
	set(k, 0, "c", 2, "")
	set(k, 0, "bb", 2, "new")
	set(k, 1, "z", 2, "new")
	want := []string{`0: "a"="stored"@1`, `0: "b"="changed"@2`, `0: "bb"="new"@2`, `0: "d"="stored"@1`,
		`1: "a"="stored"@1`, `1: "b"="stored"@1`, `1: "c"="stored"@1`, `1: "d"="stored"@1`, `1: "z"="new"@2`}
	equal(t, "rows", contents(t, k, db), want)
	for stop := 1; stop < len(want); stop++ {
		n := 0
		if err := k.Rows(db, func(int32, []byte, int64, []byte) bool { n++; return n < stop }); err != nil || n != stop {
			t.Fatalf("stopped after %d rows, %v; want %d", n, err, stop)
		}
	}
}

func TestRestoreGivesTheRowsThatFlushWrote(t *testing.T) {
	epoch, db, again := uint32(1), open(t, "a"), open(t, "a")
	k := newText(&epoch, 1)
	k.Open(db, store.Limits{})
	log := codec.NewTopic("a-changelog", 2)
	var rows store.Rows
	for range 3 {
		for i := range 20 {
			key := fmt.Sprint("k", i%(7+int(epoch)))
			set(k, int32(i%2), key, int64(i), []string{"", "v", "w"}[(i+int(epoch))%3])
		}
		var e store.Epoch
		k.Flush(&e, log)
		if err := db.Write(e.Rows.Bytes()); err != nil {
			t.Fatal(err)
		}
		epoch++
	}
	for _, c := range storetest.Logged(t, log) {
		if err := k.RestoreLog(c.Part, c.Key, c.Val, c.TS, &rows, again); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.RestoreEnd(&rows, again); err != nil {
		t.Fatal(err)
	}
	if err := again.Write(rows.Bytes()); err != nil {
		t.Fatal(err)
	}
	k.Reset()
	want := contents(t, k, db)
	equal(t, "restored rows", contents(t, k, again), want)
	if len(want) == 0 {
		t.Fatal("nothing to compare")
	}
	if err := k.RestoreLog(1, nil, []byte("v"), 1, &rows, again); err == nil {
		t.Fatal("a changelog record without a key was taken")
	}
}

func TestFetchRefusesARowOfAnotherLayout(t *testing.T) {
	for _, row := range []string{"\x00\x00\x00\x00\x00\x00\x00\x01bad", "short"} {
		epoch, db := uint32(1), open(t, "a")
		var r store.Rows
		r.Put(db.ID(1), 3, []byte("key"), []byte(row))
		if err := db.Write(r.Bytes()); err != nil {
			t.Fatal(err)
		}
		k := newText(&epoch, 1)
		k.Open(db, store.Limits{})
		k.Table.Probe(3, "key", codec.Murmur2([]byte("key")), &k.Misses)
		if err := k.Fetch(); err == nil || !bytes.Contains([]byte(err.Error()), []byte(`"key" in partition 3`)) {
			t.Errorf("row %q: %v; want an error with key and partition", row, err)
		}
	}
}

func TestFetchAsksNothingOfAnEmptyFamily(t *testing.T) {
	epoch, db := uint32(1), open(t, "a", "b")
	var r store.Rows
	r.Put(db.ID(2), 0, []byte("in b"), putText(nil, &text{1, []byte("v")}))
	if err := db.Write(r.Bytes()); err != nil {
		t.Fatal(err)
	}
	for cf, want := range map[uint32]store.Stats{1: {}, 2: {Asked: 2, Found: 1}} {
		k := newText(&epoch, cf)
		k.Open(db, store.Limits{})
		for range 2 {
			for _, key := range []string{"in b", "nowhere"} {
				k.Table.Probe(0, key, codec.Murmur2([]byte(key)), &k.Misses)
			}
			if err := k.Fetch(); err != nil {
				t.Fatal(err)
			}
		}
		if got := k.Stats(); got.Asked != want.Asked || got.Found != want.Found || k.Table.Complete != (cf == 1) {
			t.Errorf("family %d: asked %d, found %d, complete %v; want %d, %d", cf, got.Asked, got.Found, k.Table.Complete, want.Asked, want.Found)
		}
	}
}

// TestLoadKeepsWhatTheTableHas: a batch of another topic may have changed the key between Probe and Fetch.
func TestLoadKeepsWhatTheTableHas(t *testing.T) {
	epoch := uint32(3)
	k := newText(&epoch, 1)
	set(k, 0, "changed", 5, "new")
	set(k, 0, "deleted", 5, "")
	for _, key := range []string{"changed", "deleted", "unknown"} {
		if !k.LoadRow(0, key, hash(key), putText(nil, &text{1, []byte("old")})) {
			t.Fatal("row refused")
		}
		k.Absent(0, key, hash(key))
	}
	equal(t, "rows", contents(t, k, nil), []string{`0: "changed"="new"@5`, `0: "unknown"="old"@1`})
	if n := len(k.Table.Dirty()); n != 2 {
		t.Fatalf("%d entries are dirty; a loaded one is not changed", n)
	}
}
