package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// stageTable makes the stages: Kafka Streams' sub-topologies, nodes joined by edges and by stores. But where the resolver of a
// foreign-key join looks rows up joins nothing: see ForeignJoin.
func (b *builder) stageTable() {
	root := map[*topo.Node]*topo.Node{}
	find := func(n *topo.Node) *topo.Node {
		for root[n] != nil {
			n = root[n]
		}
		return n
	}
	join := func(n, m *topo.Node) {
		if n, m = find(n), find(m); n != m {
			root[n] = m
		}
	}
	user := map[*topo.Store]*topo.Node{}
	for _, n := range b.t.Nodes {
		for _, p := range n.Parents {
			join(n, p)
		}
		if b.resolves(n) {
			continue
		}
		for _, st := range n.Stores {
			if u := user[st]; u != nil {
				join(n, u)
			}
			user[st] = n
		}
	}
	made := map[*topo.Node]*Stage{}
	for _, st := range b.t.Stages {
		used := names{"lane": true, "o": true, "kbuf": true} // by all: a stage also has stores of others that it looks rows up in
		for _, n := range st.Nodes {
			s := made[find(n)]
			if s == nil {
				s = &Stage{names: used, Global: st.Global}
				if made[find(n)] = s; !st.Global {
					b.p.Stages = append(b.p.Stages, s)
				}
			}
			b.stages[n] = s
		}
	}
}

// resolves says whether a node is the resolver of a foreign-key join that can look up rows of another stage.
func (b *builder) resolves(n *topo.Node) bool {
	return foreign(n.Op) && b.t.Of(n.Op).Nodes[fkResolver] == n && !b.tied(n.Op.From())
}

// sortStages puts the stages in topological order: what hops ahead of what it hops to, unless that leads back, otherwise as
// Kafka Streams numbers them.
func (b *builder) sortStages() {
	var out []*Stage
	done := map[*Stage]bool{}
	var visit func(s *Stage)
	visit = func(s *Stage) {
		if done[s] {
			return
		}
		done[s] = true
		for _, h := range s.In {
			if h.Round == 0 { // of the others some hop leads back
				visit(h.From)
			}
		}
		s.Index = len(out)
		out = append(out, s)
	}
	for _, s := range b.p.Stages {
		visit(s)
	}
	b.p.Stages = out
	for i, s := range out {
		s.Type = b.p.Prefix + "Stage"
		if len(out) > 1 {
			s.Type += fmt.Sprint(i)
		}
		s.Type = b.names.take(s.Type, verb("new"))
		s.sends()
	}
}

// sends orders the hops of a stage as a record comes to them (P2). Their batches leave in this order, so what one record sends
// over two of them arrives as it would from the topics they replace.
func (s *Stage) sends() {
	at, seen := map[*Hop]int{}, map[*Step]bool{}
	var walk func(s *Step)
	walk = func(s *Step) {
		if seen[s] {
			return
		}
		if seen[s] = true; s.Kind == HopOut {
			at[s.Hop] = len(seen)
		}
		for _, n := range s.Next {
			walk(n)
		}
	}
	for _, e := range s.Roots() {
		walk(e)
	}
	slices.SortStableFunc(s.Out, func(x, y *Hop) int { return cmp.Compare(at[x], at[y]) })
}

// byPartition has stages that look each other's rows up agree on where a row is. Keys of windows that were made here run where
// the keys in them do. Where they are kept by all their bytes, equal ones that a topic brings would be another lane's by their
// hash, and so would be what a join's restart reads: a partition has one lane then.
func (b *builder) byPartition() {
	brought := map[*Stage]bool{}
	for _, s := range b.order {
		if s.Kind == SourceIn && s.In.KeyCodec != nil && topo.WindowedKey(s.In.KeyCodec.Type) != nil {
			brought[s.Stage] = true
		}
	}
	whole := func(st *Store) bool { return st != nil && st.Window == nil }
	for _, s := range b.order {
		kept := s.windowedKey() && (whole(s.Store) || s.Lookup != nil && whole(s.Lookup.Store))
		if kept && (brought[s.Stage] || s.Join != nil && s.Join.Shared != nil) {
			s.Stage.ByPartition = true
		}
	}
	for again := true; again; {
		again = false
		for _, s := range b.p.Stages {
			for _, st := range s.Borrowed {
				if both := s.ByPartition || st.Stage.ByPartition; s.ByPartition != st.Stage.ByPartition {
					s.ByPartition, st.Stage.ByPartition, again = both, both, true
				}
			}
		}
	}
}
