package main

import (
	"fmt"
	"slices"
	"strings"
)

// shape is what an operator gives, and kind what its values are in the DSL.
type shape uint8

const (
	stream shape = iota
	table
	windows // a table of windowed keys
	split
	routed // what a processor forwards to children by name
	global
)

type kind uint8

const (
	plain    kind = iota // string: functions never see null
	nullable             // *string
	number               // int64, a count
)

// op is an operator. What it is called with are earlier operators, by index.
type op struct {
	What   string // the operator, as source.go spells it
	In     []int
	Fn     int      // which of its functions
	Topics []string // of a source
	Named  bool     // its store has a name, which materializes it
	Window window
	Agg    string // count, reduce, aggregate
	By     int    // of an aggregation of a stream: -1 its own key, else the function of its key
	Close  bool   // windows are emitted when they close
	Retain bool   // rows of windows stay far longer than the windows are open

	History int64 // how far back a versioned store goes; 0: it isn't one
	Eager   bool  // a join of streams shows at once what has no partner yet
}

// window is of an aggregation or a join; zero is none.
type window struct {
	Kind                         string // tumbling, hopping, sliding, unlimited, session; join; grace of a join with a table
	Size, Advance, Grace, Before int64  // milliseconds. Size is a join's After
}

// topology is operators in the order of their declaration. What nobody takes is written to a topic of its own.
type topology struct {
	Name string
	Ops  []op
}

// sort is what the operator at i gives.
type sort struct {
	shape     shape
	kind      kind
	rekeyed   bool
	versioned bool     // a table whose updates may be older than its row
	windows   string   // of a table of windowed keys: only those of the same can be joined
	paths     []string // by which hops records come from which topic
}

// sorts follows the topology from the top. An error says that it can't be declared so.
func (t *topology) sorts() ([]sort, error) {
	out := make([]sort, len(t.Ops))
	for i := range t.Ops {
		s, err := t.sortOf(i, out)
		if err != nil {
			return nil, fmt.Errorf("operator %d, %s: %w", i, t.Ops[i].What, err)
		}
		out[i] = s
	}
	return out, t.single()
}

// single says what there may be only one of: children that a processor forwards to have names, and where there are
// clocks each topic has its own.
func (t *topology) single() error {
	routes := 0
	for _, o := range t.Ops {
		if o.What == "route" {
			routes++
		}
	}
	if routes > 1 || t.has("ticks") && len(t.topics()) > 1 {
		return fmt.Errorf("one processor of its kind, or one topic, is all there can be")
	}
	return nil
}

var errOrder = fmt.Errorf("records of one step come by different hops: Kafka Streams leaves their order open")

func (t *topology) sortOf(i int, before []sort) (sort, error) {
	o := &t.Ops[i]
	var in []sort
	for _, j := range o.In {
		in = append(in, before[j])
	}
	if len(in) == 0 {
		s := sort{paths: slices.Clone(o.Topics)}
		switch o.What {
		case "table":
			s.shape, s.versioned = table, o.History > 0
		case "global":
			s.shape = global
		case "nullable":
			s.kind = nullable
		}
		return s, nil
	}
	if !fits(o, in) {
		return in[0], fmt.Errorf("its input is of another type")
	}
	s := o.sort(i, in)
	if ambiguous(s.paths) {
		return s, errOrder
	}
	return s, nil
}

// sort is what an operator makes of inputs that fit.
func (o *op) sort(i int, in []sort) sort {
	s := in[0]
	switch s.shape = o.gives(s.shape); {
	case s.shape == stream:
		s = o.streamSort(s)
	case s.shape == table, s.shape == windows:
		s = o.tableSort(s)
	}
	s.paths = nil
	for n := range in {
		switch paths := in[n].paths; {
		case in[n].shape == global:
		case o.What == "joinForeign", o.What == "leftJoinForeign":
			if paths = hop(paths, i, n); n == 0 {
				paths = hop(paths, i, 2)
			}
			s.paths = append(s.paths, paths...)
		case o.hops(n, in[n]):
			s.paths = append(s.paths, hop(paths, i, n)...)
		default:
			s.paths = append(s.paths, paths...)
		}
	}
	if o.What == "merge" {
		s.rekeyed = s.rekeyed || in[1].rekeyed
	}
	return s
}

// gives is the shape of an operator's result.
func (o *op) gives(in shape) shape {
	switch o.What {
	case "split":
		return split
	case "route":
		return routed
	case "branch", "default", "left", "right", "toStream", "toWindowText":
		return stream
	case "aggregate", "cogroup":
		if o.Window.Kind != "" {
			return windows
		}
		return table
	case "toTable", "regroup":
		return table
	}
	return in
}

func (o *op) streamSort(s sort) sort {
	switch o.What {
	case "change", "tag", "pieces", "asPlain", "text", "valuesCounted", "left", "right":
		s.kind = plain
	case "mayBe", "asNullable":
		s.kind = nullable
	case "turn", "fan", "counted", "ticks", "route":
		s.kind, s.rekeyed = plain, true
	case "turnMayBe":
		s.kind, s.rekeyed = nullable, true
	case "selectKey", "byMayBe":
		s.rekeyed = true
	case "joinGlobal", "leftJoinGlobal":
		s.kind = plain
	case "repartition", "toStream":
		s.rekeyed = false
	case "toWindowText":
		if s.rekeyed = true; s.kind == number {
			s.kind = plain
		} else {
			s.kind = nullable
		}
	case "joinTable", "leftJoinTable", "join", "leftJoin", "outerJoin":
		s.kind, s.rekeyed = plain, false
	}
	return s
}

func (o *op) tableSort(s sort) sort {
	s.rekeyed = false
	switch o.What {
	case "filter", "filterNot":
		s.versioned = s.versioned && !o.Named
	case "change", "tag", "transform":
		s.kind, s.versioned = plain, s.versioned && !o.Named
	case "toTable":
		s.versioned = o.History > 0
	case "aggregate", "cogroup", "regroup":
		if s.kind, s.versioned, s.windows = plain, o.History > 0, o.Window.signature(); o.Agg == "count" {
			s.kind = number
		}
	case "tableJoin", "tableLeftJoin", "tableOuterJoin", "joinForeign", "leftJoinForeign":
		s.kind, s.versioned = plain, false
	}
	return s
}

// signature is equal for windows that may be joined.
func (w window) signature() string {
	return fmt.Sprint(w.Kind, w.Size, w.Advance, w.Before)
}

// by is how an input of an aggregation is grouped.
func (o *op) by(input int) int {
	if input == 0 {
		return o.By
	}
	return o.Fn%4 - 1
}

// hops says whether records of an input come behind all others of the step: they move to another key first, or a suppression
// lets them go.
func (o *op) hops(input int, s sort) bool {
	switch o.What {
	case "repartition", "regroup", "suppress", "suppressClose":
		return true
	case "aggregate", "cogroup":
		return s.rekeyed || o.by(input) >= 0
	case "toTable", "joinTable", "leftJoinTable", "join", "leftJoin", "outerJoin":
		return s.shape == stream && s.rekeyed
	}
	return false
}

// fits says whether an operator takes inputs of these sorts.
func fits(o *op, in []sort) bool {
	a := in[0]
	if len(in) > 1 {
		return fitsTwo(o, a, in[1])
	}
	switch o.What {
	case "filter", "filterNot", "change":
		return a.shape == table || a.shape == windows || a.shape == stream && a.kind != number
	case "text":
		return a.shape == stream && a.kind == number
	case "tag":
		return a.shape == table || a.shape == stream && a.kind != number
	case "mayBe", "turn", "turnMayBe", "fan", "pieces", "selectKey", "byMayBe", "split", "repartition", "counted", "valuesCounted":
		return a.shape == stream && a.kind != number
	case "asNullable", "route":
		return a.shape == stream && a.kind == plain
	case "ticks":
		return a.shape == stream && a.kind == plain && len(a.paths) == 1 && !strings.Contains(a.paths[0], ">")
	case "asPlain":
		return a.shape == stream && a.kind == nullable
	case "branch", "default":
		return a.shape == split
	case "left", "right":
		return a.shape == routed
	case "toTable":
		return a.shape == stream && a.kind == plain
	case "aggregate":
		return a.shape == stream && (a.kind == plain || a.kind == nullable && o.Agg != "reduce")
	case "regroup":
		return a.shape == table || a.shape == windows
	case "toStream", "transform":
		return a.shape == table
	case "suppress":
		return (a.shape == table || a.shape == windows) && !a.versioned
	case "toWindowText":
		return a.shape == windows
	case "suppressClose":
		return a.shape == windows && !strings.HasPrefix(a.windows, "unlimited")
	}
	return false
}

func fitsTwo(o *op, a, b sort) bool {
	switch o.What {
	case "merge":
		return a.shape == stream && b.shape == stream && a.kind == b.kind && a.kind != number
	case "joinTable", "leftJoinTable":
		return a.shape == stream && a.kind != number && b.shape == table && (o.Window.Kind == "" || b.versioned)
	case "joinGlobal", "leftJoinGlobal":
		return a.shape == stream && a.kind != number && b.shape == global
	case "join", "leftJoin", "outerJoin":
		return a.shape == stream && b.shape == stream && a.kind == plain && b.kind == plain
	case "cogroup":
		return a.shape == stream && b.shape == stream && a.kind != number && b.kind != number
	case "tableJoin", "tableLeftJoin", "tableOuterJoin":
		return a.shape == b.shape && (a.shape == table || a.shape == windows) && a.windows == b.windows
	case "joinForeign", "leftJoinForeign": // a row that changes twice in a step may or may not meet the answer to its first change
		return a.shape == table && b.shape == table && !slices.ContainsFunc(a.paths, func(p string) bool { return strings.Contains(p, ">") })
	}
	return false
}

// hop is where records of paths come from behind the repartition of an operator's input.
func hop(paths []string, i, input int) (out []string) {
	for _, p := range paths {
		out = append(out, fmt.Sprintf("%s>%d.%d", p, i, input))
	}
	return out
}

// ambiguous says whether records of one topic come by different hops.
func ambiguous(paths []string) bool {
	for i, p := range paths {
		for _, q := range paths[:i] {
			topic, _, _ := strings.Cut(p, ">")
			other, _, _ := strings.Cut(q, ">")
			if topic == other && p != q {
				return true
			}
		}
	}
	return false
}

// finished is the topology with what writes the results that nobody takes, each to a topic of its own.
func (t *topology) finished() (topology, []sort, error) {
	f := topology{Name: t.Name, Ops: slices.Clone(t.Ops)}
	for done := false; !done; {
		sorts, err := f.sorts()
		if err != nil {
			return f, nil, err
		}
		taken := f.taken()
		done = true
		for i := range f.Ops {
			if what := f.next(i, sorts[i], taken[i]); what != "" {
				f.Ops = append(f.Ops, op{What: what, In: []int{i}})
				done = false
			}
		}
	}
	sorts, err := f.sorts()
	return f, sorts, err
}

// next is an operator without which the result of another one can't be written.
func (t *topology) next(i int, s sort, taken bool) string {
	switch {
	case s.shape == routed: // a processor forwards to both
		for _, what := range []string{"left", "right"} {
			if !slices.ContainsFunc(t.Ops, func(o op) bool { return o.What == what && o.In[0] == i }) {
				return what
			}
		}
	case taken:
	case s.shape == table:
		return "toStream"
	case s.shape == windows:
		return "toWindowText"
	case s.shape == split:
		return "default"
	case s.kind == number:
		return "text"
	}
	return ""
}

// taken says which results an operator takes.
func (t *topology) taken() []bool {
	taken := make([]bool, len(t.Ops))
	for i := range t.Ops {
		for _, j := range t.Ops[i].In {
			taken[j] = true
		}
	}
	return taken
}

// has says whether there is such an operator.
func (t *topology) has(what ...string) bool {
	return slices.ContainsFunc(t.Ops, func(o op) bool { return slices.Contains(what, o.What) })
}

// topics are the topics that are read, sorted.
func (t *topology) topics() (topics []string) {
	for i := range t.Ops {
		topics = append(topics, t.Ops[i].Topics...)
	}
	slices.Sort(topics)
	return slices.Compact(topics)
}

// perKey says whether the order of a key is the same over any number of lanes: nothing depends on how far time has come,
// which each lane sees for itself, no key changes twice, since what one record became would come to it from two lanes, and
// no store is asked by another key than that of the record's partition.
func (t *topology) perKey() bool {
	sorts, err := t.sorts()
	if err != nil || t.has("suppress", "suppressClose", "ticks", "route") {
		return false
	}
	for i, o := range t.Ops {
		changes := 0
		if sorts[i].rekeyed {
			changes++
		}
		if o.Window.Kind != "" || o.History > 0 || o.What == "counted" && sorts[o.In[0]].rekeyed || o.What == "valuesCounted" && sorts[o.In[0]].rekeyed ||
			slices.ContainsFunc(sorts[i].paths, func(p string) bool { return strings.Count(p, ">")+changes > 1 }) {
			return false
		}
	}
	return true
}
