package plan

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// Store is a materialised store.
type Store struct {
	Index      int
	Name       string
	Node       int
	Window     *Windows    // nil: none
	Join       *StreamJoin // nil: none
	Subs       bool        // subscriptions of a foreign-key join
	Global     *Global     // nil: it is no global store
	Declared   *UserStore  // by the user, for processors; nil: an operator's
	Versioned  int64       // history in milliseconds; 0: only the last value is kept
	LRU        int64       // rows a partition, those used last; 0: all
	Waits      bool        // a buffer of stream records that wait for a versioned table
	Grace      int64       // Waits: milliseconds
	KeyFunc    string      // Versioned: give the codecs
	ValueFunc  string
	Held       *Held // a suppression's; nil: none
	Key, Value *topo.Codec
	Elem       types.Type // of the values in it: what a nullable value points to
	Unlogged   bool
	Config     [][2]string // of the changelog topic, sorted
	Field      string
	Row        string // type of its rows
	Stage      *Stage
}

// Shape is what a store keeps, and so which type of the run time has its rows.
type Shape uint8

const (
	KeyRows          Shape = iota // the last value of a key
	RecentRows                    // that of the keys that were used last
	VersionRows                   // what a key was, for so long
	RingRows                      // windows of a key, in a ring
	ListRows                      // windows of a key, in a list
	SideRows                      // records of one side of a stream-stream join
	UnmatchedRows                 // those of both sides that have found no partner yet
	SubscriptionRows              // subscriptions of a foreign-key join
	WaitingRows                   // stream records that wait for a versioned table
	HeldRows                      // updates that a suppression holds back
	UserRows                      // what processors put, and timers
)

// Shape says which it is.
func (s *Store) Shape() Shape {
	switch {
	case s.Declared != nil:
		return UserRows
	case s.Subs:
		return SubscriptionRows
	case s.Join != nil && s == s.Join.Shared:
		return UnmatchedRows
	case s.Join != nil:
		return SideRows
	case s.Waits:
		return WaitingRows
	case s.Held != nil:
		return HeldRows
	case s.Versioned > 0:
		return VersionRows
	case s.Window != nil && s.Window.Listed:
		return ListRows
	case s.Window != nil:
		return RingRows
	}
	if s.LRU > 0 {
		return RecentRows
	}
	return KeyRows
}

// Windows is the geometry of windows, in milliseconds.
type Windows struct {
	Kind                 WindowKind
	Size, Advance, Grace int64 // Size: of sliding windows the difference, of sessions the gap
	Retention            int64
	Slots                int64       // of a ring
	Func                 string      // that returns the geometry of tumbling and hopping windows
	Unlimited            []topo.Part // the beginning of an unlimited window, a time.Time; nil: it isn't one
	Listed               bool        // kept as lists, not as rings
	OnClose              bool        // emitted when they close
	Close                string      // the method that does that
	Tallied              bool        // a record is noted once for all windows that hold it
}

func (b *builder) storeTable() {
	for _, st := range b.t.Stores {
		if !st.Materialized || len(st.Nodes) == 0 || st.Global && !st.Declared {
			continue
		}
		if st.Global {
			b.globalStore(st)
			continue
		}
		s := &Store{Index: len(b.p.Stores), Name: st.Name, Node: b.nodes[b.t.Of(st.Op).Node], Stage: b.stages[st.Nodes[0]]}
		b.stores[st] = s
		b.p.Stores = append(b.p.Stores, s)
		s.Stage.Stores = append(s.Stage.Stores, s)
		if st.Kind == topo.SubscriptionStore {
			b.foreignStore(s, st)
			continue
		}
		if st.Kind == topo.JoinStore || st.Kind == topo.SharedStore {
			b.joinStore(s, st)
			continue
		}
		b.rowCodecs(s, st)
		word := camel(strings.TrimPrefix(st.Op.Method, "Try"))
		if st.Named {
			word = camel(st.Name)
		}
		s.Field = s.Stage.names.take(word)
		s.Row = b.names.row(b.p.Prefix + upper(word) + "Row")
		b.changelog(s, st.Op)
		if st.Kind == topo.VersionedStore && !st.Declared {
			b.versioned(s, st.Op)
		}
		if st.Kind == topo.KeyValueStore {
			b.recent(s, st.Op)
		}
		if st.Declared || st.Kind == topo.TimerStore {
			s.Node = b.nodes[st.Nodes[0]]
			b.declared(s, st.Op, st.Kind)
		}
	}
}

// rowCodecs are those of a store's keys and values. A row of timers is its key.
func (b *builder) rowCodecs(s *Store, st *topo.Store) {
	s.Key = b.t.Codec(st.Op, topo.KeyRole)
	if st.Kind == topo.TimerStore && !st.Declared {
		s.Key = &topo.Codec{Kind: "String", Type: types.Typ[types.String]} // a schedule's words
	}
	if !b.codec(st.Op, s.Key, "key") || st.Kind == topo.TimerStore {
		return
	}
	s.Value = b.t.Codec(st.Op, topo.ValueRole)
	if v := s.Value.Plain(); v != nil && v.Kind == "Void" {
		b.report("ST304", st.Op, fmt.Sprintf("Void in store %q: every value is a delete, and there would never be a row", st.Name), "keep something else, or no store")
	}
	if b.codec(st.Op, s.Value, "value") {
		s.Elem = s.Value.Plain().Type
	}
}

func (b *builder) changelog(s *Store, o *topo.Op) {
	s.Unlogged = o.Opt("NoChangelog") != nil
	for _, opt := range o.Opts {
		if opt.Name == "Changelog" && len(opt.Args) == 2 {
			s.Config = append(s.Config, [2]string{topo.Text(opt.Args[0]), topo.Text(opt.Args[1])})
		}
	}
	slices.SortFunc(s.Config, func(x, y [2]string) int { return cmp.Compare(x[0], y[0]) })
}
