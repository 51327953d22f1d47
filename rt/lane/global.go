package lane

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/store"
)

// GlobalInfo is a table or store that every lane sees whole: it is read to its end before the lanes start, and goes on beside
// them. It has no changelog: its topic is one.
type GlobalInfo struct {
	Name  string // of the store
	Node  abi.NodeID
	Topic string
	New   func(l *Lane) Global
}

// Global is the rows of such a table, one for all lanes. One goroutine puts, lanes look up meanwhile.
type Global interface {
	// Put applies a record, whose own timestamp counts; a null key is nothing. cause says why the codec refused it.
	Put(b *abi.Batch, i uint32) (cause error)

	// Rows yields the rows by key; key and val are lent.
	Rows(yield func(key []byte, ts int64, val []byte) bool)
}

// Global is a table that all lanes see, by its index in the program. A lane that only lends its stores, to a restore, has an
// empty one.
func (l *Lane) Global(i int) Global {
	if l.env.Globals == nil {
		return l.program.Globals[i].New(l)
	}
	return l.env.Globals[i]
}

// GlobalStore is the store of a Global that a processor fills.
func (l *Lane) GlobalStore(i int) store.Any { return l.Global(i).(*Filled).rows }

// Filled is the Global that a processor of the user's fills: a stage of one source and one store.
type Filled struct {
	stage *Stage
	rows  Published
	ref   [1]abi.Ref
}

// Published is a store that other goroutines may read, as it was when it was last published: those of package state.
type Published interface {
	store.Any
	Publish()
}

// NewFilled makes a Global of a stage. Nothing but Put may use the stage.
func NewFilled(s *Stage) *Filled {
	f := &Filled{stage: s, rows: s.Stores[0].(Published)}
	s.Epoch = 1 // 0 is that of rows which a DB has
	f.rows.Open(nil, store.Limits{})
	f.rows.Publish()
	return f
}

// Put has the processor work on a record. What the codec refuses, or the processor, goes to the lane's handlers.
func (f *Filled) Put(b *abi.Batch, i uint32) error {
	f.ref[0].I = i
	f.stage.Sources[0].Run(b, f.ref[:], 0)
	return nil
}

// Rows yields the rows by key.
func (f *Filled) Rows(yield func(key []byte, ts int64, val []byte) bool) {
	_ = f.rows.Rows(nil, func(_ int32, key []byte, ts int64, val []byte) bool { return yield(key, ts, val) }) // all is in memory: no error
}

// Globals are the global tables and stores of a program on a lane of their own, which has no stages, no epochs and no
// partitions: one goroutine puts what all partitions of their topics have.
type Globals struct {
	lane   *Lane
	tables []Global
	of     map[string][]int // by topic
	given  Handover
}

// NewGlobals makes them, empty, and starts their processors. The failure is what a constructor or an Init panicked with.
func NewGlobals(p *Program, env Env) (*Globals, *Failure) {
	env.Errors.DeadLetters = "" // nothing is in a transaction here
	l := &Lane{Lanes: 1, program: p, env: env, layout: Layout{Parts: []int32{1}}, drops: make([][abi.Reasons]uint64, len(p.Nodes)), alone: true}
	g := &Globals{lane: l, of: map[string][]int{}}
	for i := range p.Globals {
		info := &p.Globals[i]
		l.Node = info.Node
		g.of[info.Topic] = append(g.of[info.Topic], i)
		p, stack := try(func() {
			t := info.New(l)
			g.tables = append(g.tables, t)
			if f, is := t.(*Filled); is {
				f.stage.Tasks.Start()
			}
		})
		if p != nil {
			l.broken(p, stack)
			break
		}
	}
	return g, l.stopped
}

// Tables are the tables by their index in the program: Env.Globals of the other lanes.
func (g *Globals) Tables() []Global { return g.tables }

// Topics are what is read, in order.
func (g *Globals) Topics() (names []string) {
	for t := range g.of {
		names = append(names, t)
	}
	slices.Sort(names)
	return names
}

// Put applies a batch to the tables of its topic, and shows it to the other lanes. The failure is what no handler took.
func (g *Globals) Put(b *abi.Batch) *Failure {
	l := g.lane
	for _, at := range g.of[b.Topic] {
		t, node := g.tables[at], l.program.Globals[at].Node
		for i := range uint32(len(b.Recs)) {
			l.Node = node
			stop := l.Try(abi.Origin{B: b, I: i}, func() {
				if cause := t.Put(b, i); cause != nil {
					l.Malformed(node, b, i, cause)
				}
			})
			if stop {
				return l.stopped
			}
		}
		if f, is := t.(*Filled); is {
			f.stage.Epoch++
			f.rows.Publish()
		}
	}
	return nil
}

// Drops is what was dropped since it was last asked, valid until the next call.
func (g *Globals) Drops() [][abi.Reasons]uint64 {
	g.lane.handDrops(&g.given)
	return g.given.Drops
}

// Close ends the processors.
func (g *Globals) Close() {
	for _, t := range g.tables {
		if f, is := t.(*Filled); is {
			if p, stack := try(f.stage.Tasks.Close); p != nil && g.lane.stopped == nil {
				g.lane.broken(p, stack)
			}
		}
	}
}
