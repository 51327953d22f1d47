package offsets

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/store"
)

func open(t *testing.T) store.DB {
	t.Helper()
	db, err := store.Memory().Open(t.TempDir(), []string{"counts"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func write(t *testing.T, db store.DB, f func(w *Writer)) {
	t.Helper()
	w := &Writer{Rows: &store.Rows{}, ID: db.ID(store.Offsets)}
	f(w)
	if err := db.Write(w.Rows.Bytes()); err != nil {
		t.Fatal(err)
	}
}

var (
	log0  = kafka.TP{Topic: "app-counts-changelog", Partition: 0}
	log1  = kafka.TP{Topic: "app-counts-changelog", Partition: 258}
	words = kafka.TP{Topic: "words", Partition: 1}
)

func all(w *Writer) {
	w.Meta(Meta{Epoch: 7, Time: 1700000000123, Application: "app", Cluster: "c1", Guarantee: "exactly_once_v2"})
	w.Changelog(log0, Changelog{Topic: kafka.ID{1, 2, 15: 3}, Next: 41, LeaderEpoch: -1, Partitions: 300})
	w.Changelog(log1, Changelog{Topic: kafka.ID{1, 2, 15: 3}, Next: 1 << 40, LeaderEpoch: 9, Partitions: 300})
	w.Source(words, Source{Topic: kafka.ID{9}, Next: 12})
	w.Layout("counts", "string/int64")
	w.Mark("delays", -1)
}

// TestRoundTrip reads back what was written.
func TestRoundTrip(t *testing.T) {
	db := open(t)
	write(t, db, all)
	got, err := Read(db)
	if err != nil {
		t.Fatal(err)
	}
	want := &Table{
		Meta: &Meta{Epoch: 7, Time: 1700000000123, Application: "app", Cluster: "c1", Guarantee: "exactly_once_v2"},
		Changelogs: map[kafka.TP]Changelog{
			log0: {Topic: kafka.ID{1, 2, 15: 3}, Next: 41, LeaderEpoch: -1, Partitions: 300},
			log1: {Topic: kafka.ID{1, 2, 15: 3}, Next: 1 << 40, LeaderEpoch: 9, Partitions: 300}},
		Sources: map[kafka.TP]Source{words: {Topic: kafka.ID{9}, Next: 12}},
		Layouts: map[string]string{"counts": "string/int64"},
		Marks:   map[string]int64{"delays": -1},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestForget leaves nothing of a store behind, and everything of the others.
func TestForget(t *testing.T) {
	db := open(t)
	write(t, db, all)
	write(t, db, func(w *Writer) { w.Forget("counts", log0, log1) })
	got, err := Read(db)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Changelogs) != 0 || len(got.Layouts) != 0 || len(got.Sources) != 1 || got.Meta == nil {
		t.Errorf("after Forget: %+v", got)
	}
}

// TestEmpty is a directory that nothing was written to.
func TestEmpty(t *testing.T) {
	got, err := Read(open(t))
	if err != nil || got.Meta != nil || len(got.Changelogs) != 0 {
		t.Errorf("Read: %+v, %v", got, err)
	}
}

// TestFormat refuses what a newer program wrote, and damage, without a panic.
func TestFormat(t *testing.T) {
	for name, c := range map[string]struct {
		key, val string
		newer    bool
	}{
		"version":           {"m", "\x02anything", true},
		"kind":              {"zx", "\x01", true},
		"no value":          {"m", "", true},
		"short":             {"sx\x00\x00\x00\x00\x01", "\x01abc", false},
		"long":              {"td", "\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00", false},
		"no partition":      {"cx", "\x01" + strings.Repeat("\x00", 32), false},
		"string too long":   {"m", "\x01\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x01\xff\x01a", false},
		"string of nothing": {"m", "\x01\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x01", false},
	} {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			write(t, db, func(w *Writer) { w.Rows.PutRaw(w.ID, []byte(c.key), []byte(c.val)) })
			_, err := Read(db)
			if err == nil {
				t.Fatal("accepted")
			}
			if errors.Is(err, ErrFormat) != c.newer {
				t.Errorf("%v: newer format %v, want %v", err, !c.newer, c.newer)
			}
		})
	}
}

// FuzzRow: no row panics, and one that is accepted is written the same.
func FuzzRow(f *testing.F) {
	f.Add([]byte("m"), []byte("\x01\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x01\x01a\x01c\x00"))
	f.Add([]byte("tdelays"), []byte("\x01\x00\x00\x00\x00\x00\x00\x00\x09"))
	f.Add([]byte("swords\x00\x00\x00\x00\x01"), []byte("\x01"+strings.Repeat("\x02", 24)))
	f.Add([]byte("cwords\x00\x00\x00\x00\x01"), []byte("\x01"+strings.Repeat("\x03", 32)))
	f.Fuzz(func(t *testing.T, key, val []byte) {
		table := &Table{Changelogs: map[kafka.TP]Changelog{}, Sources: map[kafka.TP]Source{}, Layouts: map[string]string{}, Marks: map[string]int64{}}
		if table.row(key, val) != nil {
			return
		}
		w := &Writer{Rows: &store.Rows{}, ID: 1}
		for tp, c := range table.Changelogs {
			w.Changelog(tp, c)
		}
		for tp, s := range table.Sources {
			w.Source(tp, s)
		}
		for name, at := range table.Marks {
			w.Mark(name, at)
		}
		for name, x := range table.Layouts {
			w.Layout(name, x)
		}
		if table.Meta == nil && (string(w.key) != string(key) || string(w.val) != string(val)) {
			t.Errorf("row %q=%q is written as %q=%q", key, val, w.key, w.val)
		}
	})
}
