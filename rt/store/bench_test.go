package store_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// BenchmarkTable is a batch of 256: a prefetch pass, then use.
func BenchmarkTable(b *testing.B) {
	for _, keys := range []int{1_000, 30_000, 1_000_000} {
		b.Run(fmt.Sprint(keys), func(b *testing.B) {
			type rec struct {
				key  string
				hash uint32
			}
			const batch = 256
			epoch, rng := uint32(1), rand.New(rand.NewPCG(1, 2))
			tab := store.NewTable[count](&epoch)
			names := make([]string, keys)
			for i := range names {
				names[i] = fmt.Sprintf("cust-%08d", i)
				tab.Hold(0, 0, names[i], hash(names[i]))
			}
			recs := make([]rec, max(keys, 64*batch)/batch*batch)
			var data []byte
			for i := range recs {
				n := len(data)
				data = append(data, names[rng.IntN(keys)]...)
				recs[i] = rec{string(data[n:]), codec.Murmur2(data[n:])}
			}
			at := make([]store.At, batch)
			b.ResetTimer()
			for i := 0; i < b.N; i += batch {
				part := recs[i%len(recs) : i%len(recs)+batch]
				for j := range part {
					at[j] = tab.Find(0, part[j].key, part[j].hash)
				}
				for j := range part {
					e, a := tab.Hold(at[j], 0, part[j].key, part[j].hash)
					e.Val.N++
					tab.Touch(e, a)
				}
			}
		})
	}
}

// BenchmarkFlush is the barrier's work for a changed key: row and changelog record.
func BenchmarkFlush(b *testing.B) {
	epoch := uint32(1)
	k := newCounts(&epoch)
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprintf("cust-%08d", i)
	}
	log := codec.NewTopic("log", 4)
	var e store.Epoch
	b.ResetTimer()
	for i := 0; i < b.N; i += len(keys) {
		b.StopTimer()
		log.Reset()
		e.Rows.Reset()
		epoch++
		for j, key := range keys {
			x, a := k.Table.Hold(0, int32(j%4), key, hash(key))
			x.Live = true
			k.Table.Touch(x, a)
		}
		b.StartTimer()
		k.Flush(&e, log)
	}
}
