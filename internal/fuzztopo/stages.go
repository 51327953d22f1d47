package main

import (
	"fmt"
	"slices"
)

// stage is a part of a topology that records pass without a hop, Kafka Streams' sub-topology.
type stage struct {
	now int64 // the largest timestamp that came into it
}

// stages are those of the operators.
func (t *topology) stages(sorts []sort) []*stage {
	of := make([]*stage, len(t.Ops))
	join := func(i int, was *stage) { // both are one from now on
		for k, s := range of[:i] {
			if s == was {
				of[k] = of[i]
			}
		}
	}
	for i, o := range t.Ops {
		of[i] = &stage{now: -1}
		for n, j := range o.In {
			if first := t.shared(i, n, sorts)[0]; first.to < i {
				join(i, of[first.to])
			}
			if o.hops(n, sorts[j]) || o.foreign() || sorts[j].shape.everywhere() {
				continue
			}
			join(i, of[j])
		}
	}
	return of
}

// shared are the operators that an input's hop leads to, the first ahead: a stream has one repartition for all of its joins.
func (t *topology) shared(i, input int, sorts []sort) (all []link) {
	joins := []string{"joinTable", "leftJoinTable", "join", "leftJoin", "outerJoin"}
	of := t.seen(t.Ops[i].In[input])
	for k, o := range t.Ops[:i+1] {
		for n, j := range o.In {
			if slices.Contains(joins, o.What) && o.hops(n, sorts[j]) && t.seen(j) == of {
				all = append(all, link{k, n})
			}
		}
	}
	if !slices.Contains(all, link{i, input}) {
		return []link{{i, input}}
	}
	return all
}

// views are streams that are seen otherwise.
var views = map[string]bool{"asNullable": true, "asPlain": true, "asNullableKey": true, "asPlainKey": true, "windowKeys": true}

// seen is the stream that a view shows.
func (t *topology) seen(i int) int {
	for views[t.Ops[i].What] {
		i = t.Ops[i].In[0]
	}
	return i
}

var errReturn = fmt.Errorf("records return to a stage that they left: what that makes due is called once all are there (docs/differences.md), not at once")

// returns says whether hops lead back to a stage, by whatever way.
func (t *topology) returns(sorts []sort) bool {
	of, to := t.stages(sorts), map[*stage][]*stage{}
	for i, o := range t.Ops {
		for n, j := range o.In {
			if o.hops(n, sorts[j]) || o.foreign() {
				to[of[j]] = append(to[of[j]], of[i])
			}
		}
	}
	var leads func(from, end *stage, seen map[*stage]bool) bool
	leads = func(from, end *stage, seen map[*stage]bool) bool {
		return slices.ContainsFunc(to[from], func(s *stage) bool {
			again := seen[s]
			seen[s] = true
			return s == end || !again && leads(s, end, seen)
		})
	}
	return slices.ContainsFunc(of, func(s *stage) bool { return leads(s, s, map[*stage]bool{}) })
}
