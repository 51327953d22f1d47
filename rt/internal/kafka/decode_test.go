package kafka_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
)

var (
	castagnoli   = crc32.MakeTable(crc32.Castagnoli)
	decompressor = kgo.DefaultDecompressor()
	compressions = []kgo.CompressionCodec{kgo.GzipCompression(), kgo.SnappyCompression(), kgo.Lz4Compression(), kgo.ZstdCompression()}
)

func decompress(src []byte, typ int8) ([]byte, error) {
	return decompressor.Decompress(src, kgo.CompressionCodecType(typ))
}

// batch is a sealed one of so many records, compressed if z is positive.
func batch(t testing.TB, records, z int) []byte {
	var r codec.Records
	for i := range records {
		var headers []byte
		if i%2 == 1 {
			headers = codec.AppendHeaders(nil, record.Header{Name: "h", Value: []byte("1")})
		}
		r.Append(int64(i*3), fmt.Appendf(nil, "key %d", i), bytes.Repeat([]byte("v"), i), headers)
	}
	b := bytes.Clone(r.Chunks()[0].Seal(codec.Unstamped))
	if z > 0 {
		c, err := kgo.DefaultCompressor(compressions[z-1])
		if err != nil {
			t.Fatal(err)
		}
		packed, typ := c.Compress(new(bytes.Buffer), b[61:])
		b = append(b[:61:61], packed...)
		b[22] |= byte(typ)
		binary.BigEndian.PutUint32(b[8:], uint32(len(b)-12))
	}
	return repair(b)
}

// repair makes lengths and checksums of the batches in a set true again, as far as their headers go.
func repair(set []byte) []byte {
	for b := set; len(b) >= 61; {
		n := int(binary.BigEndian.Uint32(b[8:])) + 12
		if n < 61 || n > len(b) {
			n = len(b)
			binary.BigEndian.PutUint32(b[8:], uint32(n-12))
		}
		b[21], b[22] = 0, b[22]&0x7f // kgo keeps a mark of its own in the bits that Kafka doesn't use
		binary.BigEndian.PutUint32(b[17:], crc32.Checksum(b[21:n], castagnoli))
		b = b[n:]
	}
	return set
}

// agree decodes a set as we do and as kgo does. What we take must be what kgo takes.
func agree(t *testing.T, data []byte, from int64) (records int) {
	t.Helper()
	ours, err := (&codec.Decoder{Decompress: decompress}).Decode(codec.Set{Topic: "t", Data: bytes.Clone(data), From: from})
	if err != nil {
		return 0
	}
	p := kmsg.NewFetchResponseTopicPartition()
	p.RecordBatches, p.HighWatermark = data, 1<<62
	theirs, _ := kgo.ProcessFetchPartition(kgo.ProcessFetchPartitionOpts{Offset: from, Topic: "t"}, &p, decompressor, nil)
	i := 0
	for _, b := range ours.Batches {
		for j := range b.Recs {
			if i == len(theirs.Records) {
				t.Fatalf("we have more than kgo's %d records (%v)", i, theirs.Err)
			}
			k, g := uint32(j), theirs.Records[i]
			i++
			same := bytes.Equal(b.Key(k), g.Key) && bytes.Equal(b.Value(k), g.Value) && (b.Key(k) == nil) == (g.Key == nil) &&
				(b.Value(k) == nil) == (g.Value == nil) && time.Unix(0, b.TS(k)*1e6).Equal(g.Timestamp) && b.Base+int64(b.Recs[j].OffsetDelta) == g.Offset
			if h, ok := codec.Headers(b.Headers(k)); !ok || len(h) != len(g.Headers) {
				same = false
			}
			if !same {
				t.Fatalf("record %d: base %d, %+v, kgo has %+v", i, b.Base, b.Recs[j], g)
			}
		}
	}
	if i < len(theirs.Records) {
		t.Fatalf("%d records, kgo has %d (%v)", i, len(theirs.Records), theirs.Err)
	}
	return i
}

func TestDecodeAgreesWithKgo(t *testing.T) {
	for z := range 5 {
		set := append(batch(t, 20, z), batch(t, 7, (z+1)%5)...)
		binary.BigEndian.PutUint64(set[len(batch(t, 20, z)):], 20)
		if n := agree(t, set, 0); n != 27 {
			t.Errorf("compression %d: %d records, want 27", z, n)
		}
		if n := agree(t, set, 15); n != 12 {
			t.Errorf("compression %d: %d records from 15, want 12", z, n)
		}
	}
}

// What is damaged behind a true checksum is an error, or read as kgo reads it; never a panic.
func TestDecodeOfDamagedBatches(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	taken := 0
	for z := range 5 {
		good := batch(t, 12, z)
		for range map[bool]int{true: 4000, false: 300}[z == 0] { // decompressors ask for much memory
			b := bytes.Clone(good)
			for range 1 + r.IntN(3) {
				b[r.IntN(len(b))] = byte(r.Uint32())
			}
			if r.IntN(4) == 0 {
				b = b[:r.IntN(len(b))]
			}
			if agree(t, repair(b), int64(r.IntN(12))) > 0 {
				taken++
			}
		}
	}
	if taken < 500 {
		t.Errorf("only %d of 5,200 damaged batches had records to compare", taken)
	}
}

func FuzzDecode(f *testing.F) {
	for z := range 5 {
		f.Add(batch(f, 5, z), int64(z))
	}
	f.Fuzz(func(t *testing.T, data []byte, from int64) {
		agree(t, repair(bytes.Clone(data)), from)
	})
}
