package lane

import (
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
)

// Router divides fetched batches among lanes by key, and injects barriers. One goroutine uses it.
type Router struct {
	program *Program
	lanes   int
	send    func(to int, w Work)
	turn    int // lane of the next record without a key

	slab  []abi.Ref // for the refs of the next batches
	place []placed  // of the running one
	ends  []int     // of each lane's refs
}

// placed is a record and its lane.
type placed struct {
	ref  abi.Ref
	lane int32
}

// slabRefs is how many refs are allocated at once: where records are taken in timestamp order, a run is one or two.
const slabRefs = 4096

// NewRouter makes the router of a program.
func NewRouter(p *Program, lanes int, send func(to int, w Work)) *Router {
	return &Router{program: p, lanes: lanes, send: send, ends: make([]int, lanes)}
}

// Route sends the records of a batch to the lanes that own their keys. Null keys take turns: they touch no state.
func (r *Router) Route(source int, b *abi.Batch, records []uint32) {
	r.assign(b, records, r.program.Stages[r.program.Sources[source].Stage].ByPartition)
	refs := r.take(len(records))
	from := 0
	for l, n := range r.ends { // counts become the places of each lane's first
		r.ends[l] = from
		from += n
	}
	for _, x := range r.place {
		refs[r.ends[x.lane]] = x.ref
		r.ends[x.lane]++
	}
	s := &r.program.Sources[source]
	input := r.program.input(source)
	from = 0
	for l, end := range r.ends {
		if end > from {
			r.send(l, Work{Stage: s.Stage, Input: input, From: FromRouter, Batch: b, Refs: refs[from:end:end]})
		}
		from = end
	}
}

// assign finds the lane of each record, and counts those of each lane. whole: the batch has one, by its partition.
func (r *Router) assign(b *abi.Batch, records []uint32, whole bool) {
	r.place = r.place[:0]
	clear(r.ends)
	for _, i := range records {
		x := placed{ref: abi.Ref{I: i}}
		if key := b.Key(i); key == nil {
			r.turn = (r.turn + 1) % r.lanes
			x.lane = int32(r.turn)
		} else {
			x.ref.Hash = codec.Murmur2(key)
			x.lane = int32(Of(x.ref.Hash, r.lanes))
		}
		if whole {
			x.lane = int32(OfPartition(b.Partition, r.lanes))
		}
		r.ends[x.lane]++
		r.place = append(r.place, x)
	}
}

// take is room for n refs, of a slab that the works share and the collector frees when the last of them is done.
func (r *Router) take(n int) []abi.Ref {
	if n > len(r.slab) {
		r.slab = make([]abi.Ref, max(n, slabRefs))
	}
	refs := r.slab[:n:n]
	r.slab = r.slab[n:]
	return refs
}

// Barrier ends an epoch: it goes to every stage that has sources, on every lane, behind all that Route has sent.
// marks, nil or those of all stages, are what the coordinator has found all lanes may catch up with.
func (r *Router) Barrier(epoch uint32, marks []int64) {
	for i := range r.program.Stages {
		if !r.program.Stages[i].Routed() {
			continue
		}
		for l := range r.lanes {
			r.send(l, Work{Stage: i, From: FromRouter, Barrier: epoch, Marks: marks})
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
