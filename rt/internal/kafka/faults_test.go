package kafka_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/kversion"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// Every step of a transaction waits while the coordinator completes the one before.
func TestConcurrentTransactionsAreWaitedFor(t *testing.T) {
	c := embedded(t, 1)
	topic := c.topic(t, "busy", 1)
	p := c.producer(t, "busy")
	for _, key := range []int16{kafka.InitProducerIDKey, kafka.ProduceKey, kafka.TxnOffsetCommitKey, kafka.EndTxnKey} {
		hits, remove := c.broker.Fail(key, "CONCURRENT_TRANSACTIONS", 3)
		ok(t, p.Init(t.Context()))
		must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "v")))
		ok(t, p.CommitOffsets(t.Context(), "busy", map[kafka.TP]kafka.Committed{{Topic: topic}: {Position: kafka.Position{Offset: 1, LeaderEpoch: -1}}}))
		ok(t, p.End(t.Context(), true))
		if remove(); hits() != 3 {
			t.Errorf("request %d was refused %d times, want 3", key, hits())
		}
	}
	if got, want := c.read(t, topic, true), []string{"v", "v", "v", "v"}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

// dropAnswers lets requests of a key be carried out and their answers be lost, n times; -1 is for ever.
func (c *cluster) dropAnswers(key int16, n int32) (remove func()) {
	var seen atomic.Int32
	return c.broker.Fault(key, func(kafka.Request) broker.Fate {
		return broker.Fate{DropAnswer: n < 0 || seen.Add(1) <= n}
	})
}

func TestLostAnswersAreAskedForAgain(t *testing.T) {
	c := embedded(t, 1)
	topic := c.topic(t, "lost", 1)
	p := c.producer(t, "lost")
	for i, key := range []int16{kafka.ProduceKey, kafka.TxnOffsetCommitKey, kafka.EndTxnKey} {
		remove := c.dropAnswers(key, 1)
		acks := must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "once")))
		if want := int64(2*i + 1); acks[kafka.TP{Topic: topic}].Offset != want {
			t.Errorf("request %d: acknowledged up to %d, want %d: a resent batch has its first offset", key, acks[kafka.TP{Topic: topic}].Offset, want)
		}
		ok(t, p.CommitOffsets(t.Context(), "lost", map[kafka.TP]kafka.Committed{{Topic: topic}: {Position: kafka.Position{Offset: 1, LeaderEpoch: -1}}}))
		ok(t, p.End(t.Context(), true))
		remove()
	}
	if got, want := c.read(t, topic, false), []string{"once", "once", "once"}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

// An EndTxn that is never answered is ambiguous; the next Init finds out.
func TestEndWithoutAnswerIsAmbiguous(t *testing.T) {
	c := embedded(t, 1)
	topic := c.topic(t, "ambiguous", 1)
	hasty := must[*kafka.Client](t)(kafka.Open(t.Context(), kafka.Config{Brokers: []string{c.addr}, Timeout: 50 * time.Millisecond}))
	defer hasty.Close()
	p := hasty.NewProducer("ambiguous", time.Minute)
	ok(t, p.Init(t.Context()))
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "v")))
	remove := c.dropAnswers(kafka.EndTxnKey, -1)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := p.End(ctx, true); !errors.Is(err, kafka.Ambiguous) || !strings.Contains(err.Error(), "finds out") {
		t.Errorf("EndTxn without an answer: %v, want Ambiguous", err)
	}
	remove()
	ok(t, p.Init(t.Context()))
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "w")))
	ok(t, p.End(t.Context(), true))
	if got, want := c.read(t, topic, false), []string{"v", "w"}; !slices.Equal(got, want) {
		t.Errorf("the first EndTxn had been carried out; read %q, want %q", got, want)
	}
}

// A transaction that stays open past its timeout is aborted, and the producer learns it at the next step; a restart in
// place goes on.
func TestTimedOutTransactionIsOver(t *testing.T) {
	c := start(t)
	topic := c.topic(t, "slow", 1)
	p := c.NewProducer(c.name("slow"), 200*time.Millisecond)
	ok(t, p.Init(t.Context()))
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "late")))
	tp := kafka.TP{Topic: topic}
	c.stable(t, tp, 2) // the record and its marker
	if err := p.End(t.Context(), true); !classIn(err, kafka.Fenced, kafka.Aborted, kafka.Ambiguous) {
		t.Errorf("EndTxn behind the time-out: %v, want Fenced, Aborted or Ambiguous", err)
	}
	if got := c.read(t, topic, false); len(got) != 0 {
		t.Errorf("read_committed: %q, want nothing", got)
	}
	ok(t, p.Init(t.Context()))
	patient := c.producer(t, "slow")
	must[map[kafka.TP]kafka.Ack](t)(patient.Produce(t.Context(), values(topic, "again")))
	ok(t, patient.End(t.Context(), true))
	c.stable(t, tp, 4)
	if got := c.read(t, topic, false); !slices.Equal(got, []string{"again"}) {
		t.Errorf("read_committed: %q, want the second try", got)
	}
}

// A producer that its coordinator refuses goes on where it was the coordinator that ended its transaction, and is fenced where
// another one took over.
func TestFencedByNobody(t *testing.T) {
	for name, last := range map[string]struct {
		state     string
		id, epoch int // added to the producer's
		want      error
	}{
		"timed out":              {"CompleteAbort", 0, 1, nil},
		"timing out":             {"PrepareAbort", 0, 1, nil},
		"taken over":             {"Empty", 0, 1, kafka.Fenced},
		"taken over and at work": {"Ongoing", 0, 1, kafka.Fenced},
		"taken over and aborted": {"CompleteAbort", 0, 2, kafka.Fenced},
		"another id":             {"CompleteAbort", 1, 1, kafka.Fenced},
	} {
		t.Run(name, func(t *testing.T) {
			k := must[*kfake.Cluster](t)(kfake.NewCluster(kfake.NumBrokers(1)))
			t.Cleanup(k.Close)
			c := &cluster{addr: k.ListenAddrs()[0]}
			c.Client = c.open(t)
			p := c.producer(t, "timed-out")
			var own *kmsg.InitProducerIDRequest
			k.ControlKey(int16(kmsg.InitProducerID), func(r kmsg.Request) (kmsg.Response, error, bool) {
				k.KeepControl()
				q, resp := r.(*kmsg.InitProducerIDRequest), r.ResponseKind().(*kmsg.InitProducerIDResponse)
				if own == nil {
					own, resp.ErrorCode = q, kerr.ProducerFenced.Code
				} else if resp.ProducerID, resp.ProducerEpoch = q.ProducerID, q.ProducerEpoch+1; q.ProducerEpoch != own.ProducerEpoch+1 {
					t.Errorf("asked again with epoch %d, had %d", q.ProducerEpoch, own.ProducerEpoch)
				}
				return resp, nil, true
			})
			k.ControlKey(int16(kmsg.DescribeTransactions), func(r kmsg.Request) (kmsg.Response, error, bool) {
				s := kmsg.NewDescribeTransactionsResponseTransactionState()
				s.TransactionalID, s.State = "timed-out", last.state
				s.ProducerID, s.ProducerEpoch = own.ProducerID+int64(last.id), own.ProducerEpoch+int16(last.epoch)
				resp := r.ResponseKind().(*kmsg.DescribeTransactionsResponse)
				resp.TransactionStates = append(resp.TransactionStates, s)
				return resp, nil, true
			})
			if err := p.Init(t.Context()); last.want == nil && err != nil || !errors.Is(err, last.want) {
				t.Errorf("Init: %v, want %v", err, last.want)
			}
		})
	}
}

// classIn tells whether an error has one of the classes.
func classIn(err error, cs ...kafka.Class) bool {
	return err != nil && slices.Contains(cs, kafka.ClassOf(err))
}

// A leader moves before, and between, produce and fetch: batches stay in order, nothing comes twice.
func TestLeadersMove(t *testing.T) {
	c := embedded(t, 3)
	topic := c.topic(t, "move", 1)
	tp := kafka.TP{Topic: topic}
	p := c.producer(t, "move")
	f := c.NewFetcher(kafka.FetchOptions{Wait: 20 * time.Millisecond})
	defer f.Close()
	f.Assign(map[kafka.TP]kafka.Position{tp: {LeaderEpoch: -1}})
	var got, want []string
	for i := range 6 {
		v := string(rune('a' + i))
		acks := must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, v)))
		ok(t, p.End(t.Context(), true))
		want = append(want, v)
		if acks[tp].LeaderEpoch != int32(i) {
			t.Errorf("record %d: leader epoch %d, want %d", i, acks[tp].LeaderEpoch, i)
		}
		for len(got) < len(want) {
			for _, g := range c.poll(t, f) {
				got = append(got, stringsOf(g.Batches)...)
			}
		}
		ok(t, c.broker.MoveLeader(topic, 0, (c.broker.Leader(topic, 0)+1)%3))
	}
	if !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	// The first three leaderships ended with two offsets each.
	ends := must[map[kafka.TP]kafka.Position](t)(c.EndOfEpoch(t.Context(), map[kafka.TP]int32{tp: 2}))
	if e := ends[tp]; e != (kafka.Position{Offset: 6, LeaderEpoch: 2}) {
		t.Errorf("end of leader epoch 2: %+v, want offset 6", e)
	}
}

// Leaders move all the time under transactions over several partitions: each record once, in order of its partition.
func TestLeadersMoveUnderLoad(t *testing.T) {
	c := embedded(t, 3)
	const partitions, epochs = 4, 60
	topic := c.topic(t, "load", partitions)
	p := c.producer(t, "load")
	var requests atomic.Int32
	remove := c.broker.Fault(kafka.ProduceKey, func(kafka.Request) broker.Fate {
		if n := requests.Add(1); n%2 == 0 { // between the look-up and the request
			part := n / 2 % partitions
			c.broker.MoveLeader(topic, part, (c.broker.Leader(topic, part)+1)%3)
		}
		return broker.Fate{}
	})
	for n := range epochs {
		var lanes []*codec.Topic
		for lane := range 2 {
			out := codec.NewTopic(topic, partitions)
			for part := range int32(partitions) {
				out.AppendTo(part, 0, nil, fmt.Appendf(nil, "%d/%d", n, lane), nil)
			}
			lanes = append(lanes, out)
		}
		must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), lanes))
		ok(t, p.End(t.Context(), true))
	}
	remove()
	if n := requests.Load(); n < 3*epochs {
		t.Errorf("%d requests for %d epochs: leaders did not move in between", n, epochs)
	}
	f := c.NewFetcher(kafka.FetchOptions{Wait: 20 * time.Millisecond})
	defer f.Close()
	at, got := map[kafka.TP]kafka.Position{}, map[kafka.TP][]string{}
	for part := range int32(partitions) {
		at[kafka.TP{Topic: topic, Partition: part}] = kafka.Position{LeaderEpoch: -1}
	}
	f.Assign(at)
	for n := 0; n < partitions*epochs*2; {
		for _, g := range c.poll(t, f) {
			vs := stringsOf(g.Batches)
			n += len(vs)
			got[g.TP] = append(got[g.TP], vs...)
		}
	}
	for tp := range at {
		for i, v := range got[tp] {
			if want := fmt.Sprintf("%d/%d", i/2, i%2); v != want {
				t.Fatalf("%v: record %d is %s, want %s", tp, i, v, want)
			}
		}
	}
}

// A leadership that ends and comes back to the same broker raises the epoch without an error to the producer.
func TestAckHasTheLeaderEpochOfToday(t *testing.T) {
	c := embedded(t, 2)
	c.Client = must[*kafka.Client](t)(kafka.Open(t.Context(), kafka.Config{Brokers: []string{c.addr}, MetadataAge: time.Nanosecond}))
	defer c.Client.Close()
	topic := c.topic(t, "epoch", 1)
	p := c.producer(t, "")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "v")))
	at := c.broker.Leader(topic, 0)
	ok(t, c.broker.MoveLeader(topic, 0, 1-at))
	ok(t, c.broker.MoveLeader(topic, 0, at))
	acks := must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values(topic, "v")))
	if got := acks[kafka.TP{Topic: topic}]; got != (kafka.Ack{Offset: 2, LeaderEpoch: 2}) {
		t.Errorf("acknowledged %+v, want offset 2 of leader epoch 2", got)
	}
}

// A broker that goes away and comes back is waited for.
func TestBrokerComesBack(t *testing.T) {
	dir := t.TempDir()
	b := must[*broker.Broker](t)(broker.Start(dir, broker.Options{Topics: map[string]int32{"away": 1}}))
	addr := b.Addr()
	c := &cluster{addr: addr}
	c.Client = c.open(t)
	p := c.producer(t, "away")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values("away", "before")))
	ok(t, p.End(t.Context(), true))
	f := c.NewFetcher(kafka.FetchOptions{Wait: 20 * time.Millisecond})
	defer f.Close()
	f.Assign(map[kafka.TP]kafka.Position{{Topic: "away"}: {LeaderEpoch: -1}})
	var got []string
	poll := func() {
		for _, g := range c.poll(t, f) {
			got = append(got, stringsOf(g.Batches)...)
		}
	}
	for len(got) < 1 {
		poll()
	}
	b.Close()
	done := make(chan error, 1)
	go func() {
		_, err := p.Produce(context.Background(), values("away", "after"))
		done <- errors.Join(err, p.End(context.Background(), true))
	}()
	again := must[*broker.Broker](t)(broker.Start(dir, broker.Options{Port: portOf(addr)}))
	defer again.Close()
	ok(t, <-done)
	for len(got) < 2 {
		poll()
	}
	if want := []string{"before", "after"}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

func TestOldBrokersAreRefused(t *testing.T) {
	old := must[*kfake.Cluster](t)(kfake.NewCluster(kfake.NumBrokers(1), kfake.MaxVersions(kversion.V3_5_0()), kfake.SeedTopics(1, "t")))
	defer old.Close()
	c := &cluster{addr: old.ListenAddrs()[0]}
	c.Client = c.open(t)
	err := c.NewProducer("old", time.Minute).Init(t.Context())
	if kafka.ClassOf(err) != kafka.Fatal || !strings.Contains(err.Error(), "transaction.version is 0, want 2") {
		t.Errorf("transactions on a Kafka 3.5: %v", err)
	}
	// At-least-once goes on working there.
	p := c.producer(t, "")
	must[map[kafka.TP]kafka.Ack](t)(p.Produce(t.Context(), values("t", "v")))
	if got := c.read(t, "t", false); !slices.Equal(got, []string{"v"}) {
		t.Errorf("read %q", got)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	for want, cfg := range map[string]kafka.Config{
		"check that the brokers at 127.0.0.1:1 run": {Brokers: []string{"127.0.0.1:1"}},
		"unknown SASL mechanism":                    {Brokers: []string{"127.0.0.1:1"}, SASL: &kafka.SASL{Mechanism: "GSSAPI"}},
		"write each broker as host:port":            {Brokers: []string{"a:b:c"}},
		"the list of brokers is empty":              {},
	} {
		if _, err := kafka.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", cfg, err, want)
		}
	}
}
