package kafka

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/stoatgen/stoatgen/rt/codec"
)

// Ack is what a partition's leader acknowledged: the offset behind the last record, and the leader's epoch. The answer
// doesn't name the epoch, and a reassignment of replicas raises it without a word to producers, so it is looked up when
// what is known is older than Config.MetadataAge. One that is too low would look like a log that lost its tail.
type Ack = Position

const (
	requestBytes = 1 << 20 // of the batches in one produce request, which are copied to be sent
	ackMillis    = 30_000  // how long a leader waits for its followers
)

// queue holds the sealed batches of one partition, those not acknowledged yet first.
type queue struct {
	tp      TP
	batches [][]byte
	counts  []int
	next    int64 // offset behind what is acknowledged
	epoch   int32 // of the leader that the last request went to
	last    error // why the front batch is still there
}

// Produce seals the chunks of the topics and sends them, those of one partition in the order of the list, and returns
// when all are acknowledged by all in-sync replicas. Topics of the same name (from several lanes) are joined. A topic
// that doesn't exist, a batch that the broker finds too large or a timestamp that it refuses is Fatal. After an error
// the topics have lost their records and their buffers, since a request may still be on its way to the network.
func (p *Producer) Produce(ctx context.Context, topics []*codec.Topic) (map[TP]Ack, error) {
	queues := p.seal(topics)
	acks := make(map[TP]Ack, len(queues))
	if len(queues) == 0 {
		return acks, nil
	}
	err := p.usable("Produce to")
	if err == nil {
		p.open = true
		err = p.send(ctx, queues)
	}
	if err == nil {
		err = p.c.freshen(ctx, "Produce to", topicsOf(queues))
	}
	if err != nil {
		for _, t := range topics {
			t.Discard()
		}
		return nil, p.done(err)
	}
	for tp, q := range queues {
		_, part, _ := p.c.leader(tp)
		acks[tp] = Ack{q.next, max(q.epoch, part.LeaderEpoch)}
	}
	return acks, nil
}

// seal gives every batch its sequence number, once and for all (invariant 2).
func (p *Producer) seal(topics []*codec.Topic) map[TP]*queue {
	queues := map[TP]*queue{}
	for _, t := range topics {
		for i := range t.Parts {
			chunks := t.Parts[i].Chunks()
			if len(chunks) == 0 {
				continue
			}
			tp := TP{t.Name, int32(i)}
			q := queues[tp]
			if q == nil {
				q = &queue{tp: tp}
				queues[tp] = q
			}
			for j := range chunks {
				seq := p.seq[tp]
				q.batches = append(q.batches, chunks[j].Seal(codec.Stamp{
					ProducerID: p.id, Epoch: p.epoch, Sequence: seq, Transactional: p.txn != ""}))
				q.counts = append(q.counts, chunks[j].Len())
				p.seq[tp] = int32((int64(seq) + int64(chunks[j].Len())) % (math.MaxInt32 + 1)) // wraps to 0, as in Kafka
			}
		}
	}
	return queues
}

// send goes over the leaders until every queue is empty: all leaders at once, and again with fresh metadata what one
// of them sent back.
func (p *Producer) send(ctx context.Context, queues map[TP]*queue) error {
	if err := p.c.know(ctx, "Produce to", topicsOf(queues)); err != nil {
		return err
	}
	left := slices.Collect(maps.Values(queues))
	deadline := time.Now().Add(p.c.timeout)
	for tries := 1; ; tries++ {
		if err := p.round(ctx, left); err != nil {
			return err
		}
		before := len(left)
		left = slices.DeleteFunc(left, func(q *queue) bool { return len(q.batches) == 0 })
		if len(left) == 0 {
			return nil
		}
		if len(left) < before {
			tries = 1
		}
		wait := backoff(tries)
		if time.Now().Add(wait).After(deadline) {
			return p.c.fail("Produce to", left[0].tp.String(), left[0].last)
		}
		if tries == 10 {
			p.c.log.Warn("kafka: still trying", "request", "Produce", "on", left[0].tp, "error", left[0].last)
		}
		if err := sleep(ctx, wait); err != nil {
			return p.c.fail("Produce to", left[0].tp.String(), err)
		}
		if err := p.refresh(ctx, left); err != nil {
			return err
		}
	}
}

// refresh looks for new leaders, unless the old ones only said "not yet".
func (p *Producer) refresh(ctx context.Context, left []*queue) error {
	names := map[string]bool{}
	for _, q := range left {
		if !errors.Is(q.last, kerr.ConcurrentTransactions) {
			names[q.tp.Topic] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	return p.c.refresh(ctx, "Produce to", slices.Collect(maps.Keys(names)))
}

// round lets each leader take what it will: one goroutine a leader, which round starts and waits for, and one request
// in flight each (invariant 1). It returns the first error that isn't transient; transient ones stay in the queues.
func (p *Producer) round(ctx context.Context, left []*queue) error {
	byLeader := map[int32][]*queue{}
	for _, q := range left {
		t, part, ok := p.c.leader(q.tp)
		switch {
		case !ok && t.Name != "":
			return &Error{"Produce to", q.tp.String(), Fatal, "restart the application: the topic's partitions have changed",
				fmt.Errorf("the topic has %d partitions", len(t.Partitions))}
		case part.Leader < 0:
			q.last = kerr.LeaderNotAvailable
			continue
		}
		q.last, q.epoch = nil, part.LeaderEpoch
		byLeader[part.Leader] = append(byLeader[part.Leader], q)
	}
	if len(byLeader) == 1 { // the usual case: no goroutine
		for leader, qs := range byLeader {
			return p.drain(ctx, leader, qs)
		}
	}
	errs := make(chan error, len(byLeader))
	var wg sync.WaitGroup
	for leader, qs := range byLeader {
		wg.Go(func() { errs <- p.drain(ctx, leader, qs) })
	}
	wg.Wait()
	close(errs)
	var first error
	for err := range errs {
		if first == nil {
			first = err
		}
	}
	return first
}

// drain sends request after request to a leader: the next batch of each queue, since a request may have only one a
// partition. A queue that the leader sends back waits for the next round.
func (p *Producer) drain(ctx context.Context, leader int32, qs []*queue) error {
	for len(qs) > 0 {
		req, sent := p.request(qs)
		resp, err := p.c.kgo.Broker(int(leader)).Request(ctx, req)
		if err != nil {
			if !transient(err) {
				return p.c.fail("Produce to", sent[0].tp.String(), err)
			}
			for _, q := range qs {
				q.last = err
			}
			return nil
		}
		if err := p.acknowledge(resp.(*kmsg.ProduceResponse), sent); err != nil {
			return err
		}
		qs = slices.DeleteFunc(qs, func(q *queue) bool { return q.last != nil || len(q.batches) == 0 })
	}
	return nil
}
