package engine

import (
	"context"
	"errors"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/barrier"
	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/internal/fail"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/restore"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// recommit keeps committed offsets from expiring; Kafka's shortest sensible retention is a day.
const recommit = time.Hour

func (e *Engine) exactlyOnce() bool { return e.Config.Guarantee == config.ExactlyOnce }

// barrierEnv is what an epoch is committed with.
func (s *session) barrierEnv() barrier.Env {
	e, group := s.Engine, s.Config.ApplicationID
	env := barrier.Env{
		Now: time.Now,
		Produce: func(ctx context.Context, id int, out []*codec.Topic) (map[kafka.TP]kafka.Ack, error) {
			return e.producers[id].Produce(ctx, out)
		},
		CommitOffsets: func(ctx context.Context, id int, at map[kafka.TP]kafka.Committed) error {
			return e.producers[id].CommitOffsets(ctx, group, at)
		},
		End: func(ctx context.Context, id int) error { return e.producers[id].End(ctx, true) },
		Write: func(batch []byte) error {
			err := e.db.Write(batch)
			s.unflushed.add(len(batch))
			return stored(err)
		},
		Flush: func() error { return stored(e.db.Flush()) },
		Ends: func(ctx context.Context) (map[kafka.TP]kafka.Position, error) {
			var tps []kafka.TP
			for _, t := range e.topics.changelogs {
				for p := range t.Partitions {
					tps = append(tps, kafka.TP{Topic: t.Name, Partition: int32(p)})
				}
			}
			if e.exactlyOnce() { // EndTxn is answered before its markers are written: an end without them is too early
				return e.Client.StableEnds(ctx, tps...)
			}
			return e.Client.ListOffsets(ctx, kafka.Latest, tps...)
		},
		Expire: func(rows *store.Rows, least map[string]int64) error {
			return stored(s.expiry.Expire(s.db, rows, least))
		},
		Done: s.done,
	}
	if !e.exactlyOnce() {
		env.CommitOffsets = func(ctx context.Context, _ int, at map[kafka.TP]kafka.Committed) error {
			return e.Client.CommitOffsets(ctx, group, at)
		}
	}
	return env
}

// stored marks an error of the store.
func stored(err error) error {
	if err == nil {
		return nil
	}
	return &storeError{err}
}

// barrierOptions say how this application commits.
func (s *session) barrierOptions() barrier.Options {
	cfg := s.Config
	o := barrier.Options{
		Order: barrier.AtLeastOnce, IDs: 1,
		Stages: len(s.Program.Stages), Lanes: len(s.lanes), Marks: s.marks, Closing: s.lanes[0].Closes(),
		Interval: cfg.CommitInterval, MaxRecords: cfg.CommitMaxRecords, MaxBytes: cfg.UncommittedMaxBytes, Recommit: recommit,
		Application: cfg.ApplicationID, Cluster: s.Client.ClusterID(), Guarantee: string(cfg.Guarantee),
		Family: s.db.ID(0), Sources: s.topics.sources, Changelogs: s.topics.changelogs,
	}
	if s.exactlyOnce() {
		o.Order, o.Transactions = barrier.ExactlyOnce, true
		if wrong, armed := barrier.Faults[fail.Fault()]; armed {
			o.Order = wrong
		}
	}
	return o
}

// restoreEnv is what a start needs.
func (s *session) restoreEnv() restore.Env {
	e := s.Engine
	env := restore.Env{
		Init: e.init,
		Committed: func(ctx context.Context, tps ...kafka.TP) (map[kafka.TP]kafka.Committed, error) {
			return e.Client.FetchOffsets(ctx, e.Config.ApplicationID, tps...)
		},
		ListOffsets: e.Client.ListOffsets,
		EndOfEpoch:  e.Client.EndOfEpoch,
		Configs:     e.Client.TopicConfigs,
		Read:        e.read,
		Now:         time.Now,
		Progress:    s.progress,
		Warn:        func(sentence string) { e.Log.Warn(sentence) },
	}
	if !e.exactlyOnce() {
		env.Commit = func(ctx context.Context, at map[kafka.TP]kafka.Committed) error {
			return e.Client.CommitOffsets(ctx, e.Config.ApplicationID, at)
		}
	}
	return env
}

// init takes an id over, or finds that another process did. The first id decides: a process commits on the others only after
// an epoch on the first, so where that is still this one's, another id can have been taken only by a process that was frozen in
// the middle of its start and can commit nothing any more. Then the id is taken back.
func (e *Engine) init(ctx context.Context, id int) error {
	err := e.producers[id].Init(ctx)
	if errors.Is(err, kafka.Fenced) && id > 0 {
		e.producers[id] = e.newProducer(id)
		err = e.producers[id].Init(ctx)
	}
	if errors.Is(err, kafka.Fenced) {
		return &FencedError{e.Config.ApplicationID, err}
	}
	return err
}

// read reads committed records until each partition has reached its target.
func (e *Engine) read(ctx context.Context, from map[kafka.TP]kafka.Position, target map[kafka.TP]int64, got func(*kafka.Fetched) error) error {
	f := e.Client.NewFetcher(kafka.FetchOptions{})
	defer f.Close()
	f.Assign(from)
	left := len(target)
	for left > 0 {
		answers, err := f.Poll(ctx)
		if err != nil {
			return err
		}
		for i := range answers {
			a := &answers[i]
			if len(a.Batches) > 0 || a.Next > from[a.TP].Offset {
				if err := got(a); err != nil {
					return err
				}
			}
			if a.Next >= target[a.TP] {
				f.Unassign(a.TP)
				left--
			}
		}
	}
	return nil
}

// restorePlan is what is to be started.
func (s *session) restorePlan() restore.Plan {
	p := restore.Plan{Application: s.Config.ApplicationID, Cluster: s.Client.ClusterID(), IDs: len(s.producers), DB: s.db}
	for name, topic := range s.topics.sources {
		info := &s.Program.Sources[s.topics.of[name]]
		src := restore.Source{Topic: topic, Reset: info.Reset, Back: info.Back}
		if src.Reset == lane.ResetDefault {
			src.Reset, src.Back = configured(s.Config.OffsetReset)
		}
		p.Sources = append(p.Sources, src)
	}
	shape := lane.New(0, 1, s.Program, s.topics.layout, 1, s.laneEnv()) // its stores turn changelog records into rows
	for i := range s.Program.Stages {
		for k, x := range s.Program.Stages[i].Stores {
			info := &s.Program.Stores[x]
			st := restore.Store{Name: info.Name, Family: uint32(x + 1), Layout: info.Layout, Rows: shape.Stage(i).Stores[k]}
			if !info.Unlogged {
				st.Topic = s.topics.changelogs[changelog(s.Config.ApplicationID, info.Name)]
			}
			p.Stores = append(p.Stores, st)
		}
	}
	return p
}

// configured is where sources begin that don't say it themselves.
func configured(r config.OffsetReset) (reset lane.Reset, back int64) {
	if d, is := r.Back(); is {
		return lane.ResetBack, d.Milliseconds()
	}
	return map[config.OffsetReset]lane.Reset{config.Latest: lane.ResetLatest, config.NoReset: lane.ResetNone}[r], 0
}
