package store_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
)

func TestRowsHaveRocksDBsBytes(t *testing.T) {
	var r store.Rows
	if r.Bytes() != nil || r.Len() != 0 {
		t.Fatal("an empty batch has bytes")
	}
	r.Put(0, 1, []byte("k"), []byte("v"))
	r.Put(300, 0x102, []byte("k"), nil)
	r.Delete(0, 2, nil)
	r.Delete(7, 0, []byte("k"))
	r.DeleteRange(0, []byte("a"), []byte("b"))
	r.WipePartition(5, 255)
	r.PutAt(1, 0, []byte("k"), 258, []byte("v"))
	want := "\x00\x00\x00\x00\x00\x00\x00\x00" + "\x07\x00\x00\x00" +
		"\x01" + "\x03\x00\x01k" + "\x01v" +
		"\x05\xac\x02" + "\x03\x01\x02k" + "\x00" +
		"\x00" + "\x02\x00\x02" +
		"\x04\x07" + "\x03\x00\x00k" +
		"\x0f" + "\x01a" + "\x01b" +
		"\x0e\x05" + "\x02\x00\xff" + "\x02\x01\x00" +
		"\x05\x01" + "\x03\x00\x00k" + "\x09\x00\x00\x00\x00\x00\x00\x01\x02v"
	if got := string(r.Bytes()); got != want {
		t.Fatalf("got\n%x, want\n%x", got, want)
	}
	if r.Size() != len(want) || r.Len() != 7 {
		t.Fatalf("size %d, %d records", r.Size(), r.Len())
	}

	var a, b store.Rows
	a.Join(&b)
	b.Put(0, 1, []byte("k"), []byte("v"))
	a.Join(&b)
	a.Join(&b)
	if got, want := string(a.Bytes()), "\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00"+"\x01\x03\x00\x01k\x01v"+"\x01\x03\x00\x01k\x01v"; got != want {
		t.Fatalf("joined:\n%x, want\n%x", got, want)
	}
	a.Reset()
	a.Delete(0, 0, nil)
	if got, want := string(a.Bytes()), "\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00"+"\x00\x02\x00\x00"; got != want {
		t.Fatalf("after Reset:\n%x, want\n%x", got, want)
	}
}
