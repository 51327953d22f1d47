package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// globals are the tables and stores that every lane sees whole. They are in memory, read from the beginning of their topics in each
// session: to where these end at its start before a lane looks anything up, and on beside the lanes.
type globals struct {
	*lane.Globals
	fetcher *kafka.Fetcher
	done    chan struct{} // closed when nobody follows the topics any more; nil: nobody does
}

// readGlobals reads the tables up to now.
func (s *session) readGlobals(ctx context.Context) error {
	g := &s.globals
	var failure *lane.Failure
	if g.Globals, failure = lane.NewGlobals(s.Program, s.globalEnv()); failure != nil {
		return failure
	}
	names := g.Topics()
	if len(names) == 0 {
		return nil
	}
	found, err := s.Client.Topics(ctx, names...)
	if err != nil {
		return err
	}
	var tps []kafka.TP
	for _, topic := range names {
		t, ok := found[topic]
		if !ok || len(t.Partitions) == 0 {
			at := slices.IndexFunc(s.Program.Globals, func(g lane.GlobalInfo) bool { return g.Topic == topic })
			return missing("global table's", topic, s.Program.Nodes[s.Program.Globals[at].Node].Pos)
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

// globalTables are what lanes look rows up in; nil while they aren't read.
func (s *session) globalTables() []lane.Global {
	if s.globals.Globals == nil {
		return nil
	}
	return s.globals.Tables()
}

// globalEnv is what they have of the engine: no brokers, no durable rows.
func (s *session) globalEnv() lane.Env {
	return lane.Env{Now: s.Wall.Now, App: s.Config.ApplicationID, Errors: s.handlers().OfGlobals(s.Config.GlobalProcessingHandler),
		Failed: func(*lane.Failure) {}} // Put says it
}

// global applies what one answer brought for a partition.
func (s *session) global(f *kafka.Fetched) error {
	for _, b := range f.Batches {
		failure := s.globals.Put(b)
		if s.Metrics.Dropped(s.globals.Drops()); failure != nil {
			return failure
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
	go func() { // ends with s.ctx; endGlobals waits for it
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
	if s.globals.Globals != nil {
		s.globals.Close()
	}
}
