package plan

import "slices"

// rounds finds where hops lead back to a stage, by whatever way. Operators lead in no circle, so a hop can be told from those
// that it depends on: it is one further than what its records come from. A barrier goes round by round: what comes in belongs
// to a later round of a stage than what has sent it there. A round ends where a hop leads on in the circle.
func (b *builder) rounds() {
	reach := reachable(b.p)
	circle := func(h *Hop) bool { return reach[h.To][h.From] }
	far := make([]int, len(b.p.Hops)) // hops in circles, up to and with this one
	from := make([]int, len(b.p.Hops))
	of := func(e *Step) int {
		if e.Kind == HopIn && circle(e.Hop) {
			return far[e.Hop.Index]
		}
		return 0
	}
	ends := map[*Stage][]int{}
	for _, h := range b.p.Hops { // those that lead to it come ahead of it
		for _, e := range h.From.Entries {
			if e.Kind != HeldIn && leads(e, h, map[*Step]bool{}) {
				from[h.Index] = max(from[h.Index], of(e))
			}
		}
		if far[h.Index] = from[h.Index] + 1; circle(h) {
			ends[h.From] = append(ends[h.From], from[h.Index])
		}
	}
	round := func(s *Stage, far int) int {
		slices.Sort(ends[s])
		ends[s] = slices.Compact(ends[s])
		i, _ := slices.BinarySearch(ends[s], far)
		return i
	}
	for _, h := range b.p.Hops {
		h.After = round(h.From, from[h.Index])
		h.Round = round(h.To, of(h.Entry))
	}
}

// reachable are the stages that each one leads to.
func reachable(p *Program) map[*Stage]map[*Stage]bool {
	all := map[*Stage]map[*Stage]bool{}
	for _, s := range p.Stages {
		seen := map[*Stage]bool{}
		var walk func(s *Stage)
		walk = func(s *Stage) {
			for _, h := range s.Out {
				if !seen[h.To] {
					seen[h.To] = true
					walk(h.To)
				}
			}
		}
		walk(s)
		all[s] = seen
	}
	return all
}

// leads says whether records that come in at a step leave over a hop.
func leads(s *Step, h *Hop, seen map[*Step]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	if s.sends() == h {
		return true
	}
	if s.Held != nil && s.Kind != HeldIn && leads(s.Held.Entry, h, seen) {
		return true
	}
	return slices.ContainsFunc(s.Next, func(n *Step) bool { return leads(n, h, seen) })
}

// sends is the hop that a step sends over; nil: none.
func (s *Step) sends() *Hop {
	switch s.Kind {
	case HopOut:
		return s.Hop
	case ForeignSubscribe:
		return s.Foreign.Asked
	case ForeignReceive, ForeignAnswer:
		return s.Foreign.Answered
	}
	return nil
}
