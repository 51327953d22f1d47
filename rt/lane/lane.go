package lane

import (
	"sync"
	"sync/atomic"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Env is what a lane needs from the engine. Send and Handover are called on the lane's goroutine and don't block.
type Env struct {
	Send       func(to int, w Work)
	Handover   func(*Handover)                          // taken over until Recycle
	Partitions func(topic string) int32                 // of a computed topic; panics with a Failure's cause if there is none
	Reader     store.Reader                             // durable rows
	Stored     func() uint32                            // the last epoch whose rows are in Reader: older entries may be evicted
	Takes      func(topic string) (max int, keyed bool) // codec.Bounds of an output; max is 0 if they aren't known. nil: no topic's are
	Now        func() int64                             // wall clock in milliseconds
	Failed     func(*Failure)                           // a lane has stopped
	Errors     Handlers
	Changelog  func(storeIndex int) string // topic names
	Limits     store.Limits
	Globals    []Global // by index in the program
	Prints     *Prints
	App        string
	Cache      int64  // bytes of updates that this lane's caches may hold back; 0: none are
	Internal   bool   // hops are shown as the records of the repartition topics that they replace: see Out.Show
	Hurry      func() // asks for a commit soon; nil: every commit comes soon enough
	JoinEvery  int64  // milliseconds of the wall clock between two looks for unmatched records of outer joins
	CloseEvery int64  // and between two looks for windows to emit because they closed
}

// Lane is what the code of all stages on one lane shares. What generated code uses is plain memory of one goroutine.
type Lane struct {
	ID, Lanes int
	Node      abi.NodeID // operator that runs; with At, all an error report needs
	At        int        // record of the running batch
	Scratch   []byte     // values on their way into an output batch

	env     Env
	program *Program
	layout  Layout
	stages  []*Stage
	borrows []func() // see Borrow
	inbox   *inbox
	drops   [][abi.Reasons]uint64
	turn    uint32
	stage   *Stage // that runs
	stopped *Failure
	halted  atomic.Bool
	cached  int64 // bytes in caches
	alone   bool  // of Globals
	work    Work  // whose record is at hand: see origin
	aside   abi.Origin
	sheets  []*sheet
	began   bool
	due     atomic.Int64 // see Due

	mu sync.Mutex // guards Stage.spare
}

// New makes a lane with an instance of every stage. epoch is the first to run.
func New(id, lanes int, p *Program, layout Layout, epoch uint32, env Env) *Lane {
	l := &Lane{ID: id, Lanes: lanes, env: env, program: p, layout: layout, inbox: newInbox(len(p.Stages)),
		drops: make([][abi.Reasons]uint64, len(p.Nodes)), turn: uint32(id),
		Scratch: make([]byte, 0, 256)} // never nil: a value of no bytes is not null
	for i := range p.Stages {
		info := &p.Stages[i]
		s := info.New(l)
		s.index, s.lane, s.info, s.Epoch, s.Parts = i, l, info, epoch, layout.Parts[i]
		s.wall = Never
		for k, x := range info.Stores {
			s.mark(p.Stores[x].Name, s.Stores[k])
		}
		s.mark("", s.Tasks)
		s.channels = newChannels(p, info, lanes)
		for k, x := range info.Stores {
			var t *codec.Topic
			if !p.Stores[x].Unlogged {
				t = codec.NewTopic(env.Changelog(x), s.Parts)
			}
			if x, logs := s.Stores[k].(store.Logger); logs {
				x.Log(t)
			}
			s.logs = append(s.logs, t)
			s.Stores[k].Open(env.Reader, env.Limits)
		}
		l.stages = append(l.stages, s)
	}
	for _, borrow := range l.borrows {
		borrow()
	}
	l.borrows = nil
	return l
}

// Borrow has f called once all stages are there: a stage may look into the stores of one behind it, and that one into its own.
func (l *Lane) Borrow(f func()) { l.borrows = append(l.borrows, f) }

// Topic makes the builder of a sink's topic, by the sink's index in the program; nil for a computed topic.
func (l *Lane) Topic(sink int) *codec.Topic {
	s := l.program.Sinks[sink]
	if s.Topic == "" {
		return nil
	}
	t := codec.NewTopic(s.Topic, l.layout.Sinks[sink])
	l.bound(t, s.Node)
	return t
}

// Stage is the instance of a stage.
func (l *Lane) Stage(i int) *Stage { return l.stages[i] }

// Now is the wall clock in milliseconds.
func (l *Lane) Now() int64 { return l.env.Now() }

// Punctuates says whether processors have a clock. Those of global stores don't.
func (l *Lane) Punctuates() bool { return !l.alone }

// Owns says whether the lane has the keys of a hash.
func (l *Lane) Owns(hash uint32) bool { return Of(hash, l.Lanes) == l.ID }

// JoinEvery is how many milliseconds lie between two looks for unmatched records of outer joins.
func (l *Lane) JoinEvery() int64 { return l.env.JoinEvery }

// CloseEvery is how many milliseconds lie between two looks for windows that are emitted when they close.
func (l *Lane) CloseEvery() int64 { return l.env.CloseEvery }

// Put gives the lane work. Any goroutine may call it.
func (l *Lane) Put(w Work) { l.inbox.put(w) }

// Pending is how many records the lane has in its inbox or at work.
func (l *Lane) Pending() int {
	l.inbox.mu.Lock()
	defer l.inbox.mu.Unlock()
	return l.inbox.pending
}

// Run works until Close; the engine gives it a goroutine.
func (l *Lane) Run() {
	l.Begin()
	defer l.End()
	for {
		w, ok := l.inbox.take(true)
		if !ok {
			return
		}
		l.do(w)
	}
}

// Step works on what lies in the inbox, without waiting, and says whether there was anything: for a single-threaded
// driver.
func (l *Lane) Step() (worked bool) {
	for l.One() {
		worked = true
	}
	return worked
}

// One does one piece of work, without waiting, and says whether there was any.
func (l *Lane) One() bool {
	w, ok := l.inbox.take(false)
	if ok {
		l.do(w)
	}
	return ok
}

// Close ends Run once the inbox is empty. Halt ends it at once: what is left is dropped.
func (l *Lane) Close() { l.inbox.close() }
func (l *Lane) Halt() {
	l.halted.Store(true)
	l.inbox.close()
}

// Stopped is the failure that stopped the lane, nil while it runs.
func (l *Lane) Stopped() *Failure { return l.stopped }

func (l *Lane) do(w Work) {
	if !l.began {
		l.Begin()
	}
	s := l.stages[w.Stage]
	switch run := s.admit(&w); {
	case run && w.Wall:
		l.punctuate(s)
	case run:
		l.run(s, &w)
	case w.Barrier != 0:
		l.align(s, w.Marks)
	}
}

// align ends the rounds of a stage that no channel is missing from, and with the last one its epoch.
func (l *Lane) align(s *Stage, marks []int64) {
	for c := &s.channels; c.left[c.now] == 0; c.now++ {
		if l.stopped == nil && !l.halted.Load() { // a stopped lane hands nothing over: its epoch can't be committed
			l.stage = s
			switch s.release(true); {
			case l.stopped != nil:
			case c.last():
				s.barrier(marks)
			default:
				s.pass(marks)
			}
		}
		if !c.last() {
			continue
		}
		for _, h := range c.release() {
			l.do(h)
		}
		return
	}
}

// run does a batch: what only the durable store knows is fetched, then the stage works on it, then hops are sent.
func (l *Lane) run(s *Stage, w *Work) {
	defer l.inbox.done(w.size())
	if l.stopped != nil || l.halted.Load() {
		return
	}
	l.stage, l.work = s, *w
	if w.Recs != nil {
		in := s.Hops[w.Input]
		if in.prefetch != nil {
			in.prefetch(w.Recs)
		}
		if in.prefetch != nil || s.Tasks != nil {
			l.fetch(s)
		}
		in.run(l, w.Recs)
	} else {
		in := s.Sources[w.Input]
		if in.Prefetch != nil {
			in.Prefetch(w.Batch, w.Refs)
		}
		if in.Prefetch != nil || s.Tasks != nil { // below processors nothing is asked for ahead, but stores may have rows to load
			l.fetch(s)
		}
		l.guard(len(w.Refs), func(from int) { in.Run(w.Batch, w.Refs, from) })
	}
	l.work = Work{}
	if w.Recs != nil {
		w.Recs.free()
	}
	if s.Tasks != nil && l.stopped == nil && s.channels.now == 0 {
		s.Tasks.Stream()
	}
	s.release(false)
	if len(s.Flows) > 0 && l.inbox.idle(w.Stage) { // else what follows fills the open batches further, or a barrier sends them
		for _, f := range s.Flows {
			f.Flush()
		}
	}
	for _, st := range s.Stores {
		st.Trim(l.env.Stored())
	}
}

// fetch reads the rows that the batch needs and the tables haven't got, one batched read a store.
func (l *Lane) fetch(s *Stage) {
	for _, st := range s.Stores {
		if err := st.Fetch(); err != nil {
			l.stop(&Failure{Kind: State, Cause: err, Node: l.program.Nodes[l.Node]})
			return
		}
	}
}

// marks is the part of the coordinator's that belongs to a stage: those of all stages lie one behind the other.
func (l *Lane) marks(stage int, all []int64) []int64 {
	if all == nil {
		return nil
	}
	at := 0
	for i := range stage {
		at += len(l.stages[i].Marks)
	}
	return all[at : at+len(l.stages[stage].Marks)]
}

// Restart sets the marks that were stored with the state, of all stages one behind the other: before any work.
func (l *Lane) Restart(marks []int64) {
	for i, s := range l.stages {
		for k, t := range l.marks(i, marks) {
			*s.Marks[k] = t
		}
	}
}
