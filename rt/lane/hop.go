package lane

import (
	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
)

// HopBatch is how many records travel together. At 256 the inbox costs less than half a nanosecond a record.
const HopBatch = 256

// Head is the untyped part of a hopped record; generated record types embed it. B and I are the source record: metadata
// and headers. Part is its partition in the repartition topic that the hop replaces. Null says that the key is null, Bare
// that the record has no headers, whatever the source record has.
type Head struct {
	B       *abi.Batch
	I, Hash uint32
	TS      int64
	Part    int32
	Null    bool
	Bare    bool
}

// Source is the record's origin.
func (h *Head) Source() abi.Origin { return abi.Origin{B: h.B, I: h.I} }

// Headers is the header block of the record.
func (h *Head) Headers() []byte {
	if h.Bare {
		return nil
	}
	return h.Source().Headers()
}

// Batch of a hop.
type Batch[T any] struct {
	Recs []T
	home chan *Batch[T]
}

// Len is the number of records.
func (b *Batch[T]) Len() int { return len(b.Recs) }

// free gives the batch back to its sender once the receiver is done with it.
func (b *Batch[T]) free() {
	clear(b.Recs) // or the strings in it would keep fetched batches alive
	b.Recs = b.Recs[:0]
	select {
	case b.home <- b:
	default:
	}
}

// Out is the sending side of a hop on one lane: an open batch for each lane of the next stage.
type Out[T any] struct {
	lane  *Lane
	stage int
	input int
	after int
	parts int32
	whole bool // the next stage is ByPartition
	open  []*Batch[T]
	free  chan *Batch[T]
	topic string // repartition topic that the hop replaces
	shown bool   // records are shown in it
}

// spareBatches is how many empty batches a sender keeps for each lane it sends to.
const spareBatches = 16

// NewOut makes the sending side of a hop, by its index in the program.
func NewOut[T any](l *Lane, hop int) *Out[T] {
	h := l.program.Hops[hop]
	o := &Out[T]{lane: l, stage: h.To, after: h.After, parts: l.layout.Hops[hop], whole: l.program.Stages[h.To].ByPartition,
		shown: l.env.Internal, open: make([]*Batch[T], l.Lanes), free: make(chan *Batch[T], spareBatches*l.Lanes)}
	if o.topic = l.env.App + "-" + h.Name; !h.Foreign {
		o.topic += "-repartition"
	}
	for i, in := range l.program.Stages[h.To].Hops {
		if in == hop {
			o.input = i
		}
	}
	for i := range o.open {
		o.open[i] = o.batch()
	}
	return o
}

func (o *Out[T]) batch() *Batch[T] {
	select {
	case b := <-o.free:
		return b
	default:
		return &Batch[T]{Recs: make([]T, 0, HopBatch), home: o.free}
	}
}

// Parts is the partition count of the repartition topic that the hop replaces.
func (o *Out[T]) Parts() int32 { return o.parts }

// Topic is the name of the repartition topic that the hop replaces.
func (o *Out[T]) Topic() string { return o.topic }

// Next is the place of the next record for the lane of the hash: filled where it lies, so nothing is copied. The
// caller sets every field.
func (o *Out[T]) Next(hash uint32) *T {
	if o.whole {
		return o.NextIn(codec.Partition(hash, o.parts), hash)
	}
	return o.place(Of(hash, len(o.open)))
}

// NextIn is Next for a record that goes to another partition than its key's: back to the one that it came from, or where a
// partitioner says. A key's state is kept apart in each, by the same lane unless a partition has one of its own.
func (o *Out[T]) NextIn(part int32, hash uint32) *T {
	i := Of(hash, len(o.open))
	if o.whole {
		i = OfPartition(part, len(o.open))
	}
	return o.place(i)
}

// Chosen is the partition that a partitioner's answer means: see codec.Chosen.
func (o *Out[T]) Chosen(answer int, hash uint32) (int32, error) {
	return codec.Chosen(o.topic, answer, hash, o.parts)
}

func (o *Out[T]) place(i int) *T {
	b := o.open[i]
	n := len(b.Recs)
	if n == HopBatch {
		b, n = o.send(i), 0
	}
	b.Recs = b.Recs[:n+1]
	return &b.Recs[n]
}

// NextNull is Next for a record without a key: lanes take turns.
func (o *Out[T]) NextNull() *T {
	if o.whole {
		return o.place(0) // a null key is in partition 0
	}
	o.lane.turn++
	return o.Next(o.lane.turn * 0x9E3779B1)
}

func (o *Out[T]) send(i int) *Batch[T] {
	o.lane.env.Send(i, Work{Stage: o.stage, Input: o.input, From: o.lane.ID, Recs: o.open[i]})
	o.open[i] = o.batch()
	return o.open[i]
}

// Flush sends what is open: at the end of each piece of work, and ahead of a barrier.
func (o *Out[T]) Flush() {
	for i, b := range o.open {
		if len(b.Recs) > 0 {
			o.send(i)
		}
	}
}

// pass sends barrier n to every lane, behind every record (I2), if the round that ends is the last to send any.
func (o *Out[T]) pass(round int, n uint32, marks []int64) {
	if round != o.after {
		return
	}
	o.Flush()
	for i := range o.open {
		o.lane.env.Send(i, Work{Stage: o.stage, Input: o.input, From: o.lane.ID, Barrier: n, Marks: marks})
	}
}

// Of is the lane of a hash among so many: its high bits; tables use a mix of all.
func Of(hash uint32, lanes int) int { return int(uint64(hash) * uint64(lanes) >> 32) }

// Receiver is the entry point of a hop on a lane, without the hop's type.
type Receiver struct {
	run      func(l *Lane, p Payload)
	source   func(p Payload, i int) abi.Origin
	prefetch func(p Payload)
}

// Hopped is what a record that hops must tell when it fails: embedding Head is enough.
type Hopped interface{ Source() abi.Origin }

// In makes the receiver of a hop. run works on recs[from:] and keeps Lane.At on the record it is at; prefetch is nil
// where the stage looks nothing up by the key.
func In[T any, P interface {
	*T
	Hopped
}](run func(recs []T, from int), prefetch func(recs []T)) Receiver {
	r := Receiver{run: func(l *Lane, p Payload) {
		recs := p.(*Batch[T]).Recs
		l.guard(len(recs), func(from int) { run(recs, from) })
	}, source: func(p Payload, i int) abi.Origin { return P(&p.(*Batch[T]).Recs[i]).Source() }}
	if prefetch != nil {
		r.prefetch = func(p Payload) { prefetch(p.(*Batch[T]).Recs) }
	}
	return r
}
