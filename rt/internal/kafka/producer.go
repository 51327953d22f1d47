package kafka

import (
	"context"
	"errors"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Producer has one producer id. Its methods are for one goroutine at a time; protocol.md §3 says in which order.
type Producer struct {
	c       *Client
	txn     string // transactional id, empty for none
	timeout time.Duration
	id      int64
	epoch   int16
	ready   bool // Init succeeded, and nothing has failed since
	open    bool // the broker may know of a transaction
	seq     map[TP]int32
}

// NewProducer makes a producer; Init makes it usable. An empty transactional id gives an idempotent producer without
// transactions. timeout is the transaction's: the coordinator aborts one that stays open for longer.
func (c *Client) NewProducer(transactionalID string, timeout time.Duration) *Producer {
	return &Producer{c: c, txn: transactionalID, timeout: timeout, id: -1, epoch: -1, seq: map[TP]int32{}}
}

// usable refuses work between a failure and the Init that mends it.
func (p *Producer) usable(op string) error {
	if p.ready {
		return nil
	}
	return &Error{op, p.txn, Aborted, "the application starts again from its last commit", errors.New("the producer is not initialised since its last failure")}
}

// done notes a failure: sequences and transaction are unknown until the next Init.
func (p *Producer) done(err error) error {
	if err != nil {
		p.ready = false
	}
	return err
}

// CommitOffsets is TxnOffsetCommit without membership (generation -1), part of the open transaction, which it opens if
// nothing was produced.
func (p *Producer) CommitOffsets(ctx context.Context, group string, offsets map[TP]Committed) error {
	if len(offsets) == 0 {
		return nil
	}
	if err := p.usable("TxnOffsetCommit"); err != nil {
		return err
	}
	if err := p.c.know(ctx, "TxnOffsetCommit of", topicsOf(offsets)); err != nil {
		return p.done(err)
	}
	req := kmsg.NewPtrTxnOffsetCommitRequest()
	req.TransactionalID, req.Group, req.ProducerID, req.ProducerEpoch, req.Generation = p.txn, group, p.id, p.epoch, -1
	byTopic := map[string]int{}
	for tp, o := range offsets {
		i, ok := byTopic[tp.Topic]
		if !ok {
			i = len(req.Topics)
			byTopic[tp.Topic] = i
			t := kmsg.NewTxnOffsetCommitRequestTopic()
			t.Topic, t.TopicID = tp.Topic, p.c.id(tp.Topic)
			req.Topics = append(req.Topics, t)
		}
		q := kmsg.NewTxnOffsetCommitRequestTopicPartition()
		q.Partition, q.Offset, q.LeaderEpoch, q.Metadata = tp.Partition, o.Offset, o.LeaderEpoch, &o.Metadata
		req.Topics[i].Partitions = append(req.Topics[i].Partitions, q)
	}
	p.open = true
	return p.done(p.c.retry(ctx, "TxnOffsetCommit of group", group, func() error {
		resp, err := req.RequestWith(ctx, p.c.kgo)
		if err != nil {
			return err
		}
		for i := range resp.Topics {
			for _, q := range resp.Topics[i].Partitions {
				if err := errorFor(q.ErrorCode); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// End is EndTxn, sent also for a transaction that has offsets and no records; nothing is sent for one that has neither.
// Without an answer it is repeated with the same epoch until the deadline; then the error is Ambiguous. Afterwards the
// producer has the next epoch and begins sequences at 0.
func (p *Producer) End(ctx context.Context, commit bool) error {
	if err := p.usable("EndTxn"); err != nil {
		return err
	}
	if !p.open {
		return nil
	}
	req := kmsg.NewPtrEndTxnRequest()
	req.TransactionalID, req.ProducerID, req.ProducerEpoch, req.Commit = p.txn, p.id, p.epoch, commit
	unknown := false // whether an earlier try was carried out
	err := p.c.retry(ctx, "EndTxn", p.txn, func() error {
		resp, err := req.RequestWith(ctx, p.c.kgo)
		if err == nil {
			err = errorFor(resp.ErrorCode)
		}
		if err != nil {
			// CONCURRENT_TRANSACTIONS: this transaction, or the one before, is being completed.
			_, answered := errors.AsType[*kerr.Error](err)
			unknown = unknown || !answered || errors.Is(err, kerr.ConcurrentTransactions)
			return err
		}
		p.id, p.epoch = resp.ProducerID, resp.ProducerEpoch
		return nil
	})
	if err != nil {
		p.ready = false
		if unknown {
			return &Error{"EndTxn", p.txn, Ambiguous, "the restart finds out whether it was committed", errors.Unwrap(err)}
		}
		return err
	}
	clear(p.seq)
	p.open = false
	return nil
}
