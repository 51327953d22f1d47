package kafka

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// Init is InitProducerID. The first call of a process takes the transactional id over (producer id -1); later ones
// pass the own producer id and epoch, so that a second process is noticed (Fenced) and not fenced in turn. An open
// transaction is aborted, a completing one is waited for. Brokers without transaction.version 2 are refused.
//
// A coordinator may refuse the epoch of a producer for no other process's sake: having ended a transaction that was open for
// longer than its timeout, while the brokers couldn't be reached, say. Then Init goes on with the epoch at which it was ended:
// who takes the id over in between is noticed all the same.
//
// Kafka ends the open transaction of whoever holds the id before it refuses a stale epoch. So the holder must expect to be
// fenced in the middle of a transaction, by a process that is about to learn that its time is over: the holder's own Init works.
func (p *Producer) Init(ctx context.Context) error {
	p.ready = false
	err := p.init(ctx)
	if errors.Is(err, Fenced) {
		err = p.again(ctx, err)
	}
	if err != nil {
		return err
	}
	clear(p.seq)
	p.ready, p.open = true, false
	return nil
}

func (p *Producer) init(ctx context.Context) error {
	req := kmsg.NewPtrInitProducerIDRequest()
	if p.txn != "" {
		v, err := p.c.transactionVersion(ctx)
		if err != nil {
			return err
		}
		if v < 2 {
			return &Error{"InitProducerId", p.txn, Fatal,
				"exactly-once needs Kafka 4.0 or later (kafka-features.sh upgrade --feature transaction.version=2): upgrade, or set processing.guarantee to at_least_once",
				fmt.Errorf("the brokers' transaction.version is %d, want 2", v)}
		}
		req.TransactionalID, req.TransactionTimeoutMillis = &p.txn, int32(p.timeout.Milliseconds())
		req.ProducerID, req.ProducerEpoch = p.id, p.epoch
	}
	return p.c.retry(ctx, "InitProducerId", p.txn, func() error {
		resp, err := req.RequestWith(ctx, p.c.kgo)
		if err != nil {
			return err
		}
		if err := errorFor(resp.ErrorCode); err != nil {
			return err
		}
		p.id, p.epoch = resp.ProducerID, resp.ProducerEpoch
		return nil
	})
}

// again initialises a fenced producer whose transaction the coordinator ended by itself: that raises the epoch by one and leaves
// an aborted transaction. Taking the id over raises it too, but leaves an empty one.
func (p *Producer) again(ctx context.Context, fenced error) error {
	var last kadm.DescribedTransaction
	err := p.c.retry(ctx, "DescribeTransactions of", p.txn, func() error {
		all, err := p.c.adm.DescribeTransactions(ctx, p.txn)
		last = all[p.txn]
		return cmp.Or(err, last.Err)
	})
	switch {
	case err != nil:
		return err
	case last.ProducerID != p.id || last.ProducerEpoch != p.epoch+1 || last.State != "PrepareAbort" && last.State != "CompleteAbort":
		return fenced
	}
	p.c.log.Warn("kafka: the brokers ended a transaction that was open for longer than its timeout", "on", p.txn, "timeout", p.timeout)
	p.epoch++
	return p.init(ctx)
}
