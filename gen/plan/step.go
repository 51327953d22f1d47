package plan

import "github.com/stoatgen/stoatgen/gen/topo"

// Kind is what a step does.
type Kind uint8

const (
	SourceIn Kind = iota // entry: a source
	HopIn                // entry: a hop
	Table                // puts a record into a table: Builder.Table, ToTable
	Filter
	Map
	MapValues
	FlatMap
	FlatMapValues
	SelectKey
	Peek
	ForEach
	Merge
	Split
	Branch
	View // KeyAs, ValueAs: another view of null
	ToSink
	HopOut
	Count
	Reduce
	Aggregate
	WindowCount
	WindowReduce
	WindowAggregate
	JoinTable
	JoinStreams      // one side of a stream-stream join
	JoinTables       // one side of a table-table join
	TableJoined      // what both lead to
	ForeignSubscribe // of a foreign-key join: see ForeignJoin
	ForeignReceive
	ForeignAnswer
	ForeignResolve
	JoinGlobal
	TableFilter
	TableMapValues
	ToStream
	Regroup // KTable.GroupBy
	Results // of windows that are kept as lists, and of cogroups of those: what is below them
	TableCount
	TableReduce
	TableAggregate
	Process        // and ProcessValues
	TableTransform // KTable.TransformValues
	Wait           // of a stream-table join with grace
	Suppress
	HeldIn // entry: what was held back
	Print
)

var kinds = [...]string{"source", "hop in", "table", "filter", "map", "map values", "flat map", "flat map values", "select key", "peek",
	"for each", "merge", "split", "branch", "view", "sink", "hop out", "count", "reduce", "aggregate", "windowed count", "windowed reduce",
	"windowed aggregate", "join table", "join streams", "join tables", "joined table", "subscribe", "receive subscription", "answer subscribers", "resolve", "join global table", "filter table", "map table", "to stream", "regroup", "results", "count table", "reduce table", "aggregate table",
	"process", "transform table", "wait", "suppress", "held in", "print"}

func (k Kind) String() string { return kinds[k] }

// Windowed says whether a step of the kind aggregates by window.
func (k Kind) Windowed() bool { return k == WindowCount || k == WindowReduce || k == WindowAggregate }

// ofTable says whether a step of the kind aggregates a table's rows.
func (k Kind) ofTable() bool { return k == TableCount || k == TableReduce || k == TableAggregate }

// Step is one operator, with what is below it.
type Step struct {
	Kind  Kind
	Op    *topo.Op
	Node  int
	Stage *Stage
	Name  string // of variables and methods that are its own
	In    Record
	Out   Record
	Next  []*Step // in order of declaration; of a split its branches

	Fns     []*Func // user functions in the order of the call's arguments
	Try     bool    // Fns[0] returns an error
	Not     bool    // FilterNot: keeps what the function refuses
	WithKey bool    // Fns[0] sees the key
	Left    bool    // joins: without a partner too
	Keyed   bool    // Process: null keys end here
	Right   bool    // JoinStreams, JoinTables: the other side

	Source    *Source
	Sink      *Sink
	Hop       *Hop
	Store     *Store // that it fills
	Join      *StreamJoin
	Tables    *TableJoin
	Foreign   *ForeignJoin
	Global    *Global // JoinGlobal: where it looks
	Print     *Printing
	Processor *Processor
	Held      *Held // of a step that holds records back, and of the entry behind it
	Lookup    *Step // JoinTable: the table whose rows it looks up
	SendOld   bool  // table: children see the old value
	From      *Step // the table above, for lookups

	Parents []*Step  // that lead here; none: an entry
	Method  string   // it begins one of that name; "": fused into the step above
	Need    Need     // of In, by it and all below
	Fails   bool     // user code runs here or below: a panic may end the record
	Errs    bool     // a value here or below may have no bytes: an error may end the record
	Touches []*Store // entry: stores below, which the entry's key is looked up in
	Late    []Late   // entry: stores below that rows of other keys come to
}
