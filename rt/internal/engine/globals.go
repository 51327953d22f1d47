package engine

import (
	"context"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// globals are the tables that every lane sees whole. They are in memory, read from the beginning of their topics in each
// session: to where these end at its start before a lane looks anything up, and on beside the lanes.
type globals struct {
	tables  []lane.Global
	of      map[string][]int // tables by topic
	fetcher *kafka.Fetcher
	done    chan struct{} // closed when nobody follows the topics any more; nil: nobody does
}

// readGlobals reads the tables up to now.
func (s *session) readGlobals(ctx context.Context) error {
	g := &s.globals
	g.of = map[string][]int{}
	var names []string
	for i := range s.Program.Globals {
		info := &s.Program.Globals[i]
		g.tables = append(g.tables, info.New())
		g.of[info.Topic] = append(g.of[info.Topic], i)
		names = append(names, info.Topic)
	}
	if len(names) == 0 {
		return nil
	}
	found, err := s.Client.Topics(ctx, names...)
	if err != nil {
		return err
	}
	var tps []kafka.TP
	for topic, users := range g.of {
		t, ok := found[topic]
		if !ok || len(t.Partitions) == 0 {
			return missing("global table's", topic, s.Program.Nodes[s.Program.Globals[users[0]].Node].Pos)
		}
		for p := range t.Partitions {
			tps = append(tps, kafka.TP{Topic: topic, Partition: int32(p)})
		}
	}
	from, err := s.Client.ListOffsets(ctx, kafka.Earliest, tps...)
	if err != nil {
		return err
	}
	ends, err := s.Client.ListOffsets(ctx, kafka.LastStable, tps...) // others may have transactions open at any time
	if err != nil {
		return err
	}
	for tp, at := range from {
		if at.Offset >= ends[tp].Offset {
			delete(ends, tp)
		}
	}
	g.fetcher = s.Client.NewFetcher(kafka.FetchOptions{})
	g.fetcher.Assign(from)
	for len(ends) > 0 {
		got, err := g.fetcher.Poll(ctx)
		if err != nil {
			g.fetcher.Close()
			return err
		}
		for i := range got {
			if err := s.global(&got[i]); err != nil {
				g.fetcher.Close()
				return err
			}
			if end, waits := ends[got[i].TP]; waits && got[i].Next >= end.Offset {
				delete(ends, got[i].TP)
			}
		}
	}
	return nil
}

// global applies what one answer brought for a partition.
func (s *session) global(f *kafka.Fetched) error {
	for _, at := range s.globals.of[f.Topic] {
		for _, b := range f.Batches {
			for i := range uint32(len(b.Recs)) {
				cause := s.globals.tables[at].Put(b, i)
				if cause == nil {
					continue
				}
				node := s.Program.Globals[at].Node
				s.drop(node, abi.Malformed, 1)
				failure := &lane.Failure{Kind: lane.Decode, Node: s.Program.Nodes[node], Topic: b.Topic, Partition: b.Partition,
					Offset: b.Base + int64(b.Recs[i].OffsetDelta), Timestamp: b.TS(i), Key: b.Key(i), Value: b.Value(i), Cause: cause}
				if s.handlers().Decode(failure) == lane.Stop {
					return failure
				}
			}
		}
	}
	return nil
}

// followGlobals goes on beside the lanes until the session ends; a failure ends it.
func (s *session) followGlobals() {
	g := &s.globals
	if g.fetcher == nil {
		return
	}
	g.done = make(chan struct{})
	go func() {
		defer close(g.done)
		defer g.fetcher.Close()
		for {
			got, err := g.fetcher.Poll(s.ctx)
			for i := 0; i < len(got) && err == nil; i++ {
				err = s.global(&got[i])
			}
			if s.ctx.Err() != nil {
				return
			}
			if err != nil {
				s.cancel(fmt.Errorf("global tables: %w", err))
				return
			}
		}
	}()
}

// endGlobals waits until nobody reads any more; the session's context is done.
func (s *session) endGlobals() {
	if s.globals.done != nil {
		<-s.globals.done
	}
}
