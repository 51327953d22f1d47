package rt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// once does something to the n-th of the application's requests of its kind, and nothing to the others.
func once(n int64, f broker.Fate) func(kafka.Request) broker.Fate {
	var seen atomic.Int64
	return func(r kafka.Request) broker.Fate {
		if !foreign(r) && seen.Add(1) == n {
			return f
		}
		return broker.Fate{}
	}
}

// TestBrokerFaults: whatever the brokers do to a request of a commit, each record counts once.
func TestBrokerFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key     int16
		fate    broker.Fate
		err     string // instead of a fate
		count   int
		restart bool // in place
	}{
		"EndTxn applied, answer dropped":         {key: kafka.EndTxnKey, fate: broker.Fate{DropAnswer: true}},
		"EndTxn dropped":                         {key: kafka.EndTxnKey, fate: broker.Fate{Drop: true}},
		"EndTxn slow":                            {key: kafka.EndTxnKey, fate: broker.Fate{Delay: 300 * time.Millisecond}},
		"EndTxn CONCURRENT_TRANSACTIONS":         {key: kafka.EndTxnKey, err: "CONCURRENT_TRANSACTIONS", count: 3},
		"EndTxn INVALID_TXN_STATE":               {key: kafka.EndTxnKey, err: "INVALID_TXN_STATE", count: 1, restart: true},
		"TxnOffsetCommit applied, dropped":       {key: kafka.TxnOffsetCommitKey, fate: broker.Fate{DropAnswer: true}},
		"TxnOffsetCommit NOT_COORDINATOR":        {key: kafka.TxnOffsetCommitKey, err: "NOT_COORDINATOR", count: 2},
		"TxnOffsetCommit INVALID_PRODUCER_EPOCH": {key: kafka.TxnOffsetCommitKey, err: "INVALID_PRODUCER_EPOCH", count: 1, restart: true},
		"Produce applied, answer dropped":        {key: kafka.ProduceKey, fate: broker.Fate{DropAnswer: true}},
		"Produce CONCURRENT_TRANSACTIONS":        {key: kafka.ProduceKey, err: "CONCURRENT_TRANSACTIONS", count: 3},
		"Produce INVALID_PRODUCER_EPOCH":         {key: kafka.ProduceKey, err: "INVALID_PRODUCER_EPOCH", count: 1, restart: true},
		"Fetch dropped":                          {key: kafka.FetchKey, fate: broker.Fate{Drop: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newEmbedded(t)
			h.put(words(30)...)
			hits := func() int { return c.count }
			if c.err != "" {
				hits, _ = h.broker.Fail(c.key, c.err, c.count)
			} else {
				h.broker.Fault(c.key, once(2, c.fate))
			}
			h.up()
			h.outcome()
			if hits() != c.count {
				t.Errorf("%d of %d errors were met", hits(), c.count)
			}
			h.put(words(100)...)
			h.outcome()
			h.put(words(10)...)
			h.outcome()
			if got := strings.Contains(h.log.String(), "restart in place"); got != c.restart {
				t.Errorf("restart in place %v, want %v:\n%s", got, c.restart, h.log)
			}
			h.down()
		})
	}
}

// TestLateEndTxn has EndTxn arrive only when its transaction has timed out and the application has started anew: it must
// commit nothing then, neither that transaction nor the one that follows.
func TestLateEndTxn(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	short := func(c *rt.Config) { c.TransactionTimeout = 2 * time.Second }
	h.up(short)
	h.put(words(30)...)
	h.outcome()
	h.broker.Fault(kafka.EndTxnKey, once(1, broker.Fate{Delay: 4 * time.Second}))
	h.put(words(30)...)
	select {
	case <-h.running.done:
		h.t.Fatalf("ended: %v", h.running.err)
	case <-time.After(6 * time.Second):
		if !strings.Contains(h.log.String(), "restart in place") {
			t.Errorf("an EndTxn without an answer, and no restart:\n%s", h.log)
		}
	}
	h.put(words(30)...)
	h.outcome()
	h.down()
}

// TestOtherIdTaken: a process that was frozen between its two ids takes the second one only when it goes on. The one that
// runs takes it back with its next restart; the frozen one can commit nothing without the first.
func TestOtherIdTaken(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.up()
	h.put(words(30)...)
	h.outcome()
	c, err := kafka.Open(t.Context(), kafka.Config{Brokers: []string{h.address}, ClientID: "frozen"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.NewProducer(h.app+"-stoat-1", time.Minute).Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.broker.Fail(kafka.TxnOffsetCommitKey, "INVALID_PRODUCER_EPOCH", 1)
	h.put(words(30)...)
	h.outcome()
	h.down()
	if !strings.Contains(h.log.String(), "restart in place") {
		t.Errorf("no restart:\n%s", h.log)
	}
}

// TestStopWithoutCommit is no clean end: the last epoch can't be committed.
func TestStopWithoutCommit(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.up(func(c *rt.Config) { c.TransactionTimeout = 2 * time.Second })
	h.put("a")
	h.outcome()
	reached, seen := make(chan struct{}), atomic.Bool{}
	remove := h.broker.Fault(kafka.EndTxnKey, func(kafka.Request) broker.Fate {
		if seen.CompareAndSwap(false, true) {
			close(reached)
		}
		return broker.Fate{Drop: true}
	})
	h.put("b")
	<-reached
	h.running.stop()
	h.fails("EndTxn")
	remove()
	h.up()
	h.outcome()
	h.down()
}

// TestStartFaults are errors that a start must wait out.
func TestStartFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		key int16
		err string
	}{
		"InitProducerId CONCURRENT_TRANSACTIONS": {kafka.InitProducerIDKey, "CONCURRENT_TRANSACTIONS"},
		"OffsetFetch UNSTABLE_OFFSET_COMMIT":     {kafka.OffsetFetchKey, "UNSTABLE_OFFSET_COMMIT"},
		"OffsetFetch NOT_COORDINATOR":            {kafka.OffsetFetchKey, "NOT_COORDINATOR"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newEmbedded(t)
			hits, _ := h.broker.Fail(c.key, c.err, 3)
			h.put(words(30)...)
			h.up()
			h.outcome()
			h.down()
			if hits() != 3 {
				t.Errorf("%d of 3 errors were met", hits())
			}
		})
	}
}

// TestTooManyRestarts: what a restart in place can't mend is no reason to go round in circles.
func TestTooManyRestarts(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.up()
	h.broker.Fail(kafka.EndTxnKey, "INVALID_TXN_STATE", -1)
	h.put("a")
	h.fails("5 restarts", "INVALID_TXN_STATE")
	if n := strings.Count(h.log.String(), "restart in place"); n != 5 {
		t.Errorf("%d restarts", n)
	}
}

// TestRandomFaults drops and delays requests and answers of all kinds at random, and restarts in place at random, for a
// while: each record counts once all the same.
func TestRandomFaults(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			h := newEmbedded(t)
			h.up(func(c *rt.Config) { c.Lanes = 1 + int(seed) })
			var mu sync.Mutex
			random := rand.New(rand.NewPCG(seed, 7))
			chance := func(n int) bool {
				mu.Lock()
				defer mu.Unlock()
				return random.IntN(n) == 0
			}
			var quiet atomic.Bool
			for _, key := range []int16{kafka.ProduceKey, kafka.FetchKey, kafka.TxnOffsetCommitKey, kafka.EndTxnKey, kafka.InitProducerIDKey, kafka.OffsetFetchKey} {
				h.broker.Fault(key, func(r kafka.Request) broker.Fate {
					if quiet.Load() || foreign(r) {
						return broker.Fate{}
					}
					return broker.Fate{Drop: chance(20), DropAnswer: chance(20), Delay: time.Duration(r.Key()%3) * time.Millisecond}
				})
			}
			for i := range 40 {
				h.put(words(30)...)
				if i%10 == 5 {
					h.broker.Fail(kafka.TxnOffsetCommitKey, "INVALID_PRODUCER_EPOCH", 1)
				}
			}
			quiet.Store(true)
			h.outcome()
			h.down()
		})
	}
}

// TestFenced: a second process takes over, the first one stops with a sentence, and nothing is counted twice or lost.
func TestFenced(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	first := h.up()
	h.put(words(60)...)
	h.outcome()
	h.up(func(c *rt.Config) { c.StateDir = t.TempDir() })
	second := h.running
	h.put(words(60)...)
	h.running = first
	err := h.fails("another process took over", h.app)
	if code := rt.ExitCode(err); code != rt.ExitFenced {
		t.Errorf("exit code %d", code)
	}
	h.running = second
	h.outcome()
	h.down()
}

// TestBrokerGoesAway and comes back: the application waits, and goes on.
func TestBrokerGoesAway(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.up()
	h.put(words(30)...)
	h.outcome()
	var away atomic.Bool
	away.Store(true)
	for _, key := range []int16{kafka.ProduceKey, kafka.FetchKey, kafka.TxnOffsetCommitKey, kafka.EndTxnKey, kafka.InitProducerIDKey, kafka.OffsetFetchKey} {
		h.broker.Fault(key, func(r kafka.Request) broker.Fate { return broker.Fate{Drop: away.Load() && !foreign(r)} })
	}
	h.put(words(30)...)
	time.Sleep(200 * time.Millisecond)
	away.Store(false)
	h.outcome()
	h.down()
}

// foreign tells the test's own produce requests from the application's, which are transactional.
func foreign(r kafka.Request) bool {
	p, is := r.(*kmsg.ProduceRequest)
	return is && p.TransactionID == nil
}

// TestForeignTransaction holds the last stable offset of the source: its records are read when it ends, and not before.
func TestForeignTransaction(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up()
	h.put("a", "b")
	h.outcome()
	h.transaction("c", false)
	h.put("a")
	h.transaction("d", true)
	h.outcome()
	h.down()
}

// TestAtLeastOnce loses nothing, and without a crash it counts exactly.
func TestAtLeastOnce(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	alo := func(c *rt.Config) { c.Guarantee = rt.AtLeastOnce }
	for range 2 {
		h.up(alo)
		h.put(words(60)...)
		h.outcome()
		h.down()
	}
	h.up() // exactly once from now on
	h.put(words(60)...)
	h.outcome()
	h.down()
}

// transaction produces a value in a transaction of somebody else's, and ends it a little later.
func (h *harness) transaction(value string, commit bool) {
	h.t.Helper()
	cl, err := kgo.NewClient(kgo.SeedBrokers(h.address), kgo.MetadataMinAge(20*time.Millisecond), kgo.TransactionalID(h.prefix+"foreign"), kgo.RecordPartitioner(kgo.ManualPartitioner()))
	if err != nil {
		h.t.Fatal(err)
	}
	defer cl.Close()
	if err := cl.BeginTransaction(); err != nil {
		h.t.Fatal(err)
	}
	if err := cl.ProduceSync(h.t.Context(), &kgo.Record{Topic: h.words, Value: []byte(value)}).FirstErr(); err != nil {
		h.t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond) // the application meets it while it is open
	if err := cl.EndTransaction(h.t.Context(), kgo.TransactionEndTry(commit)); err != nil {
		h.t.Fatal(err)
	}
	if commit {
		h.input[value]++
	}
}
