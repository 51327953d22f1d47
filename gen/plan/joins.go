package plan

import (
	"cmp"
	"slices"
)

// joins finds which entries are joined with each other, by whatever way.
func (b *builder) joins() {
	root := map[*Step]*Step{}
	find := func(s *Step) *Step {
		for root[s] != nil {
			s = root[s]
		}
		return s
	}
	for _, s := range b.order {
		var other *Step
		switch {
		case s.Kind == JoinTable, s.Kind == ForeignReceive, s.Kind == ForeignResolve:
			other = s.Lookup
		case s.Kind == JoinStreams && !s.Right:
			other = s.Join.Sides[1]
		case s.Kind == JoinTables && !s.Right:
			other = s.Tables.Sides[1]
		default:
			continue
		}
		all := append(entries(s, nil), entries(other, nil)...)
		for _, e := range all[1:] {
			if a, c := find(all[0]), find(e); a != c {
				root[c] = a
			}
		}
		root[find(all[0])] = nil // a group, even of one
	}
	groups := map[*Step]*Join{}
	var order []*Join
	for _, e := range b.order {
		if _, joined := root[e]; !joined {
			continue
		}
		r := find(e)
		if groups[r] == nil {
			groups[r] = &Join{}
			order = append(order, groups[r])
		}
		if e.Kind == SourceIn {
			groups[r].Sources = append(groups[r].Sources, e.Source)
		} else {
			groups[r].Hops = append(groups[r].Hops, e.Hop)
		}
	}
	for _, j := range order {
		slices.SortFunc(j.Sources, func(x, y *Source) int { return cmp.Compare(x.Index, y.Index) })
		slices.SortFunc(j.Hops, func(x, y *Hop) int { return cmp.Compare(x.Index, y.Index) })
		if len(j.Sources)+len(j.Hops) > 1 {
			b.p.Joins = append(b.p.Joins, *j)
		}
	}
}

// entries are where the records of a step come from.
func entries(s *Step, seen []*Step) []*Step {
	switch s.Kind {
	case SourceIn, HopIn:
		if !slices.Contains(seen, s) {
			seen = append(seen, s)
		}
		return seen
	case HeldIn: // what was held back came from where the update did
		return entries(s.From, seen)
	}
	for _, p := range s.Parents {
		seen = entries(p, seen)
	}
	return seen
}
