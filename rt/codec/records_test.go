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

	"github.com/stoatgen/stoatgen/rt/record"
)

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
