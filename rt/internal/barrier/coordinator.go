package barrier

import (
	"context"
	"maps"
	"sync"
	"time"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Env is what an epoch is committed with. The functions are called by one goroutine at a time for each producer id, and
// Write, Flush, Expire and Done by one at a time.
type Env struct {
	Now     func() time.Time
	Produce func(ctx context.Context, id int, topics []*codec.Topic) (map[kafka.TP]kafka.Ack, error)
	// CommitOffsets is TxnOffsetCommit, or OffsetCommit where there are no transactions.
	CommitOffsets func(ctx context.Context, id int, offsets map[kafka.TP]kafka.Committed) error
	End           func(ctx context.Context, id int) error // EndTxn(commit)
	Write         func(batch []byte) error                // to the state store, whole or not at all
	Flush         func() error                            // all families
	Ends          func(ctx context.Context) (map[kafka.TP]kafka.Position, error)
	// Expire adds deletes of rows that mean nothing any more when each operator has got as far as least says, on all lanes.
	Expire func(rows *store.Rows, least map[string]int64) error
	Done   func(*Done)
}

// Done is an epoch whose state batch is written: what it held may be used again.
type Done struct {
	Epoch     uint32
	Handovers []*lane.Handover
	Records   int64         // of the sources
	Bytes     int64         // of rows, changelogs and outputs
	Took      time.Duration // from the cut
	Lanes     time.Duration // of it, until all lanes had handed over
	Steps     []time.Duration
	Cause     string // why the epoch ended: time, records, memory, or idle
}

// Options are what doesn't change while a coordinator lives.
type Options struct {
	Order         []Step // ExactlyOnce or AtLeastOnce
	Transactions  bool   // whether Order ends them
	IDs           int    // producers in turn: 1 or 2
	Stages, Lanes int
	Marks         [][]string // names, by stage
	Closing       bool       // there are several lanes, and stages that emit because of the stream times they are handed
	Interval      time.Duration
	MaxRecords    int64
	MaxBytes      int64
	Recommit      time.Duration // of the offsets, while nothing happens

	Application, Cluster, Guarantee string
	Family                          uint32                 // id of `_offsets`
	Sources, Changelogs             map[string]kafka.Topic // by name
}

// Start is where a coordinator begins.
type Start struct {
	Epoch   uint32              // the last one that is written
	Cursors map[kafka.TP]Cursor // of all source partitions
	Unsaved bool                // some of them are not committed
	Marks   map[string]int64    // stored, by name
}

// Coordinator is the life of epochs. Admit, Next, Full, Cut and Rest belong to the poller; Handover may be called by
// every lane; Run has a goroutine.
type Coordinator struct {
	env     Env
	opt     Options
	sources map[kafka.TP]int64 // offsets of the source rows that this coordinator wrote; for the write step
	sealed  chan *epoch
	changed chan struct{}
	batch   store.Rows // for the write step
	behind  store.Rows // of the fault that holds rows back

	mu     sync.Mutex // guards the rest
	pace   pace
	marks  *clock.Marks
	open   []*epoch // cut and not written yet, oldest first
	last   *epoch   // cut last
	n      uint32
	id     int       // the next epoch's
	proven bool      // the first id was used, or will be ahead of any other (6)
	saved  time.Time // of the last commit
	dirty  bool      // offsets are to be committed though they didn't move
	failed bool
}

// New makes a coordinator for one run of the lanes: after an abort there is a new one.
func New(env Env, opt Options, at Start) *Coordinator {
	first := &epoch{n: at.Epoch, cursors: at.Cursors, acked: newGate(), committed: newGate(), written: newGate()}
	first.acked.open()
	first.committed.open()
	first.written.open()
	now := env.Now()
	return &Coordinator{
		env: env, opt: opt, sources: map[kafka.TP]int64{}, sealed: make(chan *epoch, opt.IDs), changed: make(chan struct{}, 1),
		pace:  pace{interval: opt.Interval, maxRecords: opt.MaxRecords, maxBytes: opt.MaxBytes},
		marks: clock.NewMarks(opt.Marks, at.Marks, opt.Closing), last: first, n: at.Epoch, saved: now, dirty: at.Unsaved,
	}
}

// Admit counts what the lanes got in the running epoch.
func (c *Coordinator) Admit(records, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pace.admit(records, bytes)
}

// Full says that the running epoch has reached a limit: nothing more may be admitted before it is cut.
func (c *Coordinator) Full() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pace.full()
}

// Next is when the running epoch is to be cut: now or before means at once. ok is false where nothing waits for a cut, or
// it can't be before an earlier epoch is committed; Changed tells then. moved says that a source's position moved.
func (c *Coordinator) Next(moved bool) (at time.Time, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case len(c.open) >= c.opt.IDs:
		return time.Time{}, false
	case c.pace.full():
		return c.pace.last, true
	case moved || c.pace.records > 0 || c.pace.hurry || c.dirty || c.marks.Due():
		return c.pace.next(), true
	}
	return time.Time{}, false
}

// Hurry ends the running epoch soon, also one without a record: at once, or when the one before it is committed. Any goroutine may
// call it.
func (c *Coordinator) Hurry() {
	c.mu.Lock()
	c.pace.hurry = true
	c.mu.Unlock()
	c.tell()
}

// Changed has a value whenever an epoch is sealed or done.
func (c *Coordinator) Changed() <-chan struct{} { return c.changed }

func (c *Coordinator) tell() {
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

// Cut ends the running epoch: the caller sends barrier n with the marks behind everything that it admitted, and whatever
// it admits from now on belongs to the next one. cursors are all source partitions.
func (c *Coordinator) Cut(cursors map[kafka.TP]Cursor, watermark int64) (n uint32, marks []int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	e := c.begin(cursors)
	e.missing, e.watermark = c.opt.Stages*c.opt.Lanes, watermark
	return e.n, c.marks.HandOut()
}

// begin makes an epoch of what was admitted.
func (c *Coordinator) begin(cursors map[kafka.TP]Cursor) *epoch {
	if len(c.open) >= c.opt.IDs {
		panic("barrier: cut while every producer has an epoch")
	}
	now := c.env.Now()
	e := &epoch{n: c.n, id: c.id, cursors: maps.Clone(cursors), before: c.last, cut: now,
		acked: newGate(), committed: newGate(), written: newGate()}
	e.cause = c.pace.cause()
	e.records, e.admit = c.pace.cut(now)
	e.moved = len(cursors) > 0 && c.dirty || !maps.EqualFunc(e.cursors, c.last.cursors, func(a, b Cursor) bool { return a.Offset == b.Offset })
	c.proven = c.proven || e.moved
	if c.proven {
		c.id = (c.id + 1) % c.opt.IDs
	}
	c.dirty = false
	c.open, c.last = append(c.open, e), e
	return e
}

// Idle says that every epoch is written and nothing was admitted since.
func (c *Coordinator) Idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.open) == 0 && c.pace.records == 0
}

// RestAt is when an application to which nothing happens has to rest.
func (c *Coordinator) RestAt() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.saved.Add(c.opt.Recommit)
}

// Rest commits all offsets though nothing happened, and writes where the changelogs end: so offsets don't expire, and
// a restart finds nothing to replay however long the stop was. Only while Idle. done is closed when it is written. Where there are
// schedules only there are no offsets, so no transaction that proves the ends to be the own ones: nothing is written (7).
func (c *Coordinator) Rest(cursors map[kafka.TP]Cursor) (done <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dirty = true
	e := c.begin(cursors)
	e.rest, e.cause, e.marks = true, "idle", c.marks.Largest()
	c.sealed <- e // has room for every open epoch
	return e.written
}

// Handover takes what a stage on a lane gives at a barrier. It doesn't block.
func (c *Coordinator) Handover(h *lane.Handover) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed {
		return
	}
	for _, e := range c.open {
		if e.n != h.Epoch.N || e.rest {
			continue
		}
		c.marks.Gather(e.n, h.Stage, h.Marks)
		if e.gather(h) {
			e.marks, e.least = c.marks.Seal(e.n, e.watermark)
			e.lanes = c.env.Now().Sub(e.cut)
			c.sealed <- e // has room for every open epoch
			c.tell()
		}
		return
	}
	panic("barrier: hand-over of an epoch that isn't open")
}

// Run commits sealed epochs until ctx ends or a step fails; it returns when no function of Env runs any more.
func (c *Coordinator) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var commits sync.WaitGroup // each ends by itself once ctx is done
	defer commits.Wait()
	for {
		select {
		case <-ctx.Done():
			c.mu.Lock()
			c.failed = true
			c.mu.Unlock()
			return context.Cause(ctx)
		case e := <-c.sealed:
			commits.Go(func() {
				if err := c.commit(ctx, e); err != nil {
					cancel(err)
				}
			})
		}
	}
}

// finish is the end of an epoch.
func (c *Coordinator) finish(e *epoch) {
	now := c.env.Now()
	c.env.Done(&Done{Epoch: e.n, Handovers: e.handed, Records: e.records, Bytes: e.size, Took: now.Sub(e.cut),
		Lanes: e.lanes, Steps: e.steps, Cause: e.cause})
	c.mu.Lock()
	c.pace.learn(now.Sub(e.cut), e.admit, e.size)
	c.open = c.open[1:]
	if !e.idle() || e.rest {
		c.saved = now
	}
	c.proven = c.proven || len(e.topics) > 0
	e.before = nil
	c.mu.Unlock()
	e.written.open()
	c.tell()
}
