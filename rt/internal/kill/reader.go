package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// reader looks at topics from outside.
type reader struct{ *kafka.Client }

func connect(ctx context.Context, brokers string) (reader, error) {
	c, err := kafka.Open(ctx, kafka.Config{Brokers: strings.Split(brokers, ","), ClientID: "kill", Timeout: time.Minute})
	return reader{c}, err
}

// seen is a record as a reader gets it; a nil value is null.
type seen struct {
	tp     kafka.TP
	offset int64
	ts     int64
	key    string
	val    []byte
}

func (r reader) partitions(ctx context.Context, topic string) (tps []kafka.TP, err error) {
	found, err := r.Topics(ctx, topic)
	if err != nil {
		return nil, err
	}
	for p := range found[topic].Partitions {
		tps = append(tps, kafka.TP{Topic: topic, Partition: int32(p)})
	}
	if len(tps) == 0 {
		return nil, fmt.Errorf("topic %s does not exist", topic)
	}
	return tps, nil
}

// all reads a topic's committed records, from the beginning to the end that it has now, partition by partition.
func (r reader) all(ctx context.Context, topic string) ([]seen, error) {
	tps, err := r.partitions(ctx, topic)
	if err != nil {
		return nil, err
	}
	from, err := r.ListOffsets(ctx, kafka.Earliest, tps...)
	if err != nil {
		return nil, err
	}
	until, err := r.ListOffsets(ctx, kafka.LastStable, tps...)
	if err != nil {
		return nil, err
	}
	f := r.NewFetcher(kafka.FetchOptions{})
	defer f.Close()
	left := map[kafka.TP]bool{}
	for _, tp := range tps {
		if from[tp].Offset < until[tp].Offset {
			f.Assign(map[kafka.TP]kafka.Position{tp: from[tp]})
			left[tp] = true
		}
	}
	var out []seen
	for len(left) > 0 {
		got, err := f.Poll(ctx)
		if err != nil {
			return nil, err
		}
		for i := range got {
			out = append(out, records(&got[i], until[got[i].TP].Offset)...)
			if got[i].Next >= until[got[i].TP].Offset {
				delete(left, got[i].TP)
				f.Unassign(got[i].TP)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b seen) int { return int(a.tp.Partition - b.tp.Partition) })
	return out, nil
}

func records(f *kafka.Fetched, until int64) (out []seen) {
	for _, b := range f.Batches {
		for i := range uint32(len(b.Recs)) {
			if o := b.Base + int64(b.Recs[i].OffsetDelta); o < until {
				out = append(out, seen{f.TP, o, b.TS(i), string(b.Key(i)), b.Value(i)})
			}
		}
	}
	return out
}

// caughtUp says whether the group has committed the ends of the topics.
func (r reader) caughtUp(ctx context.Context, group string, topics ...string) (bool, error) {
	for _, topic := range topics {
		tps, err := r.partitions(ctx, topic)
		if err != nil {
			return false, err
		}
		end, err := r.ListOffsets(ctx, kafka.Latest, tps...)
		if err != nil {
			return false, err
		}
		at, err := r.FetchOffsets(ctx, group, tps...)
		if err != nil {
			return false, err
		}
		for _, tp := range tps {
			if at[tp].Offset < end[tp].Offset {
				return false, nil
			}
		}
	}
	return true, nil
}
