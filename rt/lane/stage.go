package lane

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Stage is one stage on one lane. Generated structs embed it; their constructor fills Sources, Hops, Stores, Outs,
// Flows and Marks in the order of StageInfo. The rest is the run time's.
type Stage struct {
	Sources []Source       // entry points of sources
	Hops    []Receiver     // entry points of hops that come in: In(...)
	Stores  []store.Any    // state
	Outs    []*codec.Topic // sinks to a fixed topic, in the order of StageInfo.Sinks; nil for a computed one
	Flows   []Flow         // hops that go out, and what is printed
	Marks   []*int64       // what a restart gives back: stream times of windowed operators, in milliseconds, and whatever else no row has; -1 before the first record
	Closers []Closer       // operators that emit windows when they close
	Held    []Held         // operators that hold records back, upstream ones first
	Local   []*int64       // of Marks, those in which other lanes have no say
	Tasks   Tasks          // processors; nil if it has none

	Epoch uint32 // the epoch that runs on this stage; tables tag changes with it
	Parts int32  // partitions of this stage's stores

	index    int
	lane     *Lane
	info     *StageInfo
	computed map[string]*codec.Topic
	spare    []*Handover
	logs     []*codec.Topic
	channels channels
	names    []string // of the last of Marks
	wall     int64    // when the wall clock makes its next punctuation due
}

// Closer is an operator that emits windows when they close. A lane that is alone does that after each record. Several lanes
// do it behind a barrier, all up to the same stream time: that of the whole application at the barrier before. What they
// have emitted is then the same for all of them, and an idle lane's windows close, too.
type Closer struct {
	StreamTime int // its mark: index into Marks
	Run        func(h *Head, streamTime int64)
}

// Source is the entry point of a source on a lane. Run works on refs[from:] and keeps Lane.At on the record it is at.
// Prefetch, nil where the stage looks nothing up by the source's key, names the keys that only the durable store knows.
type Source struct {
	Run      func(b *abi.Batch, refs []abi.Ref, from int)
	Prefetch func(b *abi.Batch, refs []abi.Ref)
}

// Flow is the sending side of a hop without its type, or a Printer: what lets records lie until it is flushed or a barrier passes.
type Flow interface {
	Flush()
	pass(round int, n uint32, marks []int64)
}

// Handover is what a stage on a lane gives at barrier n: nothing in it changes until the committer gives it back.
type Handover struct {
	Stage, Lane int
	Epoch       store.Epoch
	Logs        []*codec.Topic          // changelogs, by the stage's stores; nil where unlogged
	Outs        []*codec.Topic          // sinks, as in Stage.Outs
	Computed    map[string]*codec.Topic // by topic: computed sinks and dead letters
	Marks       []int64                 // at the cut
	Drops       [][abi.Reasons]uint64   // counted by the lane since its last hand-over: by node and reason
	Stats       []store.Stats           // by the stage's stores, at the cut
}

// Out is the builder of a topic whose name was computed, made when it is first named.
func (s *Stage) Out(topic string) *codec.Topic {
	if t := s.computed[topic]; t != nil {
		return t
	}
	t := codec.NewTopic(topic, s.lane.env.Partitions(topic))
	s.lane.bound(t, s.lane.Node)
	return s.compute(t)
}

// compute takes up the builder of a computed topic, until the epoch ends.
func (s *Stage) compute(t *codec.Topic) *codec.Topic {
	if s.computed == nil {
		s.computed = map[string]*codec.Topic{}
	}
	s.computed[t.Name] = t
	return t
}

// pass sends the barrier on to where the round that ends leads.
func (s *Stage) pass(marks []int64) {
	for _, f := range s.Flows {
		f.pass(s.channels.now, s.Epoch, marks)
	}
}

// barrier ends epoch n on this stage: state is encoded, outputs are swapped out, the barrier goes on downstream.
func (s *Stage) barrier(marks []int64) {
	h := s.handover()
	h.Epoch.N = s.Epoch
	h.Stats = h.Stats[:0]
	for i, st := range s.Stores {
		h.Stats = append(h.Stats, st.Stats())
		st.Flush(&h.Epoch, s.logs[i])
	}
	for i, t := range s.logs {
		swap(t, h.Logs[i])
	}
	for i, t := range s.Outs {
		swap(t, h.Outs[i])
	}
	h.Computed, s.computed = s.computed, nil
	h.Marks = h.Marks[:0]
	for _, m := range s.Marks {
		h.Marks = append(h.Marks, *m)
	}
	s.pass(marks)
	for i, at := range s.lane.marks(s.index, marks) {
		if !slices.Contains(s.Local, s.Marks[i]) {
			*s.Marks[i] = max(*s.Marks[i], at) // what other lanes have seen closes windows here too
		}
	}
	s.Epoch++
	s.lane.handDrops(h)
	s.lane.env.Handover(h)
	s.close(marks)
	s.lane.behind(s)
}

// close emits what closed in the epoch that begins.
func (s *Stage) close(marks []int64) {
	if len(s.Closers) == 0 || s.lane.Lanes == 1 {
		return
	}
	for _, c := range s.Closers {
		if mine := s.lane.marks(s.index, marks); mine != nil {
			head := Head{}
			s.lane.Try(head.Source(), func() { c.Run(&head, mine[c.StreamTime]) })
		}
	}
}

// handover is an empty one: returned by the committer, or new.
func (s *Stage) handover() *Handover {
	s.lane.mu.Lock()
	defer s.lane.mu.Unlock()
	if n := len(s.spare); n > 0 {
		h := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return h
	}
	h := &Handover{Stage: s.index, Lane: s.lane.ID}
	for _, t := range s.logs {
		h.Logs = append(h.Logs, like(t))
	}
	for _, t := range s.Outs {
		h.Outs = append(h.Outs, like(t))
	}
	return h
}

// Recycle takes back a hand-over whose bytes nobody reads any more. Any goroutine may call it.
func (l *Lane) Recycle(h *Handover) {
	h.Epoch.Rows.Reset()
	for _, t := range h.Logs {
		reset(t)
	}
	for _, t := range h.Outs {
		reset(t)
	}
	h.Computed = nil
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.stages[h.Stage]
	s.spare = append(s.spare, h)
}

func like(t *codec.Topic) *codec.Topic {
	if t == nil {
		return nil
	}
	return t.Like()
}

func swap(a, b *codec.Topic) {
	if a != nil {
		a.Parts, b.Parts = b.Parts, a.Parts
	}
}

func reset(t *codec.Topic) {
	if t != nil {
		t.Reset()
	}
}
