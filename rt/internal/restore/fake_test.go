package restore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// world is brokers and a state directory that a test sets up as it likes: an application "app" that reads topic words
// (two partitions) and has store counts (two partitions).
type world struct {
	t         *testing.T
	now       time.Time
	topics    map[string]kafka.Topic
	logs      map[kafka.TP]*records
	committed map[kafka.TP]kafka.Committed
	epochEnds map[kafka.TP]int64
	calls     []string
	warnings  []string
	progress  []Progress
	fails     map[string]error
	onRead    func(f *kafka.Fetched) error
	retention string

	backend *store.InMemory
	db      store.DB
}

// records is a changelog partition: what compaction took away is nil.
type records struct {
	start int64
	list  []*record // from start on; a nil one is no longer there, or a marker
}

type record struct{ key, val string } // val "": tombstone

var (
	words0 = kafka.TP{Topic: "words", Partition: 0}
	words1 = kafka.TP{Topic: "words", Partition: 1}
	logs0  = kafka.TP{Topic: "app-counts-changelog", Partition: 0}
	logs1  = kafka.TP{Topic: "app-counts-changelog", Partition: 1}
)

func newWorld(t *testing.T) *world {
	w := &world{t: t, now: time.UnixMilli(1_700_000_000_000), committed: map[kafka.TP]kafka.Committed{}, epochEnds: map[kafka.TP]int64{},
		fails: map[string]error{}, backend: store.Memory(), logs: map[kafka.TP]*records{logs0: {}, logs1: {}},
		topics: map[string]kafka.Topic{
			"words":     {Name: "words", ID: kafka.ID{1}, Partitions: make([]kafka.Partition, 2)},
			logs0.Topic: {Name: logs0.Topic, ID: kafka.ID{2}, Partitions: make([]kafka.Partition, 2)},
		}, retention: "86400000"}
	w.open("counts")
	return w
}

func (w *world) open(families ...string) {
	w.t.Helper()
	if w.db != nil {
		if err := w.db.Close(); err != nil {
			w.t.Fatal(err)
		}
	}
	var err error
	if w.db, err = w.backend.Open("d", families); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) call(what string) error {
	w.calls = append(w.calls, what)
	return w.fails[what]
}

func (w *world) env() Env {
	return Env{
		Init: func(_ context.Context, id int) error { return w.call(fmt.Sprintf("init %d", id)) },
		Committed: func(_ context.Context, tps ...kafka.TP) (map[kafka.TP]kafka.Committed, error) {
			return w.committed, w.call("offsets")
		},
		ListOffsets: func(_ context.Context, at kafka.At, tps ...kafka.TP) (map[kafka.TP]kafka.Position, error) {
			out := map[kafka.TP]kafka.Position{}
			for _, tp := range tps {
				l := w.logs[tp]
				switch {
				case l == nil && at == kafka.Latest:
					out[tp] = kafka.Position{Offset: 99} // a source
				case l == nil && at >= 0:
					out[tp] = kafka.Position{Offset: int64(at)}
				case l == nil:
					out[tp] = kafka.Position{Offset: 3}
				case at == kafka.Earliest:
					out[tp] = kafka.Position{Offset: l.start}
				default:
					out[tp] = kafka.Position{Offset: l.end(), LeaderEpoch: 5}
				}
			}
			return out, w.call(fmt.Sprintf("list %d", at))
		},
		EndOfEpoch: func(_ context.Context, epochs map[kafka.TP]int32) (map[kafka.TP]kafka.Position, error) {
			out := map[kafka.TP]kafka.Position{}
			for tp, e := range epochs {
				end, set := w.epochEnds[tp]
				if !set {
					end = w.logs[tp].end()
				}
				out[tp] = kafka.Position{Offset: end, LeaderEpoch: e}
			}
			return out, nil
		},
		Configs: func(_ context.Context, topics ...string) (map[string]map[string]string, error) {
			out := map[string]map[string]string{}
			for _, t := range topics {
				out[t] = map[string]string{"delete.retention.ms": w.retention}
			}
			return out, nil
		},
		Read: w.read, Now: func() time.Time { return w.now },
		Progress: func(p Progress) { w.progress = append(w.progress, p) },
		Warn:     func(s string) { w.warnings = append(w.warnings, s) },
	}
}

func (l *records) end() int64 { return l.start + int64(len(l.list)) }

// read gives one record at a time.
func (w *world) read(_ context.Context, from map[kafka.TP]kafka.Position, target map[kafka.TP]int64, got func(*kafka.Fetched) error) error {
	if err := w.call("read"); err != nil {
		return err
	}
	for _, tp := range []kafka.TP{logs0, logs1} {
		at, asked := from[tp]
		for o := at.Offset; asked && o < target[tp]; o++ {
			f := &kafka.Fetched{TP: tp, Next: o + 1, LeaderEpoch: -1}
			if r := w.logs[tp].list[o-w.logs[tp].start]; r != nil {
				f.LeaderEpoch = 5
				f.Batches = []*abi.Batch{batch(tp, o, r)}
			}
			if w.onRead != nil {
				if err := w.onRead(f); err != nil {
					return err
				}
			}
			if err := got(f); err != nil {
				return err
			}
		}
	}
	return nil
}

func batch(tp kafka.TP, offset int64, r *record) *abi.Batch {
	b := &abi.Batch{Topic: tp.Topic, Partition: tp.Partition, Base: offset, Data: []byte(r.key + r.val)}
	rec := abi.Rec{TS: 7, KeyLen: int32(len(r.key)), Val: int32(len(r.key)), ValLen: int32(len(r.val))}
	if r.val == "" {
		rec.ValLen = -1
	}
	b.Recs = []abi.Rec{rec}
	return b
}

func (w *world) plan() Plan {
	epoch := uint32(1)
	p := Plan{Application: "app", Cluster: "c", IDs: 2, DB: w.db, Sources: []Source{{Topic: w.topics["words"], Reset: lane.ResetDefault}}}
	kv := &store.KV[string]{Table: store.NewTable[string](&epoch), CF: 1, Put: func(b []byte, v *string) []byte { return append(b, *v...) },
		Get: func([]byte, *string) bool { return true }}
	p.Stores = []Store{{Name: "counts", Family: 1, Layout: "v1", Topic: w.topics[logs0.Topic], Rows: kv}}
	return p
}

func (w *world) start() (*Point, error) { return Start(context.Background(), w.env(), w.plan()) }

func (w *world) mustStart() *Point {
	w.t.Helper()
	p, err := w.start()
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// refused wants a refusal whose sentence has these words, and a directory that is as it was.
func (w *world) refused(words ...string) {
	w.t.Helper()
	before := w.rows()
	_, err := w.start()
	if _, is := errors.AsType[*Refusal](err); !is {
		w.t.Fatalf("started, or failed otherwise: %v", err)
	}
	for _, x := range words {
		if !strings.Contains(err.Error(), x) {
			w.t.Errorf("%q doesn't say %q", err, x)
		}
	}
	if after := w.rows(); !slices.Equal(before, after) {
		w.t.Errorf("refused, and changed the directory: %v to %v", before, after)
	}
}

// rows are the store's, "partition key=value".
func (w *world) rows() (rows []string) {
	w.t.Helper()
	if err := w.db.Scan(1, nil, nil, func(key, val []byte) bool {
		rows = append(rows, fmt.Sprintf("%d %s=%s", key[1], key[2:], val[8:]))
		return true
	}); err != nil {
		w.t.Fatal(err)
	}
	return rows
}

func (w *world) has(rows ...string) {
	w.t.Helper()
	if got := w.rows(); !slices.Equal(got, rows) {
		w.t.Errorf("rows %v, want %v", got, rows)
	}
}

// table is `_offsets`.
func (w *world) table() *offsets.Table {
	w.t.Helper()
	got, err := offsets.Read(w.db)
	if err != nil {
		w.t.Fatal(err)
	}
	return got
}

// log appends to a changelog partition.
func (w *world) log(tp kafka.TP, recs ...*record) { w.logs[tp].list = append(w.logs[tp].list, recs...) }

// ran leaves what an application has left that processed words up to offset 10 of each partition and changed a and b,
// an hour ago.
func (w *world) ran() {
	w.t.Helper()
	w.log(logs0, &record{"a", "1"}, nil)
	w.log(logs1, &record{"b", "1"}, nil)
	w.commit(10, 10)
	rows := &store.Rows{}
	put(rows, w.db, 0, "a", "1")
	put(rows, w.db, 1, "b", "1")
	o := &offsets.Writer{Rows: rows, ID: w.db.ID(store.Offsets)}
	o.Meta(offsets.Meta{Epoch: 5, Time: w.now.Add(-time.Hour).UnixMilli(), Application: "app", Cluster: "c", Guarantee: exactlyOnce})
	for _, tp := range []kafka.TP{logs0, logs1} {
		o.Changelog(tp, offsets.Changelog{Topic: kafka.ID{2}, Next: 1, LeaderEpoch: 5, Partitions: 2})
	}
	for _, tp := range []kafka.TP{words0, words1} {
		o.Source(tp, offsets.Source{Topic: kafka.ID{1}, Next: 10})
	}
	o.Layout("counts", "v1")
	o.Mark("windows", 40)
	w.write(rows)
}

func put(rows *store.Rows, db store.DB, part int32, key, val string) {
	rows.Put(db.ID(1), part, []byte(key), append(codec.AppendInt64(nil, 7), val...))
}

func (w *world) commit(at ...int64) {
	for p, o := range at {
		w.committed[kafka.TP{Topic: "words", Partition: int32(p)}] = kafka.Committed{Position: kafka.Position{Offset: o, LeaderEpoch: 1}}
	}
}

func (w *world) write(rows *store.Rows) {
	w.t.Helper()
	if err := w.db.Write(rows.Bytes()); err != nil {
		w.t.Fatal(err)
	}
}

// change rewrites parts of `_offsets`.
func (w *world) change(f func(o *offsets.Writer)) {
	rows := &store.Rows{}
	f(&offsets.Writer{Rows: rows, ID: w.db.ID(store.Offsets)})
	w.write(rows)
}
