package topo

import "go/types"

// Topology is a lowered Graph: Kafka Streams' nodes, stores, repartitions and sub-topologies.
type Topology struct {
	Graph        *Graph
	Nodes        []*Node        // in order of declaration
	Stores       []*Store       // likewise; those that are not Materialized do not exist
	Repartitions []*Repartition // likewise
	Stages       []*Stage       // by number
	steps        map[*Op]*Step
	window       types.Type // record.Windowed, generic; nil: no function of the topology sees it
}

// Of is what an Op became; never nil for an Op of the graph.
func (t *Topology) Of(o *Op) *Step { return t.steps[o] }

// NodeKind is one of the three kinds of nodes that Kafka Streams has.
type NodeKind uint8

const (
	Source NodeKind = iota
	Processor
	Sink
)

// String is the word that describe uses.
func (k NodeKind) String() string { return [...]string{"Source", "Processor", "Sink"}[k] }

// Node is a node of Kafka Streams' topology.
type Node struct {
	Kind     NodeKind
	Name     string
	Op       *Op      // who made it
	Topics   []string // source: what it reads; StreamMatching has none
	Pattern  string   // source: expression of the topics' names
	Topic    string   // sink: "" is computed
	Schedule string   // source: of what it reads instead of topics, in words
	Internal bool     // source and sink: the topic is a repartition or a foreign-key join's
	Stores   []*Store // in order of connection
	Parents  []*Node
	Children []*Node
	Global   bool // runs on every instance, outside of tasks
	Stage    *Stage
}

// StoreKind is the shape of a store.
type StoreKind uint8

const (
	KeyValueStore StoreKind = iota
	WindowStore
	SessionStore
	VersionedStore
	JoinStore         // one side of a stream-stream join: windowed, with duplicates
	SharedStore       // unmatched records of an outer stream-stream join
	SuppressBuffer    // updates held back
	GraceBuffer       // stream records that wait for a versioned table
	SubscriptionStore // of a foreign-key join
	TimerStore        // timers of a processor
)

// Store is a store of one Op.
type Store struct {
	Name         string
	Kind         StoreKind
	Op           *Op
	Key, Value   types.Type // Key is the key within the window where there is one
	Windowed     bool       // a key-value store or buffer whose keys are record.Windowed of Key
	Materialized bool       // false: nothing reads it, so it does not exist
	Named        bool       // by the user
	Declared     bool       // Builder.KeyValueStore and the like
	Global       bool
	Nodes        []*Node // that are connected, in order
}

// Repartition is a hop to the owner of a new key: sink, internal topic, source.
type Repartition struct {
	Base   string // the topic's name without "-repartition"
	Topic  string
	Named  bool // the base was given by the user
	Op     *Op  // the first that needed it, or Repartition itself
	From   *Node
	Sink   *Node
	Filter *Node // nil: a table's
	Source *Node
}

// Stage is a sub-topology: nodes joined by edges and by stores.
type Stage struct {
	ID     int
	Nodes  []*Node // sources by name, then the others in order of declaration
	Stores []*Store
	Global bool
}

// Input is something that flows into an Op.
type Input struct {
	From    *Op          // whose result it is
	Node    *Node        // the parent, behind the repartition if there is one; nil: a store or a global table
	Through *Repartition // nil: none needed
}

// Step is what one Op became.
type Step struct {
	Op           *Op
	Node         *Node   // what comes next hangs below it: the receiver's if the Op has no node of its own; nil: a store
	Nodes        []*Node // its own, in order of declaration
	Inputs       []Input // the receiver, then the arguments; of a cogroup's aggregate all its streams
	Rekeyed      bool    // the key counts as changed: who needs it repartitions
	Store        *Store  // its own; may not be Materialized
	Reads        []*Store
	Repartitions []*Repartition

	table    bool // rows can be looked up: in the own store or the parents'
	parents  []*Step
	both     bool // rows are looked up in the own store and in the parents'
	group    *grouping
	branches *int
	co       []*Step
}

// grouping is what all that follows one GroupBy or GroupByKey have in common: a repartition, if the user named it.
type grouping struct {
	name   string
	shared *Repartition
}
