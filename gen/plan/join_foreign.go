package plan

import (
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// ForeignJoin is a foreign-key join. A left row's change goes to the lane of the right row that it names, and the right row's
// value, or its change, comes back:
//
//	left table ─► ForeignSubscribe ···Asked···► ForeignReceive ─┐
//	                               right table ─► ForeignAnswer ─┴···Answered···► ForeignResolve ─► result
//
// Kafka Streams resolves where the left table is. Here that is a stage of its own, so that the left table needn't wait for the answers
// when an epoch ends; unless what is behind it is joined with what is there, or the left table's rows can be seen there alone (tied).
// As a key's stages are all on one lane, it looks up the left table's rows where they are. They may be of a later epoch: then the
// answer is out of date, and the row's own comes.
type ForeignJoin struct {
	Left              bool // each left row has a result
	From, To          *Step
	Value             *topo.Codec // of the left rows, for their hash
	Subs              *Store
	Asked, Answered   *Hop
	Subscribe, Answer string // methods
}

// foreignNodes are the nodes of a foreign-key join in the order in which they were declared.
const (
	fkRegister = iota
	fkRegistered
	fkSubscribed
	fkReceive
	fkJoin
	fkOnRight
	fkRespond
	fkAnswered
	fkResolver
)

// foreign says whether an operator is a foreign-key join.
func foreign(o *topo.Op) bool {
	return o.Row() == "KTable.JoinForeign" || o.Row() == "KTable.LeftJoinForeign"
}

func (b *builder) foreignJoin(o *topo.Op) {
	left, right := b.input(o, 0), b.input(o, 1)
	if left == nil || right == nil {
		return
	}
	n := b.t.Of(o).Nodes
	j := &ForeignJoin{Left: strings.HasPrefix(o.Method, "Left"), From: left, To: right, Value: b.t.Flows(left.Op, topo.ValueRole)}
	b.codec(left.Op, j.Value, "value")
	for _, st := range b.t.Stores {
		if st.Op == o && st.Kind == topo.SubscriptionStore {
			j.Subs = b.stores[st]
		}
	}
	b.sendOld(left, true)
	b.sendOld(right, true)
	part := func(k Kind, at int, from *Step, stage *Stage) *Step {
		s := &Step{Kind: k, Op: o, Node: b.nodes[n[at]], Stage: stage, Foreign: j, Left: j.Left}
		b.under(from, s)
		return s
	}
	ask := part(ForeignSubscribe, fkRegister, left, left.Stage)
	b.functions(ask)
	j.Subscribe = left.Stage.names.take("subscribe")
	j.Asked = b.foreignHop(o, n[fkSubscribed], left.Stage, right.Stage, "asked", b.t.Flows(right.Op, topo.KeyRole))
	j.Asked.Foreign, j.Asked.Partitioner = j, b.partitioner(ask, o, "OtherKeyPartitioner")
	receive := part(ForeignReceive, fkJoin, j.Asked.Entry, right.Stage)
	receive.Lookup = right
	answer := part(ForeignAnswer, fkOnRight, right, right.Stage)
	j.Answer = right.Stage.names.take("answer")
	behind := b.stages[n[fkAnswered]]
	j.Answered = b.foreignHop(o, n[fkAnswered], right.Stage, behind, "answered", b.t.Flows(left.Op, topo.KeyRole))
	j.Answered.Foreign, j.Answered.Shown = j, b.shown(right)
	j.Answered.Partitioner = b.partitioner(answer, o, "KeyPartitioner")
	resolve := part(ForeignResolve, fkResolver, j.Answered.Entry, behind)
	resolve.Lookup, resolve.Fns = left, ask.Fns
	for _, st := range rowStores(left) {
		if st.Stage != behind && !slices.Contains(behind.Borrowed, st) {
			behind.Borrowed = append(behind.Borrowed, st)
		}
	}
	result := b.step(o, Table, resolve)
	b.fill(result)
}

// tied says whether a look-up of a table's row goes through what only the table's own stage has: a transformer without a store, or a
// suppression's buffer.
func (b *builder) tied(o *topo.Op) bool {
	switch o.Row() {
	case "KTable.Suppress":
		return true
	case "KTable.KeyAs", "KTable.ValueAs":
		return b.tied(o.From())
	}
	t := b.t.Of(o)
	if t.Store != nil && t.Store.Materialized {
		return false
	}
	switch o.Row() {
	case "KTable.TransformValues":
		return true
	case "KTable.Filter", "KTable.FilterNot", "KTable.MapValues", "KTable.Join", "KTable.LeftJoin", "KTable.OuterJoin":
		return slices.ContainsFunc(t.Inputs, func(in topo.Input) bool { return b.tied(in.From) })
	}
	return false
}

// foreignHop is a change of lane with its entry on the other side.
func (b *builder) foreignHop(o *topo.Op, source *topo.Node, from, to *Stage, word string, key *topo.Codec) *Hop {
	h := &Hop{Index: len(b.p.Hops), Base: source.Topics[0], Filter: -1, From: from, To: to, Key: key}
	b.codec(o, key, "key")
	h.Field = from.names.take(word)
	h.Type = b.names.take(b.p.Prefix + upper(word))
	b.p.Hops = append(b.p.Hops, h)
	from.Out, to.In = append(from.Out, h), append(to.In, h)
	h.Entry = &Step{Kind: HopIn, Op: o, Node: b.nodes[source], Stage: to, Hop: h, Name: to.names.take("receive" + upper(word))}
	b.order = append(b.order, h.Entry)
	to.Entries = append(to.Entries, h.Entry)
	return h
}

// foreignRecord is what travels over a hop of a foreign-key join.
func (h *Hop) foreignRecord() Record {
	j := h.Foreign
	if h == j.Asked {
		r := Record{Key: j.To.Out.Key.Present(), KeyCodec: h.Key.Plain()}
		if j.Left {
			r.Key = r.Key.OrNull()
		}
		return r
	}
	return Record{Key: j.From.Out.Key.Present(), Value: slot(j.To.Out.Value.Type).OrNull(), KeyCodec: h.Key.Plain()}
}

// foreignStore is the store of a join's subscriptions.
func (b *builder) foreignStore(s *Store, st *topo.Store) {
	s.Subs = true
	s.Key = b.t.Flows(st.Op.Others()[0], topo.KeyRole)
	b.codec(st.Op, s.Key, "key")
	s.Field = s.Stage.names.take("subscriptions")
	s.Row = b.names.take(b.p.Prefix + "Subscriptions")
	b.changelog(s, st.Op)
}

// foreignNeeds is what the steps of a foreign-key join need.
func foreignNeeds(s *Step, below Need) Need {
	switch s.Kind {
	case ForeignSubscribe:
		return Need{Key: true, KeyBytes: true, Value: allOf, Old: s.reads(0, 1).or(presence)}
	case ForeignReceive:
		return Need{Key: lookupsKey(s.Lookup), KeyBytes: true}
	case ForeignAnswer:
		return Need{KeyBytes: true, Value: allOf}
	}
	return Need{Key: below.Key || lookupsKey(s.Lookup), KeyBytes: true, Value: s.reads(1, 1)}
}
