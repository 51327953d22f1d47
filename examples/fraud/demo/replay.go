package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/examples/fraud"
)

const (
	step = 30 * time.Minute // of the day, sent at once
	look = time.Second      // from one look of the outer join for what has no partner to the next
	// patience is how long the application may take for a step. No step takes a second on a machine with nothing else to do.
	patience = 2 * time.Minute
)

// replay sends a day step by step and reads what comes of it.
func replay(ctx context.Context, brokers []string, messages []fraud.Message) (found fraud.Found, err error) {
	cl, err := kgo.NewClient(kgo.SeedBrokers(brokers...))
	if err != nil {
		return found, err
	}
	defer cl.Close()
	w, err := newWatch(brokers)
	if err != nil {
		return found, err
	}
	defer w.close()
	last := messages[len(messages)-1].At // what is charged to each card when the day is over, and closes it
	for from := 0; from < len(messages); {
		to := from + 1
		for to < len(messages) && messages[to].At < messages[from].At+step.Milliseconds() && (messages[to].At == last) == (messages[from].At == last) {
			to++
		}
		if messages[from].At == last {
			select {
			case <-time.After(look + look/2):
			case <-ctx.Done():
				return found, ctx.Err()
			}
		}
		if err := send(ctx, cl, messages[from:to]); err != nil {
			return found, err
		}
		if err := committed(ctx, cl, to); err != nil {
			return found, err
		}
		if err := w.read(ctx); err != nil {
			return found, err
		}
		w.progress(messages[from].At, to)
		from = to
	}
	return w.complete(ctx, fraud.Direct(messages))
}

func send(ctx context.Context, cl *kgo.Client, messages []fraud.Message) error {
	records := make([]*kgo.Record, len(messages))
	for i, m := range messages {
		records[i] = &kgo.Record{Topic: m.Topic, Key: []byte(m.Key), Value: m.Value, Timestamp: time.UnixMilli(m.At)}
	}
	if err := cl.ProduceSync(ctx, records...).FirstErr(); err != nil {
		return fmt.Errorf("send: %w", err)
	}
	return nil
}

// committed waits until the application has committed n messages.
func committed(ctx context.Context, cl *kgo.Client, n int) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, errors.New("the application doesn't go on"))
	defer cancel()
	for {
		at, err := kadm.NewClient(cl).FetchOffsets(ctx, "fraud")
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil {
			return fmt.Errorf("read the committed offsets: %w", err)
		}
		done := int64(0)
		at.Each(func(o kadm.OffsetResponse) { done += max(o.At, 0) })
		if done >= int64(n) {
			return nil
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}
