package lane

import (
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
)

// Splitter divides fetched batches among lanes by key, and injects barriers. One goroutine uses it.
type Splitter struct {
	program *Program
	lanes   int
	send    func(to int, w Work)
	turn    int // lane of the next record without a key
}

// NewSplitter makes the router of a program.
func NewSplitter(p *Program, lanes int, send func(to int, w Work)) *Splitter {
	return &Splitter{program: p, lanes: lanes, send: send}
}

// Split sends the records of a batch to the lanes that own their keys. Null keys take turns: they touch no state.
func (r *Splitter) Split(source int, b *abi.Batch, records []uint32) {
	refs := make([][]abi.Ref, r.lanes)
	for i := range refs {
		refs[i] = make([]abi.Ref, 0, len(records)/r.lanes+len(records)/8+1)
	}
	for _, i := range records {
		key := b.Key(i)
		if key == nil {
			r.turn = (r.turn + 1) % r.lanes
			refs[r.turn] = append(refs[r.turn], abi.Ref{I: i})
			continue
		}
		h := codec.Murmur2(key)
		l := Of(h, r.lanes)
		refs[l] = append(refs[l], abi.Ref{I: i, Hash: h})
	}
	s := &r.program.Sources[source]
	for l, x := range refs {
		if len(x) > 0 {
			r.send(l, Work{Stage: s.Stage, Input: r.program.input(source), From: Router, Batch: b, Refs: x})
		}
	}
}

// Barrier ends an epoch: it goes to every stage that has sources, on every lane, behind all that Split has sent.
// times, nil or one value for each windowed operator of all stages, is what the coordinator has found all lanes may
// catch up with.
func (r *Splitter) Barrier(epoch uint32, times []int64) {
	for i := range r.program.Stages {
		if len(r.program.Stages[i].Sources) == 0 {
			continue
		}
		for l := range r.lanes {
			r.send(l, Work{Stage: i, From: Router, Barrier: epoch, Times: times})
		}
	}
}

// input is the place of a source among those of its stage.
func (p *Program) input(source int) int {
	for i, s := range p.Stages[p.Sources[source].Stage].Sources {
		if s == source {
			return i
		}
	}
	panic("lane: source " + p.Nodes[p.Sources[source].Node].Name + " isn't in its stage's list")
}
