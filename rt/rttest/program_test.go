package rttest_test

import (
	"errors"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// program is what stoatgen would generate for
//
//	b.Stream("words", dsl.String(), dsl.String()).GroupBy(word).Count(dsl.As("counts")).ToStream().To("counted")
//
// where word panics for "panic" and fails for "bad": a hop, a store and a sink, by hand.
func program() *lane.Program {
	return &lane.Program{
		Name:    "Words",
		Nodes:   []abi.Node{{Name: "source", Pos: "words.go:1:1"}, {Name: "key", Pos: "words.go:2:2"}, {Name: "count", Pos: "words.go:3:3"}, {Name: "sink", Pos: "words.go:4:4"}},
		Sources: []lane.SourceInfo{{Node: 0, Topics: []string{"words"}}},
		Sinks:   []lane.SinkInfo{{Node: 3, Topic: "counted", Stage: 1}},
		Stores:  []lane.StoreInfo{{Name: "counts", Node: 2, Stage: 1}},
		Hops:    []lane.HopInfo{{Name: "counts", From: 0, To: 1}},
		Stages: []lane.StageInfo{
			{Sources: []int{0}, Out: []int{0}, New: newKeys},
			{Hops: []int{0}, Stores: []int{0}, Sinks: []int{0}, New: newCounts},
		},
	}
}

type app struct{ p *lane.Program }

func (a app) Program() *lane.Program { return a.p }

type keyed struct {
	lane.Head
	key string
}

type keys struct {
	lane.Stage
	lane *lane.Lane
	out  *lane.Out[keyed]
}

func newKeys(l *lane.Lane) *lane.Stage {
	s := &keys{lane: l, out: lane.NewOut[keyed](l, 0)}
	s.Sources = []lane.Source{{Run: s.words}}
	s.Flows = []lane.Flow{s.out}
	return &s.Stage
}

func (s *keys) words(b *abi.Batch, refs []abi.Ref, from int) {
	l := s.lane
	for i := from; i < len(refs); i++ {
		l.At, l.Node = i, 1
		r := refs[i].I
		val := b.Value(r)
		if val == nil {
			l.Drop(1, abi.NullValue)
			continue
		}
		switch string(val) {
		case "panic":
			panic("word panics")
		case "bad":
			if l.Fail(1, abi.Origin{B: b, I: r}, errors.New("word fails")) {
				return
			}
			continue
		}
		h := codec.Murmur2(val)
		x := s.out.Next(h)
		x.Head = lane.Head{B: b, I: r, Hash: h, TS: b.TS(r), Part: codec.Partition(h, s.out.Parts())}
		x.key = string(val)
	}
}

type count struct {
	TS, N int64
}

type counts struct {
	lane.Stage
	lane   *lane.Lane
	counts *store.KV[count]
	at     []store.At
	out    *codec.Topic
}

func newCounts(l *lane.Lane) *lane.Stage {
	s := &counts{lane: l, out: l.Topic(0)}
	s.counts = &store.KV[count]{Table: store.NewTable[count](&s.Epoch), CF: 1,
		Put: func(b []byte, v *count) []byte { return codec.AppendInt64(codec.AppendInt64(b, v.TS), v.N) },
		Get: func(row []byte, v *count) bool {
			v.TS, v.N = codec.GetInt64(row), codec.GetInt64(row[8:])
			return true
		}}
	s.Hops = []lane.Receiver{lane.In(s.count, s.prefetch)}
	s.Stores = []store.Any{s.counts}
	s.Outs = []*codec.Topic{s.out}
	return &s.Stage
}

func (s *counts) prefetch(recs []keyed) {
	s.at = store.Fit(s.at, len(recs))
	for i := range recs {
		s.at[i] = s.counts.Table.Probe(recs[i].Part, recs[i].key, recs[i].Hash, &s.counts.Misses)
	}
}

func (s *counts) count(recs []keyed, from int) {
	l := s.lane
	for i := from; i < len(recs); i++ {
		l.At, l.Node = i, 2
		x := &recs[i]
		e, at := s.counts.Table.Hold(s.at[i], x.Part, x.key, x.Hash)
		if !e.Live {
			e.Val, e.Live = count{TS: x.TS}, true
		}
		e.Val.N++
		e.Val.TS = max(e.Val.TS, x.TS)
		s.counts.Table.Touch(e, at)
		l.Node = 3
		l.Scratch = codec.AppendInt64(l.Scratch[:0], e.Val.N)
		s.out.Append(x.Hash, e.Val.TS, codec.Bytes(x.key), l.Scratch, x.Headers())
	}
}
