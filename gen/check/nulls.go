package check

import (
	"github.com/stoatgen/stoatgen/gen/topo"
)

// dropping are the operators whose functions are not called with a null of a type that has none: they drop the record.
var dropping = map[string]bool{
	"KStream.Filter": true, "KStream.FilterNot": true, "KStream.Map": true, "KStream.FlatMap": true, "KStream.FlatMapValues": true,
	"KStream.SelectKey": true, "KStream.ForEach": true, "KStream.GroupBy": true, "KStream.Process": true, "KStream.ProcessValues": true,
	"BranchedKStream.Branch": true, "KStream.ToFunc": true,
}

// passing are those that let a null pass unseen.
var passing = map[string]bool{
	"KStream.MapValues": true, "KStream.Peek": true, "KStream.KeyAs": true, "KStream.ValueAs": true, "KStream.Repartition": true,
	"KStream.Split": true,
}

// nulls warns where the deletes of a table end at a function that cannot see them.
func (c *checker) nulls(o *topo.Op) {
	if !drops(o) {
		return
	}
	from := o.From()
	for ; from != nil && !topo.Nullable(from.Value()); from = from.From() {
		if from.Method == "ToStream" && deletes(from.From()) {
			c.say(o, o.Pos, "ST311", "write ValueAs(dsl.Nullable(…)) behind ToStream, and the function sees a delete as nil",
				"the table's deletes are dropped by %s, whose function cannot see them", o.Method)
			c.related(from.Pos, "the updates of the table begin here")
			return
		}
		if !passing[from.Row()] || partitioned(from) {
			return
		}
	}
}

// drops says whether an operator drops what its functions can't see.
func drops(o *topo.Op) bool { return dropping[o.Row()] || partitioned(o) }

func partitioned(o *topo.Op) bool {
	return o.Opt("Partitioner") != nil || o.Opt("MulticastPartitioner") != nil
}

// deletes says whether rows of the table can be deleted.
func deletes(t *topo.Op) bool {
	if t == nil {
		return false
	}
	switch t.Row() {
	case "Builder.Table", "KStream.ToTable", "KTable.Filter", "KTable.FilterNot", "KTable.JoinForeign", "KTable.LeftJoinForeign":
		return true
	case "KTable.Join", "KTable.LeftJoin", "KTable.OuterJoin":
		return topo.Nullable(t.Value()) || deletes(t.From()) || deletes(other(t))
	case "KTable.MapValues", "KTable.TransformValues", "KTable.Suppress", "KTable.KeyAs", "KTable.ValueAs":
		return topo.Nullable(t.Value()) || deletes(t.From())
	}
	return topo.Nullable(t.Value()) // an aggregate
}
