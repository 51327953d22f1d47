package restore

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/store"
)

type ctx = context.Context

// One test a row of the table "directory against changelog".

func TestNoRowCommittedOffset(t *testing.T) {
	w := newWorld(t)
	w.log(logs0, &record{"a", "1"}, &record{"a", "2"})
	w.log(logs1, &record{"b", "1"})
	w.commit(10, 10)
	p := w.mustStart()
	w.has("0 a=2", "1 b=1")
	if !slices.Equal(p.Full, []string{"counts"}) {
		t.Errorf("restored in full: %v", p.Full)
	}
}

func TestEverythingIsLost(t *testing.T) {
	w := newWorld(t)
	w.commit(10, 10)
	w.mustStart()
	if len(w.warnings) != 1 || !strings.Contains(w.warnings[0], "lost") {
		t.Errorf("offsets without any state or changelog: warnings %v", w.warnings)
	}
}

func TestCommittedOffsetMissing(t *testing.T) {
	t.Run("with a directory", func(t *testing.T) {
		w := newWorld(t)
		w.ran()
		clear(w.committed)
		w.refused("words-0", "expired or was deleted")
	})
	t.Run("of one partition", func(t *testing.T) {
		w := newWorld(t)
		w.ran()
		delete(w.committed, words1)
		w.refused("words-1", "expired or was deleted")
	})
	t.Run("with a changelog", func(t *testing.T) {
		w := newWorld(t)
		w.log(logs1, &record{"b", "1"})
		w.refused("app-counts-changelog-1", "no committed offsets")
	})
	t.Run("of one partition, directory lost", func(t *testing.T) {
		w := newWorld(t)
		w.commit(10)
		w.refused("words-0 but none for", "words-1")
	})
	t.Run("of a topic that is new", func(t *testing.T) {
		w := newWorld(t)
		w.ran()
		plan := w.plan()
		plan.Sources = append(plan.Sources, Source{Topic: kafka.Topic{Name: "more", ID: kafka.ID{9}, Partitions: make([]kafka.Partition, 1)}})
		p, err := Start(t.Context(), w.env(), plan)
		if err != nil || !p.Unsaved || p.Positions[kafka.TP{Topic: "more"}].Offset != 3 {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

func TestSourceRowAhead(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.commit(9)
	w.refused("words-0 is 9", "up to 10")

	w.change(func(o *offsets.Writer) { // at least once, and only there, it is normal
		o.Meta(offsets.Meta{Epoch: 5, Time: w.now.UnixMilli(), Application: "app", Cluster: "c", Guarantee: "at_least_once"})
	})
	if p := w.mustStart(); p.Positions[words0].Offset != 9 {
		t.Errorf("position %v: it always comes from the broker", p.Positions)
	}
}

func TestTopicRecreated(t *testing.T) {
	for _, name := range []string{"words", logs0.Topic} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.ran()
			x := w.topics[name]
			x.ID = kafka.ID{77}
			w.topics[name] = x
			w.refused(name, "deleted and created again")
		})
	}
}

func TestPartitionCount(t *testing.T) {
	w := newWorld(t)
	w.ran()
	x := w.topics[logs0.Topic]
	x.Partitions = make([]kafka.Partition, 3)
	w.topics[logs0.Topic] = x
	w.logs[kafka.TP{Topic: logs0.Topic, Partition: 2}] = &records{}
	w.refused("3 partitions", "goes with 2")
}

// A key whose tombstone went with the log start is gone from the store too (3).
func TestBeforeLogStart(t *testing.T) {
	w := newWorld(t)
	w.ran()
	rows := &store.Rows{}
	put(rows, w.db, 0, "gone", "1")
	w.write(rows)
	w.logs[logs0] = &records{start: 3, list: []*record{{"a", "9"}}}
	p := w.mustStart()
	w.has("0 a=9", "1 b=1")
	if !slices.Equal(p.Full, []string{"counts"}) || len(w.warnings) != 1 {
		t.Errorf("in full: %v, warnings %v", p.Full, w.warnings)
	}
}

func TestBehindLogEnd(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.logs[logs0] = &records{}
	w.refused("app-counts-changelog-0", "lost the end of it")
}

func TestLostAndRefilled(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.epochEnds[logs0] = 0
	w.refused("app-counts-changelog-0", "cut off at offset 0")

	w.epochEnds[logs0] = -1 // the brokers don't know so early an epoch any more
	w.mustStart()
}

// The limit is delete.retention.ms less an hour, counted from the last batch, which is an hour old.
func TestAge(t *testing.T) {
	for name, c := range map[string]struct {
		after time.Duration
		full  bool
	}{
		"below": {22*time.Hour - time.Millisecond, false},
		"at":    {22 * time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.ran()
			w.logs[logs0] = &records{start: 0, list: []*record{nil, nil, nil, {"c", "1"}}} // a and its tombstone are compacted away
			w.now = w.now.Add(c.after)
			p := w.mustStart()
			if full := len(p.Full) > 0; full != c.full {
				t.Errorf("in full %v, want %v", full, c.full)
			}
			if c.full {
				w.has("0 c=1", "1 b=1")
			}
		})
	}
}

// A replay that crosses the limit is thrown away: tombstones may have gone while it ran (4).
func TestAgeAfterReplay(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.log(logs0, &record{"c", "1"})
	w.now = w.now.Add(22*time.Hour - time.Minute)
	first := true
	w.onRead = func(*kafka.Fetched) error {
		if first {
			first = false
			w.now = w.now.Add(2 * time.Minute)
			w.logs[logs0].list[0] = nil // a was deleted, and its tombstone goes now
		}
		return nil
	}
	p := w.mustStart()
	w.has("0 c=1", "1 b=1")
	if !slices.Equal(p.Full, []string{"counts"}) {
		t.Errorf("in full: %v", p.Full)
	}
}

func TestRetentionOfTheTopic(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.retention = "3600000" // the last batch is as old
	if p := w.mustStart(); len(p.Full) != 1 {
		t.Error("delete.retention.ms of the topic was not looked at")
	}
}

func TestStoreAdded(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.open("counts", "sums")
	plan := w.plan()
	more := plan.Stores[0]
	more.Name, more.Family = "sums", 2
	more.Topic = kafka.Topic{Name: "app-sums-changelog", ID: kafka.ID{3}, Partitions: make([]kafka.Partition, 1)}
	w.logs[kafka.TP{Topic: "app-sums-changelog"}] = &records{}
	plan.Stores = append(plan.Stores, more)
	p, err := Start(t.Context(), w.env(), plan)
	if err != nil || len(p.Full) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestStoreRemoved(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.open("other")
	plan := w.plan()
	plan.Stores = nil
	if _, err := Start(t.Context(), w.env(), plan); err != nil {
		t.Fatal(err)
	}
	got := w.table()
	if len(got.Changelogs) != 0 || len(got.Layouts) != 0 || len(got.Sources) != 2 {
		t.Errorf("what is left of it: %+v", got)
	}
	w.open("counts") // it comes back: an older generation's rows must not
	w.has()
	p := w.mustStart()
	w.has("0 a=1", "1 b=1")
	if len(p.Full) != 1 {
		t.Errorf("in full: %v", p.Full)
	}
}

func TestLayoutChanged(t *testing.T) {
	w := newWorld(t)
	w.ran()
	plan := w.plan()
	plan.Stores[0].Layout = "v2"
	w.onRead = func(*kafka.Fetched) error { return errKilled } // behind the wipe: the next start must know of it
	if _, err := Start(t.Context(), w.env(), plan); err != errKilled {
		t.Fatal(err)
	}
	w.onRead = nil
	p, err := Start(t.Context(), w.env(), plan)
	if err != nil || len(p.Full) != 1 || w.table().Layouts["counts"] != "v2" {
		t.Errorf("%+v, %v", p, err)
	}
	w.has("0 a=1", "1 b=1")
}

func TestIdentity(t *testing.T) {
	for name, c := range map[string]struct {
		meta  offsets.Meta
		words []string
	}{
		"application": {offsets.Meta{Application: "other", Cluster: "c"}, []string{`"other"`, `"app"`}},
		"cluster":     {offsets.Meta{Application: "app", Cluster: "elsewhere"}, []string{`"elsewhere"`, "cluster"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.ran()
			w.change(func(o *offsets.Writer) { o.Meta(c.meta) })
			w.refused(c.words...)
			if len(w.calls) != 0 {
				t.Errorf("asked the brokers ahead of looking at the directory: %v", w.calls)
			}
		})
	}
}

func TestNewerFormat(t *testing.T) {
	w := newWorld(t)
	w.ran()
	w.change(func(o *offsets.Writer) { o.Rows.PutRaw(o.ID, []byte("m"), []byte("\x02")) })
	w.refused("newer format", "run the newer program")
}
