package restore

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// TestOrder: every id is fenced ahead of OffsetFetch, and that comes ahead of the end offsets (1).
func TestOrder(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.log(logs0, &record{"a", "2"})
	w.mustStart()
	want := []string{"init 0", "init 1", "offsets", fmt.Sprint("list ", int64(kafka.Earliest)), fmt.Sprint("list ", int64(kafka.Latest)), "read"}
	if d := cmp.Diff(want, w.calls); d != "" {
		t.Error(d)
	}
}

// TestDelta replays what the store lacks and nothing else.
func TestDelta(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.log(logs0, &record{"a", "2"}, &record{"c", "1"}, nil)
	w.log(logs1, &record{"b", ""}, nil)
	p := w.mustStart()
	w.has("0 a=2", "0 c=1")
	if p.Restored != 3 || len(p.Full) != 0 || p.Epoch != 5 || p.Unsaved {
		t.Errorf("%+v: want 3 records, no store in full, epoch 5, all saved", p)
	}
	if d := cmp.Diff(map[kafka.TP]kafka.Position{words0: {Offset: 10, LeaderEpoch: 1}, words1: {Offset: 10, LeaderEpoch: 1}}, p.Positions); d != "" {
		t.Error(d)
	}
	got := w.table()
	if c := got.Changelogs[logs0]; c.Next != 5 || c.LeaderEpoch != 5 {
		t.Errorf("next offset %+v, want 5 of leader epoch 5", c)
	}
	if got.Sources[words0].Next != 10 || got.Meta.Time != w.now.Add(-time.Hour).UnixMilli() {
		t.Errorf("a restore wrote source rows or the age (6): %+v %+v", got.Sources, got.Meta)
	}
	last := w.progress[len(w.progress)-1]
	steps := int64(0)
	for _, p := range w.progress {
		steps += p.Step
	}
	if last.Offsets != last.Total || last.Records != 3 || last.Store == "" || last.Left != 0 || steps != 3 {
		t.Errorf("progress ends with %+v", last)
	}
}

// TestNothingToDo is a start behind a clean stop.
func TestNothingToDo(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.change(func(o *offsets.Writer) {
		for _, tp := range []kafka.TP{logs0, logs1} {
			o.Changelog(tp, offsets.Changelog{Topic: kafka.ID{2}, Next: 2, LeaderEpoch: 5, Partitions: 2})
		}
	})
	w.now = w.now.Add(1000 * time.Hour) // the gap is empty: any age will do
	if p := w.mustStart(); p.Restored != 0 || len(p.Full) != 0 {
		t.Errorf("%+v", p)
	}
	w.has("0 a=1", "1 b=1")
}

// TestFirstStart begins where the reset policy says.
func TestFirstStart(t *testing.T) {
	w := newWorld(t)
	p := w.mustStart()
	if !p.Unsaved || p.Positions[words1].Offset != 3 || p.Epoch != 0 || len(w.warnings) != 0 {
		t.Errorf("%+v, warnings %v", p, w.warnings)
	}
	got := w.table()
	if got.Layouts["counts"] != "v1" || len(got.Changelogs) != 2 {
		t.Errorf("a first start notes layouts and where the changelogs begin: %+v", got)
	}
	w.log(logs0, &record{"a", "1"}, nil) // the first epoch is committed, its batch lost
	w.commit(4, 3)
	w.change(func(o *offsets.Writer) {
		o.Meta(offsets.Meta{Epoch: 1, Time: w.now.UnixMilli(), Application: "app", Cluster: "c", Guarantee: exactlyOnce})
	})
	if p = w.mustStart(); len(p.Full) != 0 || p.Restored != 1 {
		t.Errorf("the first record of a partition costs a full restore: %+v", p)
	}
}

// TestReset follows the source's policy.
func TestReset(t *testing.T) {
	w := newWorld(t)
	plan := w.plan()
	plan.Sources[0].Reset = lane.ResetLatest
	p, err := Start(t.Context(), w.env(), plan)
	if err != nil || p.Positions[words0].Offset != 99 {
		t.Errorf("latest: %+v, %v", p, err)
	}
	plan.Sources[0].Reset, plan.Sources[0].Back = lane.ResetBack, 5_000
	p, err = Start(t.Context(), w.env(), plan)
	if want := w.now.UnixMilli() - 5_000; err != nil || p.Positions[words0].Offset != want {
		t.Errorf("5 s back: %+v, %v; expected what was asked for %d", p, err, want)
	}
	plan.Sources[0].Back = math.MaxInt64 // longer than there is time
	if p, err = Start(t.Context(), w.env(), plan); err != nil || p.Positions[words0].Offset != 0 {
		t.Errorf("since the beginning: %+v, %v", p, err)
	}
	plan.Sources[0].Reset = lane.ResetNone
	if _, err = Start(t.Context(), w.env(), plan); err == nil || !strings.Contains(err.Error(), "reset policy is none") {
		t.Errorf("none: %v", err)
	}
}

// TestAtLeastOnceSaves first positions at once: the state of the first epoch is written ahead of its offsets.
func TestAtLeastOnceSaves(t *testing.T) {
	w := newWorld(t)
	env, saved := w.env(), map[kafka.TP]kafka.Committed(nil)
	env.Commit = func(_ ctx, at map[kafka.TP]kafka.Committed) error { saved = at; return nil }
	p, err := Start(t.Context(), env, w.plan())
	if err != nil || p.Unsaved || len(saved) != 2 || saved[words0].Offset != 3 {
		t.Errorf("%+v, saved %v, %v", p, saved, err)
	}
}

// TestMetadata takes partition times and marks from the committed offsets.
func TestMetadata(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.committed[words0] = kafka.Committed{Position: kafka.Position{Offset: 10},
		Metadata: kafka.OffsetMetadata{PartitionTime: 70, Processors: map[string]int64{"windows": 50, "other": 3}}.Encode()}
	w.committed[words1] = kafka.Committed{Position: kafka.Position{Offset: 10}, Metadata: "somebody else's"}
	p := w.mustStart()
	if d := cmp.Diff(map[kafka.TP]int64{words0: 70}, p.PartitionTimes); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string]int64{"windows": 50, "other": 3}, p.Marks); d != "" {
		t.Error(d)
	}
	if len(w.warnings) != 1 || !strings.Contains(w.warnings[0], "words-1") {
		t.Errorf("warnings %v", w.warnings)
	}
	w.committed[words0] = kafka.Committed{Position: kafka.Position{Offset: 10}}
	if p = w.mustStart(); p.Marks["windows"] != 40 {
		t.Errorf("marks %v: want the directory's 40", p.Marks)
	}
}

// TestFenced passes on that another process runs.
func TestFenced(t *testing.T) {
	w := newWorld(t)
	w.fails["init 1"] = kafka.Fenced
	if _, err := w.start(); !errors.Is(err, kafka.Fenced) {
		t.Errorf("%v", err)
	}
	if len(w.calls) != 2 {
		t.Errorf("went on to %v", w.calls)
	}
}

// TestTakenOver: what looks wrong may be the work of a process that took over meanwhile.
func TestTakenOver(t *testing.T) {
	w := newWorld(t)
	env := w.env()
	inits := 0
	env.Init = func(ctx, int) error {
		if inits++; inits > 2 {
			return kafka.Fenced
		}
		return nil
	}
	w.log(logs0, &record{"a", "1"}) // by the other one; no offsets were committed when this one looked
	if _, err := Start(t.Context(), env, w.plan()); !errors.Is(err, kafka.Fenced) {
		t.Errorf("%v", err)
	}
}

var errKilled = errors.New("killed")

// TestKilledRestore goes on, or begins anew, and ends with the changelog's state (5).
func TestKilledRestore(t *testing.T) {
	for name, lost := range map[string]bool{"delta": false, "full": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.ran()
			if lost {
				w.backend.Remove("d")
				w.db = nil
				w.open("counts")
			}
			w.log(logs0, &record{"a", "2"}, &record{"c", "1"}, &record{"a", ""}, &record{"d", "4"})
			for n := range 5 {
				left := n
				w.onRead = func(*kafka.Fetched) error {
					if left--; left < 0 {
						return errKilled
					}
					return nil
				}
				if _, err := w.start(); !errors.Is(err, errKilled) {
					t.Fatalf("%v", err)
				}
			}
			w.onRead = nil
			w.mustStart()
			w.has("0 c=1", "0 d=4", "1 b=1")
		})
	}
}

// TestDamagedChangelog is a record without a key: it can't be a row, and leaving it out would lose state in silence.
func TestDamagedChangelog(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.log(logs0, &record{"", "2"})
	w.onRead = func(f *kafka.Fetched) error {
		for _, b := range f.Batches {
			b.Recs[0].KeyLen = -1
		}
		return nil
	}
	_, err := w.start()
	if err == nil || !strings.Contains(err.Error(), "counts") || !strings.Contains(err.Error(), "app-counts-changelog-0@2") {
		t.Errorf("%v: want store and record named", err)
	}
}

// TestLargeRestore writes in several batches, each with how far it reaches.
func TestLargeRestore(t *testing.T) {
	w := newWorld(t)
	w.commit(10, 10)
	for i := range 3 * batchBytes / 100_000 {
		w.log(logs0, &record{string(rune('a'+i%26)) + strings.Repeat("x", i/26), strings.Repeat("v", 100_000)})
	}
	batches := 0
	w.backend.Inject(func(op store.Op, _ string) error {
		if op == store.OpWrite {
			batches++
		}
		return nil
	})
	w.mustStart()
	if batches < 4 { // one that prepares, and the restore's
		t.Errorf("%d batches for three times the size of one", batches)
	}
	if n := len(w.rows()); n != 3*batchBytes/100_000 {
		t.Errorf("%d rows", n)
	}
}
