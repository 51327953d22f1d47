package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
)

const (
	maxDepth = 6
	maxOps   = 18
	steps    = 40
)

// often is how often each operator that follows others is tried.
var often = map[string]int{"filter": 1, "filterNot": 1, "change": 1, "tag": 1, "mayBe": 1, "turn": 1, "turnMayBe": 1, "fan": 1, "pieces": 1,
	"selectKey": 2, "byMayBe": 1, "asNullable": 1, "asNullableKey": 2, "asPlainKey": 1, "asPlain": 1, "split": 1, "repartition": 1, "toTable": 3, "toStream": 2, "text": 1, "toWindowText": 1,
	"aggregate": 7, "windowStream": 5, "windowKeys": 3, "alarms": 6,
	"tryFilter": 1, "tryChange": 1, "tryTag": 1, "tryTurn": 1, "tryFan": 1, "tryPieces": 1, "regroup": 4, "transform": 2, "suppress": 2, "suppressClose": 1, "suppressBytes": 1, "counted": 1, "valuesCounted": 1, "ticks": 5, "route": 1,
	"merge": 2, "joinTable": 3, "leftJoinTable": 2, "joinGlobal": 1, "leftJoinGlobal": 1, "tableJoin": 2, "tableLeftJoin": 2, "tableOuterJoin": 2,
	"recent": 2, "archive": 2, "scan": 2, "ledger": 2, "find": 2, "findPast": 2, "findOwn": 2, "recall": 2, "report": 2, "thing": 3, "oddThing": 2, "thingName": 2,
	"joinForeign": 3, "leftJoinForeign": 3, "join": 2, "leftJoin": 2, "outerJoin": 2, "cogroup": 2}

// kinds are the operators, each as often.
var kinds = slices.Collect(func(yield func(string) bool) {
	for _, what := range slices.Sorted(maps.Keys(often)) {
		for range often[what] {
			if !yield(what) {
				return
			}
		}
	}
})

// random makes the topology of a seed.
func random(seed uint64) topology {
	r := rand.New(rand.NewPCG(seed, 1))
	t := topology{Name: fmt.Sprintf("T%d", seed)}
	topic := 0
	var as keys // of other keys than text, which meet only their like
	if r.IntN(6) == 0 {
		as.form = []string{"number", "thing"}[r.IntN(2)]
	}
	for range 1 + r.IntN(4) {
		o := op{What: []string{"stream", "stream", "nullable", "table", "table"}[r.IntN(5)], Named: r.IntN(3) == 0}
		for range 1 + r.IntN(5)/4 {
			o.Topics = append(o.Topics, fmt.Sprintf("in%d", topic))
			topic++
		}
		o.sourced(r)
		switch {
		case as.form != "" && r.IntN(4) > 0:
			o.Keys = as
		case r.IntN(8) == 0:
			o.Keys = []keys{{form: "time", size: 10}, {form: "session"}}[r.IntN(2)]
		}
		o.Keys.null = o.What != "table" && r.IntN(8) == 0
		t.Ops = append(t.Ops, o)
	}
	if r.IntN(8) == 0 {
		t.Ops = append(t.Ops, op{What: []string{"every", "cron"}[r.IntN(2)], Fn: r.IntN(3)})
	}
	want := len(t.Ops) + 4 + r.IntN(8)
	for tries := 0; tries < 400 && len(t.Ops) < want && len(t.Ops) < maxOps; tries++ {
		t.grow(r)
	}
	t.Wrap = r.IntN(8) == 0 || t.has("alarms") && r.IntN(4) > 0 // those are rare, and timers are called by other code
	return t
}

// sourced says more of a source.
func (o *op) sourced(r *rand.Rand) {
	if o.What == "table" {
		o.Topics = o.Topics[:1]
		o.versions(r)
		o.Cache = o.History == 0 && r.IntN(6) == 0
		if !o.Cache && o.History == 0 && r.IntN(8) == 0 {
			o.Named, o.Most = true, tableRows
		}
	}
	o.Stamp = r.IntN(6) == 0
	o.Pattern = o.What != "table" && r.IntN(6) == 0
}

// again has a source read what a stream of windowed keys writes, now and then.
func (t *topology) again(r *rand.Rand, i int) {
	sorts, err := t.sorts()
	if err != nil || sorts[i].shape != spans || sorts[i].kind == number || r.IntN(4) == 0 {
		return
	}
	as, ok := sorts[i].windows.keys()
	if !ok || sorts[i].keys.form != "" {
		return
	}
	o := op{What: []string{"stream", "nullable", "table"}[r.IntN(3)], Topics: []string{fmt.Sprint("w", i)}, Keys: as}
	o.sourced(r)
	t.Ops[i].Into = o.Topics[0]
	t.Ops = append(t.Ops, o)
}

// grow adds a random operator where one fits.
func (t *topology) grow(r *rand.Rand) {
	o := op{What: kinds[r.IntN(len(kinds))], Fn: r.IntN(6), Named: r.IntN(4) == 0, By: r.IntN(5) - 2,
		Agg: []string{"count", "reduce", "aggregate"}[r.IntN(3)]}
	o.By = max(o.By, -1)
	n := len(t.Ops)
	o.windows(r)
	if o.In = t.inputs(r, &o); o.In == nil {
		return
	}
	if o.What == "toTable" || o.What == "aggregate" && o.Window.Kind == "" {
		o.versions(r)
	}
	o.Sort, o.Spread = r.IntN(6) == 0, max(0, r.IntN(9)-6)
	if o.What == "repartition" {
		o.Moves = r.IntN(3)
	}
	keeps := t.keeps(o)
	o.Named = o.Named && keeps
	o.Cache = keeps && o.History == 0 && !o.Close && !o.foreign() && r.IntN(5) == 0
	if keeps && !o.Cache && o.History == 0 && !o.foreign() && r.IntN(8) == 0 && t.rows(o) {
		o.Named, o.Most = true, tableRows
	}
	depth := t.depth(o)
	if o.What == "split" || o.What == "route" {
		depth++ // its branches
	}
	if depth > maxDepth || t.closed(o) {
		t.Ops = t.Ops[:n]
		return
	}
	from := len(t.Ops)
	t.Ops = append(t.Ops, o)
	if o.What == "split" {
		for range 1 + r.IntN(2) {
			t.Ops = append(t.Ops, op{What: "branch", In: []int{from}, Fn: r.IntN(3)})
		}
		if r.IntN(2) == 0 {
			t.Ops = append(t.Ops, op{What: "default", In: []int{from}})
		}
	}
	if o.What == "windowStream" {
		t.again(r, from)
	}
	if o.What == "route" {
		t.Ops = append(t.Ops, op{What: "left", In: []int{from}}, op{What: "right", In: []int{from}})
	}
	if _, _, err := t.finished(); err != nil {
		t.Ops = t.Ops[:n]
	}
}

// looked is what an operator looks into that is declared with it.
var looked = map[string]string{"joinGlobal": "global", "leftJoinGlobal": "global", "find": "globalStore", "findPast": "globalPast", "findOwn": "readOnly"}

// inputs finds operators that one fits behind; nil: there are none at hand.
func (t *topology) inputs(r *rand.Rand, o *op) []int {
	beside := -1
	if what := looked[o.What]; what != "" {
		beside = len(t.Ops)
		t.Ops = append(t.Ops, op{What: what, Topics: []string{fmt.Sprintf("g%d", beside)}})
	}
	sorts, err := t.sorts()
	for range 12 {
		in := []int{t.recent(r)}
		switch {
		case beside >= 0:
			in = append(in, beside)
		case inputsOf(o.What) == 2:
			in = append(in, t.recent(r))
		}
		var of []sort
		for _, j := range in {
			of = append(of, sorts[j])
		}
		if err == nil && fits(o, of) && (len(in) == 1 || in[0] != in[1] || o.What == "join" || o.What == "merge") {
			return in
		}
	}
	if beside >= 0 {
		t.Ops = t.Ops[:beside]
	}
	return nil
}

// tableRows is how many rows a table keeps that doesn't keep all.
const tableRows = 2

// rows says whether an operator gives a table without windows.
func (t *topology) rows(o op) bool {
	sorts, err := t.sorts()
	return err == nil && o.Window.Kind == "" && o.gives(sorts[o.In[0]].shape) == table
}

// versions makes the store of a table a versioned one, now and then.
func (o *op) versions(r *rand.Rand) {
	if r.IntN(4) == 0 {
		o.Named, o.History = true, 10+r.Int64N(40)
	}
}

// keeps says whether an operator may have a store, which can be named.
func (t *topology) keeps(o op) bool {
	switch o.What {
	case "aggregate", "cogroup", "regroup", "toTable":
		return true
	case "suppress", "suppressClose", "suppressBytes", "toStream", "toWindowText", "windowStream", "joinTable", "leftJoinTable":
		return false
	}
	if len(o.In) == 0 {
		return o.What == "table"
	}
	sorts, err := t.sorts()
	return err == nil && (sorts[o.In[0]].shape == table || sorts[o.In[0]].shape == windows)
}

// recent is an operator, rather a late one.
func (t *topology) recent(r *rand.Rand) int {
	return max(r.IntN(len(t.Ops)), r.IntN(len(t.Ops)))
}

// inputsOf is how many inputs an operator takes that isn't a source.
func inputsOf(what string) int {
	switch what {
	case "merge", "joinTable", "leftJoinTable", "joinGlobal", "leftJoinGlobal", "tableJoin", "tableLeftJoin", "tableOuterJoin",
		"joinForeign", "leftJoinForeign", "join", "leftJoin", "outerJoin", "cogroup", "find", "findPast", "findOwn":
		return 2
	}
	return 1
}

// windows gives an operator those that it needs.
func (o *op) windows(r *rand.Rand) {
	switch o.What {
	case "aggregate", "cogroup":
		o.Window = window{Kind: []string{"", "", "", "tumbling", "hopping", "sliding", "sliding", "session", "unlimited"}[r.IntN(9)], Size: 10, Grace: r.Int64N(3) * 5}
		switch w := &o.Window; w.Kind {
		case "":
			*w = window{}
		case "unlimited":
			*w = window{Kind: w.Kind, Before: r.Int64N(2) * 20}
		case "hopping":
			w.Advance = 3 + r.Int64N(2)
		case "sliding", "session":
			w.Size = 3 + r.Int64N(2)*3
		}
		if o.What == "cogroup" {
			o.Agg = "aggregate"
		}
		o.Close = o.What == "aggregate" && o.Window.Kind != "" && o.Window.Kind != "unlimited" && r.IntN(4) == 0
		o.Retain = o.Window.Kind != "" && o.Window.Kind != "unlimited" && r.IntN(3) == 0
	case "join", "leftJoin", "outerJoin":
		o.Window = window{Kind: "join", Before: r.Int64N(3)*5 - r.Int64N(2)*4, Size: 5 + r.Int64N(3)*4, Grace: r.Int64N(3) * 3}
		if o.Eager = o.What != "join" && r.IntN(4) == 0; o.Eager {
			o.Window.Grace = 0
		}
	case "joinTable": // a left join would wait with null keys, which Kafka Streams can't
		if r.IntN(3) == 0 {
			o.Window = window{Kind: "grace", Grace: r.Int64N(3) * 5}
		}
	case "suppress", "suppressBytes":
		o.Window.Size = 5 + r.Int64N(20)
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

// closed says whether an operator waits for windows to close that are only sent once they are.
func (t *topology) closed(o op) bool {
	if o.What != "suppressClose" {
		return false
	}
	up := []op{o}
	for len(up) > 0 {
		if o, up = up[0], up[1:]; o.Close {
			return true
		}
		for _, j := range o.In {
			up = append(up, t.Ops[j])
		}
	}
	return false
}

// inputs makes what is piped: few keys, nulls, late and tied timestamps, now and then a jump.
func inputs(seed uint64, t *topology) (all []harness.Record) {
	topics := t.topics()
	r := rand.New(rand.NewPCG(seed, 2))
	now := int64(0)
	for i := range steps {
		switch now += r.Int64N(4); r.IntN(20) {
		case 0:
			now += 15 + r.Int64N(40)
		}
		if r.IntN(12) == 0 {
			all = append(all, harness.Record{TS: (1 + r.Int64N(150)) * []int64{1, 1, 1000}[r.IntN(3)]}) // of the clock
		}
		s := harness.Record{Topic: topics[r.IntN(len(topics))], TS: now}
		if r.IntN(5) == 0 {
			s.TS = max(0, now-r.Int64N(18))
		}
		if r.IntN(14) > 0 {
			s.Key = new(t.keys(s.Topic).random(r, s.TS))
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
