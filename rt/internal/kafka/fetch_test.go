package kafka_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// Several lanes' records of several topics, cut into many batches, arrive whole and in order of each lane.
func TestProduceJoinsLanesAndBatches(t *testing.T) {
	c := start(t)
	names := []string{c.topic(t, "lanes-a", 3), c.topic(t, "lanes-b", 1)}
	p := c.producer(t, "lanes")
	const lanes, records = 3, 400
	var topics []*codec.Topic
	for lane := range lanes {
		for i, n := range names {
			out := codec.NewTopic(n, []int32{3, 1}[i])
			for part := range out.Parts {
				out.Parts[part].Limit = 2000
			}
			for j := range records {
				out.AppendKeyed(int64(j), fmt.Appendf(nil, "key %d of %d", j%50, lane), fmt.Appendf(nil, "%06d %s", j, bytes.Repeat([]byte("x"), 50)), nil)
			}
			topics = append(topics, out)
		}
	}
	for round := range 2 { // the same builders again, in the next transaction
		acks := must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), topics))
		if len(acks) != 4 {
			t.Fatalf("round %d: acknowledgements of %d partitions, want 4: %v", round, len(acks), acks)
		}
		ok(t, p.End(t.Context(), true))
		for tp, a := range acks {
			if end := c.stable(t, tp, a.Offset+1); a.Offset+1 != end { // a marker is behind
				t.Errorf("round %d: %v acknowledged up to %d, the end is %d", round, tp, a.Offset, end)
			}
		}
	}
	f := c.NewFetcher(kafka.FetchOptions{PartitionMaxBytes: 4096, MaxBytes: 4096, Wait: 50 * time.Millisecond})
	defer f.Close()
	last := map[string]int{}
	n := 0
	f.Assign(map[kafka.TP]kafka.Position{{Topic: names[0], Partition: 0}: {}, {Topic: names[0], Partition: 1}: {}, {Topic: names[0], Partition: 2}: {}, {Topic: names[1]}: {}})
	for n < 2*lanes*records*2 {
		for _, g := range c.poll(t, f) {
			for _, b := range g.Batches {
				for i := range b.Recs {
					n++
					key := g.Topic + string(b.Key(uint32(i)))
					if w := codec.Partition(codec.Murmur2(b.Key(uint32(i))), map[bool]int32{true: 3, false: 1}[g.Topic == names[0]]); w != g.Partition {
						t.Fatalf("%s is in partition %d, want %d", key, g.Partition, w)
					}
					var at int
					fmt.Sscanf(string(b.Value(uint32(i))[:6]), "%d", &at)
					if at <= last[key] && at >= 50 {
						t.Fatalf("%s: %d behind %d", key, at, last[key])
					}
					last[key] = at
				}
			}
		}
	}
	if n != 2*lanes*records*2 {
		t.Errorf("%d records, want %d", n, 2*lanes*records*2)
	}
}

func TestFetcherPauseMoveAndUnassign(t *testing.T) {
	c := start(t)
	a, b := c.topic(t, "pause-a", 1), c.topic(t, "pause-b", 1)
	ta, tb := kafka.TP{Topic: a}, kafka.TP{Topic: b}
	p := c.producer(t, "")
	put := func(topic, v string) { must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, v))) }
	f := c.NewFetcher(kafka.FetchOptions{Wait: 30 * time.Millisecond})
	defer f.Close()
	got := map[string][]string{}
	poll := func(topic string, n int) {
		t.Helper()
		for len(got[topic]) < n {
			for _, g := range c.poll(t, f) {
				got[g.Topic] = append(got[g.Topic], stringsOf(g.Batches)...)
			}
		}
	}
	put(a, "a0")
	put(b, "b0")
	f.Assign(map[kafka.TP]kafka.Position{ta: {LeaderEpoch: -1}, tb: {LeaderEpoch: -1}})
	poll(a, 1)
	poll(b, 1)
	f.Pause(tb)
	for range 3 { // what was asked for before the pause has arrived then
		c.poll(t, f)
	}
	put(b, "b1")
	put(a, "a1")
	poll(a, 2)
	if len(got[b]) != 1 {
		t.Errorf("a paused partition brought %q", got[b])
	}
	f.Resume(tb)
	poll(b, 2)
	f.Assign(map[kafka.TP]kafka.Position{ta: {Offset: 1, LeaderEpoch: -1}}) // back
	poll(a, 3)
	f.Unassign(tb)
	put(b, "b2")
	put(a, "a2")
	poll(a, 4)
	for topic, want := range map[string][]string{a: {"a0", "a1", "a1", "a2"}, b: {"b0", "b1"}} {
		if !slices.Equal(got[topic], want) {
			t.Errorf("%s: %q, want %q", topic, got[topic], want)
		}
	}
}

func TestPollEndsWithItsContext(t *testing.T) {
	c := start(t)
	f := c.NewFetcher(kafka.FetchOptions{})
	defer f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := f.Poll(ctx); len(got) != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("without partitions: %v, %v", got, err)
	}
	topic := c.topic(t, "idle", 1)
	f.Assign(map[kafka.TP]kafka.Position{{Topic: topic}: {LeaderEpoch: -1}})
	if got, err := f.Poll(ctx); len(got) != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("with one: %v, %v", got, err)
	}
	// The request that was on its way is not lost.
	p := c.producer(t, "")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "v")))
	var got []string
	for len(got) < 1 {
		for _, g := range c.poll(t, f) {
			got = append(got, stringsOf(g.Batches)...)
		}
	}
}

// A position outside of the log, a missing topic and a recreated one are errors; nothing moves by itself.
func TestFetchErrors(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "range", 1)
	tp := kafka.TP{Topic: topic}
	poll := func(at map[kafka.TP]kafka.Position) error {
		f := c.NewFetcher(kafka.FetchOptions{Wait: 20 * time.Millisecond})
		defer f.Close()
		f.Assign(at)
		for range 300 {
			if _, err := f.Poll(t.Context()); err != nil {
				return err
			}
		}
		return nil
	}
	err := poll(map[kafka.TP]kafka.Position{tp: {Offset: 7, LeaderEpoch: -1}})
	if !errors.Is(err, kafka.ErrOffsetOutOfRange) || kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), tp.String()) {
		t.Errorf("position 7 of an empty log: %v", err)
	}
	err = poll(map[kafka.TP]kafka.Position{{Topic: c.name("nowhere")}: {LeaderEpoch: -1}})
	if kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "there is no such topic") {
		t.Errorf("missing topic: %v", err)
	}
	err = poll(map[kafka.TP]kafka.Position{{Topic: topic, Partition: 3}: {LeaderEpoch: -1}})
	if kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "the topic has 1 partitions") {
		t.Errorf("missing partition: %v", err)
	}
	p := c.producer(t, "")
	_, err = p.Produce(t.Context(), values(c.name("nowhere"), "v"))
	if kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "there is no such topic") {
		t.Errorf("produce to a missing topic: %v", err)
	}
}

func TestRecreatedTopicIsRefused(t *testing.T) {
	c := embedded(t, 1)
	topic := c.topic(t, "again", 1)
	f := c.NewFetcher(kafka.FetchOptions{Wait: 20 * time.Millisecond})
	defer f.Close()
	f.Assign(map[kafka.TP]kafka.Position{{Topic: topic}: {LeaderEpoch: -1}})
	c.poll(t, f)
	ok(t, c.broker.DeleteTopic(topic))
	other := &cluster{Client: c.open(t)}
	other.topic(t, topic, 1)
	for range 300 {
		_, err := f.Poll(t.Context())
		if err == nil {
			continue
		}
		if kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "deleted and created again") {
			t.Errorf("fetch of a recreated topic: %v", err)
		}
		return
	}
	t.Error("a recreated topic is read on")
}

// Produce says what is too large, and goes on with other records after Init.
func TestTooLargeIsFatal(t *testing.T) {
	c := start(t)
	topic := c.name("small")
	_, _, err := c.CreateTopics(t.Context(), kafka.Spec{Name: topic, Partitions: 1, Configs: map[string]string{"max.message.bytes": "1000"}})
	ok(t, err)
	p := c.producer(t, "small")
	big := values(topic, strings.Repeat("x", 5000))
	if _, err := p.Produce(t.Context(), big); kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "larger than the topic's max.message.bytes") {
		t.Errorf("5,000 bytes: %v", err)
	}
	if big[0].Len() != 0 {
		t.Error("after an error the records are still there")
	}
	ok(t, p.Init(t.Context()))
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "fits")))
	ok(t, p.End(t.Context(), true))
}

// Aborted records stay hidden also where an answer is cut short by its size (kfake leaves the list out there if the
// limit of the whole request does it).
func TestAbortedStayHiddenInLargeAnswers(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "large", 4)
	p := c.producer(t, "large")
	for round := range 12 {
		out := codec.NewTopic(topic, 4)
		for part := range int32(4) {
			for range 20 {
				out.AppendTo(part, 0, nil, fmt.Appendf(bytes.Repeat([]byte("x"), 1500), " %v", round%2 == 0), nil)
			}
		}
		must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), []*codec.Topic{out}))
		ok(t, p.End(t.Context(), round%2 == 0))
	}
	f := c.NewFetcher(kafka.FetchOptions{MaxBytes: 345_000, Wait: 20 * time.Millisecond})
	defer f.Close()
	at := map[kafka.TP]kafka.Position{}
	for part := range int32(4) {
		at[kafka.TP{Topic: topic, Partition: part}] = kafka.Position{LeaderEpoch: -1}
	}
	f.Assign(at)
	for n := 0; n < 4*6*20; {
		for _, g := range c.poll(t, f) {
			for _, b := range g.Batches {
				if len(b.Data) > 345_000/4 {
					t.Errorf("%v brought %d bytes, its share is %d", g.TP, len(b.Data), 345_000/4)
				}
			}
			for _, v := range stringsOf(g.Batches) {
				if n++; !strings.HasSuffix(v, "true") {
					t.Fatal("an aborted record was read")
				}
			}
		}
	}
}

// A new leader whose log ends before the position lost records that were processed.
func TestLostTailIsNoticed(t *testing.T) {
	k := must[*kfake.Cluster](t)(kfake.NewCluster(kfake.NumBrokers(2), kfake.SeedTopics(1, "tail")))
	defer k.Close()
	c := &cluster{addr: k.ListenAddrs()[0]}
	c.Client = c.open(t)
	tp := kafka.TP{Topic: "tail"}
	p := c.producer(t, "")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values("tail", "a", "b")))
	f := c.NewFetcher(kafka.FetchOptions{Wait: 20 * time.Millisecond})
	defer f.Close()
	f.Assign(map[kafka.TP]kafka.Position{tp: {LeaderEpoch: -1}})
	for got := c.poll(t, f); got[0].Next < 2; {
		got = c.poll(t, f)
	}
	k.ControlKey(int16(kmsg.OffsetForLeaderEpoch), func(r kmsg.Request) (kmsg.Response, error, bool) {
		resp := r.ResponseKind().(*kmsg.OffsetForLeaderEpochResponse)
		part := kmsg.NewOffsetForLeaderEpochResponseTopicPartition()
		part.LeaderEpoch, part.EndOffset = 0, 1
		topic := kmsg.NewOffsetForLeaderEpochResponseTopic()
		topic.Topic, topic.Partitions = "tail", append(topic.Partitions, part)
		resp.Topics = append(resp.Topics, topic)
		return resp, nil, true
	})
	ok(t, k.MoveTopicPartition("tail", 0, 1-k.LeaderFor("tail", 0)))
	for range 300 {
		if _, err := f.Poll(t.Context()); err != nil {
			if kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "ends at offset 1, and was read up to 2") {
				t.Errorf("a shorter log: %v", err)
			}
			return
		}
	}
	t.Error("a shorter log is read on")
}
