package main

import (
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/examples/fraud"
)

// watch reads the committed rows of all outputs.
type watch struct {
	cl    *kgo.Client
	found fraud.Found
	rows  int
	held  map[string]bool
}

func newWatch(brokers []string) (*watch, error) {
	cl, err := kgo.NewClient(kgo.SeedBrokers(brokers...), kgo.ConsumeTopics(fraud.AlertsTopic, fraud.LapsedTopic, fraud.HoldsTopic, fraud.DeadLettersTopic),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	return &watch{cl: cl, held: map[string]bool{}}, nil
}

func (w *watch) close() { w.cl.Close() }

// poll takes what there is, and waits for it until ctx ends, which is no error.
func (w *watch) poll(ctx context.Context) error {
	fetches := w.cl.PollFetches(ctx)
	for _, f := range fetches.Errors() {
		if !errors.Is(f.Err, context.DeadlineExceeded) && !errors.Is(f.Err, context.Canceled) {
			return fmt.Errorf("read %s: %w", f.Topic, f.Err)
		}
	}
	for it := fetches.RecordIter(); !it.Done(); {
		r := it.Next()
		if err := w.add(r.Topic, string(r.Key), r.Value); err != nil {
			return fmt.Errorf("%s, %s: %w", r.Topic, r.Key, err)
		}
	}
	return nil
}

// add takes a record of an output topic.
func (w *watch) add(topic, key string, value []byte) error {
	w.rows++
	switch topic {
	case fraud.AlertsTopic:
		return appendRow(&w.found.Alerts, key, value)
	case fraud.LapsedTopic:
		return appendRow(&w.found.Lapsed, key, value)
	case fraud.HoldsTopic:
		w.held[key] = value != nil
		if value == nil {
			w.found.Holds = append(w.found.Holds, fraud.Row[*fraud.Hold]{Card: key})
			return nil
		}
		return appendRow(&w.found.Holds, key, value)
	default:
		w.found.Dead = append(w.found.Dead, string(value))
		return nil
	}
}

func appendRow[V any](rows *[]fraud.Row[V], key string, value []byte) error {
	row := fraud.Row[V]{Card: key}
	err := json.Unmarshal(value, &row.Value)
	*rows = append(*rows, row)
	return err
}

// read takes what is there at once.
func (w *watch) read(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	return w.poll(ctx)
}

// complete reads on until there are as many rows as are wanted, and a moment longer for those that aren't.
func (w *watch) complete(ctx context.Context, want fraud.Found) (fraud.Found, error) {
	until, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for n := len(want.Alerts) + len(want.Lapsed) + len(want.Holds) + len(want.Dead); w.rows < n && until.Err() == nil; {
		if err := w.poll(until); err != nil {
			return w.found, err
		}
	}
	late, cancel := context.WithTimeout(ctx, look)
	defer cancel()
	for late.Err() == nil {
		if err := w.poll(late); err != nil {
			return w.found, err
		}
	}
	w.found.Sort()
	return w.found, ctx.Err()
}
