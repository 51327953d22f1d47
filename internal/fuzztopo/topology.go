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
}

// window is of an aggregation or a join; zero is none.
type window struct {
	Kind                         string // tumbling, hopping, session
	Size, Advance, Grace, Before int64  // milliseconds. Size is a join's After
}

// topology is operators in the order of their declaration. What nobody takes is written to a topic of its own.
type topology struct {
	Name string
	Ops  []op
}

// sort is what the operator at i gives.
type sort struct {
	shape   shape
	kind    kind
	rekeyed bool
	paths   []string // by which hops records come from which topic
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
	return out, nil
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
			s.shape = table
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
	switch o.What {
	case "change", "tag", "pieces":
		s.kind = plain
	case "mayBe":
		s.kind = nullable
	case "turn", "fan":
		s.kind, s.rekeyed = plain, true
	case "turnMayBe":
		s.kind, s.rekeyed = nullable, true
	case "selectKey", "byMayBe":
		s.rekeyed = true
	case "asNullable":
		s.kind = nullable
	case "asPlain", "text":
		s.kind = plain
	case "split":
		s.shape = split
	case "branch", "default":
		s.shape = stream
	case "repartition":
		s.paths, s.rekeyed = hop(s.paths, i, 0), false
	case "toTable":
		s = sort{shape: table, kind: plain, paths: hopIf(s.rekeyed, s.paths, i, 0)}
	case "aggregate":
		s = sort{shape: table, kind: plain, paths: hopIf(s.rekeyed || o.By >= 0, s.paths, i, 0)}
		if o.Window.Kind != "" {
			s.shape = windows
		}
		if o.Agg == "count" {
			s.kind = number
		}
	case "regroup":
		s = sort{shape: table, kind: plain, paths: hop(s.paths, i, 0)}
		if o.Agg == "count" {
			s.kind = number
		}
	case "toStream":
		s.shape, s.rekeyed = stream, false
	case "toWindowText":
		s = sort{shape: stream, kind: nullable, rekeyed: true, paths: s.paths}
		if in[0].kind == number {
			s.kind = plain
		}
	case "merge":
		s.rekeyed = s.rekeyed || in[1].rekeyed
		s.paths = append(slices.Clone(s.paths), in[1].paths...)
	case "joinTable", "leftJoinTable":
		s.paths = append(slices.Clone(hopIf(s.rekeyed, s.paths, i, 0)), in[1].paths...)
		s.kind, s.rekeyed = plain, false
	case "join", "leftJoin", "outerJoin":
		s.paths = append(slices.Clone(hopIf(s.rekeyed, s.paths, i, 0)), hopIf(in[1].rekeyed, in[1].paths, i, 1)...)
		s.kind, s.rekeyed = plain, false
	case "tableJoin", "tableLeftJoin", "tableOuterJoin":
		s.paths = append(slices.Clone(s.paths), in[1].paths...)
		s.kind = plain
	}
	return s
}

// fits says whether an operator takes inputs of these sorts.
func fits(o *op, in []sort) bool {
	a := in[0]
	var b sort
	if len(in) > 1 {
		b = in[1]
	}
	switch o.What {
	case "filter", "filterNot":
		return a.shape != split && (a.kind != number || a.shape != stream)
	case "change":
		return a.shape != split && a.shape != windows && (a.kind != number || a.shape != stream)
	case "text":
		return a.shape == stream && a.kind == number
	case "tag", "mayBe", "turn", "turnMayBe", "fan", "pieces", "selectKey", "byMayBe", "split", "repartition":
		return a.shape == stream && a.kind != number
	case "asNullable":
		return a.shape == stream && a.kind == plain
	case "asPlain":
		return a.shape == stream && a.kind == nullable
	case "branch", "default":
		return a.shape == split
	case "merge":
		return a.shape == stream && b.shape == stream && a.kind == b.kind && a.kind != number
	case "toTable":
		return a.shape == stream && a.kind == plain
	case "aggregate":
		return a.shape == stream && (a.kind == plain || a.kind == nullable && o.Agg != "reduce")
	case "regroup", "toStream", "suppress":
		return a.shape == table
	case "toWindowText", "suppressClose":
		return a.shape == windows
	case "joinTable", "leftJoinTable":
		return a.shape == stream && a.kind != number && b.shape == table
	case "join", "leftJoin", "outerJoin":
		return a.shape == stream && b.shape == stream && a.kind == plain && b.kind == plain
	case "tableJoin", "tableLeftJoin", "tableOuterJoin":
		return a.shape == table && b.shape == table
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

func hopIf(hops bool, paths []string, i, input int) []string {
	if hops {
		return hop(paths, i, input)
	}
	return paths
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
			if what := next(sorts[i]); !taken[i] && what != "" {
				f.Ops = append(f.Ops, op{What: what, In: []int{i}})
				done = false
			}
		}
	}
	sorts, err := f.sorts()
	return f, sorts, err
}

func next(s sort) string {
	switch {
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

// topics are the topics that are read, sorted.
func (t *topology) topics() (topics []string) {
	for i := range t.Ops {
		topics = append(topics, t.Ops[i].Topics...)
	}
	slices.Sort(topics)
	return slices.Compact(topics)
}

// perKey says whether the order of a key is the same over any number of lanes: nothing depends on how far time has come,
// which each lane sees for itself, and no key changes twice, since what one record became would come to it from two lanes.
func (t *topology) perKey() bool {
	sorts, err := t.sorts()
	return err == nil && !slices.ContainsFunc(sorts, func(s sort) bool {
		changes := 0
		if s.rekeyed {
			changes++
		}
		return slices.ContainsFunc(s.paths, func(p string) bool { return strings.Count(p, ">")+changes > 1 })
	}) && !slices.ContainsFunc(t.Ops, func(o op) bool {
		return o.Window.Kind != "" || o.What == "suppress" || o.What == "suppressClose"
	})
}
