package broker_test

import (
	"context"
	"encoding/binary"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func start(t *testing.T, dir string, o broker.Options) (*broker.Broker, *kafka.Client) {
	t.Helper()
	b, err := broker.Start(dir, o)
	ok(t, err)
	c, err := kafka.Open(context.Background(), kafka.Config{Brokers: []string{b.Addr()}, Timeout: 20 * time.Second})
	ok(t, err)
	return b, c
}

// values are one record in partition 0 of each topic.
func values(value string, topics ...string) (out []*codec.Topic) {
	for _, n := range topics {
		t := codec.NewTopic(n, 1)
		t.AppendTo(0, 1, nil, []byte(value), nil)
		out = append(out, t)
	}
	return out
}

func produce(t *testing.T, p *kafka.Producer, value string, topics ...string) {
	t.Helper()
	_, err := p.Produce(t.Context(), values(value, topics...))
	ok(t, err)
}

// read is what a read_committed reader sees of partition 0, up to the high watermark.
func read(t *testing.T, c *kafka.Client, topic string) (vs []string) {
	t.Helper()
	tp := kafka.TP{Topic: topic}
	end, err := c.ListOffsets(t.Context(), kafka.Latest, tp)
	ok(t, err)
	f := c.NewFetcher(kafka.FetchOptions{Wait: 20 * time.Millisecond})
	defer f.Close()
	f.Assign(map[kafka.TP]kafka.Position{tp: {LeaderEpoch: -1}})
	for at := int64(0); at < end[tp].Offset; {
		got, err := f.Poll(t.Context())
		ok(t, err)
		for _, g := range got {
			at = g.Next
			for _, b := range g.Batches {
				for i := range b.Recs {
					vs = append(vs, string(b.Value(uint32(i))))
				}
			}
		}
	}
	return vs
}

// killed is the directory as kill -9 would leave it now.
func killed(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "data")
	ok(t, os.CopyFS(to, os.DirFS(dir)))
	return to
}

func TestStopAndStart(t *testing.T) {
	dir := t.TempDir()
	o := broker.Options{Topics: map[string]int32{"t": 1}}
	b, c := start(t, dir, o)
	p := c.NewProducer("", 0)
	ok(t, p.Init(t.Context()))
	produce(t, p, "kept", "t")
	ok(t, c.CommitOffsets(t.Context(), "g", map[kafka.TP]kafka.Committed{{Topic: "t"}: {Position: kafka.Position{Offset: 1, LeaderEpoch: -1}}}))
	cluster := c.ClusterID()
	before, err := c.Topics(t.Context(), "t")
	ok(t, err)
	if _, err := broker.Start(dir, o); err == nil || !strings.Contains(err.Error(), "in use by another process") {
		t.Errorf("a second broker on the directory: %v", err)
	}
	c.Close()
	b.Close()
	b.Close()

	b, c = start(t, dir, o)
	defer b.Close()
	defer c.Close()
	after, err := c.Topics(t.Context(), "t")
	ok(t, err)
	if after["t"].ID != before["t"].ID || c.ClusterID() != cluster || cluster == "" {
		t.Errorf("cluster %q, topic %v; were %q, %v", c.ClusterID(), after["t"].ID, cluster, before["t"].ID)
	}
	if got := read(t, c, "t"); !slices.Equal(got, []string{"kept"}) {
		t.Errorf("read %q", got)
	}
	offsets, err := c.FetchOffsets(t.Context(), "g", kafka.TP{Topic: "t"})
	ok(t, err)
	if offsets[kafka.TP{Topic: "t"}].Offset != 1 {
		t.Errorf("committed %v, want 1", offsets)
	}
	configs, err := c.TopicConfigs(t.Context(), "t")
	ok(t, err)
	if got := configs["t"]["retention.ms"]; got != "-1" {
		t.Errorf("retention.ms is %q, want -1", got)
	}
}

func TestPortInUse(t *testing.T) {
	b, err := broker.Start("", broker.Options{})
	ok(t, err)
	defer b.Close()
	_, port, err := net.SplitHostPort(b.Addr())
	ok(t, err)
	n, err := strconv.Atoi(port)
	ok(t, err)
	dir := t.TempDir()
	if _, err := broker.Start(dir, broker.Options{Port: n}); err == nil || !strings.Contains(err.Error(), "another process may use the port") {
		t.Errorf("a port that is in use: %v", err)
	}
	lock, err := os.ReadFile(filepath.Join(dir, "stoatgen.lock"))
	ok(t, err)
	if len(lock) != 0 {
		t.Errorf("a start that failed left the directory marked as %q", lock)
	}
}

func TestGuard(t *testing.T) {
	b, c := start(t, "", broker.Options{Topics: map[string]int32{"t": 1}})
	defer b.Close()
	defer c.Close()
	frame := func(size uint32, key, version uint16) []byte {
		f := make([]byte, 14)
		binary.BigEndian.PutUint32(f, size)
		binary.BigEndian.PutUint16(f[4:], key)
		binary.BigEndian.PutUint16(f[6:], version)
		return f
	}
	for what, bytes := range map[string][]byte{
		"a web browser":      []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
		"an unknown key":     frame(10, 999, 0),
		"an unknown version": frame(10, 1, 99),
		"a negative version": frame(10, 1, 0x8000),
		"a short frame":      frame(3, 1, 4),
		"a huge frame":       frame(1<<31-1, 0, 3),
		"a malformed body":   frame(10, 22, 4),
	} {
		conn, err := net.Dial("tcp", b.Addr())
		ok(t, err)
		_, err = conn.Write(bytes)
		ok(t, err)
		ok(t, conn.SetReadDeadline(time.Now().Add(10*time.Second)))
		if n, err := conn.Read(make([]byte, 1)); n != 0 || err == nil || os.IsTimeout(err) {
			t.Errorf("%s got an answer, or none in time: %d, %v", what, n, err)
		}
		conn.Close()
	}
	p := c.NewProducer("", 0)
	ok(t, p.Init(t.Context()))
	produce(t, p, strings.Repeat("x", 500_000), "t")
}

func TestFaults(t *testing.T) {
	b, c := start(t, "", broker.Options{Topics: map[string]int32{"t": 1}})
	defer b.Close()
	defer c.Close()
	p := c.NewProducer("", 0)
	ok(t, p.Init(t.Context()))
	var n atomic.Int32
	remove := b.Fault(kafka.ProduceKey, func(r kafka.Request) broker.Fate {
		return broker.Fate{Drop: n.Add(1) == 1, Delay: time.Millisecond}
	})
	produce(t, p, "again", "t")
	remove()
	produce(t, p, "free", "t")
	if n.Load() != 2 {
		t.Errorf("the fault saw %d requests, want the dropped one and its repetition", n.Load())
	}
	if got := read(t, c, "t"); !slices.Equal(got, []string{"again", "free"}) {
		t.Errorf("read %q", got)
	}
}
