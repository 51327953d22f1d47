package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/bench/cluster"
	"github.com/stoatgen/stoatgen/bench/topologies"
)

// bare is the passthrough as one writes it with kgo: a member of a consumer group that reads, filters, changes and
// writes, and commits offsets every 100 ms. It reuses the records it got, since that is known to cost least, and has no
// transactions.
func bare(ctx context.Context, admin *cluster.Admin, group, out string) error {
	ends, err := admin.ListEndOffsets(ctx, source)
	if err != nil {
		return err
	}
	var left int64
	for _, e := range ends[source] {
		left += e.Offset
	}
	c, err := kgo.NewClient(kgo.SeedBrokers(admin.Brokers), kgo.ConsumerGroup(group), kgo.ConsumeTopics(source),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.AutoCommitInterval(100*time.Millisecond),
		kgo.ProducerBatchCompression(kgo.NoCompression()))
	if err != nil {
		return err
	}
	defer c.Close()
	var mu sync.Mutex
	var failed error
	promise := func(_ *kgo.Record, err error) {
		if err != nil {
			mu.Lock()
			failed = err
			mu.Unlock()
		}
	}
	for left > 0 {
		fetches := c.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return err
		}
		fetches.EachRecord(func(r *kgo.Record) {
			left--
			if len(r.Value) == 0 {
				return
			}
			r.Topic, r.Value = out, topologies.Rest(r.Value)
			c.Produce(ctx, r, promise)
		})
	}
	if err := c.Flush(ctx); err != nil {
		return err
	}
	if err := c.CommitUncommittedOffsets(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	mu.Lock()
	defer mu.Unlock()
	return failed
}
