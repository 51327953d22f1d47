package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/stoatgen/stoatgen/bench/cluster"
	"github.com/stoatgen/stoatgen/bench/topologies"
)

// outcome is what an output topic holds, whatever the order of its partitions.
type outcome struct {
	seed    maphash.Seed
	records int
	sum     uint64            // of the hashes of all records
	last    map[string]string // value of each key
}

func newOutcome(seed maphash.Seed) *outcome { return &outcome{seed: seed, last: map[string]string{}} }

func (o *outcome) add(key string, value []byte) {
	var h maphash.Hash
	h.SetSeed(o.seed)
	_, _ = h.WriteString(key) // a hash takes everything
	_ = h.WriteByte(0)
	_, _ = h.Write(value)
	o.records++
	o.sum += h.Sum64()
	if o.last[key] != string(value) {
		o.last[key] = string(value)
	}
}

// expect computes what a topology makes of the input.
func expect(topology string, in input, seed maphash.Seed) *outcome {
	type row struct {
		key    string
		window int64
	}
	const minute = 60_000
	o, counts := newOutcome(seed), map[row]uint64{}
	count := func(r row) {
		counts[r]++
		o.add(r.key, binary.BigEndian.AppendUint64(nil, counts[r]))
	}
	in.each(func(ts int64, key string, value []byte) {
		switch topology {
		case "pass":
			o.add(key, topologies.Rest(value))
		case "count":
			count(row{key: key})
		case "window":
			count(row{key, ts - ts%minute})
		case "rekey":
			count(row{key: topologies.Group(key)})
		}
	})
	return o
}

// read reads what is committed of a topic.
func read(ctx context.Context, admin *cluster.Admin, topic string, seed maphash.Seed) (*outcome, error) {
	ends, err := admin.ListEndOffsets(ctx, topic)
	if err != nil {
		return nil, err
	}
	left := map[int32]int64{}
	at := map[int32]kgo.Offset{}
	for p, e := range ends[topic] {
		if e.Offset > 0 {
			left[p], at[p] = e.Offset, kgo.NewOffset().AtStart()
		}
	}
	r, err := kgo.NewClient(kgo.SeedBrokers(admin.Brokers), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords(),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: at}))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	o := newOutcome(seed)
	for len(left) > 0 {
		fetches := r.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return nil, err
		}
		fetches.EachRecord(func(rec *kgo.Record) {
			if !rec.Attrs.IsControl() {
				o.add(string(rec.Key), rec.Value)
			}
			if rec.Offset+1 >= left[rec.Partition] {
				delete(left, rec.Partition)
			}
		})
	}
	return o, nil
}

// check compares an output topic with what must be in it. Where updates are cached, only the last of a key must.
func check(ctx context.Context, admin *cluster.Admin, topology, topic string, cached bool, in input) error {
	seed := maphash.MakeSeed()
	got, err := read(ctx, admin, topic, seed)
	if err != nil {
		return err
	}
	return compare(topic, got, expect(topology, in, seed), cached)
}

// compare says what of a topic is not as it must be.
func compare(topic string, got, want *outcome, cached bool) error {
	if !cached && (got.records != want.records || got.sum != want.sum) {
		return fmt.Errorf("%s: %d records, expected %d; the same ones: %v", topic, got.records, want.records, got.sum == want.sum)
	}
	if len(got.last) != len(want.last) {
		return fmt.Errorf("%s: %d keys, expected %d", topic, len(got.last), len(want.last))
	}
	for key, value := range want.last {
		if got.last[key] != value {
			return fmt.Errorf("%s: key %s ends with %x, expected %x", topic, key, got.last[key], value)
		}
	}
	return nil
}
