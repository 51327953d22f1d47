package main

import (
	"fmt"
	"slices"
)

// shape is what an operator gives, and kind what its values are in the DSL.
type shape uint8

const (
	stream shape = iota
	table
	windows // a table of windowed keys
	spans   // a stream of windowed keys
	split
	routed // what a processor forwards to children by name
	global
	globalStore // a store behind a topic, whole everywhere
	globalPast  // the same, of versions
	readOnly    // one behind a topic, by partition
)

// beside says that nothing flows from there: others look into it.
func (s shape) beside() bool { return s >= global }

// everywhere says that it has no stage: every lane sees it.
func (s shape) everywhere() bool { return s.beside() && s != readOnly }

type kind uint8

const (
	plain    kind = iota // string: functions never see null
	nullable             // *string
	number               // int64, a count
	object               // a thing, as JSON
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
	Cache  bool   // of the updates of a key within a step only the last is sent on
	Stamp  bool   // a source's timestamps are made of its values
	Sort   bool   // a sink's topics are chosen by its records

	History int64  // how far back a versioned store goes; 0: it isn't one
	Eager   bool   // a join of streams shows at once what has no partner yet
	Most    int    // a table keeps so many rows, those used last; 0: all
	Spread  int    // how a sink's partitions are chosen: 0 by the key, 1 by a function, 2 by one that may choose several
	Moves   int    // the same of a repartition
	Pattern bool   // a source's topics are named by an expression
	Keys    keys   // of a source
	Into    string // a topic that windowed keys are written to as well: a source reads it
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
	Wrap bool // something is called in place of its processors
}

// finished is the topology with what writes the results that nobody takes, each to a topic of its own.
func (t *topology) finished() (topology, []sort, error) {
	f := topology{Name: t.Name, Ops: slices.Clone(t.Ops), Wrap: t.Wrap}
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
	for i, taken := range f.taken() {
		if err == nil && !taken && sorts[i].shape.beside() {
			err = fmt.Errorf("operator %d: nobody looks into it, and it gives nothing", i)
		}
	}
	if err == nil && f.has("ticks", "alarms") && f.returns(sorts) {
		err = errReturn
	}
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
	case s.shape == spans:
		return "spanText"
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
	for _, o := range t.Ops {
		for _, j := range o.In {
			taken[j] = taken[j] || o.What != "report"
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

// spread are the topics that have several partitions.
func (t *topology) spread() (topics []string) {
	for i, o := range t.Ops {
		if o.Spread > 0 {
			out := fmt.Sprint("out", i)
			topics = append(topics, out, out+"-0", out+"-1")
		}
	}
	return topics
}

// ownKey says that a processor asks its stores for the record's key alone.
func (o *op) ownKey() bool {
	return slices.Contains([]string{"counted", "valuesCounted", "ledger", "findOwn"}, o.What)
}

// perKey says whether the order of a key is the same over any number of lanes: nothing depends on how far time has come,
// which each lane sees for itself, no key changes twice, since what one record became would come to it from two lanes, and
// no store is asked by another key than that of the record's partition.
func (t *topology) perKey() bool {
	sorts, err := t.sorts()
	if err != nil || t.Wrap || t.has("report", "cron", "suppress", "suppressClose", "suppressBytes", "ticks", "alarms", "every", "route", "recent", "archive", "scan") {
		return false
	}
	for i, o := range t.Ops {
		changes := 0
		if sorts[i].rekeyed {
			changes++
		}
		if o.Window.Kind != "" || o.History > 0 || o.Most > 0 || o.Moves > 0 || o.Stamp || o.ownKey() && sorts[o.In[0]].rekeyed ||
			slices.ContainsFunc(sorts[i].paths, func(p string) bool { return hops(p)+changes > 1 }) {
			return false
		}
	}
	return true
}
