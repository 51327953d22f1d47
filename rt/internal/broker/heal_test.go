package broker_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

var two = broker.Options{Topics: map[string]int32{"a": 1, "b": 1}}

func expect(t *testing.T, c *kafka.Client, want map[string][]string) {
	t.Helper()
	for topic, vs := range want {
		if got := read(t, c, topic); !slices.Equal(got, vs) {
			t.Errorf("%s: read %q, want %q", topic, got, vs)
		}
	}
}

// A process dies with a transaction open: its records stay hidden, and what the same producer commits later is seen,
// also after it died again.
func TestOpenTransactionIsAborted(t *testing.T) {
	dir := t.TempDir()
	b, c := start(t, dir, two)
	p := c.NewProducer("app", time.Minute)
	ok(t, p.Init(t.Context()))
	produce(t, p, "first", "a", "b")
	ok(t, p.End(t.Context(), true))
	produce(t, p, "lost", "a", "b")
	dir2 := killed(t, dir)
	c.Close()
	b.Close()

	b, c = start(t, dir2, two)
	expect(t, c, map[string][]string{"a": {"first"}, "b": {"first"}})
	p = c.NewProducer("app", time.Minute)
	ok(t, p.Init(t.Context()))
	produce(t, p, "second", "a")
	ok(t, p.End(t.Context(), true))
	expect(t, c, map[string][]string{"a": {"first", "second"}, "b": {"first"}})
	if len(b.Torn()) != 0 {
		t.Errorf("torn: %v, want nothing", b.Torn())
	}
	dir3 := killed(t, dir2)
	c.Close()
	b.Close()

	b, c = start(t, dir3, two)
	defer b.Close()
	defer c.Close()
	expect(t, c, map[string][]string{"a": {"first", "second"}, "b": {"first"}})
}

// A process dies inside EndTxn, behind the first marker: the commit is completed and reported.
func TestTornCommitIsCompleted(t *testing.T) {
	dir := t.TempDir()
	b, c := start(t, dir, two)
	p := c.NewProducer("app", time.Minute)
	ok(t, p.Init(t.Context()))
	produce(t, p, "whole", "a", "b")
	ok(t, p.End(t.Context(), true))
	produce(t, p, "torn", "a", "b")
	torn := killed(t, dir)
	ok(t, p.End(t.Context(), true))
	after := killed(t, dir)
	c.Close()
	b.Close()
	ok(t, os.RemoveAll(filepath.Join(torn, "partitions", "a-0")))
	ok(t, os.CopyFS(filepath.Join(torn, "partitions", "a-0"), os.DirFS(filepath.Join(after, "partitions", "a-0"))))

	b, c = start(t, torn, two)
	if got := b.Torn(); len(got) != 1 || got[0].TransactionalID != "app" {
		t.Errorf("torn: %v, want the one of app", got)
	}
	expect(t, c, map[string][]string{"a": {"whole", "torn"}, "b": {"whole", "torn"}})
	p = c.NewProducer("app", time.Minute)
	ok(t, p.Init(t.Context()))
	again := killed(t, torn)
	c.Close()
	b.Close()

	b, c = start(t, again, two)
	defer b.Close()
	defer c.Close()
	if len(b.Torn()) != 0 {
		t.Errorf("the next start reports %v again", b.Torn())
	}
	expect(t, c, map[string][]string{"a": {"whole", "torn"}, "b": {"whole", "torn"}})

	b2, c2 := start(t, after, two) // a commit that kfake finished is not torn
	defer b2.Close()
	defer c2.Close()
	if len(b2.Torn()) != 0 {
		t.Errorf("a whole commit is reported as torn: %v", b2.Torn())
	}
}

// A batch without its index entry, or cut short, was never acknowledged; kfake would show the former as committed.
func TestUnfinishedWriteIsCut(t *testing.T) {
	dir := t.TempDir()
	b, c := start(t, dir, two)
	p := c.NewProducer("app", time.Minute)
	ok(t, p.Init(t.Context()))
	produce(t, p, "first", "a")
	ok(t, p.End(t.Context(), true))
	tp := kafka.TP{Topic: "a"}
	for file, bytes := range map[string]int64{"0.idx": 15, "0.dat": 15, "./0.idx": 7} { // index entries have 15
		produce(t, p, "acknowledged, and open", "a")
		want, err := c.ListOffsets(t.Context(), kafka.Latest, tp)
		ok(t, err)
		produce(t, p, "never acknowledged", "a")
		cut := killed(t, dir)
		path := filepath.Join(cut, "partitions", "a-0", file)
		info, err := os.Stat(path)
		ok(t, err)
		ok(t, os.Truncate(path, info.Size()-bytes))
		for round := range 2 {
			b2, c2 := start(t, cut, two)
			expect(t, c2, map[string][]string{"a": {"first"}})
			end, err := c2.ListOffsets(t.Context(), kafka.Latest, tp)
			ok(t, err)
			if round == 0 && end[tp].Offset != want[tp].Offset+1 { // a marker
				t.Errorf("%s cut by %d: the log ends at %v, want %v and a marker", file, bytes, end, want)
			}
			again := c2.NewProducer("again", time.Minute)
			ok(t, again.Init(t.Context()))
			produce(t, again, "open at the next kill", "a")
			cut = killed(t, cut)
			c2.Close()
			b2.Close()
		}
		ok(t, p.Init(t.Context()))
	}
	c.Close()
	b.Close()
}

// An entry of kfake's journals that was cut short must not hide those that are written behind it.
func TestUnfinishedJournalIsCut(t *testing.T) {
	dir := t.TempDir()
	b, c := start(t, dir, two)
	a, other := kafka.TP{Topic: "a"}, kafka.TP{Topic: "b"}
	commit := func(c *kafka.Client, tp kafka.TP) {
		ok(t, c.CommitOffsets(t.Context(), "g", map[kafka.TP]kafka.Committed{tp: {Position: kafka.Position{Offset: 7, LeaderEpoch: -1}}}))
	}
	commit(c, a)
	cut := killed(t, dir)
	c.Close()
	b.Close()
	for _, name := range []string{"groups.log", "pids.log"} {
		f, err := os.OpenFile(filepath.Join(cut, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		ok(t, err)
		_, err = f.Write([]byte{90, 0, 0, 0, 1, 2, 3, 4, 1, 0, '{'})
		ok(t, err)
		ok(t, f.Close())
	}
	b, c = start(t, cut, two)
	commit(c, other)
	p := c.NewProducer("app", time.Minute)
	ok(t, p.Init(t.Context()))
	produce(t, p, "v", "a")
	ok(t, p.End(t.Context(), true))
	again := killed(t, cut)
	c.Close()
	b.Close()

	b, c = start(t, again, two)
	defer b.Close()
	defer c.Close()
	got, err := c.FetchOffsets(t.Context(), "g", a, other)
	ok(t, err)
	if got[a].Offset != 7 || got[other].Offset != 7 {
		t.Errorf("committed %v, want 7 for both", got)
	}
	if len(b.Torn()) != 0 {
		t.Errorf("torn: %v, want nothing", b.Torn())
	}
}
