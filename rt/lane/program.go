package lane

import (
	"cmp"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// Program is a topology as the run time sees it: what generated code hands over. Plain data; indices refer to the
// slices here. Stages are in topological order, but for hops that lead back.
type Program struct {
	Name    string // of the topology, in the user's words
	Nodes   []abi.Node
	Sources []SourceInfo
	Sinks   []SinkInfo
	Stores  []StoreInfo
	Hops    []HopInfo
	Globals []GlobalInfo
	Prints  []PrintInfo
	Stages  []StageInfo

	Copartitions []Copartition // joins
}

// SourceInfo is a source: the topics that one operator reads.
type SourceInfo struct {
	Node    abi.NodeID
	Topics  []string
	Pattern string // instead of Topics: every topic whose whole name matches
	Stage   int
	Reset   Reset
	Back    int64 // ResetBack: milliseconds
	// WallClock takes the time of reading in place of the record's own timestamp.
	WallClock bool
	// Extract, where the topology names a timestamp extractor, gives the record's timestamp. ok is false where the
	// record can't be decoded: the lane will report it. Called by the router, in the order of the partition;
	// partitionTime is the largest timestamp of the partition so far, -1 at first. A negative result follows the rule
	// for negative timestamps.
	Extract func(b *abi.Batch, i uint32, partitionTime int64) (ts int64, ok bool)
}

// Reset says where to begin without a committed offset.
type Reset uint8

const (
	ResetDefault Reset = iota // as configured
	ResetEarliest
	ResetLatest
	ResetBack // at the first record that was written Back ago or later
	ResetNone // refuse to start
)

// SinkInfo is a sink. Topic is empty if it is computed for each record. Above is the processor that it is a child of; 0: it is a
// source's.
type SinkInfo struct {
	Node, Above abi.NodeID
	Topic       string
	Stage       int
}

// StoreKind is the shape of a store's rows and changelog.
type StoreKind uint8

const (
	KeyValue      StoreKind = iota // Kafka Streams' timestamped key-value store
	Window                         // Kafka Streams' timestamped window store
	JoinSide                       // Kafka Streams' window store of one side of a stream-stream join: with duplicates, without timestamps
	Unmatched                      // Kafka Streams' list store of an outer stream-stream join
	Session                        // Kafka Streams' session store
	PlainWindow                    // Kafka Streams' window store: rows by key, start and sequence number
	Versioned                      // Kafka Streams' versioned key-value store
	Waiting                        // Kafka Streams' buffer of a stream-table join with grace
	Suppressed                     // Kafka Streams' buffer of a suppression
	Subscriptions                  // Kafka Streams' subscription store of a foreign-key join
	Timers                         // timers of a processor, which Kafka Streams hasn't got
)

var storeKinds = [...]string{KeyValue: "key-value", Window: "window", JoinSide: "join side", Unmatched: "unmatched", Session: "session", PlainWindow: "plain window",
	Versioned: "versioned", Waiting: "waiting", Suppressed: "suppressed", Subscriptions: "subscriptions", Timers: "timers"}

// String names the kind in words.
func (k StoreKind) String() string { return storeKinds[k] }

// Windowed says whether rows mean nothing any more once stream time is further than Retention: their changelog records may go.
func (k StoreKind) Windowed() bool {
	return k == Window || k == JoinSide || k == Unmatched || k == Session || k == PlainWindow
}

// StoreInfo is a store of the topology; its index is its column family's and its changelog's.
type StoreInfo struct {
	Name      string
	Kind      StoreKind
	Node      abi.NodeID
	Stage     int
	Size      int64             // Window: size of a window in milliseconds
	Retention int64             // Windowed: milliseconds
	Layout    string            // fingerprint of the row layout: codecs and geometry
	Unlogged  bool              // no changelog
	Config    map[string]string // settings of the changelog topic beyond Kafka Streams' own
}

// sink is the sink of a node, nil if that isn't one.
func (p *Program) sink(n abi.NodeID) *SinkInfo {
	for i := range p.Sinks {
		if p.Sinks[i].Node == n {
			return &p.Sinks[i]
		}
	}
	return nil
}

// HopInfo is a change of lane; it takes the place of Kafka Streams' repartition topic of that name.
type HopInfo struct {
	Name       string // <Name>-repartition in Kafka Streams, without the application id
	From, To   int    // stages
	Foreign    bool   // of a foreign-key join: Name is the whole name of the topic, without the application id
	Partitions int32  // 0: as many as the stage it comes from
	After      int    // the round of the stage it comes from, behind which it gets the barrier
	Round      int    // of the stage it enters: 0 unless it leads back
}

// StageInfo is a stage. Sources, Hops and Stores index the Program's lists, in the order in which New fills the
// instance's slices.
type StageInfo struct {
	Sources []int
	Hops    []int // hops that come in
	Out     []int // hops that go out
	Stores  []int
	Sinks   []int
	Marks   []string // names of the instance's Marks but those of Markers; nil: of its window stores
	New     func(l *Lane) *Stage

	// ByPartition: its processors' stores hold keys of any hash, so a partition has one lane, as it has one task in Kafka
	// Streams. Otherwise a key has one.
	ByPartition bool
	Scheduled   bool // it has sources that tick
}

// Routed says whether the router sends it barriers: not all of its work comes from other lanes.
func (s *StageInfo) Routed() bool { return len(s.Sources) > 0 || s.Scheduled }

// Inputs is how many channels a stage has with so many lanes: the router's, if it is routed, and one from every lane
// for each hop that comes in.
func (s *StageInfo) Inputs(lanes int) int {
	n := len(s.Hops) * lanes
	if s.Routed() {
		n++
	}
	return n
}

// Layout is what the run time knows only when it starts.
type Layout struct {
	Parts []int32 // by stage: partitions of its stores, the largest count of its sources and hops
	Hops  []int32 // by hop
	Sinks []int32 // by sink; 0 for a computed topic
}

// Resolve computes the layout from the partition counts of source and sink topics. A hop has as many partitions as
// the stage that it leaves, unless the topology says how many or it is joined with something, as with Kafka Streams'
// repartition topics. See Copartitioned for what can't be joined.
func (p *Program) Resolve(partitions func(topic string) int32, match func(pattern string) []string) Layout {
	l := Layout{Parts: make([]int32, len(p.Stages)), Hops: make([]int32, len(p.Hops)), Sinks: make([]int32, len(p.Sinks))}
	for i := range p.Stages {
		st := &p.Stages[i]
		n := int32(1)
		for _, s := range st.Sources {
			for _, t := range p.Sources[s].topics(match) {
				n = max(n, partitions(t))
			}
		}
		p.settle(i, &l, partitions, match)
		for _, h := range st.Hops {
			n = max(n, l.Hops[h])
		}
		l.Parts[i] = n
		for _, h := range st.Out { // stages are in topological order: known before the stage it enters, unless it leads back
			if l.Hops[h] == 0 {
				l.Hops[h] = cmp.Or(p.Hops[h].Partitions, n)
			}
		}
	}
	for h := range p.Hops {
		to := &l.Parts[p.Hops[h].To]
		*to = max(*to, l.Hops[h])
	}
	for i, s := range p.Sinks {
		if s.Topic != "" {
			l.Sinks[i] = partitions(s.Topic)
		}
	}
	return l
}
