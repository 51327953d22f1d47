package plan

import (
	"go/types"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Processor is the user's code behind Process, ProcessValues and TransformValues, one instance a partition.
type Processor struct {
	Kind        ProcessorKind
	Node        int
	User        types.Type // the user's
	Create      *Func
	Wrap        *Wrapper // that is called in its place; nil: none
	Stores      []Passed // to the constructor, in its order
	Init, Close bool     // it has these methods
	Timers      *Store   // whose timers its OnTimer is called for, or which are its ticks; nil: none
	Schedule    Schedule // of a Ticker
	Key, Value  Slot     // what it forwards, or the value that it gives
	Type        string   // of an instance
	Field       string   // of the instances, by partition
	Open        string   // the method that makes one
}

// Wrapper is the user's code around processors.
type Wrapper struct {
	User   types.Type
	Create *Func
}

// wrapper is Wrap: it holds for the whole topology.
func (b *builder) wrapper() {
	for _, o := range b.t.Graph.Ops {
		if o.Row() == "Builder.Wrap" {
			b.wrap = &Wrapper{User: o.TypeArgs[0], Create: b.function(o.Args[0], b.p.Prefix+"Wrap")}
		}
	}
}

// ProcessorKind is what the user's code can do.
type ProcessorKind uint8

const (
	AnyKey      ProcessorKind = iota // Process
	SameKey                          // ProcessValues
	Transformer                      // TransformValues
	Ticker                           // Every, Cron: there is no input
)

// Passed is a store that a constructor gets.
type Passed struct {
	Store    *Store
	ReadOnly bool
}

// UserStore is a store that processors use: rows that they put and ask for as they like.
type UserStore struct {
	Kind            topo.StoreKind
	Form            Form
	Size, Retention int64 // milliseconds: of a window; of windows, sessions, or a key's history
	Duplicates      bool
	KeyFunc         string
	ValueFunc       string
	Fire            string // of timers: the method that calls their processor
}

// Form is what is kept beside a value.
type Form uint8

const (
	PlainForm Form = iota
	TimedForm
	HeadedForm
)

// process is Process and ProcessValues.
func (b *builder) process(o *topo.Op) {
	from := b.input(o, 0)
	if from == nil {
		return
	}
	s := b.step(o, Process, from)
	kind := AnyKey
	if strings.HasPrefix(o.Method, "ProcessValues") {
		kind = SameKey
	}
	b.processor(s, kind, o.Args[0], o.Args[1:])
}

// filled is ReadOnlyStore and GlobalStore: a source whose records a processor puts into a store.
func (b *builder) filled(o *topo.Op) {
	in := b.read(o)
	n := b.t.Of(o).Nodes[1]
	s := &Step{Kind: Process, Op: o, Node: b.nodes[n], Stage: b.stages[n]}
	b.under(in, s)
	s.Keyed = s.Stage.Global
	b.processor(s, AnyKey, o.Args[len(o.Args)-1], o.Args[len(o.Args)-2:len(o.Args)-1])
}

// transform is TransformValues.
func (b *builder) transform(o *topo.Op) {
	s := b.step(o, TableTransform, b.input(o, 0))
	b.processor(s, Transformer, o.Args[0], o.Args[1:])
	b.fill(s)
}

// Schedule is when a scheduled source ticks.
type Schedule struct {
	Every, Offset int64  // milliseconds
	Cron          string // "": an interval
	Name          string // of the variable
}

// scheduled is Every and Cron: a processor that timers of its own call.
func (b *builder) scheduled(o *topo.Op) {
	s := b.step(o, Process, nil)
	s.Stage.Scheduled = true
	b.processor(s, Ticker, o.Args[1], o.Args[2:])
	p := s.Processor
	for st, made := range b.stores {
		if st.Op == o {
			b.called(p, made, s.Stage)
		}
	}
	if p.Schedule.Name = b.names.take(b.p.Prefix + upper(p.Field) + "Schedule"); strings.HasPrefix(o.Method, "Cron") {
		p.Schedule.Cron = topo.Text(o.Args[0])
		return
	}
	every, _ := topo.Int(o.Args[0])
	p.Schedule.Every, p.Schedule.Offset = every/1e6, o.Opt("Offset").Duration(0).Milliseconds()
}

// Roots are the steps that a stage begins with: its entries and its scheduled sources.
func (s *Stage) Roots() []*Step {
	roots := slices.Clone(s.Entries)
	for _, n := range s.Processors {
		if n.Processor.Kind == Ticker {
			roots = append(roots, n)
		}
	}
	return roots
}

// Divided says whether a processor has stores that are divided among partitions.
func (p *Processor) Divided() bool {
	return slices.ContainsFunc(p.Stores, func(x Passed) bool { return x.Store.Global == nil })
}

// called has a store's timers call a processor.
func (b *builder) called(p *Processor, timers *Store, st *Stage) {
	p.Timers, timers.Declared.Fire = timers, st.names.take("fire"+upper(p.Field))
}

// processor takes up the user's type, its constructor and stores.
func (b *builder) processor(s *Step, kind ProcessorKind, create topo.Value, stores []topo.Value) {
	o := s.Op
	p := &Processor{Kind: kind, Node: s.Node, User: o.TypeArgs[len(o.TypeArgs)-1], Key: slot(o.Key()), Value: slot(o.Value())}
	p.Create = b.fn(s, create, "New")
	if s.Fns = append(s.Fns, p.Create); kind != Transformer {
		p.Wrap = b.wrap
	}
	for _, a := range stores {
		of := topo.From(a)
		if of == nil {
			continue
		}
		st := b.stores[b.t.Of(of).Store]
		_, read := a.(*topo.Setting)
		p.Stores = append(p.Stores, Passed{Store: st, ReadOnly: read})
		if st.Global != nil && st.Stage != s.Stage {
			s.Stage.looks(st.Global)
		} else {
			s.Stage.ByPartition = true // stores hold keys of any hash
		}
	}
	p.Init, p.Close = b.has(p.User, "Init"), b.has(p.User, "Close")
	word := strings.TrimRight(b.word(b.t.Nodes[s.Node]), "0123456789")
	p.Field = s.Stage.names.take(word)
	p.Type = b.names.take(b.p.Prefix + upper(word) + "Processor")
	p.Open = s.Stage.names.take("open" + upper(p.Field))
	for _, x := range p.Stores {
		if x.Store.Declared.Kind == topo.TimerStore {
			b.called(p, x.Store, s.Stage)
		}
	}
	if len(s.Stage.Processors) == 0 {
		s.Stage.names.take("tasks")
	}
	s.Processor = p
	s.Stage.Processors = append(s.Stage.Processors, s)
	// What Init schedules, or a schedule calls, is called once a partition.
	s.Stage.ByPartition = s.Stage.ByPartition || p.Init && kind != Transformer || kind == Ticker
}

func (b *builder) has(t types.Type, method string) bool {
	o, _, _ := types.LookupFieldOrMethod(t, true, b.t.Graph.Package, method)
	_, ok := o.(*types.Func)
	return ok
}

// declared is what a store of the user's is like.
func (b *builder) declared(s *Store, o *topo.Op, kind topo.StoreKind) {
	d := &UserStore{Kind: kind, KeyFunc: b.names.take(b.p.Prefix + upper(s.Field) + "Key")}
	s.Declared = d
	if kind == topo.TimerStore {
		return
	}
	switch {
	case strings.HasPrefix(o.Method, "Timestamped"):
		d.Form = TimedForm
	case strings.HasPrefix(o.Method, "Headers"):
		d.Form = HeadedForm
	}
	var times []int64
	for _, a := range o.Args[3:] {
		if n, ok := topo.Int(a); ok {
			times = append(times, n/1e6)
		} else if set, ok := a.(*topo.Setting); ok && set.Root().Name == "Versioned" {
			n, _ := topo.Int(arg(set.Root(), 0))
			times = append(times, n/1e6)
		}
	}
	switch {
	case len(times) == 2:
		d.Size, d.Retention = times[0], times[1]
	case len(times) == 1:
		d.Retention = times[0]
	}
	d.Duplicates = o.Opt("RetainDuplicates") != nil
	d.ValueFunc = b.names.take(b.p.Prefix + upper(s.Field) + "Value")
}
