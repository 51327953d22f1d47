package counting

import (
	"errors"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Topics and store of the program.
const (
	Words  = "words"
	Counts = "counts"
	Store  = "counts-store"
)

// Values that make trouble.
const (
	Malformed = "\xff" // the codec refuses it
	Failing   = "fail" // the select-key function returns an error
	Panicking = "boom" // the select-key function panics
)

// Unwritable is a timestamp that makes a row whose codec panics, at the barrier. No load reaches it.
const Unwritable = 1<<40 + 1

const (
	source abi.NodeID = iota
	selectKey
	count
	sink
)

var errFailing = errors.New("a failing value")

// Program counts. Each call gives its own.
func Program() *lane.Program { return Prefixed("") }

// Prefixed is Program with topics of its own, for tests that share brokers.
func Prefixed(prefix string) *lane.Program {
	return &lane.Program{
		Name: "Counting",
		Nodes: []abi.Node{
			{Name: "KSTREAM-SOURCE-0000000000", Pos: "counting.go:10:4"}, {Name: "KSTREAM-KEY-SELECT-0000000001", Pos: "counting.go:11:4"},
			{Name: "KSTREAM-AGGREGATE-0000000002", Pos: "counting.go:12:4"}, {Name: "KSTREAM-SINK-0000000006", Pos: "counting.go:13:4"},
		},
		Sources: []lane.SourceInfo{{Node: source, Topics: []string{prefix + Words}, Stage: 0}},
		Sinks:   []lane.SinkInfo{{Node: sink, Topic: prefix + Counts, Stage: 1}},
		Stores:  []lane.StoreInfo{{Name: Store, Kind: lane.KeyValue, Node: count, Stage: 1, Layout: "string/int64"}},
		Hops:    []lane.HopInfo{{Name: Store, From: 0, To: 1}},
		Stages: []lane.StageInfo{
			{Sources: []int{0}, Out: []int{0}, New: newSplit},
			{Hops: []int{0}, Stores: []int{0}, Sinks: []int{0}, New: newCount},
		},
	}
}

// word is the hop's record.
type word struct {
	lane.Head
	Key string
}

// split is stage 0 on one lane.
type split struct {
	lane.Stage
	lane *lane.Lane
	out  *lane.Out[word]
}

func newSplit(l *lane.Lane) *lane.Stage {
	s := &split{lane: l, out: lane.NewOut[word](l, 0)}
	s.Sources = []lane.Source{{Run: s.words}}
	s.Flows = []lane.Flow{s.out}
	return &s.Stage
}

func (s *split) words(b *abi.Batch, refs []abi.Ref, from int) {
	l := s.lane
	for i := from; i < len(refs); i++ {
		l.At, l.Node = i, source
		x := refs[i].I
		value := codec.String(b.Value(x))
		if value == Malformed {
			if l.Malformed(source, b, x, errors.New("not UTF-8")) {
				return
			}
			continue
		}
		if value == "" {
			l.Drop(source, abi.NullValue)
			continue
		}
		l.Node = selectKey
		key, err := byValue(value)
		if err != nil {
			if l.Fail(selectKey, abi.Origin{B: b, I: x}, err) {
				return
			}
			continue
		}
		h := codec.Murmur2([]byte(key))
		*s.out.Next(h) = word{lane.Head{B: b, I: x, Hash: h, TS: b.TS(x), Part: codec.Partition(h, s.out.Parts())}, key}
	}
}

// byValue stands for the user's function.
func byValue(value string) (string, error) {
	switch value {
	case Failing:
		return "", errFailing
	case Panicking:
		panic("a panicking value")
	}
	return value, nil
}

// tally is a row of the store.
type tally struct{ TS, N int64 }

// counter is stage 1 on one lane.
type counter struct {
	lane.Stage
	lane  *lane.Lane
	table *store.Table[tally]
	rows  *store.KV[tally]
	out   *codec.Topic
	at    []store.At
}

func newCount(l *lane.Lane) *lane.Stage {
	s := &counter{lane: l, out: l.Topic(0)}
	s.table = store.NewTable[tally](&s.Epoch)
	s.rows = &store.KV[tally]{Table: s.table, CF: 1,
		Put: func(b []byte, v *tally) []byte {
			if v.TS == Unwritable {
				panic("a row that can't be written")
			}
			return codec.AppendInt64(codec.AppendInt64(b, v.TS), v.N)
		},
		Get: func(row []byte, v *tally) bool {
			if len(row) != 16 {
				return false
			}
			v.TS, v.N = codec.GetInt64(row), codec.GetInt64(row[8:])
			return true
		}}
	s.Stores = []store.Any{s.rows}
	s.Outs = []*codec.Topic{s.out}
	s.Hops = []lane.Receiver{lane.In(s.receive, s.prefetch)}
	return &s.Stage
}

func (s *counter) prefetch(recs []word) {
	s.at = store.Fit(s.at, len(recs))
	for i := range recs {
		s.at[i] = s.table.Probe(recs[i].Part, recs[i].Key, recs[i].Hash, &s.rows.Misses)
	}
}

func (s *counter) receive(recs []word, from int) {
	l := s.lane
	for i := from; i < len(recs); i++ {
		r := &recs[i]
		l.At, l.Node = i, count
		e, at := s.table.Hold(s.at[i], r.Part, r.Key, r.Hash)
		e.Live = true
		e.Val.N++
		e.Val.TS = max(e.Val.TS, r.TS)
		s.table.Touch(e, at)
		l.Scratch = codec.AppendInt64(l.Scratch[:0], e.Val.N)
		s.out.Append(r.Hash, r.TS, []byte(r.Key), l.Scratch, r.Headers())
	}
}
