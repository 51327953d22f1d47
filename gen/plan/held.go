package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Held is what an operator holds back: a cache its updates until the epoch ends, a suppression until a time limit or until the
// window closes. What it lets go goes on through an entry of its own, like what comes over a hop.
type Held struct {
	Hop                   // the record in which it goes on; there is no change of lane
	Also     []*Step      // those of the other streams of a cogroup, which share the cache
	Store    *Store       // the cached one, or the suppression's
	Suppress *Suppression // nil: a cache
}

// Suppression is how long a suppression holds updates back, and how many.
type Suppression struct {
	Wait                 int64 // milliseconds
	MaxRecords, MaxBytes int64 // 0: no bound
	ShutDown             bool  // when it is full
	Final                bool  // until windows close
	Windows              bool  // its keys have windows that were made in its stage: they are where the key within is
}

// held gives a step the entry behind it. word names what is new; "": it has the names of the store.
func (b *builder) held(s *Step, st *Store, word string) *Held {
	h := &Held{Store: st, Hop: Hop{Filter: -1, Base: st.Name, Key: st.Key, From: s.Stage, To: s.Stage}}
	if h.Field, h.Type = st.Field, st.Row; word != "" {
		h.Field, h.Type = s.Stage.names.take(word), b.names.take(b.p.Prefix+upper(word), verb("take"))
	}
	in := &Step{Kind: HeldIn, Op: s.Op, Node: s.Node, Stage: s.Stage, Hop: &h.Hop, From: s, Name: s.Stage.names.take("release" + upper(h.Field))}
	h.Entry, s.Held, in.Held = in, h, h
	b.order = append(b.order, in)
	s.Stage.Entries = append(s.Stage.Entries, in)
	s.Stage.Held = append(s.Stage.Held, h)
	return h
}

// suppress always needs the old value: lookups see it while the new one is held back.
func (b *builder) suppress(o *topo.Op) {
	from := b.input(o, 0)
	b.sendOld(from, true)
	s := b.step(o, Suppress, from)
	st := b.stores[b.t.Of(o).Store]
	h := b.held(s, st, "")
	st.Held, h.Suppress = h, suppression(o)
	b.result[o] = h.Entry
}

func suppression(o *topo.Op) *Suppression {
	s := &Suppression{}
	how, _ := arg0(o).(*topo.Setting)
	if how == nil {
		return s
	}
	buffer, _ := arg(how, 0).(*topo.Setting)
	if how.Name == "UntilTimeLimit" {
		s.Wait = how.Duration(0).Milliseconds()
		buffer, _ = arg(how, 1).(*topo.Setting)
	} else if w := topo.WindowsOf(o); w != nil {
		s.Final, s.Wait = true, w.Grace.Milliseconds()
		if w.Kind == topo.Session {
			s.Wait += w.Size.Milliseconds()
		}
	}
	strict := true
	for x := buffer; x != nil; x = x.Recv {
		n, _ := topo.Int(arg(x, 0))
		switch x.Name {
		case "MaxRecords":
			s.MaxRecords = first(s.MaxRecords, n)
		case "MaxBytes":
			s.MaxBytes = first(s.MaxBytes, n)
		}
		if x == buffer {
			strict = x.Name == "Unbounded" || x.Name == "ShutDownWhenFull"
		}
	}
	s.ShutDown = strict && s.MaxRecords+s.MaxBytes > 0
	return s
}

// first is the last call's number, which comes first.
func first(set, n int64) int64 {
	if set != 0 {
		return set
	}
	return n
}

func arg0(o *topo.Op) topo.Value {
	if len(o.Args) == 0 {
		return nil
	}
	return o.Args[0]
}

// caches gives each step that was asked to cache its updates the entry that sends them on: what is below it is reached from
// both, since the setting may turn caches off.
func (b *builder) caches() {
	all := slices.ContainsFunc(b.t.Graph.Ops, func(o *topo.Op) bool { return o.Row() == "Builder.Cache" })
	var order []*Step
	steps := b.order
	b.order = nil
	shared := map[*Store]*Held{}
	for _, s := range steps {
		order = append(order, s)
		if asked := all || s.Op.Opt("Cache") != nil; !asked || !caches(s) {
			continue
		}
		if h := shared[s.Store]; h != nil { // of a cogroup: its entry goes behind this one, too
			s.Held, h.Also = h, append(h.Also, s)
			order = append(slices.DeleteFunc(order, func(x *Step) bool { return x == h.Entry }), h.Entry)
			continue
		}
		h := b.held(s, s.Store, s.Store.Field+"Cache")
		shared[s.Store] = h
		h.Entry.Next = s.Next
		for _, n := range s.Next {
			n.Parents = append(n.Parents, h.Entry)
		}
		order = append(order, h.Entry)
	}
	b.order = order
	b.downstream()
}

// downstream puts what holds records back in the order in which they pass: what a cache lets go may be held back once more.
func (b *builder) downstream() {
	at := map[*Step]int{}
	for i, s := range b.order {
		at[s] = i
	}
	for _, s := range b.p.Stages {
		slices.SortFunc(s.Held, func(x, y *Held) int { return cmp.Compare(at[x.Entry], at[y.Entry]) })
	}
}

// caches says whether a step can.
func caches(s *Step) bool {
	w := s.Store != nil && s.Store.Window != nil
	return caching[s.Kind] && s.Store != nil && s.Store.Versioned == 0 && s.Store.LRU == 0 && s.Op.Opt("NoCache") == nil && s.Held == nil && len(s.Next) > 0 && !(w && s.Store.Window.OnClose)
}

// caching are the steps that can hold their updates back.
var caching = map[Kind]bool{Table: true, TableFilter: true, TableMapValues: true, Count: true, Reduce: true, Aggregate: true, TableJoined: true, TableTransform: true,
	WindowCount: true, WindowReduce: true, WindowAggregate: true, TableCount: true, TableReduce: true, TableAggregate: true}

// heldRecord is what comes out of a step that holds records back.
func heldRecord(s *Step) Record {
	from := s.From
	r := from.Out
	for _, x := range s.Held.Also {
		r = merged(r, x.Out)
	}
	r.Others, r.Asked = false, false
	if s.Held.Suppress == nil { // there may have been no row before the first update that was held back
		if r.Old {
			r.OldNull = (Slot{Type: r.Value.Type, Null: slot(r.Value.Type).Null}).OrNull().Null
		}
		return r
	}
	r.RawKey, r.RawValue, r.RawNull, r.Bare = nil, nil, false, false
	if s.Held.Suppress.Windows = r.Key.Windowed && r.KeyCodec == nil; !s.Held.Suppress.Windows { // a window's key is none that rows are kept by
		r.KeyCodec = s.Held.Key.Plain()
	}
	if s.Held.Suppress.Final {
		r.Value = r.Value.Present()
	}
	r.Old = s.SendOld
	return r
}

// Word is what holds the records back, in words.
func (h *Held) Word() string {
	if h.Suppress != nil {
		return "suppression " + strings.TrimSuffix(h.Store.Name, "-store")
	}
	return "cache of store " + h.Store.Name
}
