package plan

import (
	"slices"
	"strings"
)

// methods decides which steps begin a method. The last child of a step that runs once a record is fused into it; so is a
// child that neither fails nor drops. All others are methods: what runs several times a record, what several streams lead
// to, and what must not keep its siblings from running.
func (b *builder) methods() {
	for _, s := range b.order {
		for i, n := range s.Next {
			last := i == len(s.Next)-1
			if s.Kind == Split {
				last = true // one of the branches runs
			}
			if n.Method == "" && b.separate(s, n, last) {
				n.Method = n.Stage.names.take(methodName(n))
			}
		}
	}
}

func (b *builder) separate(s, n *Step, last bool) bool {
	switch {
	case len(n.Parents) > 1:
		return true
	case s.Kind == Regroup, n.Kind.Windowed() && n.Errs: // one that fails has to leave the loop over its windows and the record
		return true
	case n.Kind == Results:
		return !simple(n)
	case s.Kind == Wait:
		return true
	case s.Kind == Process: // Forward and ForwardTo lead there
		return !simple(n)
	case s.Kind == FlatMap, s.Kind == FlatMapValues:
		return !simple(n)
	case s.Repeats():
		return n.Fails || len(s.Next) > 1 && !simple(n)
	}
	return !last && !simple(n)
}

// Repeats says whether children run several times a record.
func (s *Step) Repeats() bool {
	switch s.Kind {
	case FlatMap, FlatMapValues, JoinStreams, Process, Wait, WindowCount, WindowReduce, WindowAggregate:
		return true
	}
	return false
}

// simple steps are spelled without leaving the function they are in.
func simple(s *Step) bool {
	switch s.Kind {
	case ToSink, HopOut:
		return !s.Fails && !s.Errs
	case View, ToStream, Results:
		return !slices.ContainsFunc(s.Next, func(n *Step) bool { return n.Method != "" || !simple(n) })
	}
	return false
}

func methodName(s *Step) string {
	if s == joined(s) || s.Kind == TableJoined {
		return "joined"
	}
	if s.Op.Name() != "" && s.Join == nil {
		return camel(s.Op.Name())
	}
	switch s.Kind {
	case ToSink:
		if s.Sink.Field != "" {
			return "write" + upper(s.Sink.Field)
		}
		return "write"
	case HopOut:
		return "send" + upper(strings.TrimPrefix(s.Hop.Field, "to"))
	case JoinStreams:
		return "join" + upper(s.Store.Field)
	case JoinTables:
		if s.Right {
			return "joinRight"
		}
		return "joinLeft"
	case WindowCount, WindowReduce, WindowAggregate:
		return "update" + upper(s.Store.Field)
	case Results:
		return "forward" + upper(s.From.Store.Field)
	}
	return lower(strings.TrimPrefix(s.Op.Method, "Try"))
}

// touches finds the stores below each entry: they are looked up by its key, so its batches can ask for rows ahead. P3.
func (b *builder) touches() {
	for _, st := range b.p.All() {
		for _, e := range st.Entries {
			seen := map[*Step]bool{}
			var walk func(s *Step)
			walk = func(s *Step) {
				if seen[s] {
					return
				}
				seen[s] = true
				for _, x := range touched(s) {
					if !e.windowedKey() && !slices.Contains(e.Touches, x) {
						e.Touches = append(e.Touches, x)
						b.sameKey(s, e, x)
					}
				}
				for _, n := range s.Next {
					walk(n)
				}
			}
			walk(e)
			e.Late = late(e)
		}
	}
}

// touched is the stores whose rows of the record's key a step needs, and that can be told ahead.
func touched(s *Step) []*Store {
	return slices.DeleteFunc(needed(s), func(x *Store) bool {
		return s.In.Asked || x.Declared != nil || x.Waits || s.windowedKey() && x.Window == nil
	})
}

// needed is the stores whose rows of the record's key a step needs.
func needed(s *Step) (stores []*Store) {
	switch {
	case s.Kind == JoinStreams:
		stores = append(stores, s.Join.Left) // which has the right one's, too
	case s.Store != nil:
		stores = append(stores, s.Store)
	}
	if s.Kind == ForeignReceive || s.Kind == ForeignAnswer {
		stores = append(stores, s.Foreign.Subs)
	}
	if s.Lookup != nil && s.Kind != ForeignResolve { // whose rows are another stage's
		stores = append(stores, rowStores(s.Lookup)...)
	}
	return stores
}

// Read says whether a step below looks into the step's store, as a join of a table with itself does.
func (s *Step) Read() bool {
	seen := map[*Step]bool{}
	var reads func(below []*Step) bool
	reads = func(below []*Step) bool {
		return slices.ContainsFunc(below, func(n *Step) bool {
			if seen[n] {
				return false
			}
			seen[n] = true
			return n.Lookup != nil && slices.Contains(rowStores(n.Lookup), s.Store) || reads(n.Next)
		})
	}
	return reads(s.Next)
}

// sameKey reports a store whose keys have other bytes than the entry's.
func (b *builder) sameKey(s, e *Step, x *Store) {
	c := x.Key.Plain()
	switch {
	case e.Kind == SourceIn && !c.Equal(e.Source.Key):
		b.report("ST421", s.Op, "the key's codec of store \""+x.Name+"\" is "+c.String()+", that of its records "+e.Source.Key.Plain().String()+", which is not supported yet",
			"use one codec, or move records with Repartition behind KeyAs")
	case e.Kind == HopIn && !c.Equal(e.Hop.Key):
		b.report("ST421", s.Op, "the key's codec of store \""+x.Name+"\" is "+c.String()+", that of its records "+e.Hop.Key.Plain().String()+", which is not supported yet",
			"use one codec for both")
	}
}

// Rows is the step whose store a lookup reads: the nearest above that has one.
func (s *Step) Rows() *Step {
	for s.Store == nil && s.From != nil {
		s = s.From
	}
	return s
}
