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
	for i, o := range t.Ops {
		of[i] = &stage{now: -1}
		for n, j := range o.In {
			if o.hops(n, sorts[j]) || o.foreign() {
				continue
			}
			was := of[j]
			for k, s := range of[:i] { // both are one from now on
				if s == was {
					of[k] = of[i]
				}
			}
		}
	}
	return of
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
