package kafka_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// cluster is a Kafka to test against: the one at STOAT_KAFKA, or an embedded one with nothing in it.
type cluster struct {
	*kafka.Client
	addr   string
	broker *broker.Broker // nil on a real Kafka
	suffix string         // makes names of this run, on a Kafka that many runs share
	polls  int
}

func start(t *testing.T) *cluster {
	c := &cluster{addr: os.Getenv("STOAT_KAFKA"), suffix: fmt.Sprintf("-%x", rand.Uint64())}
	if c.addr == "" {
		c = embedded(t, 1)
	}
	c.Client = c.open(t)
	return c
}

// embedded is a kfake, for tests of faults that a real Kafka can't be made to show.
func embedded(t *testing.T, nodes int) *cluster {
	b, err := broker.Start("", broker.Options{Nodes: nodes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	c := &cluster{addr: b.Addr(), broker: b}
	c.Client = c.open(t)
	return c
}

// open is one more client, as another process has it.
func (c *cluster) open(t *testing.T) *kafka.Client {
	cl, err := kafka.Open(context.Background(), kafka.Config{Brokers: []string{c.addr}, ClientID: "test", Timeout: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cl.Close)
	return cl
}

func (c *cluster) name(s string) string { return s + c.suffix }

// topic makes a topic whose records are kept, and returns its name.
func (c *cluster) topic(t *testing.T, name string, partitions int32) string {
	name = c.name(name)
	_, _, err := c.CreateTopics(t.Context(), kafka.Spec{Name: name, Partitions: partitions, Configs: map[string]string{"retention.ms": "-1"}})
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// producer is an initialised one.
func (c *cluster) producer(t *testing.T, id string) *kafka.Producer {
	if id != "" {
		id = c.name(id)
	}
	p := c.NewProducer(id, time.Minute)
	if err := p.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// values are one topic's records, all in partition 0.
func values(topic string, vs ...string) []*codec.Topic {
	out := codec.NewTopic(topic, 1)
	for i, v := range vs {
		out.AppendTo(0, int64(i), nil, []byte(v), nil)
	}
	return []*codec.Topic{out}
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// stable waits for the last stable offset to come to want: Kafka answers EndTxn before it has written the markers.
func (c *cluster) stable(t *testing.T, tp kafka.TP, want int64) int64 {
	t.Helper()
	for {
		at := must[map[kafka.TP]kafka.Position](t)(c.ListOffsets(t.Context(), kafka.LastStable, tp))[tp].Offset
		if at >= want {
			return at
		}
		time.Sleep(time.Millisecond)
	}
}

// poll polls, and ends a test that waits for what doesn't come.
func (c *cluster) poll(t *testing.T, f *kafka.Fetcher) []kafka.Fetched {
	t.Helper()
	if c.polls++; c.polls > 300 {
		t.Fatal("300 polls have not brought what the test waits for")
	}
	return must[[]kafka.Fetched](t)(f.Poll(t.Context()))
}

// read reads partition 0 of a topic from its start to the high watermark.
func (c *cluster) read(t *testing.T, topic string, uncommitted bool) (vs []string) {
	t.Helper()
	f := c.NewFetcher(kafka.FetchOptions{Uncommitted: uncommitted, Wait: 50 * time.Millisecond})
	defer f.Close()
	tp := kafka.TP{Topic: topic}
	end := must[map[kafka.TP]kafka.Position](t)(c.ListOffsets(t.Context(), kafka.Latest, tp))[tp].Offset
	f.Assign(map[kafka.TP]kafka.Position{tp: {LeaderEpoch: -1}})
	for at := int64(0); at < end; {
		for _, g := range c.poll(t, f) {
			vs = append(vs, stringsOf(g.Batches)...)
			at = g.Next
		}
	}
	return vs
}

func stringsOf(bs []*abi.Batch) (vs []string) {
	for _, b := range bs {
		for i := range b.Recs {
			vs = append(vs, string(b.Value(uint32(i))))
		}
	}
	return vs
}

func portOf(addr string) int {
	_, port, _ := net.SplitHostPort(addr)
	n, _ := strconv.Atoi(port)
	return n
}
