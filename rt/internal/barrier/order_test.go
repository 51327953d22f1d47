package barrier

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
)

func expect(t *testing.T, f *fake, want string) {
	t.Helper()
	if got := strings.Join(f.begun(), ", "); got != want {
		t.Errorf("calls\n got %s\nwant %s", got, want)
	}
}

// pause lets time pass, and everything that is due by then happen.
func pause(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// TestOneProducer commits epochs one after the other, each in the order of the protocol.
func TestOneProducer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{Epoch: 7})
		for i := range 2 {
			if n := f.epoch(c, o, int64(i+1)); n != uint32(8+i) {
				t.Errorf("epoch %d, want %d", n, 8+i)
			}
			if _, ok := c.Next(true); ok {
				t.Error("an epoch may be cut while the only producer has one")
			}
			synctest.Wait()
		}
		expect(t, f, "produce 0, offsets 0, end 0, write, produce 0, offsets 0, end 0, write")
		if len(f.done) != 2 || f.done[1].Epoch != 9 || len(f.done[1].Handovers) != 4 || f.done[1].Records != 1 {
			t.Errorf("done: %+v", f.done)
		}
		for _, set := range f.sets {
			if len(set) != 2 { // 4
				t.Errorf("a commit of %d source partitions, want both", len(set))
			}
		}
		if err := stop(); err == nil {
			t.Error("Run ended without its context's error")
		}
	})
}

// TestTwoProducers has epoch n+1 sealed while n waits for EndTxn's answer: it is produced at once, but neither its
// offsets nor its end, nor any state, may come ahead of that answer (1, 2, 3, 6).
func TestTwoProducers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(2)
		f.delay["produce 0"], f.delay["end 0"] = time.Second, time.Minute
		c, stop := f.run(o, Start{})
		f.epoch(c, o, 1)
		f.epoch(c, o, 2)
		if _, ok := c.Next(true); ok {
			t.Error("a third epoch may be cut while both producers have one")
		}
		synctest.Wait()
		expect(t, f, "produce 0")
		pause(30 * time.Second)
		f.before("offsets 0 ok", "end 0")
		begun := f.begun() // produce 1 beside the others, in any order
		if slices.Sort(begun); !slices.Equal(begun, []string{"end 0", "offsets 0", "produce 0", "produce 1"}) {
			t.Errorf("begun: %v", begun)
		}
		pause(time.Hour)
		f.before("produce 0 ok", "produce 1")
		f.before("end 0 ok", "offsets 1")
		f.before("end 0 ok", "end 1")
		f.before("end 0 ok", "write")
		f.epoch(c, o, 3)
		pause(time.Hour)
		calls := f.list()
		if i := slices.Index(calls, "end 1 ok"); i < 0 || !slices.Contains(calls[i:], "produce 0") {
			t.Errorf("ids must alternate: %v", calls)
		}
		stop()
	})
}

// TestWriteKeepsOrder has the batch of n slow while n+1 is committed: n+1's waits for it.
func TestWriteKeepsOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(2)
		f.delay["write"] = time.Minute
		c, stop := f.run(o, Start{})
		f.epoch(c, o, 1)
		f.epoch(c, o, 2)
		pause(30 * time.Second)
		calls := strings.Join(f.list(), ",")
		if strings.Count(calls, "write") != 1 || !strings.Contains(calls, "end 1 ok") {
			t.Errorf("epoch 2 must be committed, and its batch wait for the first one: %s", calls)
		}
		pause(time.Hour)
		if len(f.done) != 2 || f.done[0].Epoch != 1 || f.done[1].Epoch != 2 {
			t.Errorf("done: %+v", f.done)
		}
		stop()
	})
}

// TestFailure ends Run with the first error; nothing that comes behind it in the protocol is called, not even later (5).
func TestFailure(t *testing.T) {
	for _, broken := range []string{"produce 0", "offsets 0", "end 0", "write"} {
		t.Run(broken, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, o := newFake(t), options(2)
				f.fails[broken] = errBroken
				f.delay[broken] = time.Second
				c, stop := f.run(o, Start{})
				f.epoch(c, o, 1)
				f.epoch(c, o, 2)
				pause(time.Hour)
				if err := stop(); !errors.Is(err, errBroken) {
					t.Errorf("Run: %v", err)
				}
				for _, never := range []string{"end 1", "offsets 1"} {
					if broken != "write" && slices.Contains(f.list(), never) {
						t.Errorf("%s after %s had failed: %v", never, broken, f.list())
					}
				}
				if broken != "write" && slices.Contains(f.list(), "write") {
					t.Errorf("state written though %s failed", broken)
				}
				f.hand(c, o, 3, 1) // a lane that hasn't heard of it
				pause(time.Hour)
				if len(f.done) != 0 {
					t.Error("a failed epoch is done")
				}
			})
		})
	}
}

// TestAtLeastOnce writes the state between acks and offsets.
func TestAtLeastOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		o.Order, o.Transactions = AtLeastOnce, false
		c, stop := f.run(o, Start{})
		f.epoch(c, o, 1)
		synctest.Wait()
		f.epoch(c, o, 2)
		synctest.Wait()
		expect(t, f, "produce 0, write, offsets 0, produce 0, write, offsets 0")
		f.before("produce 0 ok", "write")
		stop()
	})
}

// TestEmptyEpochs tell Kafka only what it doesn't know.
func TestEmptyEpochs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{})
		if _, ok := c.Next(false); ok {
			t.Error("an epoch is to be cut though nothing happened")
		}
		n, _ := c.Cut(cursors(0, 0), -1)
		f.hand(c, o, n, 0)
		synctest.Wait()
		expect(t, f, "") // nothing moved
		n, _ = c.Cut(cursors(0, 5), -1)
		f.hand(c, o, n, 0)
		synctest.Wait()
		expect(t, f, "offsets 0, end 0, write") // no record came of it, but the end is sent all the same
		stop()
	})
}

// TestFirstIdDecides: until an epoch was committed on the first id, no other is used: an empty one proves nothing, and who lost the first
// id may hold the others still.
func TestFirstIdDecides(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(2)
		c, stop := f.run(o, Start{})
		for range 3 {
			n, _ := c.Cut(cursors(0, 0), -1)
			f.hand(c, o, n, 0)
			synctest.Wait()
		}
		for to := range int64(3) {
			f.epoch(c, o, to+1)
			synctest.Wait()
		}
		expect(t, f, "produce 0, offsets 0, end 0, write, produce 1, offsets 1, end 1, write, produce 0, offsets 0, end 0, write")
		stop()
	})
}

// TestUnsaved commits first positions though nothing moves.
func TestUnsaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{Unsaved: true})
		if _, ok := c.Next(false); !ok {
			t.Fatal("nothing to be cut")
		}
		n, _ := c.Cut(cursors(0, 0), -1)
		f.hand(c, o, n, 0)
		synctest.Wait()
		expect(t, f, "offsets 0, end 0, write")
		if _, ok := c.Next(false); ok {
			t.Error("saved once more")
		}
		stop()
	})
}

// TestRest commits all offsets anew and writes where the changelogs end: listed while nothing is open, and written only
// after a transaction that ended well behind it (7).
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		c, stop := f.run(o, Start{})
		f.epoch(c, o, 1)
		synctest.Wait()
		if d := time.Until(c.RestAt()); d != time.Hour {
			t.Errorf("rest in %v, want an hour behind the last commit", d)
		}
		if !c.Idle() {
			t.Fatal("not idle")
		}
		f.calls = nil
		<-c.Rest(cursors(1, 0))
		expect(t, f, "ends, offsets 0, end 0, write")
		got, err := offsets.Read(f.db)
		if err != nil {
			t.Fatal(err)
		}
		want := offsets.Changelog{Topic: kafka.ID{2}, Next: 4, LeaderEpoch: 4, Partitions: 1}
		if got.Changelogs[log0] != want || got.Meta.Epoch != 1 {
			t.Errorf("rows %+v, meta %+v; want %+v at epoch 1", got.Changelogs, got.Meta, want)
		}
		stop()
	})
}

// TestRestFailure writes no end offsets that the transaction behind them didn't prove to be the own ones.
func TestRestFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(1)
		f.fails["end 0"] = errBroken
		c, stop := f.run(o, Start{})
		c.Rest(cursors(0, 0))
		synctest.Wait()
		if err := stop(); !errors.Is(err, errBroken) {
			t.Errorf("Run: %v", err)
		}
		if slices.Contains(f.list(), "write") {
			t.Error("end offsets written by a process that was fenced")
		}
	})
}

// TestRestOfSchedules writes nothing: no offsets are committed, so a process that was fenced long ago would believe the other's ends.
func TestRestOfSchedules(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, o := newFake(t), options(2)
		none := map[kafka.TP]Cursor{}
		c, stop := f.run(o, Start{Cursors: none})
		<-c.Rest(none)
		expect(t, f, "")
		if d := time.Until(c.RestAt()); d != time.Hour {
			t.Errorf("rest in %v, want an hour later", d)
		}
		for range 3 {
			c.Admit(1, 10)
			n, _ := c.Cut(none, -1)
			f.hand(c, o, n, 1)
			synctest.Wait()
		}
		expect(t, f, "produce 0, end 0, write, produce 0, end 0, write, produce 1, end 1, write")
		stop()
	})
}

// TestFaults: each order that is wrong on purpose is one that these tests would find.
func TestFaults(t *testing.T) {
	for name, order := range Faults {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f, o := newFake(t), options(1)
				o.Order = order
				c, stop := f.run(o, Start{})
				f.epoch(c, o, 1)
				time.Sleep(2 * between)
				synctest.Wait()
				_, kept, err := f.db.Get(1, []byte("\x00\x00k"))
				if err != nil {
					t.Fatal(err)
				}
				stop()
				calls := f.list()
				first := slices.Index(calls, "write") < slices.Index(calls, "end 0")
				if twice := strings.Count(strings.Join(calls, ","), "write ok") == 2; !first && !twice && kept {
					t.Errorf("nothing wrong with %v", calls)
				}
				if !slices.Contains(calls, "flush") {
					t.Errorf("no flush between the halves: %v", calls)
				}
			})
		})
	}
}
