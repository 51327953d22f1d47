package store_test

import (
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
)

// FuzzWrite: whatever the bytes, Write takes them whole or says what is wrong, and what was there before stays readable.
func FuzzWrite(f *testing.F) {
	var r store.Rows
	for _, id := range []uint32{0, 1, 2, 300} {
		r.Put(id, 0, []byte("k"), []byte("v"))
		f.Add(slices.Clone(r.Bytes()))
		r.Delete(id, 1, nil)
		r.WipePartition(id, 2)
		f.Add(slices.Clone(r.Bytes()))
	}
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x05\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, batch []byte) {
		db, err := store.Memory().Open("dir", []string{"a"})
		if err != nil {
			t.Fatal(err)
		}
		var r store.Rows
		r.Put(db.ID(1), 0, []byte("before"), []byte("v"))
		if err := db.Write(r.Bytes()); err != nil {
			t.Fatal(err)
		}
		failed := db.Write(batch)
		row, ok, err := db.Get(1, []byte("\x00\x00before"))
		if err != nil || failed != nil && (!ok || string(row) != "v") {
			t.Fatalf("after %v: %q, %v", failed, row, err)
		}
		if again := db.Write(r.Bytes()); (again == nil) != (failed == nil) {
			t.Fatalf("%v, and then %v", failed, again)
		}
	})
}
