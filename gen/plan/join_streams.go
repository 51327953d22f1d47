package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// StreamJoin is a stream-stream join: what its two steps and its stores have in common. Times are in milliseconds.
type StreamJoin struct {
	Before, After, Grace  int64
	LeftOuter, RightOuter bool
	Left, Right           *Store
	Field                 string // of what both are in: a key has one entry
	Shared                *Store // unmatched records; nil: an inner join, or nulls are sent at once
	Time                  string // field of its stream time
	Close                 string // method that sends what found no partner; "" without Shared
	Sides                 [2]*Step
	Merged                *Step // results of both sides
}

// Retention is how long a record can be found.
func (j *StreamJoin) Retention() int64 { return j.Before + j.After + j.Grace }

// Windowed says whether a side's keys are those of windows that were made here: none of the entry's.
func (j *StreamJoin) Windowed() bool { return j.Sides[0].windowedKey() || j.Sides[1].windowedKey() }

// Side is the store of a side's records, that of the other side, how far a record looks back and ahead, and whether it is
// sent without a partner.
func (j *StreamJoin) Side(right bool) (mine, other *Store, before, after int64, outer bool) {
	if right {
		return j.Right, j.Left, j.After, j.Before, j.RightOuter
	}
	return j.Left, j.Right, j.Before, j.After, j.LeftOuter
}

// streamJoin makes three steps: one a side, and what both lead to.
func (b *builder) streamJoin(o *topo.Op) {
	t, w := b.t.Of(o), topo.JoinWindowsOf(o)
	if b.result[t.Inputs[0].From] == nil || b.result[t.Inputs[1].From] == nil || w == nil {
		return
	}
	j := &StreamJoin{Before: w.Before.Milliseconds(), After: w.After.Milliseconds(), Grace: w.Grace.Milliseconds()}
	j.RightOuter = strings.HasPrefix(o.Method, "Outer")
	j.LeftOuter = j.RightOuter || strings.HasPrefix(o.Method, "Left")
	j.Left, j.Right = b.stores[t.Reads[0]], b.stores[t.Reads[1]]
	for _, st := range b.t.Stores {
		if st.Op == o && st.Kind == topo.SharedStore {
			j.Shared = b.stores[st]
		}
	}
	nodes := t.Nodes[len(t.Nodes)-3:] // behind the windowed ones: each side's join, the merge
	stage := b.stages[t.Node]
	for i := range j.Sides {
		s := &Step{Kind: JoinStreams, Op: o, Node: b.nodes[nodes[i]], Stage: stage, Join: j, Right: i == 1}
		s.Store, _, _, _, s.Left = j.Side(s.Right)
		b.under(b.input(o, i), s) // behind the left side where both share a hop, though the right one be a view of it
		if i == 0 {
			b.functions(s)
		} else {
			s.Fns, s.WithKey = j.Sides[0].Fns, j.Sides[0].WithKey
		}
		j.Sides[i] = s
	}
	m := &Step{Kind: Merge, Op: o, Node: b.nodes[t.Node], Stage: stage, Join: j}
	b.under(j.Sides[0], m)
	b.under(j.Sides[1], m)
	b.result[o], j.Merged = m, m
	j.Field, j.Time = stage.names.take("sides"), stage.names.take("joinTime")
	if j.Shared != nil {
		j.Close = stage.names.take("closeJoin")
	}
	for _, st := range []*Store{j.Left, j.Right, j.Shared} {
		if st != nil {
			st.Join = j
		}
	}
	stage.Joins = append(stage.Joins, j)
}

// joinStore fills in what is special about the stores of a stream-stream join.
func (b *builder) joinStore(s *Store, st *topo.Store) {
	role, word := topo.ValueRole, "left"
	if st == b.t.Of(st.Op).Reads[1] {
		role, word = topo.OtherValueRole, "right"
	}
	s.Key = b.t.Codec(st.Op, topo.KeyRole)
	ok := b.codec(st.Op, s.Key, "key")
	if st.Kind == topo.SharedStore {
		word = "unmatched"
	} else if s.Value = b.t.Codec(st.Op, role); b.codec(st.Op, s.Value, "value") && ok {
		s.Elem = s.Value.Plain().Type
	}
	s.Field = s.Stage.names.take(word)
	s.Row = b.names.row(b.p.Prefix + upper(word) + "Row")
	b.changelog(s, st.Op)
}

func (j *StreamJoin) text(st *Store) string {
	if j == nil {
		return ""
	}
	what := "records"
	if st == j.Shared {
		what = "unmatched records"
	}
	return fmt.Sprintf(", %s of a join %d ms before and %d after, grace %d", what, j.Before, j.After, j.Grace)
}

// joined is the step that both sides of a step's join lead to; nil: it is of none.
func joined(s *Step) *Step {
	if s.Join == nil {
		return nil
	}
	return s.Join.Merged
}

// Late is the stores that rows of a join's unmatched records come to, by keys that no record of the batch has.
type Late struct {
	Join   *StreamJoin
	Stores []*Store
}

// late finds what rows of other keys come to below an entry.
func late(e *Step) (out []Late) {
	seen := map[*StreamJoin]bool{}
	for _, s := range under(e, nil) {
		if s.Kind != JoinStreams || s.Join.Shared == nil || seen[s.Join] {
			continue
		}
		seen[s.Join] = true
		l := Late{Join: s.Join}
		for _, n := range under(s.Join.Merged, nil) {
			for _, x := range touched(n) {
				if !slices.Contains(l.Stores, x) {
					l.Stores = append(l.Stores, x)
				}
			}
		}
		if len(l.Stores) > 0 {
			out = append(out, l)
		}
	}
	return out
}

// under is all steps below one in the same stage, with itself.
func under(s *Step, seen []*Step) []*Step {
	if slices.Contains(seen, s) {
		return seen
	}
	seen = append(seen, s)
	for _, n := range s.Next {
		seen = under(n, seen)
	}
	return seen
}
