package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/internal/barrier"
	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/obs"
	"github.com/stoatgen/stoatgen/rt/lane"
)

var (
	left0  = kafka.TP{Topic: "left", Partition: 0}
	left1  = kafka.TP{Topic: "left", Partition: 1}
	right0 = kafka.TP{Topic: "right", Partition: 0}
)

// feeding is a feed without brokers and lanes: what it admits is noted as "topic-partition@offset".
type feeding struct {
	*feed
	t     *testing.T
	taken []string
}

// newFeeding reads topic left with two partitions and topic right with one, which meet in a stage.
func newFeeding(t *testing.T, change ...func(*config.Config, *lane.Program)) *feeding {
	p := &lane.Program{Nodes: []abi.Node{{Name: "LEFT", Pos: "t.go:1:1"}, {Name: "RIGHT", Pos: "t.go:2:1"}},
		Sources: []lane.SourceInfo{{Node: 0, Topics: []string{"left"}}, {Node: 1, Topics: []string{"right"}}}, Stages: []lane.StageInfo{{Sources: []int{0, 1}}}}
	cfg := &config.Config{InFlightMaxBytes: 1000, InFlightMaxRecords: 100, TimestampExtractor: config.FailOnInvalid}
	for _, f := range change {
		f(cfg, p)
	}
	e := &Engine{Options: Options{Program: p, Config: cfg, Wall: clock.System, Metrics: obs.New(obs.Shape{Application: "app", Nodes: p.Nodes})}}
	e.topics.of = map[string]int{"left": 0, "right": 1}
	f := &feeding{t: t}
	s := &session{Engine: e, ctx: context.Background()}
	s.router = lane.NewRouter(p, 1, func(_ int, w lane.Work) {
		for _, r := range w.Refs {
			f.taken = append(f.taken, fmt.Sprintf("%s-%d@%d", w.Batch.Topic, w.Batch.Partition, w.Batch.Base+int64(w.Batch.Recs[r.I].OffsetDelta)))
		}
	})
	at := map[kafka.TP]barrier.Cursor{left0: {Time: -1}, left1: {Time: -1}, right0: {Time: -1}}
	s.coord = barrier.New(barrier.Env{Now: time.Now}, barrier.Options{IDs: 1}, barrier.Start{Cursors: at})
	f.feed = newFeed(s, at)
	return f
}

// batch of records with these timestamps, at consecutive offsets.
func batch(tp kafka.TP, base int64, stamps ...int64) *abi.Batch {
	b := &abi.Batch{Topic: tp.Topic, Partition: tp.Partition, Base: base, Data: make([]byte, 10*len(stamps))}
	for i, ts := range stamps {
		b.Recs = append(b.Recs, abi.Rec{TS: ts, OffsetDelta: int32(i), KeyLen: -1, ValLen: -1})
	}
	return b
}

// comes is an answer for one partition; stable is how far there is more to read.
func (f *feeding) comes(tp kafka.TP, next, stable int64, batches ...*abi.Batch) {
	f.t.Helper()
	if err := f.take(fetched{list: []kafka.Fetched{{TP: tp, Batches: batches, Next: next, LastStable: stable, LeaderEpoch: 3}}}); err != nil {
		f.t.Fatal(err)
	}
}

func (f *feeding) all() {
	for f.admit(runRecords) > 0 {
	}
}

func (f *feeding) want(list ...string) {
	f.t.Helper()
	if !slices.Equal(f.taken, list) {
		f.t.Errorf("admitted %v\nwant %v", f.taken, list)
	}
}

func (f *feeding) at(tp kafka.TP, offset int64) {
	f.t.Helper()
	if got := f.cursors()[tp]; got.Offset != offset {
		f.t.Errorf("%v is at %d, want %d", tp, got.Offset, offset)
	}
}

// TestOrder takes records by timestamp across partitions and topics, and waits for a partition that has more.
func TestOrder(t *testing.T) {
	f := newFeeding(t)
	f.comes(left0, 3, 3, batch(left0, 0, 10, 30, 50))
	f.comes(right0, 2, 2, batch(right0, 0, 20, 40))
	f.all()
	f.want() // left-1 was never asked for
	f.comes(left1, 0, 5)
	f.all()
	f.want() // and the broker has something for it
	f.comes(left1, 1, 1, batch(left1, 0, 35))
	f.all()
	f.want("left-0@0", "right-0@0", "left-0@1", "left-1@0", "right-0@1", "left-0@2")
	if got := f.cursors()[left0]; got.Time != 50 || got.LeaderEpoch != 3 {
		t.Errorf("cursor %+v: want partition time 50 and leader epoch 3", got)
	}
}

// TestWithoutOrder takes whole batches where the order among partitions can't show.
func TestWithoutOrder(t *testing.T) {
	f := newFeeding(t, func(_ *config.Config, p *lane.Program) {
		p.Stages = []lane.StageInfo{{Sources: []int{0}}, {Sources: []int{1}}}
		p.Sources[1].Stage = 1
	})
	f.comes(left0, 3, 9, batch(left0, 0, 10, 30, 50))
	f.comes(right0, 2, 9, batch(right0, 0, 20, 40))
	f.all()
	f.want("left-0@0", "left-0@1", "left-0@2", "right-0@0", "right-0@1")
}

// TestCursor stands behind exactly what was admitted, and passes what has no records: markers, aborted transactions.
func TestCursor(t *testing.T) {
	f := newFeeding(t)
	f.comes(left1, 0, 0)
	f.comes(right0, 0, 0)
	f.comes(left0, 9, 9, batch(left0, 0, 1, 2, 3), batch(left0, 5, 4))
	if f.moved() {
		t.Error("moved by fetching")
	}
	if n := f.admit(2); n != 2 {
		t.Errorf("admitted %d, want 2", n)
	}
	f.at(left0, 2)
	f.admit(2)
	f.at(left0, 3)
	f.all()
	f.at(left0, 9)
	if !f.moved() {
		t.Error("not moved")
	}
	f.sealed()
	if f.moved() {
		t.Error("moved since the cut")
	}
	f.comes(left0, 11, 11)
	f.at(left0, 11)
	if !f.moved() {
		t.Error("a marker is something to commit, or the lag would never be nought")
	}
}

// TestMarkersBehindRecords don't move the cursor ahead of the records.
func TestMarkersBehindRecords(t *testing.T) {
	f := newFeeding(t)
	f.comes(left0, 1, 9, batch(left0, 0, 1))
	f.comes(left0, 4, 4)
	f.at(left0, 0)
	f.comes(left1, 0, 0)
	f.comes(right0, 0, 0)
	f.all()
	f.at(left0, 4)
}

// TestDropped records with negative timestamps are passed over, and their offsets are committed all the same.
func TestDropped(t *testing.T) {
	f := newFeeding(t, func(c *config.Config, _ *lane.Program) { c.TimestampExtractor = config.LogAndSkip })
	f.comes(left1, 0, 0)
	f.comes(right0, 2, 2, batch(right0, 0, -1, -2))
	f.at(right0, 2)
	f.comes(left0, 4, 4, batch(left0, 0, 5, -1, 7, -3))
	f.all()
	f.want("left-0@0", "left-0@2")
	f.at(left0, 4)
}

// TestExtractor is the user's code: what it panics with names the source and the record.
func TestExtractor(t *testing.T) {
	f := newFeeding(t, func(_ *config.Config, p *lane.Program) {
		p.Sources[1].Extract = func(b *abi.Batch, i uint32, latest int64) (int64, bool) {
			if i == 1 {
				panic("no time")
			}
			return 100 + latest, true
		}
	})
	err := f.take(fetched{list: []kafka.Fetched{{TP: right0, Batches: []*abi.Batch{batch(right0, 7, 1, 2)}, Next: 9}}})
	if _, is := errors.AsType[*lane.Failure](err); !is || !strings.Contains(err.Error(), "t.go:2:1") || !strings.Contains(err.Error(), "right-0@8") ||
		!strings.Contains(err.Error(), "no time") {
		t.Errorf("%v", err)
	}
}

// TestFull stops fetching at the limits, but for what the others wait for.
func TestFull(t *testing.T) {
	for name, change := range map[string]func(*config.Config, *lane.Program){
		"bytes":   func(c *config.Config, _ *lane.Program) { c.InFlightMaxBytes = 30 },
		"records": func(c *config.Config, _ *lane.Program) { c.InFlightMaxRecords = 3 },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFeeding(t, change)
			f.comes(left0, 3, 9, batch(left0, 0, 1, 2, 3))
			pause, ok := f.wanted()
			if !ok || !slices.Equal(pause, []kafka.TP{left0}) {
				t.Errorf("pause %v, wanted %v: the others have never been asked for", pause, ok)
			}
			f.comes(left1, 0, 0)
			f.comes(right0, 0, 0)
			if _, ok := f.wanted(); ok {
				t.Error("wanted though it is full and nothing is waited for")
			}
			f.admit(1)
			if pause, ok := f.wanted(); name == "records" && (!ok || len(pause) > 0) {
				t.Errorf("pause %v, wanted %v below the limit", pause, ok)
			}
			f.all()
			if pause, ok := f.wanted(); !ok || len(pause) > 0 {
				t.Errorf("pause %v, wanted %v with nothing at hand", pause, ok)
			}
		})
	}
}

// TestFetchError is the poller's result.
func TestFetchError(t *testing.T) {
	f := newFeeding(t)
	if err := f.take(fetched{err: errors.New("gone")}); err == nil || err.Error() != "gone" {
		t.Errorf("%v", err)
	}
}
