package plan

import (
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// need computes what each step needs of what comes in, from the ends up. P4.
func (b *builder) need() {
	for _, s := range slices.Backward(b.order) {
		var below Need
		for _, n := range s.Next {
			below = below.or(n.Need)
		}
		s.Need = needs(s, below)
		s.Fails, s.Errs = ends(s)
		if s.Kind == HopIn {
			s.Hop.Need = s.Need
		}
		if s.Kind == SourceIn && s.Source.Fn != nil {
			s.Source.FnValue = s.Source.Fn.read(0)
		}
	}
}

func (n Need) or(m Need) Need {
	return Need{Key: n.Key || m.Key, KeyBytes: n.KeyBytes || m.KeyBytes, Value: n.Value.or(m.Value), Old: n.Old.or(m.Old)}
}

// ends says how a record may end in a step or below it: by a panic of the user's code, or by an error.
func ends(s *Step) (panics, errs bool) {
	panics = len(s.Fns) > 0
	errs = s.Try
	codec := func(c *topo.Codec) {
		panics, errs = panics || userCodec(c), errs || Fallible(c)
	}
	if s.Sink != nil {
		codec(s.Sink.Key)
		codec(s.Sink.Value)
	}
	if s.Kind == HopOut {
		codec(s.Hop.Key)
	}
	if s.Store != nil {
		codec(s.Store.Value)
	}
	for _, n := range s.Next {
		panics, errs = panics || n.Fails, errs || n.Errs
	}
	return panics, errs
}

// needs is what a step needs, given what is needed below.
func needs(s *Step, below Need) Need {
	n := below
	fn := func(i, param int) Demand {
		if i >= len(s.Fns) {
			return nothing
		}
		return s.Fns[i].read(param)
	}
	v := 0 // the value's place among the parameters of a function that may see the key
	if s.WithKey {
		v = 1
	}
	switch s.Kind {
	case Filter, Peek, ForEach, Branch, SelectKey:
		if len(s.Fns) > 0 {
			n.Key, n.Value = true, n.Value.or(fn(0, 1))
		}
	case Map, FlatMap:
		n = Need{Key: true, Value: fn(0, 1)}
	case MapValues, FlatMapValues, TableMapValues:
		n.Key, n.Value, n.Old = n.Key || s.WithKey, fn(0, v), nothing
		if s.SendOld {
			n.Old = n.Value
		}
	case TableFilter:
		n.Key, n.Value = true, n.Value.or(fn(0, 1))
		if s.SendOld {
			n.Old = n.Old.or(fn(0, 1))
		}
	case ToSink:
		n = sinkNeeds(s)
	case HopOut:
		n = s.Hop.Entry.Need
		n.Key = true
	case Count, WindowCount:
		n = Need{Key: below.Key || s.Kind == WindowCount, KeyBytes: true}
	case Reduce, WindowReduce:
		n = Need{Key: below.Key || s.Kind == WindowReduce, KeyBytes: true, Value: allOf}
	case Aggregate, WindowAggregate:
		n = Need{Key: true, KeyBytes: true, Value: fn(1, 1)}
	case TableCount:
		n = Need{Key: below.Key, KeyBytes: true, Value: presence, Old: presence}
	case TableReduce:
		n = Need{Key: below.Key, KeyBytes: true, Value: allOf, Old: allOf}
	case TableAggregate:
		n = Need{Key: true, KeyBytes: true, Value: fn(1, 1), Old: fn(2, 1)}
	case JoinTable:
		n = Need{Key: below.Key || s.WithKey || lookupsKey(s.Lookup), KeyBytes: true, Value: fn(0, v)}
	case Regroup:
		n = Need{Key: true, Value: fn(0, 1), Old: fn(0, 1)}
	case ToStream:
		n.Old = nothing
	case Table:
		n.Old = nothing
	}
	if s.Store != nil {
		n.KeyBytes = true
		switch s.Kind {
		case Table, TableFilter, TableMapValues:
			if s.Kind == Table {
				n.Value = allOf
			}
		}
	}
	return n
}

// sinkNeeds: what is written as it came need not be decoded.
func sinkNeeds(s *Step) Need {
	n := Need{Key: true, KeyBytes: true}
	if s.In.RawKey != nil && s.In.RawKey.Equal(s.Sink.Key) {
		n.Key = false
	}
	if s.In.RawValue == nil || !s.In.RawValue.Equal(s.Sink.Value) {
		n.Value = allOf
	}
	if len(s.Fns) == 0 {
		return n
	}
	switch d := s.Fns[0].read(0); { // the record
	case d.All:
		n.Key, n.Value = true, allOf
	default:
		n.Key = n.Key || slices.Contains(d.Fields, "Key")
		if slices.Contains(d.Fields, "Value") {
			n.Value = allOf
		}
	}
	return n
}

// lookupsKey says whether rows that are looked up are computed by functions that see the key.
func lookupsKey(s *Step) bool {
	for ; s != nil && s.Store == nil; s = s.From {
		if s.Kind == TableFilter || s.WithKey {
			return true
		}
	}
	return false
}
