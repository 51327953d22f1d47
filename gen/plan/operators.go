package plan

import (
	"maps"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// operators makes the steps of each row of the DSL that has any. P1.
var operators map[string]func(*builder, *topo.Op)

func init() { // not an initialiser: the functions lead back to the table
	operators = map[string]func(*builder, *topo.Op){
		"Builder.Stream":         (*builder).source,
		"Builder.StreamOf":       (*builder).source,
		"Builder.StreamMatching": (*builder).source,
		"Builder.Table":          (*builder).tableSource,

		"KStream.Filter":          one(Filter),
		"KStream.FilterNot":       one(Filter),
		"KStream.Map":             one(Map),
		"KStream.MapValues":       one(MapValues),
		"KStream.FlatMap":         one(FlatMap),
		"KStream.FlatMapValues":   one(FlatMapValues),
		"KStream.SelectKey":       one(SelectKey),
		"KStream.GroupBy":         one(SelectKey),
		"KStream.Peek":            one(Peek),
		"KStream.ForEach":         one(ForEach),
		"KStream.KeyAs":           one(View),
		"KStream.ValueAs":         one(View),
		"KStream.Split":           one(Split),
		"BranchedKStream.Branch":  one(Branch),
		"BranchedKStream.Default": one(Branch),
		"KStream.Merge":           (*builder).merge,
		"KStream.Print":           (*builder).print,
		"KStream.To":              (*builder).sink,
		"KStream.ToFunc":          (*builder).sink,
		"KStream.Repartition":     (*builder).repartition,
		"KStream.ToTable":         (*builder).toTable,

		"KGroupedStream.Count":       (*builder).aggregate,
		"KGroupedStream.Reduce":      (*builder).aggregate,
		"KGroupedStream.Aggregate":   (*builder).aggregate,
		"CogroupedKStream.Aggregate": (*builder).cogroup,
		"KGroupedTable.Count":        (*builder).tableAggregate,
		"KGroupedTable.Reduce":       (*builder).tableAggregate,
		"KGroupedTable.Aggregate":    (*builder).tableAggregate,

		"Builder.Every":          (*builder).scheduled,
		"Builder.Cron":           (*builder).scheduled,
		"Builder.GlobalStore":    (*builder).filled,
		"Builder.ReadOnlyStore":  (*builder).filled,
		"KStream.Process":        (*builder).process,
		"KStream.ProcessValues":  (*builder).process,
		"KTable.TransformValues": (*builder).transform,

		"KTable.KeyAs":     one(View),
		"KTable.ValueAs":   one(View),
		"KTable.Filter":    (*builder).tableView,
		"KTable.FilterNot": (*builder).tableView,
		"KTable.MapValues": (*builder).tableView,
		"KTable.ToStream":  one(ToStream),
		"KTable.Suppress":  (*builder).suppress,
		"KTable.GroupBy":   (*builder).regroup,
	}
	maps.Copy(operators, joinOperators())
}

// one is an operator of one step below its receiver, with the user functions among its arguments.
func one(k Kind) func(*builder, *topo.Op) {
	return func(b *builder, o *topo.Op) {
		if from := b.input(o, 0); from != nil {
			b.functions(b.step(o, k, from))
		}
	}
}

// functions takes up the user functions of a step.
func (b *builder) functions(s *Step) {
	o := s.Op
	s.Try = strings.HasPrefix(o.Method, "Try")
	s.WithKey = strings.HasSuffix(o.Method, "WithKey")
	s.Not = o.Method == "FilterNot"
	what := []string{"Func"}
	switch s.Kind {
	case Aggregate, TableAggregate:
		what = []string{"Zero", "Add", "Subtract"}
	case WindowAggregate:
		what = []string{"Zero", "Add", "Merge"}
	case TableReduce:
		what = []string{"Add", "Subtract"}
	}
	for i, a := range o.Args {
		if f := b.fn(s, a, what[min(i, len(what)-1)]); f != nil {
			s.Fns = append(s.Fns, f)
		}
	}
}

func (b *builder) merge(o *topo.Op) {
	s := b.step(o, Merge, b.input(o, 0))
	in := b.t.Of(o).Inputs
	if other := b.input(o, 1); other != nil && in[0].Node != in[1].Node { // a stream and itself, or a view of it, have one parent
		b.under(other, s)
	}
}

func (b *builder) sink(o *topo.Op) {
	s := b.step(o, ToSink, b.input(o, 0))
	b.functions(s)
	k := &Sink{Index: len(b.p.Sinks), Node: s.Node, Topic: b.t.Of(o).Node.Topic, Stage: s.Stage,
		Key: b.t.Codec(o, topo.KeyRole), Value: b.t.Codec(o, topo.ValueRole)}
	if above := b.t.Of(o).Node.Parents[0]; above.Kind == topo.Processor {
		k.Above = b.nodes[above]
	}
	b.codec(o, k.Key, "key")
	b.codec(o, k.Value, "value")
	if k.Topic != "" {
		k.Field = s.Stage.names.take(camel(k.Topic))
	}
	k.Partitioner = b.partitioner(s, o, "Partitioner", "MulticastPartitioner")
	s.Sink = k
	b.p.Sinks = append(b.p.Sinks, k)
	s.Stage.Sinks = append(s.Stage.Sinks, k)
}

func (b *builder) repartition(o *topo.Op) { b.result[o] = b.input(o, 0) }

func (b *builder) toTable(o *topo.Op) {
	s := b.step(o, Table, b.input(o, 0))
	b.fill(s)
}

// fill gives a step its store, if it has one.
func (b *builder) fill(s *Step) {
	st := b.t.Of(s.Op).Store
	s.Store = b.stores[st]
	if s.Op.Opt("As") != nil || s.Kind != Table {
		b.kept[st] = true
	}
}

func (b *builder) joinTable(o *topo.Op) {
	s := b.step(o, JoinTable, b.grace(o, b.input(o, 0)))
	b.functions(s)
	s.Left = strings.HasPrefix(o.Method, "Left")
	s.Lookup = b.result[o.Others()[0]]
}

func (b *builder) aggregate(o *topo.Op) {
	kinds := map[string]Kind{"Count": Count, "Reduce": Reduce, "Aggregate": Aggregate}
	w := topo.WindowsOf(o)
	if w != nil {
		kinds = map[string]Kind{"Count": WindowCount, "Reduce": WindowReduce, "Aggregate": WindowAggregate}
	}
	s := b.step(o, kinds[o.Method], b.input(o, 0))
	b.functions(s)
	b.fill(s)
	if w != nil {
		b.result[o] = b.windowed(s, b.windows(o, w, false))
	}
}

func (b *builder) tableAggregate(o *topo.Op) {
	kind := map[string]Kind{"Count": TableCount, "Reduce": TableReduce, "Aggregate": TableAggregate}[o.Method]
	s := b.step(o, kind, b.input(o, 0))
	b.functions(s)
	b.fill(s)
}

// tableView is Filter and MapValues. A filter asks for old values where they are to be had, so that it need not send a
// delete for a row that never passed it.
func (b *builder) tableView(o *topo.Op) {
	kind := TableMapValues
	if o.Method != "MapValues" && o.Method != "MapValuesWithKey" {
		kind = TableFilter
	}
	from := b.input(o, 0)
	s := b.step(o, kind, from)
	b.functions(s)
	b.fill(s)
	if kind == TableFilter {
		s.SendOld = b.sendOld(from, false)
	}
}

// regroup always needs the old value: it is taken out of its group.
func (b *builder) regroup(o *topo.Op) {
	from := b.input(o, 0)
	b.sendOld(from, true)
	b.functions(b.step(o, Regroup, from))
	if k := slot(o.Key()); !comparable(k) {
		b.report("ST421", o, "keys of type "+topo.Short(k.Type)+" can't be compared with ==, and groups of such keys are not supported yet",
			"group by a type without slices, maps and functions")
	}
}

// sendOld asks a table for old values, as Kafka Streams does: force makes a source keep its rows for that. What was
// materialised by an operator declared later does not count yet.
func (b *builder) sendOld(s *Step, force bool) bool {
	switch s.Kind {
	case Table:
		if !force && !b.kept[b.t.Of(s.Op).Store] {
			return false
		}
		s.SendOld = true
	case TableFilter, TableMapValues, TableTransform:
		if s.Store != nil || b.sendOld(s.From, force) {
			s.SendOld = true
		}
	case View:
		return b.sendOld(s.From, force)
	case TableJoined:
		s.SendOld = true
		for _, p := range s.Parents {
			p.SendOld = true
			b.sendOld(p.From, true)
		}
	case Results, Merge: // of a cogroup
		s.SendOld = true
		for _, p := range s.Parents {
			b.sendOld(p, force)
		}
	default:
		s.SendOld = true
	}
	return s.SendOld
}
