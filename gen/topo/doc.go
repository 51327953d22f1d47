// Package topo holds the first of the generator's two representations: what the user said. gen/scan makes a Graph of it,
// Lower gives it Kafka Streams' nodes, names, numbers, stores, repartitions and sub-topologies.
//
//	scan ──► Graph ──Lower──► Topology ──► check, plan (and through it emit), view
//	         []*Op            Step an Op, Node, Store, Repartition, Stage
//
// # What plan starts from
//
//	t, problems := topo.Lower(g, nil)
//	t.Graph.Ops                     every call of the DSL in order of evaluation; an Op's inputs precede it
//	o.Type, o.Method                "KStream", "Filter"; o.Row() is the operator without Try, WithKey and the like
//	o.Recv, o.Args, o.Opts          values: *Op, *Setting, *Func, Const, List, Opaque, Builder
//	o.Key(), o.Value()              types of the result; o.Windowed() says that keys are record.Windowed of Key
//	o.TypeArgs, o.Result            type arguments of the method, type of the result
//	o.Pos, o.Via, o.Doc             places as token.Pos: g.At(pos) resolves them; g.Came(diagnostic, o) adds Via
//	o.Settings(f)                   every codec, window and option of the call, those inside others too
//	t.Of(o)                         *Step: what the Op became
//	  .Node, .Nodes                 the node that later ones hang below; all of its own, in order of declaration
//	  .Inputs                       what flows in: From (*Op), Node, Through (*Repartition or nil)
//	  .Rekeyed                      the key counts as changed since the last repartition
//	  .Store, .Reads                its own store; the stores that lookups in its result go to
//	  .Repartitions                 those that this Op made
//	t.Nodes, t.Stores, t.Repartitions, t.Stages
//	Node   Name, Kind, Op, Topics, Topic, Parents, Children, Stores, Stage
//	Store  Name, Kind, Op, Key, Value, Materialized, Named, Nodes
//	Repartition  Base, Topic, Op, From, Sink, Filter, Source
//	Stage  ID, Nodes, Stores, Global: a sub-topology
//	t.Codec(o, role)                codec of what o writes or stores, in the order of package dsl; nil: none
//	t.Flows(o, role)                codec of what o gives, as far as it follows from upstream
//	t.Written(o, role)              the type that o writes or stores, record.Windowed included
//	t.Needs(o)                      the codecs that o needs, and for what
//	Func.Text                       a literal cut from its file, in parts: text, names of packages
//	WindowsOf(o), JoinWindowsOf(o)  the window settings of an aggregation or join in numbers
//
// A store exists only if Materialized: a table source, ToTable or foreign-key join without As has none until something
// looks rows up, and then Lower says so.
//
// Invariants:
//
//	T1: Graph.Ops is Go's order of evaluation: receiver, arguments, call. All numbering follows from it.
//	T2: one number a builder and call, taken even if the user gave a name, as in Kafka Streams.
//	T3: nothing here depends on map order, file order or paths.
//	T4: of a graph that scan found fault with, Lower makes what it can; it never fails.
//
// The package imports gen/diag and go/types only.
package topo
