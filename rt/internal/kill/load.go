package main

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// firstTime is the event time of a load's first record. It leaves room for more than a million and lies in the past, since a
// broker refuses the future, but not far: what is older than a changelog's retention.ms, a day and the retention of its
// windows, a real broker deletes while the load runs.
var firstTime = time.Now().Add(-20 * time.Hour).Truncate(time.Hour).UnixMilli()

const (
	loadBatch = 200
	loadEvery = 10 * time.Millisecond
)

// loader produces a program's input at a steady rate. What is expected is computed from what the brokers have in the
// end, so a record that a dying broker lost or got twice does no harm.
type loader struct {
	p    *program
	n    atomic.Int64 // records so far
	stop context.CancelFunc
	done sync.WaitGroup
}

// begin produces until end.
func (l *loader) begin(r reader) {
	ctx, stop := context.WithCancel(context.Background())
	l.stop = stop
	l.done.Go(func() {
		tick := time.NewTicker(loadEvery)
		defer tick.Stop()
		var producer *kafka.Producer
		for ctx.Err() == nil {
			if producer == nil {
				producer = r.NewProducer("", time.Minute)
				if producer.Init(ctx) != nil {
					producer = nil
				}
			}
			if producer != nil && l.produce(ctx, producer, loadBatch) != nil {
				producer = nil
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
			}
		}
	})
}

func (l *loader) end() {
	l.stop()
	l.done.Wait()
}

// produce sends the next n records.
func (l *loader) produce(ctx context.Context, p *kafka.Producer, n int) error {
	from := int(l.n.Load())
	list := make([]input, n)
	for i := range list {
		list[i] = l.p.load(from + i)
	}
	err := l.send(ctx, p, list)
	if err == nil {
		l.n.Add(int64(n))
	}
	return err
}

func (l *loader) send(ctx context.Context, p *kafka.Producer, records []input) error {
	topics := map[string]*codec.Topic{}
	var list []*codec.Topic
	for _, x := range records {
		t := topics[x.topic]
		if t == nil {
			t = codec.NewTopic(x.topic, l.p.topics[x.topic])
			topics[x.topic], list = t, append(list, t)
		}
		t.AppendTo(x.partition, x.ts, x.key, x.val, nil)
	}
	_, err := p.Produce(ctx, list)
	return err
}
