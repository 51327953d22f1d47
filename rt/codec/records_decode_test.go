package codec

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/record"
)

type flatRecord struct {
	offset, ts       int64
	key, val, header []byte
}

func flatten(bs []*abi.Batch) (rs []flatRecord) {
	for _, b := range bs {
		for i := range b.Recs {
			j := uint32(i)
			rs = append(rs, flatRecord{b.Base + int64(b.Recs[i].OffsetDelta), b.TS(j), b.Key(j), b.Value(j), b.Headers(j)})
		}
	}
	return rs
}

func equalRecords(a, b flatRecord) bool {
	eq := func(x, y []byte) bool { return bytes.Equal(x, y) && (x == nil) == (y == nil) }
	return a.offset == b.offset && a.ts == b.ts && eq(a.key, b.key) && eq(a.val, b.val) && bytes.Equal(a.header, b.header)
}

func attributes(bits uint16) func([]byte) {
	return func(b []byte) {
		binary.BigEndian.PutUint16(b[atAttributes:], binary.BigEndian.Uint16(b[atAttributes:])|bits)
	}
}

func TestDecodeAllocatesPerBatch(t *testing.T) {
	set := func(records int) func() {
		var r Records
		headers := AppendHeaders(nil, record.Header{Name: "a", Value: []byte("b")})
		for i := range records {
			r.Append(int64(i), []byte("key"), []byte("value"), headers)
		}
		data := bytes.Clone(r.Chunks()[0].Seal(Unstamped))
		return func() {
			if _, err := (&Decoder{}).Decode(Set{Data: data}); err != nil {
				t.Fatal(err)
			}
		}
	}
	few, many := testing.AllocsPerRun(50, set(10)), testing.AllocsPerRun(50, set(10_000))
	if few != many || many > 4 {
		t.Errorf("%v allocations for 10 records, %v for 10,000; want the same, and 4 at most", few, many)
	}
}

func TestDecodeBatchesSideBySide(t *testing.T) {
	var data []byte
	data = append(data, at(batchOf(-1, "a", "b", "c"), 10, func(b []byte) { binary.BigEndian.PutUint32(b[atLeaderEpoch:], 4) })...)
	data = append(data, at(batchOf(-1, "d"), 20, func(b []byte) { binary.BigEndian.PutUint32(b[atLeaderEpoch:], 5) })...) // compaction left a hole
	cut := append(bytes.Clone(data), at(batchOf(-1, "e"), 21)[:65]...)
	got, err := (&Decoder{}).Decode(Set{Data: cut, From: 11})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Batches) != 1 || got.Next != 21 || !got.Partial || got.LeaderEpoch != 5 {
		t.Errorf("%d batches, next %d, partial %v, epoch %d; want 1, 21, true, 5", len(got.Batches), got.Next, got.Partial, got.LeaderEpoch)
	}
	var s []string
	for _, r := range flatten(got.Batches) {
		s = append(s, fmt.Sprint(r.offset, string(r.val)))
	}
	if want := "11b 12c 20d"; strings.Join(s, " ") != want {
		t.Errorf("got %v, want %s", s, want)
	}
}

func TestDecodeLogAppendTime(t *testing.T) {
	b := at(batchOf(-1, "a", "b"), 0, attributes(attrLogTime), func(b []byte) { binary.BigEndian.PutUint64(b[atMaxTime:], 77) })
	got, err := (&Decoder{}).Decode(Set{Data: b})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range flatten(got.Batches) {
		if r.ts != 77 {
			t.Errorf("timestamp %d, want the broker's 77", r.ts)
		}
	}
}

// Two producers' transactions are mixed; 1 aborts, then commits another one, 2 commits.
func TestDecodeLeavesOutAborted(t *testing.T) {
	next := int64(0)
	var data []byte
	put := func(b []byte) {
		data = append(data, at(b, next)...)
		next += int64(binary.BigEndian.Uint32(b[atCount:]))
	}
	end := func(pid int64, commit bool) { data = AppendMarker(data, next, pid, 0, commit, 5); next++ }
	put(batchOf(1, "a1", "a2"))
	put(batchOf(2, "b1"))
	put(batchOf(1, "a3"))
	end(1, false)
	put(batchOf(-1, "free"))
	put(batchOf(1, "c1"))
	end(2, true)
	end(1, true)
	aborted := []Aborted{{1, 0}}
	for committed, want := range map[bool]string{true: "b1 free c1", false: "a1 a2 b1 a3 free c1"} {
		got, err := (&Decoder{Committed: committed}).Decode(Set{Data: bytes.Clone(data), Aborted: aborted})
		if err != nil {
			t.Fatal(err)
		}
		var s []string
		for _, r := range flatten(got.Batches) {
			s = append(s, string(r.val))
		}
		if strings.Join(s, " ") != want || got.Next != next {
			t.Errorf("committed %v: %v, next %d; want %s, %d", committed, s, got.Next, want, next)
		}
		if n := map[bool]int{true: 3}[committed]; got.Aborted != n {
			t.Errorf("committed %v: %d records left out, want %d", committed, got.Aborted, n)
		}
	}
}

func TestMarker(t *testing.T) {
	for _, commit := range []bool{true, false} {
		m := AppendMarker(nil, 40, 9, 3, commit, 5)
		h, ok := ReadHead(m)
		if !ok || h != (Head{40, 40, 9, 3, len(m), true, true}) {
			t.Errorf("head %+v, %v", h, ok)
		}
		if got, ok := Marker(m); got != commit || !ok {
			t.Errorf("marker says %v, %v; want %v", got, ok, commit)
		}
	}
}

func TestDecodeRefusesWhatIsDamaged(t *testing.T) {
	good := batchOf(-1, "value", "other")
	record := batchHeader // of the first record: length
	for what, b := range map[string][]byte{
		"checksum":                      func() []byte { b := bytes.Clone(good); b[len(b)-2] ^= 1; return b }(),
		"message format 1":              at(good, 0, func(b []byte) { b[atMagic] = 1 }),
		"less than a header":            at(good, 0, func(b []byte) { binary.BigEndian.PutUint32(b[atLength:], 5) }),
		"offsets -5":                    at(good, -5),
		"30 records in":                 at(good, 0, func(b []byte) { binary.BigEndian.PutUint32(b[atCount:], 30) }),
		"2 bytes behind":                at(append(bytes.Clone(good), 0, 0), 0, func(b []byte) { binary.BigEndian.PutUint32(b[atLength:], uint32(len(b)-12)) }),
		"record 0: length":              at(good, 0, func(b []byte) { b[record] = 0x7e }),
		"key of":                        at(good, 0, func(b []byte) { b[record+4] = 0x60 }),
		"value of":                      at(good, 0, func(b []byte) { b[record+5] = 0x60 }),
		"headers do not":                at(good, 0, func(b []byte) { b[record+5] = 8 }),
		"no decompressor":               at(good, 0, attributes(2)),
		"offset delta 9 of 1 behind -1": at(good, 0, func(b []byte) { b[record+3] = 18 }),
		"offsets go back to 1":          append(at(good, 0), at(good, 1)...),
	} {
		_, err := (&Decoder{}).Decode(Set{Topic: "t", Data: b})
		if err == nil || !strings.Contains(err.Error(), what) || !strings.HasPrefix(err.Error(), "t-0: record batch at offset") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
