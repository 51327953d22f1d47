package main

import (
	"fmt"
	"slices"
)

// sort is what the operator at i gives.
type sort struct {
	shape     shape
	kind      kind
	rekeyed   bool
	versioned bool     // a table whose updates may be older than its row
	keys      keys     // how they are written; of windowed ones, their part that isn't the window
	windows   window   // of windowed keys: only tables of the same can be joined
	paths     []string // by which hops records come from which topic
	counter   bool     // a processor with a store that others may share
	once      bool     // a record of a topic is one here at most
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
	if routes > 1 || t.has("ticks", "alarms") && len(t.topics()) > 1 {
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
		s := sort{paths: slices.Clone(o.Topics), once: true, keys: o.Keys}
		switch o.What {
		case "every", "cron":
			s.paths, s.rekeyed = []string{"clock"}, true
		case "table":
			s.shape, s.versioned = table, o.History > 0
		case "global":
			s.shape = global
		case "globalStore":
			s.shape = globalStore
		case "globalPast":
			s.shape = globalPast
		case "readOnly":
			s.shape = readOnly
		case "nullable":
			s.kind = nullable
		}
		if o.Cache {
			s.paths = hop(s.paths, fmt.Sprint("~", i))
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
	if o.What == "report" {
		return sort{paths: []string{"clock"}, rekeyed: true}
	}
	s := in[0]
	s.counter = o.What == "counted"
	s.keys = o.keyed(0, s)
	switch s.shape = o.gives(s.shape); {
	case s.shape == stream, s.shape == spans, s.shape == routed:
		s = o.streamSort(s)
	case s.shape == table, s.shape == windows:
		s = o.tableSort(s)
	}
	if o.What == "merge" {
		s.rekeyed = s.rekeyed || in[1].rekeyed
	}
	s.paths, s.once = o.paths(i, in), o.once(in)
	return s
}

// gives is the shape of an operator's result.
func (o *op) gives(in shape) shape {
	switch o.What {
	case "split":
		return split
	case "route":
		return routed
	case "windowStream":
		return spans
	case "turn", "fan", "selectKey", "spanText", "windowKeys":
		return stream
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
	case "change", "thingName", "tag", "pieces", "asPlain", "text", "valuesCounted", "ledger", "find", "findPast", "left", "right", "tryChange", "tryTag", "tryPieces":
		s.kind = plain
	case "thing":
		s.kind = object
	case "mayBe", "asNullable":
		s.kind = nullable
	case "turn", "fan", "counted", "recent", "archive", "scan", "findOwn", "ticks", "alarms", "route", "tryTurn", "tryFan":
		s.kind, s.rekeyed = plain, true
	case "turnMayBe":
		s.kind, s.rekeyed = nullable, true
	case "selectKey", "byMayBe", "spanText":
		s.rekeyed = true
	case "asNullableKey", "asPlainKey":
		s.keys.null = !s.keys.null
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

// renaming are the operators that give other keys, which are text.
var renaming = []string{"turn", "turnMayBe", "fan", "selectKey", "byMayBe", "tryTurn", "tryFan", "spanText", "toWindowText", "regroup"}

// keyed is how the keys of an input are written behind an operator.
func (o *op) keyed(input int, s sort) keys {
	switch {
	case o.What == "windowKeys":
		s.keys, _ = s.windows.keys()
		return s.keys
	case slices.Contains(renaming, o.What), (o.What == "aggregate" || o.What == "cogroup") && o.by(input) >= 0:
		return keys{}
	}
	return s.keys
}

func (o *op) tableSort(s sort) sort {
	s.rekeyed = false
	switch o.What {
	case "filter", "filterNot", "oddThing":
		s.versioned = s.versioned && !o.Named
	case "mayBe":
		s.kind, s.versioned = nullable, s.versioned && !o.Named
	case "change", "thingName", "tag", "transform", "recall":
		s.kind, s.versioned = plain, s.versioned && !o.Named
	case "toTable":
		s.versioned = o.History > 0
	case "aggregate", "cogroup", "regroup":
		if s.kind, s.versioned, s.windows = plain, o.History > 0, o.Window.bounds(); o.Agg == "count" {
			s.kind = number
		}
	case "tableJoin", "tableLeftJoin", "tableOuterJoin", "joinForeign", "leftJoinForeign":
		s.kind, s.versioned = plain, false
	}
	return s
}

// bounds are equal for windows that may be joined.
func (w window) bounds() window {
	w.Grace = 0
	return w
}
