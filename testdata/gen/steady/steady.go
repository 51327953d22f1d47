package steady

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// Record is one of a batch.
type Record struct {
	Key, Value []byte
	TS         int64
}

// Feed are the records that go through the source of a topic, again and again.
type Feed map[string][]Record

// Allocs is how many allocations a record costs in the steady state, over all sources of the feed. From round to round the
// records come so many milliseconds later.
func Allocs(tb testing.TB, p *lane.Program, feed Feed, later int64) float64 {
	few, records := measure(tb, p, feed, later, 8)
	many, more := measure(tb, p, feed, later, 64)
	return (many - few) / float64(more-records)
}

// measure runs the feed, repeated so often within one batch, and a barrier.
func measure(tb testing.TB, p *lane.Program, feed Feed, later int64, repeat int) (allocs float64, records int) {
	r := &runner{p: p, epoch: 1, later: later}
	env := lane.Env{
		Send:       func(_ int, w lane.Work) { r.lane.Put(w) },
		Handover:   func(h *lane.Handover) { r.given = append(r.given, h) },
		Partitions: func(string) int32 { return 2 },
		Stored:     func() uint32 { return r.epoch - 1 },
		Now:        func() int64 { return 0 },
		Failed:     func(f *lane.Failure) { tb.Fatal(f) },
		Changelog:  func(i int) string { return p.Stores[i].Name },
		Errors:     lane.Handlers{Decode: stop, Process: stop},
	}
	r.lane = lane.New(0, 1, p, p.Resolve(env.Partitions, nil), r.epoch, env)
	for i := range p.Sources {
		s := &p.Sources[i]
		for _, topic := range s.Topics {
			if b := batch(topic, feed[topic], repeat); len(b.Recs) > 0 {
				r.work = append(r.work, lane.Work{Stage: s.Stage, Input: place(p, i), From: lane.FromRouter, Batch: b, Refs: refs(b)})
				records += len(b.Recs)
			}
		}
	}
	if records == 0 {
		tb.Fatal("the feed names no topic that the program reads")
	}
	return testing.AllocsPerRun(20, r.round), records
}

func stop(*lane.Failure) lane.Verdict { return lane.Stop }

// place is where a source stands in its stage.
func place(p *lane.Program, source int) int {
	for i, s := range p.Stages[p.Sources[source].Stage].Sources {
		if s == source {
			return i
		}
	}
	return -1
}

type runner struct {
	p     *lane.Program
	lane  *lane.Lane
	work  []lane.Work
	epoch uint32
	later int64
	given []*lane.Handover
}

func (r *runner) round() {
	for _, w := range r.work {
		for i := range w.Batch.Recs {
			w.Batch.Recs[i].TS += r.later
		}
	}
	for _, w := range r.work {
		r.lane.Put(w)
	}
	for r.lane.Step() {
	}
	for i := range r.p.Stages {
		if len(r.p.Stages[i].Sources) > 0 {
			r.lane.Put(lane.Work{Stage: i, From: lane.FromRouter, Barrier: r.epoch})
		}
	}
	for r.lane.Step() {
	}
	r.epoch++
	for _, h := range r.given {
		r.lane.Recycle(h)
	}
	r.given = r.given[:0]
}

func batch(topic string, records []Record, repeat int) *abi.Batch {
	b := &abi.Batch{Topic: topic}
	part := func(x []byte) (at, n int32) {
		if x == nil {
			return 0, -1
		}
		b.Data = append(b.Data, x...)
		return int32(len(b.Data) - len(x)), int32(len(x))
	}
	for range repeat {
		for _, r := range records {
			x := abi.Rec{TS: r.TS, OffsetDelta: int32(len(b.Recs)), HeaderLen: -1}
			x.Key, x.KeyLen = part(r.Key)
			x.Val, x.ValLen = part(r.Value)
			b.Recs = append(b.Recs, x)
		}
	}
	return b
}

func refs(b *abi.Batch) (out []abi.Ref) {
	for i := range b.Recs {
		out = append(out, abi.Ref{I: uint32(i), Hash: codec.Murmur2(b.Key(uint32(i)))})
	}
	return out
}
