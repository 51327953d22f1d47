package rt_test

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/counting"
)

// TestCounts runs an application on the broker inside its process and stops it in order.
func TestCounts(t *testing.T) {
	cfg := rt.Config{ApplicationID: "app", StateDir: t.TempDir(), HTTPAddress: "off", LogLevel: slog.LevelWarn, Lanes: 2}
	app, err := rt.New(counting.Program(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- app.Run(ctx) }()
	select {
	case <-app.Ready():
	case err := <-done:
		t.Fatal(err)
	}
	cl, err := kgo.NewClient(kgo.SeedBrokers(app.Brokers()...), kgo.ConsumeTopics(counting.Counts),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.FetchIsolationLevel(kgo.ReadCommitted()))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	const n = 1000
	for i := range n {
		cl.Produce(ctx, &kgo.Record{Topic: counting.Words, Value: []byte(fmt.Sprint("w", i%7)), Timestamp: time.UnixMilli(int64(i))}, nil)
	}
	if err := cl.Flush(ctx); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int64{}
	for got := 0; got < n; {
		fs := cl.PollFetches(ctx)
		if err := fs.Err(); err != nil {
			t.Fatal(err)
		}
		fs.EachRecord(func(r *kgo.Record) {
			got++
			c := codec.GetInt64(r.Value)
			if c != seen[string(r.Key)]+1 {
				t.Errorf("%s: %d after %d", r.Key, c, seen[string(r.Key)])
			}
			seen[string(r.Key)] = c
		})
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
