package plan

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// slot is a key or value of a type that was never null until now.
func slot(t types.Type) Slot {
	if t == nil {
		return Slot{}
	}
	if k := topo.WindowedKey(t); k != nil {
		return Slot{Type: k, Windowed: true}
	}
	s := Slot{Type: t}
	switch {
	case topo.Nullable(t):
		s.Null = Nil
	case topo.IsNone(t):
		s.Null = Flag
	}
	return s
}

// comparable says whether two keys can be told apart without their bytes: by ==, of what a pointer points to, or bytes.
func comparable(s Slot) bool {
	if p, ok := types.Unalias(s.Type).(*types.Pointer); ok {
		return types.Comparable(p.Elem())
	}
	return s.Null == Nil || types.Comparable(s.Type)
}

// OrNull is the slot where a null can come.
func (s Slot) OrNull() Slot {
	if s.Null == Never {
		s.Null = Flag
	}
	return s
}

// Present is the slot behind a step that drops what it can't show to a function.
func (s Slot) Present() Slot {
	if s.Null == Flag {
		s.Null = Never
	}
	return s
}

// Known is the slot where a null doesn't come, whatever its type could say.
func (s Slot) Known() Slot {
	s.Null = Never
	return s
}

// Inner is the slot of the key that a windowed one has in it.
func (s Slot) Inner() Slot { return slot(s.Type) }

// as is the slot seen as another type: KeyAs, ValueAs.
func (s Slot) as(t types.Type) Slot {
	v := slot(t)
	if v.Null == Never && s.Null != Never {
		v.Null = Flag
	}
	return v
}

// flow computes what comes into each step and what leaves it, from the entries down.
func (b *builder) flow() {
	for _, h := range b.p.Hops {
		if h.Foreign != nil {
			h.Nulls = h.Foreign.Left && h == h.Foreign.Asked
			continue
		}
		h.Nulls = h.Filter >= 0 && relaxed(h.Entry, map[*Step]bool{})
	}
	seen := map[*Step]bool{}
	passed := map[*Step]bool{}
	for _, s := range b.order {
		if i := slices.IndexFunc(s.Parents, func(p *Step) bool { return !passed[p] }); i >= 0 {
			panic(fmt.Sprintf("step %s is ahead of its parent %s: what flows into it is not known yet", b.p.Nodes[s.Node].Name, b.p.Nodes[s.Parents[i].Node].Name))
		}
		passed[s] = true
		if s.Kind == SourceIn {
			c := s.Source
			s.In = Record{Key: slot(c.Key.Type).OrNull(), Value: slot(c.Value.Type).OrNull(), KeyCodec: c.Key.Plain(), RawKey: c.Key.Plain(), RawValue: c.Value.Plain(), RawNull: true}
		}
		if s.Kind == HopIn && s.Hop.Foreign != nil {
			s.Hop.Record = s.Hop.foreignRecord()
		}
		if s.Kind == HopIn {
			s.In = s.Hop.Record
			s.In.Others, s.In.Asked = false, false
			s.In.KeyChanged, s.In.RawKey, s.In.KeyCodec = false, nil, s.Hop.Key.Plain()
			if s.In.Key.Null == Flag && !s.Hop.Nulls {
				s.In.Key.Null = Never
			}
		}
		if s.Kind == HeldIn {
			s.In = heldRecord(s)
			s.Hop.Record = s.In
		}
		s.Out = outOf(s)
		s.Out.Stale = stale(s)
		for _, n := range s.Next {
			if seen[n] {
				n.In = merged(n.In, s.Out)
			} else {
				n.In, seen[n] = s.Out, true
			}
		}
		if s.Kind == HopOut {
			if s.Hop.Record = s.In; s.Hop.Partitioner != nil { // which doesn't see what it can't be shown
				s.Hop.Record.Value = s.In.Value.Present()
			}
		}
	}
}

// relaxed says whether a left join is below, for which null keys pass (KIP-962).
func relaxed(s *Step, seen map[*Step]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	switch s.Kind {
	case JoinTable, JoinGlobal:
		if s.Left {
			return true
		}
	case JoinStreams: // both sides, though the right one of a left join drops them
		if s.Join.LeftOuter {
			return true
		}
	case HopOut:
		if relaxed(s.Hop.Entry, seen) {
			return true
		}
	}
	for _, n := range s.Next {
		if relaxed(n, seen) {
			return true
		}
	}
	return false
}

// merged is what comes from two streams.
func merged(a, b Record) Record {
	a.Key.Null, a.Value.Null = max(a.Key.Null, b.Key.Null), max(a.Value.Null, b.Value.Null)
	a.Stale = a.Stale || b.Stale
	a.Others, a.Asked = a.Others || b.Others, a.Asked || b.Asked
	a.OldNull = max(a.OldNull, b.OldNull)
	a.KeyChanged, a.RawNull, a.Bare = a.KeyChanged || b.KeyChanged, a.RawNull && b.RawNull, a.Bare || b.Bare
	a.Rehashed = a.Rehashed || b.Rehashed || a.Key.Windowed && (a.KeyCodec == nil) != (b.KeyCodec == nil)
	if a.KeyCodec == nil || b.KeyCodec == nil || !a.KeyCodec.Equal(b.KeyCodec) {
		a.KeyCodec = nil
	}
	if a.RawKey == nil || b.RawKey == nil || !a.RawKey.Equal(b.RawKey) {
		a.RawKey = nil
	}
	if a.RawValue == nil || b.RawValue == nil || !a.RawValue.Equal(b.RawValue) {
		a.RawValue = nil
	}
	return a
}

// withOld is the record with the old value, if children see it; it may be null where there was none.
func (r Record) withOld(s *Step, absent bool) Record {
	r.Old, r.OldNull = s.SendOld, Never
	if old := (Slot{Type: r.Value.Type, Null: slot(r.Value.Type).Null}); absent {
		r.OldNull = old.OrNull().Null
	} else {
		r.OldNull = old.Null
	}
	return r
}

// aggregateOf is what leaves an aggregation.
func aggregateOf(s *Step) Record {
	in := s.In
	r := Record{Key: in.Key.Present(), Value: slot(s.Op.Value()), Table: true, Others: in.Others, Asked: in.Asked, KeyCodec: in.KeyCodec, RawKey: in.RawKey, Bare: in.Bare, Rehashed: in.Rehashed}
	r = r.withOld(s, s.Kind == Reduce || s.Kind == WindowReduce || s.Kind.ofTable() || s.Listed())
	if s.Kind.Windowed() {
		r.Key, r.KeyCodec, r.RawKey = Slot{Type: s.Op.Key(), Windowed: true}, nil, nil
		if w := s.Store.Window; w.Kind == SessionWindows && !w.OnClose {
			r.Value, r.Bare = r.Value.OrNull(), true // a session that became part of another is deleted
		}
	} else if s.Kind.ofTable() {
		r.Value = r.Value.OrNull() // a group that nothing was added to
	}
	return r
}

// outOf is what leaves a step.
func outOf(s *Step) Record {
	r, o := s.In, s.Op
	switch s.Kind {
	case Filter, Split:
		r.Value = r.Value.Present()
	case Map, FlatMap:
		r.Key, r.Value = slot(o.Key()), slot(o.Value())
		r.KeyChanged, r.KeyCodec, r.RawKey, r.RawValue = true, nil, nil, nil
	case SelectKey:
		r.Key, r.Value = slot(o.Key()), r.Value.Present()
		r.KeyChanged, r.KeyCodec, r.RawKey = true, nil, nil
	case MapValues, TableMapValues:
		flagged := r.Value.Null == Flag
		if r.Value = slot(o.Value()); flagged {
			r.Value = r.Value.OrNull()
		}
		if r.RawValue = nil; s.Kind == TableMapValues {
			if s.In.Value.Null != Never {
				r.Value = r.Value.OrNull()
			}
			r = r.withOld(s, s.Store != nil || s.In.OldNull != Never)
		}
	case FlatMapValues:
		r.Value, r.RawValue = slot(o.Value()), nil
	case View:
		if r.Value = r.Value.as(o.Value()); !o.Windowed() {
			r.Key = r.Key.as(o.Key())
		}
	case Table:
		r.Table, r.Key = true, r.Key.Present()
		r = r.withOld(s, true)
	case TableFilter:
		r.Value, r.RawNull = r.Value.OrNull(), false
		r = r.withOld(s, true)
	case Count, Reduce, Aggregate, WindowCount, WindowReduce, WindowAggregate, TableCount, TableReduce, TableAggregate:
		r = aggregateOf(s)
	case TableTransform:
		r.Value, r.RawValue = slot(o.Value()), nil
		r = r.withOld(s, s.Store != nil)
	case Wait:
		r.Value, r.RawKey, r.RawValue, r.Asked = r.Value.Present(), nil, nil, true
	case Process:
		key := r.Key
		r = Record{Key: slot(o.Key()), Value: slot(o.Value()), Asked: true, KeyChanged: true, Bare: true}
		if s.Processor.Kind == SameKey {
			r.Key, r.KeyChanged, r.KeyCodec = key, s.In.KeyChanged, s.In.KeyCodec
		}
	case ToStream:
		r.Table, r.Old = false, false
	case JoinTable, JoinGlobal, JoinStreams, JoinTables, TableJoined, ForeignResolve:
		r = joinedOf(s)
	case Regroup:
		r = Record{Key: slot(o.Key()), Value: slot(o.Value()).OrNull(), Table: true, KeyChanged: true, Bare: r.Bare}
		r.Old, r.OldNull = true, r.Value.Null
	}
	return r
}
