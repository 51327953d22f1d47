package lane

import "github.com/stoatgen/stoatgen/rt/abi"

// HopBatch is how many records travel together. At 256 the channel costs less than half a nanosecond a record.
const HopBatch = 256

// Head is the untyped part of a hopped record; generated record types embed it. The source record (B, I) gives metadata
// and headers; 24 bytes in all. B is nil for records that a punctuation or a closing window made.
type Head struct {
	B       *abi.Batch
	I, Hash uint32
	TS      int64
}

// Source is the record's origin.
func (h *Head) Source() abi.Origin { return abi.Origin{B: h.B, I: h.I} }

// Headers is the header block of the source record.
func (h *Head) Headers() []byte { return h.Source().Headers() }

// Batch of a hop. A nil Recs with Barrier set is the barrier itself: it flows in the same channel (I2).
type Batch[T any] struct {
	Recs    []T
	From    int
	Barrier uint32
	home    chan *Batch[T]
}

// Free gives the batch back to its sender once the receiver is done with it.
func (b *Batch[T]) Free() {
	clear(b.Recs) // or the strings in it would keep fetched batches alive
	b.Recs, b.Barrier = b.Recs[:0], 0
	select {
	case b.home <- b:
	default:
	}
}

// Hop connects all lanes of one stage to all lanes of the next one.
type Hop[T any] struct{ in []chan *Batch[T] }

// NewHop makes the inboxes. depth is in batches and bounds memory (and thus pushes back).
func NewHop[T any](lanes, depth int) *Hop[T] {
	h := &Hop[T]{}
	for range lanes {
		h.in = append(h.in, make(chan *Batch[T], depth))
	}
	return h
}

// In is the inbox of a lane.
func (h *Hop[T]) In(lane int) <-chan *Batch[T] { return h.in[lane] }

// Out is the sending side of one lane: an open batch for each lane of the next stage.
type Out[T any] struct {
	hop  *Hop[T]
	open []*Batch[T]
	free chan *Batch[T]
	from int
}

// Out makes the sending side of a lane.
func (h *Hop[T]) Out(from, depth int) *Out[T] {
	o := &Out[T]{hop: h, from: from, open: make([]*Batch[T], len(h.in)), free: make(chan *Batch[T], depth*len(h.in)+len(h.in))}
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
		return &Batch[T]{Recs: make([]T, 0, HopBatch), From: o.from, home: o.free}
	}
}

// Next is the place of the next record for the lane of the hash: filled where it lies, so nothing is copied.
func (o *Out[T]) Next(hash uint32) *T {
	i := uint64(hash) * uint64(len(o.open)) >> 32 // the high bits; tables use a mix of all
	b := o.open[i]
	n := len(b.Recs)
	if n == HopBatch {
		b, n = o.flush(int(i)), 0
	}
	b.Recs = b.Recs[:n+1]
	return &b.Recs[n]
}

func (o *Out[T]) flush(i int) *Batch[T] {
	o.hop.in[i] <- o.open[i]
	o.open[i] = o.batch()
	return o.open[i]
}

// Flush sends what is open: at the end of a poll batch, and ahead of a barrier.
func (o *Out[T]) Flush() {
	for i, b := range o.open {
		if len(b.Recs) > 0 {
			o.flush(i)
		}
	}
}

// Pass sends barrier n to every lane, behind every record (I2).
func (o *Out[T]) Pass(n uint32) {
	o.Flush()
	for i := range o.open {
		o.open[i].Barrier = n
		o.flush(i)
	}
}
