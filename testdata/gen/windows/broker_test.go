package windows_test

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
	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

// TestOnABroker stops an application with windows that are to be sent when they close, and starts it again on its changelog: they
// are sent once the stream time of a record that comes then has closed them, on whichever lane it runs.
func TestOnABroker(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	cfg := rt.Config{ApplicationID: "final", StateDir: t.TempDir(), HTTPAddress: "off", EmbeddedPort: port, Lanes: 2, CommitInterval: 10 * time.Millisecond}
	stop := runFinal(t, cfg)
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
	for logged := int64(0); logged < 2; { // until the changelog has both windows
		ends, err := kadm.NewClient(cl).ListEndOffsets(ctx, "final-final-changelog")
		if err != nil || ctx.Err() != nil {
			t.Fatal(err, ctx.Err())
		}
		logged = 0
		ends.Each(func(o kadm.ListedOffset) { logged += o.Offset })
	}
	stop()
	stop = runFinal(t, cfg)
	put("c", "1", 200_000)
	var got []string
	for len(got) < 2 {
		f := cl.PollFetches(ctx)
		if err := f.Err(); err != nil {
			t.Fatal(err)
		}
		f.EachRecord(func(r *kgo.Record) {
			got = append(got, fmt.Sprintf("%s=%d@%d", r.Key[:len(r.Key)-8], r.Value[7], r.Timestamp.UnixMilli()))
		})
	}
	stop()
	slices.Sort(got) // lanes write in any order
	if want := []string{"a=2@1002", "b=1@1001"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func runFinal(t *testing.T, cfg rt.Config) (stop func()) {
	t.Helper()
	app, err := windows.NewFinal(cfg)
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
