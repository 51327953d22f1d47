package codec

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"
	"unsafe"

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

// at gives a sealed batch the offset and leader epoch that a broker gives it, and a checksum again.
func at(batch []byte, base int64, change ...func([]byte)) []byte {
	b := bytes.Clone(batch)
	binary.BigEndian.PutUint64(b, uint64(base))
	for _, f := range change {
		f(b)
	}
	binary.BigEndian.PutUint32(b[atCRC:], crc32.Checksum(b[atAttributes:], castagnoli))
	return b
}

func attributes(bits uint16) func([]byte) {
	return func(b []byte) {
		binary.BigEndian.PutUint16(b[atAttributes:], binary.BigEndian.Uint16(b[atAttributes:])|bits)
	}
}

// batchOf seals one batch of values, transactional if the producer is not -1.
func batchOf(producer int64, values ...string) []byte {
	var r Records
	for i, v := range values {
		r.Append(1000+int64(i), nil, []byte(v), nil)
	}
	return bytes.Clone(r.Chunks()[0].Seal(Stamp{ProducerID: producer, Transactional: producer >= 0}))
}

func TestRecordsComeBackAsTheyWere(t *testing.T) {
	header := AppendHeaders(nil, record.Header{Name: "name", Value: []byte("value")})
	want := []flatRecord{
		{10, 5, []byte("k"), []byte("v"), nil},
		{11, 1 << 40, nil, []byte{}, nil},
		{12, -7, []byte{}, nil, header},
		{13, 6, bytes.Repeat([]byte("key"), 100), bytes.Repeat([]byte("value"), 1000), header},
	}
	var r Records
	for range 2 { // the second time in the same buffers
		r.Reset()
		for _, w := range want {
			r.Append(w.ts, w.key, w.val, w.header)
		}
		if r.Len() != len(want) {
			t.Fatalf("Len %d, want %d", r.Len(), len(want))
		}
		c := r.Chunks()
		if c[0].MaxTimestamp() != 1<<40 || c[0].Size() != r.Size() {
			t.Errorf("largest timestamp %d, size %d of %d", c[0].MaxTimestamp(), c[0].Size(), r.Size())
		}
		got, err := (&Decoder{}).Decode(Set{Topic: "t", Partition: 3, Data: at(c[0].Seal(Stamp{7, 2, 40, true}), 10), From: 10})
		if err != nil {
			t.Fatal(err)
		}
		if got.Next != 14 || got.LeaderEpoch != 0 || got.Batches[0].Topic != "t" || got.Batches[0].Partition != 3 {
			t.Errorf("decoded %+v", got)
		}
		if rs := flatten(got.Batches); !slices.EqualFunc(rs, want, equalRecords) {
			t.Errorf("got  %v\nwant %v", rs, want)
		}
	}
}

func TestChunksStayBelowTheLimit(t *testing.T) {
	topic := NewTopic("t", 2)
	topic.Parts[1].Limit = 300
	big := bytes.Repeat([]byte("x"), 500)
	for i := range 50 {
		topic.AppendTo(1, int64(i), nil, fmt.Appendf(nil, "value %d", i), nil)
	}
	topic.AppendTo(1, 50, nil, big, nil) // alone
	topic.AppendTo(1, 51, nil, []byte("last"), nil)
	if topic.Len() != 52 || topic.Parts[0].Len() != 0 {
		t.Fatalf("%d records, %d of them in partition 0", topic.Len(), topic.Parts[0].Len())
	}
	n, next := 0, int64(0)
	for _, c := range topic.Parts[1].Chunks() {
		b := c.Seal(Unstamped)
		if len(b) > 300 && c.Len() != 1 {
			t.Errorf("a batch of %d records has %d bytes, limit 300", c.Len(), len(b))
		}
		got, err := (&Decoder{}).Decode(Set{Data: at(b, next), From: next})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range flatten(got.Batches) {
			if r.ts != int64(n) {
				t.Errorf("record %d has timestamp %d", n, r.ts)
			}
			n++
		}
		next = got.Next
	}
	if n != 52 {
		t.Errorf("%d records came back, want 52", n)
	}
	size := topic.Size()
	topic.Reset()
	if topic.Len() != 0 || topic.Size() != 0 || size == 0 {
		t.Errorf("after Reset: %d records, %d bytes (of %d)", topic.Len(), topic.Size(), size)
	}
}

func TestTopicPartitions(t *testing.T) {
	topic := NewTopic("t", 3)
	for range 4 {
		topic.AppendKeyed(0, nil, []byte("v"), nil)
	}
	if a, b, c := topic.Parts[0].Len(), topic.Parts[1].Len(), topic.Parts[2].Len(); a != 2 || b != 1 || c != 1 {
		t.Errorf("4 records without a key: %d, %d, %d in the partitions, want 2, 1, 1", a, b, c)
	}
	topic.Reset()
	topic.AppendKeyed(0, []byte("21"), nil, nil)
	if p := Partition(Murmur2([]byte("21")), 3); topic.Parts[p].Len() != 1 {
		t.Errorf("key 21 is not in partition %d", p)
	}
	topic.Discard()
	if topic.Len() != 0 {
		t.Error("Discard left records")
	}
}

func TestAppendDoesNotAllocate(t *testing.T) {
	topic := NewTopic("t", 4)
	key, val := []byte("some key"), bytes.Repeat([]byte("v"), 100)
	run := func() {
		for i := range 12_000 { // so that batches are cut, too
			key[0] = byte(i)
			topic.AppendKeyed(int64(i), key, val, nil)
		}
		for i := range topic.Parts {
			for _, c := range topic.Parts[i].Chunks() {
				c.Seal(Unstamped)
			}
		}
		topic.Reset()
	}
	run()
	run()
	if n := testing.AllocsPerRun(10, run); n > forgotten {
		t.Errorf("12,000 records: %v allocations, want 0", n)
	}
}

func TestBatchGrowsInFewSteps(t *testing.T) {
	val := bytes.Repeat([]byte("v"), 100)
	n := testing.AllocsPerRun(5, func() {
		var r Records
		for r.Size() < DefaultLimit-200 {
			r.Append(0, nil, val, nil)
		}
	})
	if n > 5 { // header, 4 KiB, 16, 64, all
		t.Errorf("a full batch took %v allocations, want 5 at most", n)
	}
}

// What one partition's large epoch took is another's to use.
func TestFullBatchesShareBuffers(t *testing.T) {
	val := make([]byte, 1000)
	var few, many Records
	for range 3 { // of three epochs, each has what the collector left lying
		for many.Size() < 10*DefaultLimit {
			many.Append(0, nil, val, nil)
		}
		many.Reset()
		few.Append(0, nil, val, nil)
		few.Reset()
	}
	if kept := cap(few.open.buf); kept >= DefaultLimit {
		t.Errorf("a partition with one record keeps a buffer of %d bytes", kept)
	}
	if kept := cap(many.open.buf) + cap(many.full)*int(unsafe.Sizeof(Chunk{})); kept > DefaultLimit+4096 {
		t.Errorf("an empty partition keeps %d bytes, want one batch at most", kept)
	}
}

// A batch's buffer must not be another's before its own Reset.
func TestBatchesStayUntilReset(t *testing.T) {
	val := bytes.Repeat([]byte("v"), 1000)
	var a, b Records
	for a.Size() < 3*DefaultLimit {
		a.Append(0, nil, val, nil)
	}
	want := make([][]byte, 0, 4)
	for _, c := range a.Chunks() {
		want = append(want, bytes.Clone(c.Seal(Unstamped)))
	}
	for range 3 {
		for b.Size() < 3*DefaultLimit {
			b.Append(0, nil, []byte("other"), nil)
		}
		b.Reset()
	}
	for i, c := range a.Chunks() {
		if !bytes.Equal(c.Seal(Unstamped), want[i]) {
			t.Errorf("batch %d changed while another partition was filled and reset", i)
		}
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

// TestBounds: what a topic doesn't take is told and not built, exactly where the brokers would refuse it; what is around it stays.
func TestBounds(t *testing.T) {
	for _, most := range []int{100, 1000, DefaultLimit, DefaultLimit + 1000} {
		var refused []string
		topic := NewTopic("t", 1)
		topic.Bound(&Bounds{Max: most, Keyed: true, Refused: func(why error) {
			refused = append(refused, why.Error())
		}})
		for range 2 { // the buffers of the second round are those of the first
			overhead := batchHeader + 8 + 2*varLen(uint64(2*most)) // of a record with a key of one byte, as long as deltas are one byte
			fits := most - overhead
			for more := -20; more < 20; more++ {
				topic.AppendTo(0, 7, []byte("a"), []byte("small"), nil)
				before := len(refused)
				topic.AppendTo(0, 7, []byte("k"), make([]byte, fits+more), nil)
				var alone Records
				alone.Append(7, []byte("k"), make([]byte, fits+more), nil)
				size := alone.Chunks()[0].Size()
				if told := len(refused) > before; told != (size > most) {
					t.Fatalf("of at most %d: a batch of %d is refused: %v", most, size, told)
				}
			}
			topic.AppendTo(0, 8, nil, []byte("no key"), nil)
			if last := refused[len(refused)-1]; !strings.Contains(last, "the topic is compacted") {
				t.Errorf("without a key: %s", last)
			}
			n := 0
			for _, c := range topic.Parts[0].Chunks() {
				if n += c.Len(); c.Size() > most {
					t.Errorf("of at most %d: a batch of %d", most, c.Size())
				}
			}
			if want := 80 - (len(refused) - 1); n != want {
				t.Errorf("%d records are left, want %d", n, want)
			}
			refused = nil
			topic.Reset()
		}
		topic = topic.Like()
		topic.AppendTo(0, 1, nil, nil, nil)
		topic.Discard()
		topic.AppendTo(0, 1, []byte("k"), make([]byte, most), nil)
		if len(refused) != 2 || topic.Len() != 0 {
			t.Errorf("bounds are lost: %q, %d records", refused, topic.Len())
		}
	}
}
