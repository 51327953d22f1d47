package plan

import (
	"go/types"
	"slices"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Program is a topology as it will run.
type Program struct {
	Name     string // in the user's words: Orders
	New      string // what makes the application: NewOrders
	Prefix   string // of everything else that is generated: orders
	Table    string // of the nodes
	Func     string // that returns the program as the run time sees it
	File     string // of file names: orders
	Build    string // constraint of the files; "": none
	Package  *types.Package
	Receiver types.Type // what user functions need at run time; nil: nothing
	Nodes    []Node
	Sources  []*Source
	Sinks    []*Sink
	Stores   []*Store
	Globals  []*Global
	Prints   []*Printing
	Hops     []*Hop
	Stages   []*Stage // in topological order, but for hops that lead back
	Joins    []Join
	Funcs    []*Func                     // user functions, in order of use
	Custom   map[*topo.Codec][]topo.Part // the user's codecs as they are written
}

// All are the stages of the program, and those that fill its global stores.
func (p *Program) All() []*Stage {
	all := slices.Clone(p.Stages)
	for _, g := range p.Globals {
		if g.Stage != nil {
			all = append(all, g.Stage)
		}
	}
	return all
}

// Join is what is joined: the entries whose records meet, which must have as many partitions as each other.
type Join struct {
	Sources []*Source
	Hops    []*Hop
}

// Node is a row of the node table.
type Node struct{ Const, Name, Pos string }

// Stage is a sub-topology, or a part of one: what needs no change of lane.
type Stage struct {
	Index       int
	Type        string // of the generated struct
	Entries     []*Step
	Sources     []*Source
	In, Out     []*Hop
	Stores      []*Store
	Sinks       []*Sink
	StreamTimes []*Step // windowed operators, which have a stream time each
	Joins       []*StreamJoin
	Borrowed    []*Store  // of other stages, that this one looks rows up in
	Globals     []*Global // that it looks rows up in
	Global      bool      // it fills a global store: outside of lanes and epochs, with one partition

	Prints      []*Printing
	Processors  []*Step
	ByPartition bool // a partition has one lane
	Scheduled   bool // some of its sources are schedules
	Held        []*Held

	names names
}

// Source is an operator that reads topics.
type Source struct {
	Index      int
	Node       int // that malformed records are counted at
	Topics     []string
	Pattern    string
	Reset      string // of lane.Reset; "": as configured
	Back       int64  // of ResetBack: milliseconds
	Key, Value *topo.Codec
	Extract    Extract
	Fn         *Func // of Extract
	FnValue    Demand
	Name       string // of functions and fields: orders
	Time       string // the function that gives a record's timestamp; "": none
	Stage      *Stage
	Entry      *Step
}

// Extract is where a record's timestamp comes from.
type Extract uint8

const (
	ByDefault     Extract = iota // as configured
	FromValue                    // dsl.Timestamp
	FromRecord                   // dsl.TimestampFunc
	SkipInvalid                  // a negative one drops the record
	PartitionTime                // a negative one is replaced by the partition's time
	WallClock                    // the time of reading
)

// Sink is an operator that writes to a topic.
type Sink struct {
	Index      int
	Node       int
	Above      int    // the processor that it is a child of; 0: it is a source's
	Topic      string // "": computed
	Key, Value *topo.Codec
	Field      string
	Stage      *Stage

	Partitioner *Partitioner // nil: Kafka's default
}

// Partitioner is a user function that picks the partitions of what is written to a topic, or to the one that a hop replaces.
// It sees the record, of a foreign-key join the key alone.
type Partitioner struct {
	Fn      *Func
	KeyOnly bool
	Many    string // field of the stage that collects the partitions; "": it names one
}

// Hop is a change of lane, in place of a repartition topic.
type Hop struct {
	Index      int
	Base       string
	Partitions int32
	Filter     int          // node that null keys are dropped at; -1: a table's, or they pass
	Nulls      bool         // null keys pass
	Shown      *topo.Codec  // of values that a test driver shows; nil: it cannot
	Foreign    *ForeignJoin // nil: a repartition
	Key        *topo.Codec
	Record     Record // that travels
	Need       Need   // of it, on the other side
	Type       string // of the hop record
	Field      string
	From, To   *Stage
	After      int // the round of From behind which the barrier goes over it
	Round      int // of To that it belongs to
	Entry      *Step

	Partitioner *Partitioner // nil: Kafka's default
}

// Record is what flows along an edge.
type Record struct {
	Key, Value Slot
	Table      bool        // a change of a row
	Old        bool        // with the old value
	Others     bool        // also of other keys than the entry's: what they are looked up in was not asked for them with the batch
	Stale      bool        // it may be another version of a row than the latest
	Asked      bool        // likewise: but of any key, so that it is read when it is needed
	OldNull    Null        // how an old value that was not there is told
	KeyChanged bool        // since the stage was entered: Head's hash, partition and null aren't the key's
	Rehashed   bool        // a windowed key: Head's hash may be that of all of its bytes, where it else is of the key in it
	KeyCodec   *topo.Codec // of the entry's key, by which its state is kept; nil: the key was changed
	RawKey     *topo.Codec // the source record's key has these bytes; nil: it was changed
	RawValue   *topo.Codec // the source record's value has these bytes; nil: it was changed
	RawNull    bool        // and it is null if and only if that is
	Bare       bool        // it may have no headers though the source record has
}

// Slot is a key or a value.
type Slot struct {
	Type     types.Type // within Windowed
	Windowed bool       // record.Windowed of Type
	Null     Null
}

// Null is how a null is told from a value.
type Null uint8

const (
	Never Null = iota // there is none
	Nil               // nil is null
	Flag              // beside it
)

// Need is what is used of a record below a place.
type Need struct {
	Key      bool
	KeyBytes bool
	Value    Demand
	Old      Demand
}

// Demand is which fields of a value are used.
type Demand struct {
	All    bool
	Fields []string // sorted
	Any    bool     // also without fields: the value is passed to something
}
