package suppress

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// update is what generated code would have: keys and values are text.
type update struct {
	lane.Head
	key, now, was string
}

func decode(key, now, was []byte, r *update) (*lane.Head, bool) {
	r.key, r.now, r.was = codec.String(key), text(now), text(was)
	return &r.Head, string(now) != "broken"
}

func text(b []byte) string {
	if b == nil {
		return "-"
	}
	return string(b)
}

// bench is a buffer over a DB of its own, with a changelog.
type bench struct {
	*Buffer[update]
	t      *testing.T
	epoch  uint32
	db     store.DB
	log    *codec.Topic
	offset int64
}

func open(t *testing.T, s Settings) *bench {
	t.Helper()
	db, err := store.Memory().Open("", []string{"buffer"})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, epoch: 1, db: db, log: codec.NewTopic("changelog", 1)}
	b.reopen(s)
	return b
}

// reopen is a restart over the rows there are.
func (b *bench) reopen(s Settings) {
	b.t.Helper()
	b.Buffer = New[update](s, &b.epoch, 1, func(int32, uint32) bool { return true })
	b.Decode = decode
	b.Open(b.db, store.Limits{})
	if err := b.Load(); err != nil {
		b.t.Fatal(err)
	}
}

// put pipes an update; a value "-" is null.
func (b *bench) put(key, now, was string, ts int64, h ...record.Header) error {
	val := func(s string) []byte {
		if s == "-" {
			return nil
		}
		return []byte(s)
	}
	data := codec.AppendHeaderBlock(nil, h)
	batch := &abi.Batch{Topic: "in", Base: b.offset, Data: data, Recs: []abi.Rec{{TS: ts, KeyLen: -1, ValLen: -1, HeaderLen: int32(len(data))}}}
	b.offset++
	return b.Put([]byte(key), ts, val(now), val(was), &lane.Head{B: batch, TS: ts, Hash: codec.Murmur2([]byte(key))})
}

// sent is what went on since the last call.
func (b *bench) sent() string {
	p := b.Due(false)
	if p == nil {
		return ""
	}
	var out []string
	for _, r := range p.(*lane.Batch[update]).Recs {
		out = append(out, fmt.Sprintf("%s=%s<%s@%d", r.key, r.now, r.was, r.TS))
	}
	b.out.Recs = b.out.Recs[:0]
	return strings.Join(out, " ")
}

// commit ends the epoch and gives its changelog records.
func (b *bench) commit() (records []string) {
	b.t.Helper()
	e := store.Epoch{N: b.epoch}
	b.Flush(&e, b.log)
	if e.Rows.Len() > 0 {
		if err := b.db.Write(e.Rows.Bytes()); err != nil {
			b.t.Fatal(err)
		}
	}
	b.epoch++
	chunks := b.log.Parts[0].Chunks()
	for i := range chunks {
		set := codec.Set{Topic: "changelog", Data: slices.Clone(chunks[i].Seal(codec.Unstamped))}
		got, err := (&codec.Decoder{}).Decode(set)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, x := range got.Batches {
			for i := range x.Recs {
				records = append(records, hex.EncodeToString(x.Key(uint32(i)))+" "+hex.EncodeToString(x.Value(uint32(i))))
			}
		}
	}
	b.log.Reset()
	return records
}

func (b *bench) want(got, want string) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("got %q, want %q", got, want)
	}
}

func TestOrder(t *testing.T) {
	b := open(t, Settings{Wait: 10})
	for _, x := range []struct {
		key, now, was string
		ts            int64
		want          string
	}{
		{"b", "1", "-", 5, ""},
		{"a", "1", "-", 5, ""},
		{"a", "2", "1", 9, ""},                 // keeps its place
		{"c", "1", "-", 2, ""},                 // late, but not due
		{"d", "1", "-", 12, "c=1<-@2"},         // by buffer time
		{"d", "2", "1", 15, "a=2<1@9 b=1<-@5"}, // then by key, with the last context and old value
		{"e", "1", "-", 1, "e=1<-@1"},          // too late to wait
		{"f", "-", "9", 40, "d=2<1@15"},        // a delete waits too
		{"a", "3", "2", 60, "f=-<9@40"},        // and is sent
	} {
		if err := b.put(x.key, x.now, x.was, x.ts); err != nil {
			t.Fatal(err)
		}
		b.want(b.sent(), x.want)
	}
}

func TestFinalDropsDeletes(t *testing.T) {
	b := open(t, Settings{Wait: 0, Final: true})
	_ = b.put("a", "-", "1", 5)
	b.want(b.sent(), "")
	_ = b.put("b", "1", "-", 6)
	b.want(b.sent(), "b=1<-@6")
}

func TestFull(t *testing.T) {
	b := open(t, Settings{Wait: 1000, MaxRecords: 2})
	for _, k := range []string{"a", "b", "a", "c"} {
		if err := b.put(k, "1", "-", 5); err != nil {
			t.Fatal(err)
		}
	}
	b.want(b.sent(), "a=1<-@5")

	b = open(t, Settings{Wait: 1000, MaxBytes: 79, ShutDown: true}) // two of 39 bytes: see TestWeight
	for i, k := range []string{"a", "b", "b", "c"} {
		if err := b.put(k, "1", "-", 5); (err != nil) != (i == 3) {
			t.Errorf("update %d of %s: %v", i, k, err)
		}
	}
	b.want(b.sent(), "")
}

// TestWeight has Kafka Streams' own number: 94 bytes for two rows like this.
func TestWeight(t *testing.T) {
	b := open(t, Settings{Wait: 1000})
	_ = b.put("a", "12345678", "87654321", 5)
	if b.size != 47 {
		t.Errorf("size %d, Kafka Streams counts 47", b.size)
	}
	_ = b.put("a", "1", "2", 6, record.Header{Name: "hh", Value: []byte("xyz")})
	if want := int64(8 + 1 + 8 + 8 + 2 + 4 + 8 + 1 + 1 + 5); b.size != want { // prior, now, old, header
		t.Errorf("size %d, want %d", b.size, want)
	}
}

// TestChangelog has the bytes that Kafka Streams wrote for the counts of a window.
func TestChangelog(t *testing.T) {
	b := open(t, Settings{Wait: 5000, Tail: 8})
	key := "b" + string(codec.AppendInt64(nil, 10000))
	long := func(n int64) []byte { return codec.AppendInt64(nil, n) }
	put := func(now, was, ts, offset int64) {
		h := lane.Head{B: &abi.Batch{Topic: "in", Base: offset, Recs: []abi.Rec{{}}}, TS: ts}
		if err := b.Put([]byte(key), 15000, long(now), long(was), &h); err != nil {
			t.Fatal(err)
		}
	}
	put(1, 0, 10748, 1)
	b.want(strings.Join(b.commit(), ","), hex.EncodeToString([]byte(key))+" 00000000000029fc000000000000000100000002696e0000000000000000000000080000000000000000fffffffe0000000800000000000000010000000000003a98")
	put(2, 1, 10748, 2)
	b.want(strings.Join(b.commit(), ","), hex.EncodeToString([]byte(key))+" 00000000000029fc000000000000000200000002696e00000000000000000000000800000000000000000000000800000000000000010000000800000000000000020000000000003a98")
	_ = b.put("z", "1", "-", 30000)
	b.commit()
	if n := len(b.rows); n != 1 {
		t.Errorf("%d rows, want the last one alone", n)
	}
}

// TestRestart goes on after a restart as without one, from rows and from the changelog.
func TestRestart(t *testing.T) {
	s := Settings{Wait: 10}
	b := open(t, s)
	_ = b.put("a", "1", "0", 5, record.Header{Name: "h", Value: []byte("v")}, record.Header{Name: "n"})
	_ = b.put("a", "2", "1", 6)
	_ = b.put("b", "-", "7", 7)
	b.commit()
	time := b.Time
	b.reopen(s)
	b.Time = time
	if val, held := b.Prior(0, []byte("a")); !held || string(val) != "0" {
		t.Errorf("a lookup sees %q %v, want what was there before the first update", val, held)
	}
	if _, held := b.Prior(0, []byte("x")); held {
		t.Error("x isn't held back")
	}
	_ = b.put("c", "1", "-", 17)
	b.want(b.sent(), "a=2<1@6 b=-<7@7")
}

func TestRestore(t *testing.T) {
	b := open(t, Settings{Wait: 10})
	_ = b.put("a", "1", "-", 5)
	_ = b.put("b", "1", "-", 6)
	row := codec.AppendInt64(slices.Clone(b.rows["\x00\x00a"].val), 5)
	b.reopen(b.Settings)
	var rows store.Rows
	for _, x := range []struct {
		val, headers []byte
		bad          bool
	}{
		{val: row, headers: version},
		{val: row, bad: true},
		{val: row[:len(row)-1], headers: version, bad: true},
		{val: nil},
		{val: row, headers: version},
	} {
		if err := store.Restore(b, 0, []byte("a"), x.val, 9, x.headers, &rows, b.db); (err != nil) != x.bad {
			t.Errorf("changelog record %x with headers %x: %v", x.val, x.headers, err)
		}
	}
	if err := store.Restore(b, 0, nil, row, 9, version, &rows, b.db); err == nil {
		t.Error("a record without a key was taken")
	}
	if err := b.db.Write(rows.Bytes()); err != nil {
		t.Fatal(err)
	}
	b.reopen(b.Settings)
	b.Time = 100
	b.want(b.sent(), "a=1<-@5")
}

// TestForeignRows are refused when they are loaded: nothing can be sent of them.
func TestForeignRows(t *testing.T) {
	for _, val := range []string{"", "short", "no row at all but long enough to hold a context"} {
		b := open(t, Settings{})
		var rows store.Rows
		rows.Put(b.db.ID(1), 0, []byte("k"), []byte(val))
		if err := b.db.Write(rows.Bytes()); err != nil {
			t.Fatal(err)
		}
		b.Open(b.db, store.Limits{})
		if err := b.Load(); err == nil || !strings.Contains(err.Error(), store.OtherCodec) {
			t.Errorf("row %q: %v; want what to do about it", val, err)
		}
	}
	b := open(t, Settings{Wait: 100})
	_ = b.put("a", "broken", "-", 5)
	b.commit()
	b.Open(b.db, store.Limits{})
	if err := b.Load(); err == nil {
		t.Error("a value that can't be decoded was taken")
	}
}

// TestJavaOrder has Java's hashes of byte arrays.
func TestJavaOrder(t *testing.T) {
	if got := buckets(0, 12); got != 16 {
		t.Errorf("12 keys lie in %d buckets, want 16", got)
	}
	if got := buckets(16, 13); got != 32 {
		t.Errorf("13 keys lie in %d buckets, want 32", got)
	}
	if got := buckets(64, 1); got != 64 {
		t.Errorf("a set shrank to %d buckets", got)
	}
	for key, want := range map[string]uint32{"": 1, "a": 31 + 97, "\xff": 31 - 1} {
		if got := bucket([]byte(key), 1<<10); got != want {
			t.Errorf("bucket of %q: %d, want %d", key, got, want)
		}
	}
}

func TestNothingAllocated(t *testing.T) {
	b := open(t, Settings{Wait: 1000})
	key, val := []byte("a"), []byte("12345678")
	h := lane.Head{B: &abi.Batch{Topic: "in", Recs: []abi.Rec{{}}}, TS: 5}
	put := func() { _ = b.Put(key, 5, val, val, &h) }
	put()
	if n := testing.AllocsPerRun(100, put); n > 0 {
		t.Errorf("%v allocations an update of a key that is held back", n)
	}
}

// TestRows shows this lane's rows as they are, and those of other lanes as they were committed.
func TestRows(t *testing.T) {
	b := open(t, Settings{Wait: 100})
	_ = b.put("b", "1", "-", 5)
	_ = b.put("a", "1", "-", 6)
	_ = b.put("c", "1", "-", 7)
	b.commit()
	b.Buffer = New[update](b.Settings, &b.epoch, 1, func(_ int32, hash uint32) bool { return hash != codec.Murmur2([]byte("c")) })
	b.Decode = decode
	b.Open(b.db, store.Limits{})
	if err := b.Load(); err != nil {
		t.Fatal(err)
	}
	_ = b.put("d", "1", "-", 8)
	var got []string
	err := b.Rows(b.db, func(_ int32, key []byte, ts int64, _ []byte) bool {
		got = append(got, fmt.Sprintf("%s@%d", key, ts))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	b.want(strings.Join(got, " "), "a@6 b@5 c@7 d@8")
}
