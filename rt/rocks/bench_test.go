package rocks

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stoatgen/stoatgen/rt/store"
)

const (
	benchKeys  = 300_000
	benchBatch = 256
)

// filled has rows of 16 and 64 bytes, the newest third in memtables.
func filled(b *testing.B) *db {
	d := openRocks(b, b.TempDir(), "a")
	var r store.Rows
	val := make([]byte, 64)
	for i := range benchKeys {
		r.Put(d.ID(1), int32(i%8), benchKey(i), val)
		if i%10_000 == 9_999 {
			if err := d.Write(r.Bytes()); err != nil {
				b.Fatal(err)
			}
			r.Reset()
		}
		if i == benchKeys*2/3 {
			if err := d.Flush(); err != nil {
				b.Fatal(err)
			}
		}
	}
	return d
}

func benchKey(i int) []byte { return fmt.Appendf(nil, "customer-%07d", i) }

// BenchmarkMultiGet is what a batch of 256 misses costs, per key.
func BenchmarkMultiGet(b *testing.B) {
	d, rng := filled(b), rand.New(rand.NewPCG(1, 2))
	asked := make([]store.Misses, 64)
	for i := range asked {
		for range benchBatch {
			k := rng.IntN(benchKeys)
			asked[i].Add(int32(k%8), string(benchKey(k)), 0)
		}
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; i < b.N; i += benchBatch {
		n := 0
		if err := d.MultiGet(1, &asked[i/benchBatch%len(asked)], func(int, []byte) { n++ }); err != nil || n != benchBatch {
			b.Fatal(n, err)
		}
	}
}

// BenchmarkScan is a scan's cost, per row.
func BenchmarkScan(b *testing.B) {
	d := filled(b)
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; {
		if err := d.Scan(1, nil, nil, func(_, _ []byte) bool { n++; return n < b.N }); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrite is a batch of 10,000 rows, built and written, per row.
func BenchmarkWrite(b *testing.B) {
	d := openRocks(b, b.TempDir(), "a")
	var r store.Rows
	val := make([]byte, 64)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		r.Put(d.ID(1), int32(i%8), benchKey(i*7919%benchKeys), val)
		if i%10_000 == 9_999 || i == b.N-1 {
			if err := d.Write(r.Bytes()); err != nil {
				b.Fatal(err)
			}
			r.Reset()
		}
	}
}
