package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

const (
	maxDepth = 6
	maxOps   = 18
	steps    = 40
)

// kinds are the operators that follow others, each as often as it shall be tried.
var kinds = []string{"filter", "filterNot", "change", "tag", "mayBe", "turn", "turnMayBe", "fan", "pieces", "selectKey", "selectKey",
	"byMayBe", "asNullable", "asPlain", "split", "merge", "merge", "repartition", "toTable", "toTable", "aggregate", "aggregate", "aggregate",
	"aggregate", "aggregate", "aggregate", "aggregate", "aggregate", "regroup", "regroup", "regroup", "toStream", "toStream", "text", "toWindowText", "joinTable", "joinTable", "leftJoinTable", "leftJoinTable",
	"tableJoin", "tableLeftJoin", "tableOuterJoin", "join", "leftJoin", "outerJoin", "suppress", "suppressClose"}

// random makes the topology of a seed.
func random(seed uint64) topology {
	r := rand.New(rand.NewPCG(seed, 1))
	t := topology{Name: fmt.Sprintf("T%d", seed)}
	topic := 0
	for range 1 + r.IntN(3) {
		o := op{What: []string{"stream", "stream", "nullable", "table"}[r.IntN(4)], Named: r.IntN(3) == 0}
		for range 1 + r.IntN(5)/4 {
			o.Topics = append(o.Topics, fmt.Sprintf("in%d", topic))
			topic++
		}
		if o.What == "table" {
			o.Topics = o.Topics[:1]
		}
		t.Ops = append(t.Ops, o)
	}
	want := len(t.Ops) + 4 + r.IntN(8)
	for tries := 0; tries < 400 && len(t.Ops) < want && len(t.Ops) < maxOps; tries++ {
		t.grow(r)
	}
	return t
}

// grow adds a random operator where one fits.
func (t *topology) grow(r *rand.Rand) {
	o := op{What: kinds[r.IntN(len(kinds))], Fn: r.IntN(6), Named: r.IntN(4) == 0, By: r.IntN(5) - 2,
		Agg: []string{"count", "reduce", "aggregate"}[r.IntN(3)]}
	o.By = max(o.By, -1)
	o.In = []int{t.recent(r)}
	if binary(o.What) {
		o.In = append(o.In, t.recent(r))
		if o.In[0] == o.In[1] && o.What != "join" {
			return
		}
	}
	o.windows(r)
	o.Named = o.Named && t.keeps(o)
	depth := t.depth(o)
	if o.What == "split" {
		depth++ // its branches
	}
	if depth > maxDepth || t.suppressed(o) {
		return
	}
	n := len(t.Ops)
	t.Ops = append(t.Ops, o)
	if o.What == "split" {
		for range 1 + r.IntN(2) {
			t.Ops = append(t.Ops, op{What: "branch", In: []int{n}, Fn: r.IntN(3)})
		}
		if r.IntN(2) == 0 {
			t.Ops = append(t.Ops, op{What: "default", In: []int{n}})
		}
	}
	if _, _, err := t.finished(); err != nil {
		t.Ops = t.Ops[:n]
	}
}

// keeps says whether an operator may have a store, which can be named.
func (t *topology) keeps(o op) bool {
	switch o.What {
	case "aggregate", "regroup", "toTable":
		return true
	}
	sorts, err := t.sorts()
	return err == nil && sorts[o.In[0]].shape == table
}

// recent is an operator, rather a late one.
func (t *topology) recent(r *rand.Rand) int {
	return max(r.IntN(len(t.Ops)), r.IntN(len(t.Ops)))
}

func binary(what string) bool {
	switch what {
	case "merge", "joinTable", "leftJoinTable", "tableJoin", "tableLeftJoin", "tableOuterJoin", "join", "leftJoin", "outerJoin":
		return true
	}
	return false
}

// windows gives an operator those that it needs.
func (o *op) windows(r *rand.Rand) {
	switch o.What {
	case "aggregate":
		w := window{Kind: []string{"", "", "tumbling", "hopping", "session"}[r.IntN(5)], Size: 10, Grace: r.Int64N(3) * 5}
		switch w.Kind {
		case "":
			w = window{}
		case "hopping":
			w.Advance = 3 + r.Int64N(3)
		case "session":
			w.Size = 3 + r.Int64N(4)
		}
		o.Window = w
		o.Close = (w.Kind == "tumbling" || w.Kind == "hopping") && r.IntN(4) == 0
		o.Named = o.Named && w.Kind == ""
	case "join", "leftJoin", "outerJoin":
		o.Window = window{Kind: "join", Before: r.Int64N(3) * 5, Size: 5 + r.Int64N(3)*4, Grace: r.Int64N(3) * 3}
		o.Named = false
	case "suppress":
		o.Window.Size = 5 + r.Int64N(20)
	case "tableJoin", "tableLeftJoin", "tableOuterJoin", "joinTable", "leftJoinTable":
		o.Named = false
	}
}

// depth is how many operators there are from a source to this one.
func (t *topology) depth(o op) int {
	d := 0
	for _, j := range o.In {
		d = max(d, t.depth(t.Ops[j]))
	}
	return d + 1
}

// suppressed says whether an operator would look into a table behind a suppression, or suppress it again.
func (t *topology) suppressed(o op) bool {
	for _, j := range o.In {
		switch p := t.Ops[j]; p.What {
		case "suppress", "suppressClose":
			return o.What != "toStream" && o.What != "toWindowText"
		case "aggregate", "filter", "filterNot": // a suppression of what comes when windows close has nothing to do
			if o.What == "suppressClose" && (p.Close || t.closing(p)) {
				return true
			}
		}
	}
	return false
}

func (t *topology) closing(o op) bool {
	for len(o.In) > 0 && o.What != "aggregate" {
		o = t.Ops[o.In[0]]
	}
	return o.Close
}

// inputs makes what is piped: few keys, nulls, late and tied timestamps, now and then a jump.
func inputs(seed uint64, topics []string) (all []harness.Record) {
	r := rand.New(rand.NewPCG(seed, 2))
	now := int64(0)
	for i := range steps {
		switch now += r.Int64N(4); r.IntN(20) {
		case 0:
			now += 15 + r.Int64N(40)
		}
		s := harness.Record{Topic: topics[r.IntN(len(topics))], TS: now}
		if r.IntN(5) == 0 {
			s.TS = max(0, now-r.Int64N(18))
		}
		if r.IntN(14) > 0 {
			s.Key = new(string(rune('a' + r.IntN(3))))
		}
		if r.IntN(8) > 0 {
			s.Value = new(fmt.Sprintf("v%d_%d", i, r.IntN(5)))
		}
		if r.IntN(3) == 0 {
			s.Header = fmt.Sprint(i)
		}
		all = append(all, s)
	}
	return all
}
