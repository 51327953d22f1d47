package engine

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/barrier"
	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/restore"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// session is the life of one set of lanes, from a start to a clean stop or to a failure. Nothing of it survives: the
// next one begins with the store and with the brokers (I6).
type session struct {
	*Engine
	lanes   []*lane.Lane
	router  *lane.Router
	marks   [][]string // names, by stage
	coord   *barrier.Coordinator
	tasks   bool // the program has processors
	feed    *feed
	globals globals
	stored  atomic.Uint32 // the last epoch whose rows are in the store
	changed chan struct{} // closed when the source topics are others than the session's
	ctx     context.Context
	cancel  context.CancelCauseFunc // with the failure that ends the session

	expiry store.Expiry // used by the committer alone

	unflushed *unflushed
	restored  time.Time // when progress was last logged
}

// session starts, works and tears down. stop asks for a clean end; nil means that it was one.
func (e *Engine) session(stop context.Context) error {
	s := &session{Engine: e, unflushed: newUnflushed(), changed: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancelCause(context.WithoutCancel(stop))
	defer s.endGlobals()
	defer s.cancel(nil)
	e.State(Starting, "")
	if err := e.open(); err != nil {
		return err
	}
	if err := e.topics.resolve(stop, e.Program, e.Config); err != nil {
		return err
	}
	e.State(Restoring, "")
	plan := s.restorePlan()
	point, err := restore.Start(stop, s.restoreEnv(), plan)
	if err != nil {
		return err
	}
	for i := range plan.Stores {
		info := &s.Program.Stores[plan.Stores[i].Family-1]
		s.expiry.Add(plan.Stores[i].Rows, info.Name, info.Retention)
	}
	if err := s.readGlobals(stop); err != nil {
		return err
	}
	s.begin(point)
	s.followGlobals()
	e.State(Running, "")
	e.Log.Info("ready", "restored", point.Restored, "in full", point.Full, "lanes", len(s.lanes), "epoch", point.Epoch)
	err = s.work(stop)
	if needsReopen(err) {
		if closed := e.close(); closed != nil {
			e.Log.Warn("close of the state store after a failure", "error", closed)
		}
	}
	return err
}

// begin makes lanes and coordinator at the point that the start found.
func (s *session) begin(at *restore.Point) {
	s.stored.Store(at.Epoch)
	s.lanes = make([]*lane.Lane, s.Config.Lanes)
	for i := range s.lanes {
		s.lanes[i] = lane.New(i, len(s.lanes), s.Program, s.topics.layout, at.Epoch+1, s.laneEnv())
	}
	s.marks = s.lanes[0].MarkNames()
	s.tasks = s.punctuates()
	for _, l := range s.lanes {
		l.Restart(clock.Flat(s.marks, at.Marks))
	}
	s.router = lane.NewRouter(s.Program, len(s.lanes), s.send)
	cursors := make(map[kafka.TP]barrier.Cursor, len(at.Positions))
	for tp, p := range at.Positions {
		t, known := at.PartitionTimes[tp]
		if !known {
			t = -1
		}
		cursors[tp] = barrier.Cursor{Position: p, Time: t}
	}
	s.coord = barrier.New(s.barrierEnv(), s.barrierOptions(), barrier.Start{
		Epoch: at.Epoch, Cursors: cursors, Unsaved: at.Unsaved, Marks: at.Marks})
	s.feed = newFeed(s, cursors)
}

func (s *session) send(to int, w lane.Work) { s.lanes[to].Put(w) }

func (s *session) laneEnv() lane.Env {
	return lane.Env{
		Send:       s.send,
		Handover:   func(h *lane.Handover) { s.coord.Handover(h) },
		Partitions: func(topic string) int32 { return s.topics.partitions(s.ctx, topic) },
		Takes:      s.topics.takes,
		Reader:     s.db,
		Stored:     s.stored.Load,
		Now:        s.Wall.Now,
		Failed:     func(f *lane.Failure) { s.cancel(f) },
		Errors:     s.handlers(),
		Changelog:  func(i int) string { return changelog(s.Config.ApplicationID, s.Program.Stores[i].Name) },
		Limits:     s.limits(),
		App:        s.Config.ApplicationID,
		Cache:      s.Config.CacheMaxBytes / int64(max(s.Config.Lanes, 1)),
		Hurry:      func() { s.coord.Hurry() },
		JoinEvery:  joinEvery,
		Globals:    s.globalTables(),
		Prints:     s.prints,
	}
}

// joinEvery is how often outer joins look for unmatched records, in milliseconds: Kafka Streams' default.
const joinEvery = 1000

// limits are a store's share of the memory for state, on one lane.
func (s *session) limits() store.Limits {
	shares := int64(max(len(s.Program.Stores)*s.Config.Lanes, 1))
	return store.Limits{Bytes: s.Config.StateMemoryMaxBytes / shares}
}

// work runs until stop asks for an end or something fails. When it returns no goroutine of the session runs, and no
// request of it is on its way.
func (s *session) work(stop context.Context) error {
	var running sync.WaitGroup // lanes end with Halt, the others with s.ctx
	for _, l := range s.lanes {
		running.Go(func() { s.run(l) })
	}
	running.Go(func() { s.cancel(s.coord.Run(s.ctx)) })
	running.Go(s.watch)
	running.Go(s.flush)
	s.feed.begin()
	err := s.poll(stop)
	s.cancel(err)
	for _, l := range s.lanes {
		l.Halt()
	}
	s.feed.close()
	running.Wait()
	return s.lettered(err)
}

// run is a lane's goroutine. Functions of the user are guarded by the lane while records run; a codec of theirs also runs
// at a barrier, where no handler can take what it panics with: nothing of that epoch can be committed.
func (s *session) run(l *lane.Lane) {
	defer func() {
		if cause := recover(); cause != nil {
			n := s.Program.Nodes[l.Node]
			s.cancel(fmt.Errorf("%s: lane %d panicked outside of a record, last at %s: %v\n%s", n.Pos, l.ID, n.Name, cause, debug.Stack()))
		}
	}()
	l.Run()
}

// done is called when an epoch's batch is in the store: what it lent goes back to the lanes.
func (s *session) done(d *barrier.Done) {
	s.stored.Store(d.Epoch)
	s.observe(d)
	for _, h := range d.Handovers {
		s.lanes[h.Lane].Recycle(h)
	}
}
