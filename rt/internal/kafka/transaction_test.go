package kafka_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

func TestTransactions(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "txn", 1)
	p := c.producer(t, "txn")
	tp := kafka.TP{Topic: topic}
	for i, v := range []struct {
		value  string
		commit bool
	}{{"a", true}, {"b", false}, {"c", true}, {"d", false}, {"e", true}} {
		acks := must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, v.value)))
		if want := int64(2*i + 1); acks[tp].Offset != want { // a marker behind each record
			t.Errorf("record %q: acknowledged up to %d, want %d", v.value, acks[tp].Offset, want)
		}
		ok(t, p.End(t.Context(), v.commit))
	}
	if got, want := c.read(t, topic, false), []string{"a", "c", "e"}; !slices.Equal(got, want) {
		t.Errorf("read_committed: %q, want %q", got, want)
	}
	if got, want := c.read(t, topic, true), []string{"a", "b", "c", "d", "e"}; !slices.Equal(got, want) {
		t.Errorf("read_uncommitted: %q, want %q", got, want)
	}
}

// A reader stops at the first record of an open transaction, and sees the high watermark behind it.
func TestLastStableOffset(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "lso", 1)
	p, q := c.producer(t, "lso-0"), c.producer(t, "lso-1")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "open")))
	must[map[kafka.TP]kafka.Ack](t)(q.Produce(t.Context(), values(topic, "done")))
	ok(t, q.End(t.Context(), true))
	f := c.NewFetcher(kafka.FetchOptions{Wait: 50 * time.Millisecond})
	defer f.Close()
	f.Assign(map[kafka.TP]kafka.Position{{Topic: topic}: {LeaderEpoch: -1}})
	g := c.poll(t, f)[0]
	if len(g.Batches) != 0 || g.Next != 0 || g.LastStable != 0 || g.HighWatermark != 3 {
		t.Errorf("with a transaction open at 0: %d batches, next %d, LSO %d, HW %d; want none, 0, 0, 3", len(g.Batches), g.Next, g.LastStable, g.HighWatermark)
	}
	ok(t, p.End(t.Context(), true))
	if got, want := c.read(t, topic, false), []string{"open", "done"}; !slices.Equal(got, want) {
		t.Errorf("after the commit: %q, want %q", got, want)
	}
}

func TestOffsetsCommitWithTheTransaction(t *testing.T) {
	c := start(t)
	in, out := c.topic(t, "in", 2), c.topic(t, "out", 1)
	group := c.name("group")
	p := c.producer(t, "offsets")
	commit := func(at int64, end bool) {
		must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(out, "x")))
		meta := kafka.OffsetMetadata{PartitionTime: at}.Encode()
		ok(t, p.CommitOffsets(t.Context(), group, map[kafka.TP]kafka.Committed{
			{Topic: in, Partition: 0}: {Position: kafka.Position{Offset: at, LeaderEpoch: -1}, Metadata: meta},
			{Topic: in, Partition: 1}: {Position: kafka.Position{Offset: at + 1, LeaderEpoch: -1}},
		}))
		ok(t, p.End(t.Context(), end))
	}
	both := []kafka.TP{{Topic: in}, {Topic: in, Partition: 1}}
	if got := must[map[kafka.TP]kafka.Committed](t)(c.FetchOffsets(t.Context(), group, both...)); len(got) != 0 {
		t.Errorf("offsets of an unknown group: %v", got)
	}
	commit(5, true)
	commit(9, false)
	got := must[map[kafka.TP]kafka.Committed](t)(c.FetchOffsets(t.Context(), group, both...))
	if got[both[0]].Offset != 5 || got[both[1]].Offset != 6 {
		t.Errorf("committed %v, want 5 and 6", got)
	}
	if m := must[kafka.OffsetMetadata](t)(kafka.DecodeOffsetMetadata(got[both[0]].Metadata)); m.PartitionTime != 5 {
		t.Errorf("partition time %d, want 5", m.PartitionTime)
	}
	// Offsets alone are a transaction too.
	ok(t, p.CommitOffsets(t.Context(), group, map[kafka.TP]kafka.Committed{both[0]: {Position: kafka.Position{Offset: 7, LeaderEpoch: -1}}}))
	ok(t, p.End(t.Context(), true))
	if got := must[map[kafka.TP]kafka.Committed](t)(c.FetchOffsets(t.Context(), group, both[0])); got[both[0]].Offset != 7 {
		t.Errorf("offsets without records: %v, want 7", got)
	}
	ok(t, p.End(t.Context(), true)) // neither records nor offsets: nothing to end
}

// OffsetFetch waits for a transaction that has offsets pending: the old offset would be read twice.
func TestFetchOffsetsWaitsForPendingOnes(t *testing.T) {
	c := start(t)
	in, group := c.topic(t, "in", 1), c.name("pending")
	tp := kafka.TP{Topic: in}
	p := c.producer(t, "pending")
	at := func(n int64) map[kafka.TP]kafka.Committed {
		return map[kafka.TP]kafka.Committed{tp: {Position: kafka.Position{Offset: n, LeaderEpoch: -1}}}
	}
	ok(t, p.CommitOffsets(t.Context(), group, at(1)))
	ok(t, p.End(t.Context(), true))
	ok(t, p.CommitOffsets(t.Context(), group, at(2)))
	got := make(chan map[kafka.TP]kafka.Committed, 1)
	go func() {
		o, _ := c.open(t).FetchOffsets(t.Context(), group, tp)
		got <- o
	}()
	select {
	case o := <-got:
		t.Fatalf("answered %v while offset 2 was pending", o)
	case <-time.After(100 * time.Millisecond):
	}
	ok(t, p.End(t.Context(), true))
	if o := <-got; o[tp].Offset != 2 {
		t.Errorf("after the commit: %v, want 2", o)
	}
}

func TestFencing(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "fence", 1)
	old := c.producer(t, "fence")
	must[map[kafka.TP]kafka.Ack](t)(old.Produce(t.Context(), values(topic, "old")))
	other := &cluster{Client: c.open(t), suffix: c.suffix}
	young := other.producer(t, "fence")
	must[map[kafka.TP]kafka.Ack](t)(young.Produce(t.Context(), values(topic, "young")))
	ok(t, young.End(t.Context(), true))

	_, err := old.Produce(t.Context(), values(topic, "late"))
	if !errors.Is(err, kafka.Fenced) {
		t.Errorf("produce of a fenced producer: %v, want a Fenced error", err)
	}
	if _, err := old.Produce(t.Context(), values(topic, "late")); !errors.Is(err, kafka.Aborted) {
		t.Errorf("produce between a failure and Init: %v, want Aborted", err)
	}
	if err := old.Init(t.Context()); !errors.Is(err, kafka.Fenced) {
		t.Errorf("Init of a fenced producer with its own epoch: %v, want Fenced", err)
	}
	if got, want := c.read(t, topic, false), []string{"young"}; !slices.Equal(got, want) {
		t.Errorf("read_committed: %q, want %q", got, want)
	}
}

// Init with the own epoch ends the open transaction and lets the producer go on.
func TestInitInPlaceAborts(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "place", 1)
	p := c.producer(t, "place")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "dropped")))
	ok(t, p.Init(t.Context()))
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "kept")))
	ok(t, p.End(t.Context(), true))
	if got, want := c.read(t, topic, false), []string{"kept"}; !slices.Equal(got, want) {
		t.Errorf("read_committed: %q, want %q", got, want)
	}
}

// Two ids have offsets pending at once. Kafka keeps the offset that was appended last, kfake that of the last EndTxn;
// so TxnOffsetCommit of an epoch is sent behind the success of EndTxn of the one before.
func TestOrderOfOffsetCommits(t *testing.T) {
	c := start(t)
	tp, group := kafka.TP{Topic: c.topic(t, "order", 1)}, c.name("order")
	first, second := c.producer(t, "order-0"), c.producer(t, "order-1")
	commit := func(p *kafka.Producer, at int64) {
		ok(t, p.CommitOffsets(t.Context(), group, map[kafka.TP]kafka.Committed{tp: {Position: kafka.Position{Offset: at, LeaderEpoch: -1}}}))
	}
	end := func(p *kafka.Producer) { ok(t, p.End(t.Context(), true)) }
	expect := func(want int64) {
		t.Helper()
		if got := must[map[kafka.TP]kafka.Committed](t)(c.FetchOffsets(t.Context(), group, tp)); got[tp].Offset != want {
			t.Errorf("committed offset %d, want %d", got[tp].Offset, want)
		}
	}
	commit(first, 10)
	end(first)
	commit(second, 20)
	end(second)
	expect(20)

	commit(second, 40) // too early
	commit(first, 30)
	end(first)
	end(second)
	if c.broker == nil {
		expect(30) // 30 to 40 would be processed twice
	} else {
		expect(40)
	}
}
