package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/internal/fuzztopo/harness"
	"github.com/stoatgen/stoatgen/rt/record"
)

// key is a record's key: of a windowed table with its window.
type key struct {
	null       bool
	as         keys // how its text is written
	text       string
	start, end int64
}

// rec is a record, or an update of a table. A nil value is null; old is a table's value before, if it is asked for; late
// says that a versioned table has a newer one.
type rec struct {
	key      key
	val, old *string
	ts       int64
	header   string
	topic    string // of the source's record
	late     bool
}

// library are user functions as the model calls them. The oracle's topologies have some others.
type library struct {
	keep    func(fn int, k string, v *string) bool
	change  func(fn int, v *string) string
	mark    func(k string, v *string) string
	add     [2]func(k string, v *string, a string) string // by input
	plus    func(a, v string) string
	pair    func(v, w *string) string
	foreign func(k string, v *string) (string, bool)
	keys    func(k key, mapped, v, w *string) string
	group   func(fn int, k string, v *string) (string, string)
	tick    func(k string, now int64) (string, string)
}

var lib = library{
	keep: func(fn int, k string, v *string) bool {
		return []func(string, *string) bool{keep0[string, *string], keep1[string, *string], keep2[string, *string]}[fn%3](k, v)
	},
	change: func(fn int, v *string) string {
		return []func(*string) string{change0[*string], change1[*string]}[fn%2](v)
	},
	mark:    marker{}.Transform,
	add:     [2]func(string, *string, string) string{add[string, *string], more[string, *string]},
	plus:    plus,
	pair:    pair[*string, *string],
	foreign: foreign[string, *string],
	keys:    func(k key, mapped, v, w *string) string { return pairMayBeKeys(k.text, mapped, v, w) },
	group: func(fn int, k string, v *string) (string, string) {
		return []func(string, *string) (string, string){group0[string, *string], group1[string, *string], group2[string, *string]}[fn%3](k, v)
	},
	tick: func(k string, now int64) (string, string) { return k, numbered("t", now) },
}

// model runs a topology one record at a time, depth first, as Kafka Streams' test driver does with one partition. What hops is
// run later, when all that was made before has been. Topologies in which more than that would matter are not made (errOrder).
type model struct {
	t      topology
	sorts  []sort
	nodes  []node
	later  []func()             // what goes by a topic of its own
	hopped map[link][]func(rec) // where that leads to, by the first of those
	nulls  map[link]bool        // those that null keys get into
	out    []harness.Record
	topics []string // that are read

	stages    []*stage         // of each operator
	wall      int64            // the clock
	latest    map[string]int64 // by topic, the largest timestamp
	schedules []*schedule
	recencies []*recency // of stores that keep what was used last
	crashes   bool       // after each step
}

// node is an operator. run gets what its input'th input gives.
type node struct {
	run    func(input int, r rec)
	next   []link
	table  *ktable
	counts *shelf[int64]  // of a counter
	shelf  *shelf[string] // of a store behind a topic
	past   *pastShelf
}

type link struct{ to, input int }

func newModel(t topology) (*model, error) {
	f, sorts, err := t.finished()
	if err != nil {
		return nil, err
	}
	m := &model{t: f, sorts: sorts, topics: f.topics(), nodes: make([]node, len(f.Ops)), stages: f.stages(sorts), latest: map[string]int64{}, hopped: map[link][]func(rec){}, nulls: map[link]bool{}}
	for i := range f.Ops {
		for input, j := range f.Ops[i].In {
			if f.Ops[i].What == "report" {
				break // it shares a store, and gets nothing
			}
			m.nodes[j].next = append(m.nodes[j].next, link{i, input})
		}
		if m.build(i); len(f.Ops[i].In) > 0 {
			m.hops(i)
		}
		if most := f.Ops[i].Most; most > 0 {
			uses := &m.nodes[i].table.uses
			uses.most = most
			m.recencies = append(m.recencies, uses)
		}
	}
	for i, taken := range f.taken() {
		if !taken {
			m.nodes[i].next = append(m.nodes[i].next, link{-1, i})
		}
	}
	return m, nil
}

// pipe runs a record, or moves the clock, and what comes back of it; it gives what is written.
func (m *model) pipe(s harness.Record) (out []harness.Record) {
	for back := []harness.Record{s}; len(back) > 0; {
		at := earliest(back)
		wrote := m.step(back[at])
		out = append(out, wrote...)
		back = slices.Delete(back, at, at+1)
		for _, r := range wrote {
			if slices.Contains(m.topics, r.Topic) {
				back = append(back, r)
			}
		}
	}
	for _, u := range m.recencies {
		if m.crashes {
			u.restart()
		}
	}
	return out
}

// earliest is the first record of a topic with the least timestamp.
func earliest(back []harness.Record) (at int) {
	seen := map[string]bool{}
	for i, r := range back {
		if !seen[r.Topic] && r.TS < back[at].TS {
			at = i
		}
		seen[r.Topic] = true
	}
	return at
}

// step does so for one record, topic by topic as they are declared.
func (m *model) step(s harness.Record) []harness.Record {
	m.out = nil
	if s.Topic == "" {
		m.wall += s.TS
		m.punctuate(nil)
		for _, s := range m.stages { // timers that timers set
			m.punctuate(s)
		}
	} else {
		m.read(s)
	}
	for again := true; again; again = m.flush() {
		for len(m.later) > 0 {
			f := m.later[0]
			m.later = m.later[1:]
			f()
		}
	}
	slices.SortStableFunc(m.out, func(a, b harness.Record) int {
		return cmp.Or(cmp.Compare(len(a.Topic), len(b.Topic)), cmp.Compare(a.Topic, b.Topic))
	})
	return m.out
}

func (m *model) read(s harness.Record) {
	as := m.t.keys(s.Topic)
	r := rec{key: key{null: s.Key == nil, as: as, text: as.zero()}, val: s.Value, ts: s.TS, header: s.Header, topic: s.Topic}
	if s.Key != nil {
		r.key.text = as.read(harness.Bytes(*s.Key))
	}
	for i := range m.t.Ops {
		for _, t := range m.t.Ops[i].Topics {
			if t == s.Topic {
				r := m.stamped(i, t, r)
				m.stages[i].now = max(m.stages[i].now, r.ts)
				m.nodes[i].run(0, r)
				m.punctuate(m.stages[i])
			}
		}
	}
}

// stamped is a source's record with the timestamp that its value says.
func (m *model) stamped(i int, topic string, r rec) rec {
	latest, ok := m.latest[topic]
	if !ok {
		latest = -1
	}
	if o := &m.t.Ops[i]; o.Stamp && (r.val != nil || o.kind() == nullable) {
		r.ts = at(record.Record[string, *string]{Value: r.val, Timestamp: r.ts}, latest)
	}
	m.latest[topic] = max(latest, r.ts)
	return r
}

func (m *model) build(i int) {
	o := &m.t.Ops[i]
	n := &m.nodes[i]
	if build := map[string]func(int, *node){
		"table": m.source, "global": m.source, "toWindowText": m.windowText, "aggregate": m.aggregate, "cogroup": m.aggregate, "regroup": m.regroup,
		"toTable": m.source, "suppress": m.suppress, "suppressClose": m.suppress, "suppressBytes": m.suppress, "joinTable": m.joinTable, "leftJoinTable": m.joinTable,
		"joinGlobal": m.joinGlobal, "leftJoinGlobal": m.joinGlobal, "tableJoin": m.joinTables, "tableLeftJoin": m.joinTables,
		"tableOuterJoin": m.joinTables, "joinForeign": m.joinForeign, "leftJoinForeign": m.joinForeign, "join": m.joinStreams,
		"leftJoin": m.joinStreams, "outerJoin": m.joinStreams, "counted": m.counted, "valuesCounted": m.valuesCounted, "recent": m.recent, "archive": m.archive, "scan": m.scan, "ledger": m.ledger,
		"globalStore": m.filled, "globalPast": m.filledPast, "findPast": m.findPast, "readOnly": m.filled, "find": m.find, "findOwn": m.findOwn, "ticks": m.ticks, "alarms": m.alarms, "every": m.every, "cron": m.every, "report": m.report, "route": m.route,
	}[o.What]; build != nil {
		build(i, n)
		return
	}
	switch {
	case len(o.In) == 1 && m.sorts[o.In[0]].shape == spans:
		m.ofSpans(i, n)
	case strings.HasPrefix(o.What, "try"):
		m.tries(i, n)
	case o.What == "merge":
		m.merge(i, n)
	case len(o.In) != 1:
		n.run = func(_ int, r rec) { m.forward(i, r) }
	case o.What == "toStream", o.What == "windowStream":
		n.run = func(_ int, r rec) { r.old = nil; m.forward(i, r) }
	case m.sorts[i].shape == table, m.sorts[i].shape == windows:
		m.view(i, n)
	default:
		m.stateless(i, n)
	}
}
