package kafka

import (
	"fmt"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// request has the front batch of as many queues as fit; sent are those queues.
func (p *Producer) request(qs []*queue) (req *kmsg.ProduceRequest, sent []*queue) {
	r := kmsg.NewProduceRequest()
	r.Acks, r.TimeoutMillis = -1, ackMillis
	if p.txn != "" {
		r.TransactionID = &p.txn
	}
	byTopic := map[string]int{}
	size := 0
	for _, q := range qs {
		size += len(q.batches[0])
		if len(sent) > 0 && size > requestBytes {
			break
		}
		i, ok := byTopic[q.tp.Topic]
		if !ok {
			i = len(r.Topics)
			byTopic[q.tp.Topic] = i
			t := kmsg.NewProduceRequestTopic()
			t.Topic, t.TopicID = q.tp.Topic, p.c.id(q.tp.Topic)
			r.Topics = append(r.Topics, t)
		}
		part := kmsg.NewProduceRequestTopicPartition()
		part.Partition, part.Records = q.tp.Partition, q.batches[0]
		r.Topics[i].Partitions = append(r.Topics[i].Partitions, part)
		q.last = kerr.RequestTimedOut // until the answer names it
		sent = append(sent, q)
	}
	return &r, sent
}

// refused has what the leader says of a batch, or rather of the record that it refuses it for.
func refused(r *kmsg.ProduceResponseTopicPartition, err error) error {
	why := r.ErrorMessage
	for i := range r.ErrorRecords {
		if m := r.ErrorRecords[i].ErrorMessage; m != nil {
			why = m
			break
		}
	}
	if why == nil {
		return err
	}
	return fmt.Errorf("%s (%w)", *why, err)
}

// acknowledge takes acknowledged batches off their queues and notes why others stay. A duplicate that the leader still
// remembers is answered like the first one, with its offset.
func (p *Producer) acknowledge(resp *kmsg.ProduceResponse, sent []*queue) error {
	byTP := make(map[TP]*queue, len(sent))
	for _, q := range sent {
		byTP[q.tp] = q
	}
	for i := range resp.Topics {
		t := &resp.Topics[i]
		name := t.Topic
		if name == "" {
			name = p.c.name(t.TopicID)
		}
		for j := range t.Partitions {
			r := &t.Partitions[j]
			q := byTP[TP{name, r.Partition}]
			if q == nil {
				continue
			}
			if q.last = errorFor(r.ErrorCode); q.last == nil {
				q.next = r.BaseOffset + int64(q.counts[0])
				q.batches, q.counts = q.batches[1:], q.counts[1:]
			} else if !transient(q.last) {
				return p.c.fail("Produce to", q.tp.String(), refused(r, q.last))
			}
		}
	}
	return nil
}
