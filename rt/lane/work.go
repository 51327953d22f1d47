package lane

import (
	"sync"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// Work is what lies in an inbox: part of a fetched batch, a batch of a hop, or a barrier.
type Work struct {
	Stage   int
	Input   int        // index into Stage.Sources or Stage.Hops
	From    int        // lane that sent it; FromRouter for the router
	Batch   *abi.Batch // of a source
	Refs    []abi.Ref  // records of Batch that belong to this lane
	Recs    Payload    // of a hop
	Barrier uint32     // ends this epoch; nothing else is set then but Stage, Input, From and Marks
	Marks   []int64    // with a barrier: marks to catch up with, of all stages
	Wall    bool       // look at the wall clock: nothing else is set then but Stage
}

// FromRouter is the sender of what the router sends.
const FromRouter = -1

// Payload is a batch of a hop without its type.
type Payload interface {
	Len() int
	free()
}

// size is what a piece of work counts for in Pending.
func (w *Work) size() int {
	if w.Recs != nil {
		return w.Recs.Len()
	}
	return len(w.Refs)
}

// inbox queues work by stage. It is unbounded: see invariant 3.
type inbox struct {
	mu      sync.Mutex
	ready   sync.Cond
	queues  []queue // by stage
	n       int
	pending int // records
	closed  bool
}

type queue struct {
	items []Work
	head  int
}

// push moves what is queued to the front rather than grow where half is free. A lane that is behind never empties its
// queue, which would else grow with everything that ever went through it.
func (q *queue) push(w Work) {
	if len(q.items) == cap(q.items) && q.head > q.len() {
		n := copy(q.items, q.items[q.head:])
		clear(q.items[n:]) // or their batches would stay reachable
		q.items, q.head = q.items[:n], 0
	}
	q.items = append(q.items, w)
}

func (q *queue) pop() Work {
	w := q.items[q.head]
	q.items[q.head] = Work{} // or the batch would stay reachable
	if q.head++; q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
	}
	return w
}

func (q *queue) len() int { return len(q.items) - q.head }

func newInbox(stages int) *inbox {
	b := &inbox{queues: make([]queue, stages)}
	b.ready.L = &b.mu
	return b
}

func (b *inbox) put(w Work) {
	b.mu.Lock()
	b.queues[w.Stage].push(w)
	b.n++
	b.pending += w.size()
	b.mu.Unlock()
	b.ready.Signal()
}

// take is the next piece of work, of the furthest stage that has some. Without wait, or once closed, ok is false when
// there is none.
func (b *inbox) take(wait bool) (w Work, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.n == 0 {
		if !wait || b.closed {
			return Work{}, false
		}
		b.ready.Wait()
	}
	for i := len(b.queues) - 1; ; i-- {
		if b.queues[i].len() > 0 {
			b.n--
			return b.queues[i].pop(), true
		}
	}
}

// idle says that no work waits for a stage.
func (b *inbox) idle(stage int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.queues[stage].len() == 0
}

// done says that records that take gave have been worked on.
func (b *inbox) done(records int) {
	b.mu.Lock()
	b.pending -= records
	b.mu.Unlock()
}

func (b *inbox) close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.ready.Broadcast()
}
