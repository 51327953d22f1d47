package main

import (
	"context"
	"encoding/json/v2"
	"errors"
	"fmt"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/examples/flights"
)

func record(topic, key string, at int64, value any) *kgo.Record {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("%s %s: %v", topic, key, err)) // plain structs of text and numbers
	}
	return &kgo.Record{Topic: topic, Key: []byte(key), Value: text, Timestamp: time.UnixMilli(at)}
}

// sendAirports fills the table.
func sendAirports(ctx context.Context, cl *kgo.Client, airports []flights.Located, at int64) error {
	records := make([]*kgo.Record, len(airports))
	for i, a := range airports {
		records[i] = record(flights.AirportsTopic, a.Code, at, a.Airport)
	}
	if err := cl.ProduceSync(ctx, records...).FirstErr(); err != nil {
		return fmt.Errorf("send airports: %w", err)
	}
	return nil
}

// sendFlights replays the flights in the order of their times, so many a second; 0 is as fast as it goes.
func sendFlights(ctx context.Context, cl *kgo.Client, all []flights.Flight, rate int) error {
	const tick = 20 * time.Millisecond
	portion := max(rate*int(tick)/int(time.Second), 1)
	if rate == 0 {
		portion = len(all)
	}
	pace := time.NewTicker(tick)
	defer pace.Stop()
	var failed kgo.FirstErrPromise
	for from := 0; from < len(all); from += portion {
		for _, f := range all[from:min(from+portion, len(all))] {
			cl.Produce(ctx, record(flights.FlightsTopic, f.Origin, f.At, f), failed.Promise())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-pace.C:
		}
	}
	if err := errors.Join(cl.Flush(ctx), failed.Err()); err != nil {
		return fmt.Errorf("send flights: %w", err)
	}
	return nil
}

// watch reads the committed rows of both outputs until it has seen want of them, or ctx ends.
func watch(ctx context.Context, brokers []string, want int, row func(topic string, key, value []byte) error) error {
	cl, err := kgo.NewClient(kgo.SeedBrokers(brokers...), kgo.ConsumeTopics(flights.HoursTopic, flights.WorstTopic),
		kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		return fmt.Errorf("read results: %w", err)
	}
	defer cl.Close()
	for seen := 0; seen < want; {
		fetches := cl.PollFetches(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, f := range fetches.Errors() {
			return fmt.Errorf("read %s: %w", f.Topic, f.Err)
		}
		for it := fetches.RecordIter(); !it.Done(); seen++ {
			r := it.Next()
			if err := row(r.Topic, r.Key, r.Value); err != nil {
				return err
			}
		}
	}
	return nil
}
