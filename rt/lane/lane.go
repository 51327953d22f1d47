// Package lane runs stages: one goroutine, batches in, no locks on the record path.
package lane

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// Lane is what the code of all stages on one lane shares. Everything here is plain memory of one goroutine.
type Lane struct {
	ID, Lanes int
	Epoch     uint32 // the epoch that runs; tables tag changes with it
	Node      abi.NodeID
	At        int    // record of the running batch; with Node, all an error report needs
	Scratch   []byte // values on their way into an output batch
	Drops     [][abi.Reasons]uint64
	Handler   func(*Failure) Verdict
	Stopped   *Failure
	nodes     []abi.Node
}

// Failure is an error or a panic in user code or a codec.
type Failure struct {
	Node      abi.Node
	Topic     string
	Partition int32
	Offset    int64
	Cause     any
}

func (f *Failure) Error() string {
	return fmt.Sprintf("%s (%s): %v, at %s-%d@%d", f.Node.Name, f.Node.Pos, f.Cause, f.Topic, f.Partition, f.Offset)
}

// Verdict of a handler.
type Verdict uint8

const (
	Stop Verdict = iota
	Continue
)

// New makes a lane for the nodes of a topology.
func New(id, lanes int, nodes []abi.Node, h func(*Failure) Verdict) *Lane {
	return &Lane{ID: id, Lanes: lanes, Epoch: 1, Handler: h, nodes: nodes, Drops: make([][abi.Reasons]uint64, len(nodes))}
}

// Drop counts a record that ends here.
func (l *Lane) Drop(n abi.NodeID, r abi.Reason) { l.Drops[n][r]++ }

// Fail asks the handler about a record; true says stop. The good path never comes here.
func (l *Lane) Fail(n abi.NodeID, o abi.Origin, cause any) bool {
	f := &Failure{Node: l.nodes[n], Cause: cause}
	if b := o.B; b != nil {
		f.Topic, f.Partition, f.Offset = b.Topic, b.Partition, b.Base+int64(b.Recs[o.I].OffsetDelta)
	}
	l.Drop(n, abi.Failed)
	if l.Handler(f) == Continue {
		return false
	}
	l.Stopped = f
	return true
}

// Source is the entry point of a source: it works on refs[from:] and keeps l.At on the record it is at.
type Source func(b *abi.Batch, refs []abi.Ref, from int)

// Source runs a batch through a source. A panic costs one deferred call a batch: the record that panicked is
// reported with l.Node and l.At, and the loop is entered again behind it.
func (l *Lane) Source(f Source, b *abi.Batch, refs []abi.Ref) {
	for from := 0; from < len(refs) && l.Stopped == nil; {
		if p := l.trySource(f, b, refs, from); p == nil {
			return
		} else if l.Fail(l.Node, abi.Origin{B: b, I: refs[l.At].I}, p) {
			return
		}
		from = l.At + 1
	}
}

func (l *Lane) trySource(f Source, b *abi.Batch, refs []abi.Ref, from int) (cause any) {
	defer func() { cause = recover() }()
	f(b, refs, from)
	return nil
}

// Hopped is what a record that hops must tell when it fails.
type Hopped interface{ Source() abi.Origin }

// Receive is Source for the batches of a hop.
func Receive[T any, P interface {
	*T
	Hopped
}](l *Lane, f func(recs []T, from int), recs []T) {
	for from := 0; from < len(recs) && l.Stopped == nil; {
		p := tryReceive(f, recs, from)
		if p == nil || l.Fail(l.Node, P(&recs[l.At]).Source(), p) {
			return
		}
		from = l.At + 1
	}
}

func tryReceive[T any](f func([]T, int), recs []T, from int) (cause any) {
	defer func() { cause = recover() }()
	f(recs, from)
	return nil
}
