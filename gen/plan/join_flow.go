package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// joinOperators are the rows of all joins, with what only joins need.
func joinOperators() map[string]func(*builder, *topo.Op) {
	return map[string]func(*builder, *topo.Op){
		"KStream.JoinTable":      (*builder).joinTable,
		"KStream.LeftJoinTable":  (*builder).joinTable,
		"Builder.GlobalTable":    (*builder).globalTable,
		"KStream.JoinGlobal":     (*builder).joinGlobal,
		"KStream.LeftJoinGlobal": (*builder).joinGlobal,
		"KStream.Join":           (*builder).streamJoin,
		"KStream.LeftJoin":       (*builder).streamJoin,
		"KStream.OuterJoin":      (*builder).streamJoin,
		"KTable.Join":            (*builder).tableJoin,
		"KTable.LeftJoin":        (*builder).tableJoin,
		"KTable.OuterJoin":       (*builder).tableJoin,
		"KTable.JoinForeign":     (*builder).foreignJoin,
		"KTable.LeftJoinForeign": (*builder).foreignJoin,
	}
}

// joinedOf is what leaves a step of a join.
func joinedOf(s *Step) Record {
	r, o := s.In, s.Op
	switch s.Kind {
	case JoinTable:
		if !s.Left {
			r.Key = r.Key.Present()
		}
		r.Value, r.RawValue = slot(o.Value()), nil
	case JoinGlobal:
		r.Value, r.RawValue = slot(o.Value()), nil
	case ForeignResolve:
		r.Value = slot(o.Value()).OrNull()
	case JoinTables:
		r.Value, r.RawValue, r.RawNull = slot(o.Value()).OrNull(), nil, false
		r = r.withOld(s, true)
	case TableJoined:
		r.Old = s.SendOld
	case JoinStreams:
		if !s.Left {
			r.Key = r.Key.Present()
		}
		r.Value, r.RawValue, r.RawNull = slot(o.Value()), nil, false
		if s.Join.Shared != nil { // keys of other records, hashed as their rows are
			r.Others, r.RawKey, r.Rehashed = true, nil, r.Key.Windowed
		}
	}
	return r
}

// joinNeeds is what a step of a join needs; v is the value's place among the parameters of a function that may see the key.
func joinNeeds(s *Step, below Need, v int) Need {
	n := below
	switch s.Kind {
	case JoinTable:
		n = Need{Key: below.Key || s.WithKey || lookupsKey(s.Lookup), KeyBytes: true, Value: s.reads(0, v)}
	case ForeignSubscribe, ForeignReceive, ForeignAnswer, ForeignResolve:
		n = foreignNeeds(s, below)
	case JoinGlobal:
		at := 0
		if s.WithKey {
			at = 2
		}
		n = Need{Key: true, KeyBytes: below.KeyBytes, Value: s.reads(0, 1).or(s.reads(1, at))}
	case JoinTables:
		side := 0
		if s.Right {
			side = 1
		}
		n = Need{Key: below.Key || lookupsKey(s.Lookup), KeyBytes: true, Value: s.reads(0, side)}
		if s.In.Old {
			n.Old = presence
		}
		if s.SendOld {
			n.Old = n.Value
		}
	case TableJoined:
		if s.Store != nil {
			n.Value = allOf
		}
	case JoinStreams:
		n = Need{Key: below.Key || s.WithKey, KeyBytes: true, Value: allOf}
	}
	return n
}
