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
		if s.Kind == HopIn || s.Kind == HeldIn {
			s.Hop.Need = s.Need
			if s.Held != nil && s.Held.Suppress == nil && s.windowedKey() {
				s.Hop.Need.KeyBytes = false // its window's are made where they are needed
			}
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
	errs = s.Try || s.Kind == Process
	if s.Partitioner() != nil {
		panics, errs = true, true
	}
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
	if s.Kind == Suppress {
		codec(s.Held.Key)
		codec(s.Held.Store.Value)
		errs = errs || s.Held.Suppress.ShutDown
	}
	if s.Store != nil {
		codec(s.Store.Value)
	}
	for _, n := range s.Next {
		panics, errs = panics || n.Fails, errs || n.Errs
	}
	return panics, errs
}

// reads is what a step's i-th function reads of its parameter.
func (s *Step) reads(i, param int) Demand {
	if i >= len(s.Fns) {
		return nothing
	}
	return s.Fns[i].read(param)
}

// needs is what a step needs, given what is needed below.
func needs(s *Step, below Need) Need {
	n := below
	v := 0 // the value's place among the parameters of a function that may see the key
	if s.WithKey {
		v = 1
	}
	switch s.Kind {
	case Filter, Peek, ForEach, Branch, SelectKey:
		if len(s.Fns) > 0 {
			n.Key, n.Value = true, n.Value.or(s.reads(0, 1))
		}
	case Map, FlatMap:
		n = Need{Key: true, Value: s.reads(0, 1)}
	case MapValues, FlatMapValues, TableMapValues:
		n.Key, n.Value, n.Old = n.Key || s.WithKey, s.reads(0, v), nothing
		if s.SendOld {
			n.Old = n.Value
		}
	case TableFilter:
		n.Key, n.Value = true, n.Value.or(s.reads(0, 1))
		if s.SendOld {
			n.Old = n.Old.or(s.reads(0, 1))
		}
	case ToSink:
		n = sinkNeeds(s)
	case Print:
		n = printNeeds(s)
	case Suppress:
		n = Need{Key: true, KeyBytes: true, Value: allOf, Old: allOf}
	case HopOut:
		n = s.showNeeds(s.Hop.Entry.Need).partitioned(s.Hop.Partitioner)
		n.Key = true
	case JoinTable, JoinGlobal, JoinStreams, JoinTables, TableJoined, ForeignSubscribe, ForeignReceive, ForeignAnswer, ForeignResolve:
		n = joinNeeds(s, below, v)
	case Wait:
		n.Key, n.Value = true, allOf
	case Process:
		n = Need{Key: true, Value: allOf}
	case TableTransform:
		n.Key, n.Value, n.Old = true, allOf, nothing
		if s.SendOld && s.Store == nil {
			n.Old = allOf
		}
	case Regroup:
		n = Need{Key: true, Value: s.reads(0, 1), Old: s.reads(0, 1)}
	case ToStream, Table:
		n.Old = nothing
	case Count, Reduce, Aggregate, WindowCount, WindowReduce, WindowAggregate, TableCount, TableReduce, TableAggregate:
		n = aggregateNeeds(s, below)
	}
	n.Key = n.Key || s.windowedKey() && (s.Store != nil || s.Lookup != nil)
	if s.Store != nil {
		n.KeyBytes = true
		if s.Kind == Table { // its rows are decoded whole
			n.Value = allOf
		}
	}
	return n
}

// aggregateNeeds: the key for functions that see it and for windowed keys, no value to count.
func aggregateNeeds(s *Step, below Need) Need {
	n := Need{Key: below.Key, KeyBytes: true}
	switch s.Kind {
	case WindowCount:
		n.Key = true
	case Reduce:
		n.Value = allOf
	case WindowReduce:
		n.Key, n.Value = true, allOf
	case Aggregate, WindowAggregate:
		n.Key, n.Value = true, s.reads(1, 1)
	case TableCount:
		n.Value, n.Old = presence, presence
	case TableReduce:
		n.Value, n.Old = allOf, allOf
	case TableAggregate:
		n.Key, n.Value, n.Old = true, s.reads(1, 1), s.reads(2, 1)
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
	if len(s.Fns) > 0 {
		n = n.reading(s.Fns[0].read(0))
	}
	return n.partitioned(s.Sink.Partitioner)
}

// lookupsKey says whether rows that are looked up are computed by functions that see the key.
func lookupsKey(s *Step) bool {
	for ; s != nil && s.Store == nil; s = s.From {
		if s.Kind == TableJoined {
			return lookupsKey(s.Tables.Left) || lookupsKey(s.Tables.Right)
		}
		if s.Kind == TableFilter || s.WithKey {
			return true
		}
	}
	return false
}
