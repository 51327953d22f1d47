package rocks

import (
	"bytes"
	"testing"

	"github.com/linxGnu/grocksdb"
	"pgregory.net/rapid"

	"github.com/stoatgen/stoatgen/rt/store"
)

// TestRowsAreAWriteBatch builds the same records with store.Rows and with RocksDB's own WriteBatch: the bytes are equal.
// A batch that is malformed would end the database for good, so the encoder has to be right in every case.
func TestRowsAreAWriteBatch(t *testing.T) {
	d := openRocks(t, t.TempDir(), "a", "b", "c")
	handles := []*grocksdb.ColumnFamilyHandle{d.handles[0], d.handles[1], d.handles[3], d.handles[4]} // the last one is the default family
	rapid.Check(t, func(t *rapid.T) {
		var r store.Rows
		b := grocksdb.NewWriteBatch()
		defer b.Destroy()
		for range rapid.IntRange(1, 300).Draw(t, "records") {
			h := rapid.SampledFrom(handles).Draw(t, "family")
			id, part := h.ID(), rapid.Int32Range(0, 1<<15-1).Draw(t, "part")
			key := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "key")
			val := bytes.Repeat(key, rapid.IntRange(0, 120).Draw(t, "times"))
			full := append([]byte{byte(part >> 8), byte(part)}, key...)
			switch rapid.IntRange(0, 7).Draw(t, "record") {
			case 0:
				r.Put(id, part, key, val)
				b.PutCF(h, full, val)
			case 1:
				r.PutAt(id, part, key, int64(len(val)), val)
				b.PutCF(h, full, append([]byte{0, 0, 0, 0, 0, 0, byte(len(val) >> 8), byte(len(val))}, val...))
			case 2:
				r.Delete(id, part, key)
				b.DeleteCF(h, full)
			case 3:
				r.PutRaw(id, key, val)
				b.PutCF(h, key, val)
			case 4:
				r.DeleteRaw(id, key)
				b.DeleteCF(h, key)
			case 5:
				r.DeleteRange(id, key, val)
				b.DeleteRangeCF(h, key, val)
			case 6:
				r.Merge(id, part, key, val)
				b.MergeCF(h, full, val)
			default:
				r.Wipe(id)
				b.DeleteRangeCF(h, nil, []byte{0xFF})
			}
		}
		if want := b.Data(); !bytes.Equal(r.Bytes(), want) {
			t.Fatalf("got\n%x, RocksDB's is\n%x", r.Bytes(), want)
		}
		if r.Len() != b.Count() {
			t.Fatalf("%d records; RocksDB counts %d", r.Len(), b.Count())
		}
	})
}

func openRocks(t testing.TB, dir string, families ...string) *db {
	t.Helper()
	x, err := Backend(quiet).Open(dir, families)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	return x.(*db)
}
