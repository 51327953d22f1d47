package barrier

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// TestBatch is what one epoch leaves in the store: the lanes' rows and what `_offsets` says about them, in one batch.
func TestBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{Epoch: 41, Marks: map[string]int64{"windows": 30}})
		c.Admit(1, 10)
		n, _ := c.Cut(cursors(5, 2), 100)
		f.hand(c, o, n, 1, 20, 50)
		synctest.Wait()
		stop()
		got, err := offsets.Read(f.db)
		if err != nil {
			t.Fatal(err)
		}
		want := &offsets.Table{
			Meta:       &offsets.Meta{Epoch: 42, Time: time.Now().UnixMilli(), Application: "app", Cluster: "c", Guarantee: "exactly_once_v2"},
			Changelogs: map[kafka.TP]offsets.Changelog{log0: {Topic: kafka.ID{2}, Next: 3, LeaderEpoch: 4, Partitions: 1}},
			Sources:    map[kafka.TP]offsets.Source{wordsA: {Topic: kafka.ID{1}, Next: 5}, wordsB: {Topic: kafka.ID{1}, Next: 2}},
			Layouts:    map[string]string{},
			Marks:      map[string]int64{"windows": 50},
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		if _, ok, err := f.db.Get(1, []byte("\x00\x00k")); !ok || err != nil {
			t.Errorf("the lane's row: %v, %v", ok, err)
		}
		m, err := kafka.DecodeOffsetMetadata(f.sets[0][wordsA].Metadata)
		if err != nil || m.PartitionTime != 5 || m.Processors["windows"] != 50 {
			t.Errorf("metadata of the commit: %+v, %v", m, err)
		}
	})
}

// TestSourceRows are written where a position moved; the first epoch writes all, since a restore writes none.
func TestSourceRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{})
		epoch := func(a, b int64) {
			t.Helper()
			n, _ := c.Cut(cursors(a, b), -1)
			f.hand(c, o, n, 0)
			synctest.Wait()
		}
		epoch(0, 0) // nothing to write
		epoch(1, 0)
		if got, err := offsets.Read(f.db); err != nil || len(got.Sources) != 2 {
			t.Errorf("%+v, %v: want both rows", got, err)
		}
		rows := &store.Rows{}
		w := &offsets.Writer{Rows: rows, ID: f.db.ID(store.Offsets)}
		w.Source(wordsB, offsets.Source{Next: 77}) // shows who is written
		if err := f.db.Write(rows.Bytes()); err != nil {
			t.Fatal(err)
		}
		epoch(5, 0)
		got, err := offsets.Read(f.db)
		stop()
		if err != nil || got.Sources[wordsA].Next != 5 || got.Sources[wordsB].Next != 77 {
			t.Errorf("%+v, %v: want words-0 at 5, and words-1 not written again", got.Sources, err)
		}
	})
}

// TestStreamTimes hands out with a barrier what all lanes had at the one before: the largest, up to the watermark.
func TestStreamTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{})
		cut := func(to, watermark int64, times ...int64) []int64 {
			t.Helper()
			n, handed := c.Cut(cursors(to, 0), watermark)
			f.hand(c, o, n, 0, times...)
			synctest.Wait()
			return handed
		}
		if got := cut(1, 40, 70, 10); got != nil {
			t.Errorf("with the first barrier: %v", got)
		}
		if _, ok := c.Next(false); !ok {
			t.Error("a lane is behind, and nothing is to be cut")
		}
		if got := cut(1, 40, 70, 40); !cmp.Equal(got, []int64{40}) {
			t.Errorf("with the second barrier: %v, want the watermark 40 and not 70", got)
		}
		if _, ok := c.Next(false); ok {
			t.Error("all lanes have caught up, and an epoch is to be cut")
		}
		cut(2, 100, 70, 40)
		if got := cut(2, 100, 70, 70); !cmp.Equal(got, []int64{70}) {
			t.Errorf("with the fourth barrier: %v, want 70", got)
		}
		cut(3, 200, 90, 90)
		if _, ok := c.Next(false); ok {
			t.Error("all lanes are equally far, and an epoch is to be cut")
		}
		stop()
	})
}

// TestClosing hands a time out also where all lanes have it, since it closes windows, and has the epoch in which they emit
// these cut, though nothing more arrives. A restart hands out what it found: the last such epoch may be lost.
func TestClosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		o.Closing = true
		c, stop := f.run(o, Start{Marks: map[string]int64{"windows": 30}})
		for i, want := range []struct{ own, handed []int64 }{
			{[]int64{30, 30}, []int64{30}}, // of the run before
			{[]int64{70, 70}, nil},
			{[]int64{70, 70}, []int64{70}},
			{[]int64{70, 70}, nil}, // commits what they emitted
		} {
			if _, ok := c.Next(false); !ok {
				t.Errorf("ahead of barrier %d: nothing is to be cut", i+1)
			}
			n, handed := c.Cut(cursors(1, 0), 100)
			f.hand(c, o, n, 0, want.own...)
			synctest.Wait()
			if !cmp.Equal(handed, want.handed) {
				t.Errorf("with barrier %d: %v, want %v", i+1, handed, want.handed)
			}
		}
		if _, ok := c.Next(false); ok {
			t.Error("all lanes have closed all, and an epoch is to be cut")
		}
		stop()
	})
}

// TestExpire deletes ahead of what the epoch writes, by the time of the lane that is furthest behind.
func TestExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		var at []int64
		f.expire = func(rows *store.Rows, least map[string]int64) {
			at = append(at, least["windows"])
			rows.Delete(f.db.ID(1), 0, []byte("k"))
			rows.Delete(f.db.ID(1), 0, []byte("old"))
		}
		var old store.Rows
		old.Put(f.db.ID(1), 0, []byte("old"), []byte("12345678v"))
		if err := f.db.Write(old.Bytes()); err != nil {
			t.Fatal(err)
		}
		c, stop := f.run(o, Start{})
		c.Admit(1, 1)
		n, _ := c.Cut(cursors(1, 0), 100)
		f.hand(c, o, n, 1, 70, 50)
		synctest.Wait()
		stop()
		if !cmp.Equal(at, []int64{50}) {
			t.Errorf("expired at %v, want 50", at)
		}
		for key, want := range map[string]bool{"k": true, "old": false} {
			if _, kept, err := f.db.Get(1, []byte("\x00\x00"+key)); kept != want || err != nil {
				t.Errorf("%s is there: %v, want %v (%v)", key, kept, want, err)
			}
		}
	})
}

// TestHurry cuts at once what nothing was admitted for: a punctuation that came behind a barrier.
func TestHurry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{})
		f.epoch(c, o, 1)
		synctest.Wait()
		if _, ok := c.Next(false); ok {
			t.Error("nothing was admitted, and an epoch is to be cut")
		}
		c.Hurry()
		if at, ok := c.Next(false); !ok || at.After(time.Now()) {
			t.Errorf("in a hurry: %v, due at %v; want now", ok, at)
		}
		c.Cut(cursors(1, 0), 1)
		if _, ok := c.Next(false); ok {
			t.Error("still in a hurry")
		}
		stop()
	})
}

// TestPace cuts by time, by count and by memory, and slower where commits are slow.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		o.MaxRecords, o.MaxBytes = 100, 1000
		c, stop := f.run(o, Start{})
		due := func(want bool) {
			t.Helper()
			at, ok := c.Next(true)
			if got := ok && !at.After(time.Now()); got != want {
				t.Errorf("due %v, want %v", got, want)
			}
		}
		due(true) // nothing was cut yet: the first record is committed at once
		f.epoch(c, o, 1)
		synctest.Wait()
		due(false)
		time.Sleep(100 * time.Millisecond)
		due(true)

		f.epoch(c, o, 2)
		synctest.Wait()
		c.Admit(100, 1)
		due(true) // records
		if !c.Full() {
			t.Error("not full")
		}
		f.epoch(c, o, 3)
		synctest.Wait()
		if f.done[2].Cause != "records" {
			t.Errorf("cause %q", f.done[2].Cause)
		}
		c.Admit(1, 1000)
		due(true) // memory

		f.delay["end 0"] = time.Second
		f.epoch(c, o, 4)
		time.Sleep(time.Second)
		synctest.Wait()
		due(false) // a commit took a second: from cut to cut one and a half
		time.Sleep(500 * time.Millisecond)
		due(true)
		stop()
	})
}

// TestGrowth: what earlier epochs made of their input tells how much memory the running one takes.
func TestGrowth(t *testing.T) {
	p := pace{maxBytes: 1000}
	p.learn(0, 10, 100)
	p.admit(1, 99)
	if p.full() {
		t.Error("full at 990 of 1000")
	}
	p.admit(1, 1)
	if !p.full() || p.cause() != "memory" {
		t.Error("not full at 1000")
	}
	p.cut(time.Time{})
	p.learn(0, 100, 100)
	p.admit(1, 100)
	if p.full() {
		t.Error("one lighter epoch and the estimate didn't go down")
	}
}

// TestGrowthOfLittle: one record that closes many windows doesn't make the next ones an epoch each.
func TestGrowthOfLittle(t *testing.T) {
	p := pace{maxBytes: 8 << 20}
	p.learn(0, 100, 10<<20)
	p.admit(1, 100)
	if p.full() {
		t.Error("full with 100 bytes")
	}
}

// TestRowsOfLanes: batches of all lanes are joined.
func TestRowsOfLanes(t *testing.T) {
	e := &epoch{missing: 2}
	for i := range 2 {
		h := &lane.Handover{}
		h.Epoch.Rows.Put(1, 0, []byte{byte('a' + i)}, []byte("v"))
		if sealed := e.gather(h); sealed != (i == 1) {
			t.Errorf("sealed %v after %d of 2 hand-overs", sealed, i+1)
		}
	}
	rows := &store.Rows{}
	if e.join(rows); e.rows != 2 || rows.Len() != 2 {
		t.Errorf("%d rows, %d joined, want 2", e.rows, rows.Len())
	}
}
