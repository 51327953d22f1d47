package lane

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Tasks are the processors of a stage on a lane, by partition: process.Tasks. All is called on the lane's goroutine.
type Tasks interface {
	Marker
	Start()                      // once, ahead of the first work and behind Restart
	Stream()                     // behind a piece of work: punctuations that stream time has made due
	Behind()                     // behind a barrier, and behind Start: those that it made due between the rounds of the epoch, see Lane.Between
	Wall(now int64) (next int64) // punctuations of the wall clock, in milliseconds; the time of the next one, Never if there is none
	Close()                      // once, behind the last work
}

// Marker has marks, by name: Tasks, and stores that keep one for each partition. It is asked once, when the stage is made.
type Marker interface {
	Marks(mark func(name string, at *int64))
}

// Never is the time of what is not scheduled.
const Never int64 = math.MaxInt64

// Begin reads what the stages hold back and starts their processors, behind Restart. The first work does it, unless it is to be done earlier.
func (l *Lane) Begin() {
	if l.began {
		return
	}
	l.began = true
	for _, s := range l.stages {
		s.load()
	}
	for _, s := range l.stages {
		if s.Tasks != nil && l.stopped == nil {
			l.stage = s
			if p, stack := try(s.Tasks.Start); p != nil {
				l.broken(p, stack)
			}
		}
	}
	for _, s := range l.stages {
		if s.Tasks != nil && l.stopped == nil {
			l.stage = s
			l.fetch(s)
			l.behind(s)
		}
	}
	l.wake()
}

// behind runs what has to wait for the end of an epoch.
func (l *Lane) behind(s *Stage) {
	if s.Tasks != nil && l.stopped == nil {
		s.Tasks.Behind()
	}
	for _, f := range s.Flows {
		f.Flush()
	}
}

// End closes the stages' processors.
func (l *Lane) End() {
	for _, s := range l.stages {
		if s.Tasks != nil {
			if p, stack := try(s.Tasks.Close); p != nil && l.stopped == nil {
				l.broken(p, stack)
			}
		}
	}
}

// broken stops the lane at what a processor panicked with outside of a record.
func (l *Lane) broken(p any, stack string) {
	cause := causeOf(p)
	f := l.failure(kindOf(cause), l.Node, abi.Origin{}, cause)
	f.Stack = stack
	l.stop(f)
}

// Due is when the wall clock makes the next punctuation due, in milliseconds. Any goroutine may ask.
func (l *Lane) Due() int64 { return l.due.Load() }

// Punctuate has the lane look at the wall clock: its punctuations belong to the epoch that runs. The router calls it when
// Due has come, and counts it as admitted, since the epoch has to be committed for it.
func (l *Lane) Punctuate() {
	l.due.Store(Never) // until the lane has looked
	for i, s := range l.stages {
		if s.Tasks != nil {
			l.Put(Work{Stage: i, From: FromRouter, Wall: true})
		}
	}
}

// Wake makes a time known at which the wall clock is to be looked at for the stage that runs.
func (l *Lane) Wake(at int64) {
	l.stage.wall = min(l.stage.wall, at)
	if at < l.due.Load() {
		l.due.Store(at)
	}
}

// wake finds the next time anew. What Punctuate set meanwhile is set again: it has work in the inbox.
func (l *Lane) wake() {
	next := Never
	for _, s := range l.stages {
		next = min(next, s.wall)
	}
	l.due.Store(next)
}

// punctuate looks at the wall clock for a stage. It needs no alignment: what it does belongs to the epoch that the stage
// is in, wherever other stages are.
func (l *Lane) punctuate(s *Stage) {
	if l.stopped != nil || l.halted.Load() {
		return
	}
	l.stage = s
	l.fetch(s) // stores may have rows to load
	s.wall = s.Tasks.Wall(l.env.Now())
	for _, f := range s.Flows {
		f.Flush()
	}
	for _, st := range s.Stores {
		st.Trim(l.env.Stored())
	}
	l.wake()
}

// Between says whether a round of the stage's epoch has ended and not the last one: what is sent now may come behind a barrier
// that has been passed on, but what the running round sends.
func (l *Lane) Between() bool { return l.stage.channels.now > 0 }

// Hurry asks for a commit soon.
func (l *Lane) Hurry() {
	if l.env.Hurry != nil {
		l.env.Hurry()
	}
}

// App is the application's id.
func (l *Lane) App() string { return l.env.App }

// Parts is how many partitions a stage's stores have: what a constructor may ask ahead of Stage.Parts being set.
func (l *Lane) Parts(stage int) int32 { return l.layout.Parts[stage] }

// OwnsPartition says whether the lane has a partition of a stage that is ByPartition.
func (l *Lane) OwnsPartition(part int32) bool { return OfPartition(part, l.Lanes) == l.ID }

// OfPartition is the lane of a partition among so many.
func OfPartition(part int32, lanes int) int { return int(part) % lanes }

// mark takes over the marks of a Marker, behind those that StageInfo names. They only grow.
func (s *Stage) mark(of string, x any) {
	if m, ok := x.(Marker); ok {
		m.Marks(func(name string, at *int64) {
			s.Marks, s.names = append(s.Marks, at), append(s.names, of+name)
		})
	}
}

// MarkNames names the marks of all stages, in the order in which they are handed over: as StageInfo says, or by the window stores,
// and behind them those of Markers.
func (l *Lane) MarkNames() (all [][]string) {
	for i, s := range l.stages {
		names := slices.Clone(s.info.Marks)
		if len(names) == 0 {
			for _, x := range s.info.Stores {
				if l.program.Stores[x].Kind == Window {
					names = append(names, l.program.Stores[x].Name)
				}
			}
		}
		if names = append(names, s.names...); len(names) != len(s.Marks) {
			panic(fmt.Sprintf("lane: stage %d of %s has %d marks, and names for %d", i, l.program.Name, len(s.Marks), len(names)))
		}
		all = append(all, names)
	}
	return all
}

// Closes says whether stages emit because of the stream times that they are handed. A lane that is alone emits at once.
func (l *Lane) Closes() bool {
	return l.Lanes > 1 && slices.ContainsFunc(l.stages, func(s *Stage) bool { return len(s.Closers)+len(s.Held) > 0 })
}

// causeOf is the error that a panic is about.
func causeOf(p any) error {
	if err, ok := p.(error); ok {
		return err
	}
	return Panic{p}
}

// Unreachable is the panic of Env.Partitions where the brokers don't answer. That is no fault of the record, which a handler
// that continues would drop for it.
type Unreachable struct{ Err error }

func (u *Unreachable) Error() string { return u.Err.Error() }
func (u *Unreachable) Unwrap() error { return u.Err }

// Missing is the panic of Env.Partitions where a topic isn't there that a record's function named.
type Missing struct{ Err error }

func (m *Missing) Error() string { return m.Err.Error() }
func (m *Missing) Unwrap() error { return m.Err }

// kindOf is whose failure a panic in the middle of a record is: Process but for what failed below.
func kindOf(cause error) Kind {
	if _, is := errors.AsType[*store.Unreadable](cause); is {
		return State
	}
	if _, is := errors.AsType[*Unreachable](cause); is {
		return Brokers
	}
	if _, is := errors.AsType[*Missing](cause); is {
		return Produce
	}
	return Process
}
