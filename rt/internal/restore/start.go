package restore

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/fail"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Env is what a start needs from outside.
type Env struct {
	Init        func(ctx context.Context, id int) error // InitProducerID
	Committed   func(ctx context.Context, tps ...kafka.TP) (map[kafka.TP]kafka.Committed, error)
	Commit      func(ctx context.Context, at map[kafka.TP]kafka.Committed) error // OffsetCommit; nil under transactions
	ListOffsets func(ctx context.Context, at kafka.At, tps ...kafka.TP) (map[kafka.TP]kafka.Position, error)
	EndOfEpoch  func(ctx context.Context, epochs map[kafka.TP]int32) (map[kafka.TP]kafka.Position, error)
	Configs     func(ctx context.Context, topics ...string) (map[string]map[string]string, error)
	// Read reads committed records of the partitions until each has reached its target.
	Read     func(ctx context.Context, from map[kafka.TP]kafka.Position, target map[kafka.TP]int64, got func(*kafka.Fetched) error) error
	Now      func() time.Time
	Progress func(Progress)
	Warn     func(sentence string)
}

// Plan is what is to be started.
type Plan struct {
	Application, Cluster string
	IDs                  int // producers to initialise
	Sources              []Source
	Stores               []Store
	DB                   store.DB
}

// Source is a source topic.
type Source struct {
	Topic kafka.Topic
	Reset lane.Reset
	Back  int64 // of lane.ResetBack: milliseconds
}

// begins is where a source begins without a committed offset.
func (s *Source) begins(now time.Time) kafka.At {
	switch s.Reset {
	case lane.ResetLatest:
		return kafka.Latest
	case lane.ResetBack:
		return kafka.At(max(0, now.UnixMilli()-s.Back))
	}
	return kafka.Earliest
}

// Store is a store of the program. Topic is its changelog; an unlogged store has none.
type Store struct {
	Name   string
	Family uint32 // index
	Layout string
	Topic  kafka.Topic
	Rows   store.Any // turns changelog records into rows
}

// Logged says whether the store has a changelog.
func (s *Store) Logged() bool { return s.Topic.Name != "" }

func (s *Store) partitions() []kafka.TP { return partitions(s.Topic) }

func partitions(t kafka.Topic) (tps []kafka.TP) {
	for p := range t.Partitions {
		tps = append(tps, kafka.TP{Topic: t.Name, Partition: int32(p)})
	}
	return tps
}

// Point is where to go on.
type Point struct {
	Epoch          uint32 // the last one in the store
	Positions      map[kafka.TP]kafka.Position
	PartitionTimes map[kafka.TP]int64 // where known
	Marks          map[string]int64   // by name
	Unsaved        bool               // some position isn't committed
	Restored       int64              // records
	Full           []string           // stores that were restored in full
}

type starter struct {
	env  Env
	plan Plan
	was  *offsets.Table
	at   map[kafka.TP]kafka.Committed
	logs map[kafka.TP]log
	full map[string]string // stores to wipe: why

	fenced bool // others are shut out
	out    Point
}

// Start does the steps of a start in order. An error that is a Refusal, or wraps kafka.Fenced, is for the operator;
// others may be tried again.
func Start(ctx context.Context, env Env, plan Plan) (*Point, error) {
	s := &starter{env: env, plan: plan, full: map[string]string{},
		out: Point{Positions: map[kafka.TP]kafka.Position{}, PartitionTimes: map[kafka.TP]int64{}, Marks: map[string]int64{}}}
	for _, step := range []func(context.Context) error{s.open, s.fence, s.fetchOffsets, s.checkSources, s.look, s.judge, s.positions, s.prepare, s.restore} {
		if err := step(ctx); err != nil {
			return nil, s.still(ctx, err)
		}
	}
	fail.Point("after-restore")
	return &s.out, nil
}

// still looks, before a start is refused, whether this process still owns the application: if another one took over while
// this one looked at offsets and changelogs, what seems to be wrong with them is that one's work.
func (s *starter) still(ctx context.Context, err error) error {
	if _, is := errors.AsType[*Refusal](err); !is || !s.fenced {
		return err
	}
	for id := range s.plan.IDs {
		if taken := s.env.Init(ctx, id); taken != nil {
			return taken
		}
	}
	return err
}

// open reads `_offsets` and checks whose directory it is.
func (s *starter) open(context.Context) (err error) {
	if s.was, err = offsets.Read(s.plan.DB); err != nil {
		if errors.Is(err, offsets.ErrFormat) {
			return &Refusal{Found: err.Error(), Do: "run the newer program, or move the directory away to restore from the changelogs"}
		}
		return err
	}
	m := s.was.Meta
	if m == nil {
		return nil
	}
	if m.Application != s.plan.Application {
		return refuse(doCluster, "the state directory belongs to application %q, this is %q", m.Application, s.plan.Application)
	}
	if m.Cluster != s.plan.Cluster {
		return refuse(doCluster, "the state directory belongs to Kafka cluster %q, the brokers are of %q", m.Cluster, s.plan.Cluster)
	}
	s.out.Epoch = m.Epoch
	return nil
}

// fence takes every id over, in the one order that all processes keep: two that start together may both stop, but
// never hold one id each.
func (s *starter) fence(ctx context.Context) error {
	for id := range s.plan.IDs {
		if err := s.env.Init(ctx, id); err != nil {
			return err
		}
		fail.Point(fmt.Sprintf("after-init-%d", id))
	}
	s.fenced = true
	return nil
}

func (s *starter) fetchOffsets(ctx context.Context) (err error) {
	var tps []kafka.TP
	for _, src := range s.plan.Sources {
		tps = append(tps, partitions(src.Topic)...)
	}
	s.at, err = s.env.Committed(ctx, tps...)
	fail.Point("after-offsetfetch")
	return err
}

// checkSources compares source rows with committed offsets, and takes what these tell beside the position.
func (s *starter) checkSources(context.Context) error {
	loose := s.was.Meta != nil && s.was.Meta.Guarantee != exactlyOnce
	for _, src := range s.plan.Sources {
		for _, tp := range partitions(src.Topic) {
			var row *offsets.Source
			if r, known := s.was.Sources[tp]; known {
				row = &r
			}
			var at *kafka.Committed
			if c, known := s.at[tp]; known {
				at = &c
			}
			if err := judgeOffsets(tp, row, src.Topic, at, loose); err != nil {
				return err
			}
		}
	}
	maps.Copy(s.out.Marks, s.was.Marks)
	for tp, c := range s.at {
		m, err := kafka.DecodeOffsetMetadata(c.Metadata)
		if err != nil {
			s.env.Warn(fmt.Sprintf("metadata of the committed offset of %v is unknown (%v); its partition time begins anew", tp, err))
			continue
		}
		if m.PartitionTime >= 0 {
			s.out.PartitionTimes[tp] = m.PartitionTime
		}
		for name, at := range m.Processors {
			if was, known := s.out.Marks[name]; !known || at > was {
				s.out.Marks[name] = at
			}
		}
	}
	return nil
}

const exactlyOnce = "exactly_once_v2"

// positions are the committed offsets; where there are none yet, the source's reset policy.
func (s *starter) positions(ctx context.Context) error {
	ask := map[kafka.At][]kafka.TP{}
	for _, src := range s.plan.Sources {
		for _, tp := range partitions(src.Topic) {
			if c, known := s.at[tp]; known {
				s.out.Positions[tp] = c.Position
				continue
			}
			if err := s.mayBegin(src, tp); err != nil {
				return err
			}
			at := src.begins(s.env.Now())
			ask[at] = append(ask[at], tp)
			s.out.Unsaved = true
		}
	}
	for at, tps := range ask {
		got, err := s.env.ListOffsets(ctx, at, tps...)
		if err != nil {
			return err
		}
		for tp, p := range got {
			s.out.Positions[tp] = kafka.Position{Offset: p.Offset, LeaderEpoch: -1}
		}
	}
	return s.save(ctx)
}

// save commits first positions where no transaction will do so ahead of the state: else a crash between state and
// offsets of the first epoch would look like offsets that expired.
func (s *starter) save(ctx context.Context) error {
	if !s.out.Unsaved || s.env.Commit == nil {
		return nil
	}
	all := map[kafka.TP]kafka.Committed{}
	for tp, p := range s.out.Positions {
		all[tp] = kafka.Committed{Position: p, Metadata: s.at[tp].Metadata}
	}
	s.out.Unsaved = false
	return s.env.Commit(ctx, all)
}

// mayBegin refuses a partition without a committed offset that isn't new: every commit carries all partitions.
func (s *starter) mayBegin(src Source, tp kafka.TP) error {
	if src.Reset == lane.ResetNone {
		return refuse("commit the offset to begin at, or name another reset policy in the topology", "the group has no committed offset for %v and the source's reset policy is none", tp)
	}
	if s.was.Meta != nil {
		return nil // the directory knows what was read: this partition wasn't
	}
	stateful := slices.ContainsFunc(s.plan.Stores, func(x Store) bool { return x.Logged() })
	for _, other := range partitions(src.Topic) {
		if _, known := s.at[other]; known && stateful {
			return refuse(doOffsets, "the group has a committed offset for %v but none for %v: it expired or was deleted", other, tp)
		}
	}
	if len(s.at) > 0 {
		return nil // a topic that the topology reads since today
	}
	for log, l := range s.logs {
		if l.end > l.start {
			return refuse(doOffsets, "the group has no committed offsets, but changelog partition %v has records: the offsets expired or were deleted", log)
		}
	}
	return nil
}
