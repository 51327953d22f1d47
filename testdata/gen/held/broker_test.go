package held_test

import (
	"context"
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/testdata/gen/held"
)

// TestOnABroker stops an application while it holds updates back, and starts it again on its changelog: they are sent by the
// stream time of a record that comes then, on whichever lane.
func TestOnABroker(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	cfg := rt.Config{ApplicationID: "held", StateDir: t.TempDir(), HTTPAddress: "off", EmbeddedPort: port, Lanes: 2, CommitInterval: 10 * time.Millisecond}
	stop := runLast(t, cfg)
	cl, err := kgo.NewClient(kgo.SeedBrokers(fmt.Sprint("127.0.0.1:", port)), kgo.ConsumeTopics("out"),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.AllowAutoTopicCreation())
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	put := func(key, val string, ms int64) {
		r := &kgo.Record{Topic: "in", Key: []byte(key), Value: []byte(val), Timestamp: time.UnixMilli(ms)}
		if err := cl.ProduceSync(ctx, r).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	put("a", "1", 1000)
	put("b", "1", 1001)
	put("a", "2", 1002)
	for logged := int64(0); logged < 2; { // until the buffer's changelog has both keys
		ends, err := kadm.NewClient(cl).ListEndOffsets(ctx, "held-last-store-changelog")
		if err != nil || ctx.Err() != nil {
			t.Fatal(err, ctx.Err())
		}
		logged = 0
		ends.Each(func(o kadm.ListedOffset) { logged += o.Offset })
	}
	stop()
	stop = runLast(t, cfg)
	put("c", "1", 2000)
	var got []string
	for len(got) < 2 {
		f := cl.PollFetches(ctx)
		if err := f.Err(); err != nil {
			t.Fatal(err)
		}
		f.EachRecord(func(r *kgo.Record) {
			got = append(got, fmt.Sprintf("%s=%s@%d", r.Key, r.Value, r.Timestamp.UnixMilli()))
		})
	}
	stop()
	slices.Sort(got) // lanes write in any order
	if want := []string{"a=2@1002", "b=1@1001"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func runLast(t *testing.T, cfg rt.Config) (stop func()) {
	t.Helper()
	app, err := held.NewLast(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- app.Run(ctx) }()
	return func() {
		t.Helper()
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}
