package barrier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// fake is an environment that notes what was called, in order, and takes as long for it as it is told.
type fake struct {
	t     *testing.T
	mu    sync.Mutex
	calls []string // "produce 0", and "produce 0 ok" once it has returned
	delay map[string]time.Duration
	fails map[string]error // by call
	ended bool             // Run has returned
	sets  []map[kafka.TP]kafka.Committed
	db    store.DB
	done  []*Done
	next  int64 // offset behind what was produced

	expire func(rows *store.Rows, least map[string]int64)
}

var (
	wordsA = kafka.TP{Topic: "words", Partition: 0}
	wordsB = kafka.TP{Topic: "words", Partition: 1}
	log0   = kafka.TP{Topic: "app-counts-changelog", Partition: 0}
)

func newFake(t *testing.T) *fake {
	db, err := store.Memory().Open("d", []string{"counts"})
	if err != nil {
		t.Fatal(err)
	}
	return &fake{t: t, delay: map[string]time.Duration{}, fails: map[string]error{}, db: db}
}

// call is one request: it takes its time, and then succeeds or fails.
func (f *fake) call(ctx context.Context, what string) error {
	f.note(what)
	select {
	case <-time.After(f.delay[what]):
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := f.fails[what]; err != nil {
		return err
	}
	f.note(what + " ok")
	return nil
}

func (f *fake) note(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended {
		f.t.Errorf("%s after Run had returned", what)
	}
	f.calls = append(f.calls, what)
}

func (f *fake) env() Env {
	return Env{
		Now: time.Now,
		Produce: func(ctx context.Context, id int, topics []*codec.Topic) (map[kafka.TP]kafka.Ack, error) {
			f.next += 3
			return map[kafka.TP]kafka.Ack{log0: {Offset: f.next, LeaderEpoch: 4}}, f.call(ctx, fmt.Sprintf("produce %d", id))
		},
		CommitOffsets: func(ctx context.Context, id int, at map[kafka.TP]kafka.Committed) error {
			f.sets = append(f.sets, at)
			return f.call(ctx, fmt.Sprintf("offsets %d", id))
		},
		End: func(ctx context.Context, id int) error { return f.call(ctx, fmt.Sprintf("end %d", id)) },
		Write: func(batch []byte) error {
			if err := f.call(context.Background(), "write"); err != nil {
				return err
			}
			return f.db.Write(batch)
		},
		Flush: func() error { return f.call(context.Background(), "flush") },
		Ends: func(ctx context.Context) (map[kafka.TP]kafka.Position, error) {
			return map[kafka.TP]kafka.Position{log0: {Offset: f.next + 1, LeaderEpoch: 4}}, f.call(ctx, "ends")
		},
		Expire: func(rows *store.Rows, least map[string]int64) error {
			if f.expire != nil {
				f.expire(rows, least)
			}
			return nil
		},
		Done: func(d *Done) { f.done = append(f.done, d) },
	}
}

func options(ids int) Options {
	return Options{
		Order: ExactlyOnce, Transactions: true, IDs: ids, Stages: 2, Lanes: 2, Marks: [][]string{nil, {"windows"}},
		Interval: 100 * time.Millisecond, Recommit: time.Hour, Application: "app", Cluster: "c", Guarantee: "exactly_once_v2",
		Sources:    map[string]kafka.Topic{"words": {Name: "words", ID: kafka.ID{1}, Partitions: make([]kafka.Partition, 2)}},
		Changelogs: map[string]kafka.Topic{log0.Topic: {Name: log0.Topic, ID: kafka.ID{2}, Partitions: make([]kafka.Partition, 1)}},
	}
}

func cursors(a, b int64) map[kafka.TP]Cursor {
	return map[kafka.TP]Cursor{wordsA: {Position: kafka.Position{Offset: a}, Time: a}, wordsB: {Position: kafka.Position{Offset: b}, Time: -1}}
}

// run starts a coordinator whose Run ends with the test; stop ends it and gives Run's result.
func (f *fake) run(o Options, at Start) (c *Coordinator, stop func() error) {
	o.Family = f.db.ID(store.Offsets)
	if at.Cursors == nil {
		at.Cursors = cursors(0, 0)
	}
	c = New(f.env(), o, at)
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan error, 1)
	go func() {
		err := c.Run(ctx)
		f.mu.Lock()
		f.ended = true
		f.mu.Unlock()
		result <- err
	}()
	return c, func() error {
		cancel()
		return <-result
	}
}

// hand gives an epoch's hand-overs of all lanes, with one output and one row if there are some.
func (f *fake) hand(c *Coordinator, o Options, n uint32, records int, times ...int64) {
	for l := range o.Lanes {
		for s := range o.Stages {
			h := &lane.Handover{Stage: s, Lane: l}
			h.Epoch.N = n
			if s == 1 {
				h.Marks = []int64{-1}
				if l < len(times) {
					h.Marks[0] = times[l]
				}
				if records > 0 && l == 0 {
					out := codec.NewTopic("counts", 1)
					out.AppendTo(0, 1, []byte("k"), []byte("v"), nil)
					h.Outs = []*codec.Topic{out}
					h.Epoch.Rows.Put(f.db.ID(1), 0, []byte("k"), []byte("12345678v"))
				}
			}
			c.Handover(h)
		}
	}
}

// epoch admits, cuts and hands over.
func (f *fake) epoch(c *Coordinator, o Options, to int64) uint32 {
	c.Admit(1, 10)
	n, _ := c.Cut(cursors(to, 0), to)
	f.hand(c, o, n, 1)
	return n
}

func (f *fake) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// begun are the calls so far, in the order in which they began.
func (f *fake) begun() []string {
	return slices.DeleteFunc(f.list(), func(c string) bool { return strings.HasSuffix(c, " ok") })
}

// before fails the test unless one call comes ahead of another.
func (f *fake) before(first, then string) {
	f.t.Helper()
	calls := f.list()
	a, b := slices.Index(calls, first), slices.Index(calls, then)
	if a < 0 || b < 0 || a > b {
		f.t.Errorf("%q must come ahead of %q: %s", first, then, strings.Join(calls, ", "))
	}
}

var errBroken = errors.New("broken on purpose")
