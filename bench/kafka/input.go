package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	source    = "bench-in"
	firstTime = int64(1_700_000_039_000) // ms, a second before a full minute; one record a millisecond
)

// input is the records that all applications read.
type input struct {
	records, keys, bytes int
}

// each calls f with every record in order. Keys are spread evenly, in no order; the value is one slice, written anew.
func (in input) each(f func(ts int64, key string, value []byte)) {
	names := make([]string, in.keys)
	for i := range names {
		names[i] = fmt.Sprintf("k%d", i)
	}
	value := make([]byte, in.bytes)
	x := uint64(42)
	for i := range in.records {
		x = x*6364136223846793005 + 1442695040888963407 // Knuth's MMIX generator
		for j := range value {
			value[j] = byte('a' + (i*31+j*7)%26)
		}
		f(firstTime+int64(i), names[x>>33%uint64(in.keys)], value)
	}
}

// load writes the input to its topic.
func (in input) load(ctx context.Context, brokers string) error {
	c, err := kgo.NewClient(kgo.SeedBrokers(brokers), kgo.ProducerLinger(20*time.Millisecond), kgo.ProducerBatchMaxBytes(256<<10),
		kgo.ProducerBatchCompression(kgo.NoCompression()), kgo.MaxBufferedRecords(50_000))
	if err != nil {
		return err
	}
	defer c.Close()
	var mu sync.Mutex
	var failed error
	in.each(func(ts int64, key string, value []byte) {
		r := &kgo.Record{Topic: source, Key: []byte(key), Value: append([]byte(nil), value...), Timestamp: time.UnixMilli(ts)}
		c.Produce(ctx, r, func(_ *kgo.Record, err error) {
			if err != nil {
				mu.Lock()
				failed = err
				mu.Unlock()
			}
		})
	})
	if err := c.Flush(ctx); err != nil {
		return err
	}
	mu.Lock()
	defer mu.Unlock()
	return failed
}
