package kafka

import (
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/stoatgen/stoatgen/rt/codec"
)

const (
	leastBytes = 64 << 10              // of a partition in an answer, however many partitions there are
	pausedWait = 20 * time.Millisecond // long poll while a partition is paused: Resume must not wait for a long one
)

// answer is what one request brought.
type answer struct {
	leader int32
	req    map[TP]Position // what was asked for
	got    map[TP]result
	err    error // of the connection
}

// result is one partition's part of an answer.
type result struct {
	f   Fetched
	err error
}

// ask sends a request to each leader that has none on its way.
func (f *Fetcher) ask() {
	byLeader := map[int32]map[TP]Position{}
	wait := f.o.Wait
	for _, tp := range f.order {
		p := f.parts[tp]
		_, part, _ := f.c.leader(tp)
		switch {
		case p.lost != nil || part.Leader < 0 || f.flying[part.Leader]:
			continue
		case p.paused:
			wait = min(wait, pausedWait)
			continue
		}
		if byLeader[part.Leader] == nil {
			byLeader[part.Leader] = map[TP]Position{}
		}
		byLeader[part.Leader][tp] = p.Position
	}
	for leader, tps := range byLeader {
		req := f.request(tps, wait)
		f.flying[leader] = true
		f.wg.Go(func() { // ends with its request, which Close cuts short; Close waits for it
			f.answers <- f.fetch(leader, tps, req)
		})
	}
	if n := len(f.order); n > 1 {
		f.order = append(f.order[1:], f.order[0])
	}
}

func (f *Fetcher) request(tps map[TP]Position, wait time.Duration) *kmsg.FetchRequest {
	r := kmsg.NewPtrFetchRequest()
	r.MaxWaitMillis, r.MinBytes, r.SessionEpoch = int32(wait.Milliseconds()), 1, -1
	// The partitions' limits bound the answer; the request's would make kfake forget aborted transactions (invariant 7).
	r.MaxBytes = 1<<31 - 1
	if !f.o.Uncommitted {
		r.IsolationLevel = 1
	}
	each := min(f.o.PartitionMaxBytes, max(leastBytes, f.o.MaxBytes/int32(len(tps))))
	byTopic := map[string]int{}
	for _, tp := range f.order {
		at, ok := tps[tp]
		if !ok {
			continue
		}
		i, ok := byTopic[tp.Topic]
		if !ok {
			i = len(r.Topics)
			byTopic[tp.Topic] = i
			t := kmsg.NewFetchRequestTopic()
			t.Topic, t.TopicID = tp.Topic, f.c.id(tp.Topic)
			r.Topics = append(r.Topics, t)
		}
		_, part, _ := f.c.leader(tp)
		p := kmsg.NewFetchRequestTopicPartition()
		p.Partition, p.FetchOffset, p.PartitionMaxBytes, p.CurrentLeaderEpoch = tp.Partition, at.Offset, each, part.LeaderEpoch
		r.Topics[i].Partitions = append(r.Topics[i].Partitions, p)
	}
	return r
}

// fetch runs on a goroutine of its own and touches nothing of the Fetcher that changes.
func (f *Fetcher) fetch(leader int32, tps map[TP]Position, req *kmsg.FetchRequest) answer {
	a := answer{leader: leader, req: tps, got: make(map[TP]result, len(tps))}
	resp, err := f.c.kgo.Broker(int(leader)).Request(f.ctx, req)
	if err != nil {
		a.err = err
		return a
	}
	r := resp.(*kmsg.FetchResponse)
	if a.err = errorFor(r.ErrorCode); a.err != nil {
		return a
	}
	for i := range r.Topics {
		t := &r.Topics[i]
		name := t.Topic
		if name == "" {
			name = f.c.name(t.TopicID)
		}
		for j := range t.Partitions {
			tp := TP{name, t.Partitions[j].Partition}
			if at, ok := tps[tp]; ok {
				a.got[tp] = f.result(tp, at, &t.Partitions[j])
			}
		}
	}
	return a
}

func (f *Fetcher) result(tp TP, at Position, p *kmsg.FetchResponseTopicPartition) result {
	if err := errorFor(p.ErrorCode); err != nil {
		return result{err: err}
	}
	set := codec.Set{Topic: tp.Topic, Partition: tp.Partition, Data: p.RecordBatches, From: at.Offset}
	for _, t := range p.AbortedTransactions {
		set.Aborted = append(set.Aborted, codec.Aborted{ProducerID: t.ProducerID, FirstOffset: t.FirstOffset})
	}
	d := f.c.decode
	d.Committed = !f.o.Uncommitted
	got, err := d.Decode(set)
	if err == nil && got.Partial && got.Next == at.Offset {
		err = errors.New("the answer ends inside its first batch")
	}
	if err != nil {
		return result{err: &Error{"Fetch of", tp.String(), Fatal, "the partition is damaged: look at the broker's log and disk", err}}
	}
	return result{f: Fetched{TP: tp, Batches: got.Batches, Next: got.Next, HighWatermark: p.HighWatermark, LastStable: p.LastStableOffset,
		LogStart: p.LogStartOffset, LeaderEpoch: got.LeaderEpoch, Aborted: got.Aborted}}
}

// take moves positions on. What was asked for at another position than today's is dropped.
func (f *Fetcher) take(a answer, out []Fetched) ([]Fetched, error) {
	delete(f.flying, a.leader)
	if a.err != nil && !transient(a.err) {
		return nil, f.c.fail("Fetch from broker", fmt.Sprint(a.leader), a.err)
	}
	for tp, at := range a.req {
		p := f.parts[tp]
		if p == nil || p.Offset != at.Offset {
			continue
		}
		r, ok := a.got[tp]
		if !ok && r.err == nil {
			if r.err = a.err; r.err == nil {
				r.err = kerr.UnknownTopicOrPartition
			}
		}
		switch {
		case r.err == nil:
			p.Offset = r.f.Next
			if r.f.LeaderEpoch >= 0 {
				p.LeaderEpoch = r.f.LeaderEpoch
			}
			f.tries = 0
			out = append(out, r.f)
		case transient(r.err) || errors.Is(r.err, kerr.InconsistentTopicID): // the look-up tells which topic it is
			p.lost = r.err
			if f.retryAt.IsZero() {
				f.again()
			}
		default:
			return nil, f.c.fail("Fetch of", tp.String(), r.err)
		}
	}
	return out, nil
}
