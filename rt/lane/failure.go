package lane

import (
	"fmt"
	"runtime/debug"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
)

// Kind says which handler a failure goes to.
type Kind uint8

const (
	Decode  Kind = iota // a record that its codec refuses: deserialization.exception.handler
	Process             // an error or a panic of user code, or a value that a codec can't write: processing.exception.handler
	State               // the store below failed: no handler, the lane stops
	Brokers             // the brokers did not answer what the record needs to know: no handler either
)

func (k Kind) String() string {
	return [...]string{"deserialization", "processing", "state", "topic look-up"}[k]
}

// Failure is what a record failed with, and where. It is Kafka Streams' ErrorHandlerContext.
type Failure struct {
	Kind      Kind
	Node      abi.Node
	Topic     string // of the source record; empty for what no record caused
	Partition int32
	Offset    int64
	Timestamp int64
	Key       []byte // of the source record, as it came
	Value     []byte
	Headers   []byte // raw header block of the source record
	Cause     error
	Stack     string // of a panic
}

func (f *Failure) Error() string {
	where := ""
	if f.Topic != "" {
		where = fmt.Sprintf(", record %s-%d@%d", f.Topic, f.Partition, f.Offset)
	}
	return fmt.Sprintf("%s: %s of %s%s: %v", f.Node.Pos, f.Kind, f.Node.Name, where, f.Cause)
}

func (f *Failure) Unwrap() error { return f.Cause }

// Verdict of a handler.
type Verdict uint8

const (
	Stop     Verdict = iota // the application stops, the record stays uncommitted
	Continue                // the record is dropped, counted, and the next one runs
)

// Handlers decide about failures. DeadLetters, unless empty, is the topic to which the built-in handlers send the
// source record of a failure in the same transaction (KIP-1034).
type Handlers struct {
	Decode, Process func(*Failure) Verdict
	DeadLetters     string
}

// Panic is the cause of a failure that was a panic of user code with a value that isn't an error.
type Panic struct{ Value any }

func (p Panic) Error() string { return fmt.Sprint(p.Value) }

// Drop counts a record that ends here.
func (l *Lane) Drop(n abi.NodeID, r abi.Reason) { l.drops[n][r]++ }

// Malformed asks the deserialization handler about a source record; true says stop.
func (l *Lane) Malformed(n abi.NodeID, b *abi.Batch, i uint32, cause error) (stop bool) {
	l.Drop(n, abi.Malformed)
	return l.ask(l.failure(Decode, n, abi.Origin{B: b, I: i}, cause), l.env.Errors.Decode)
}

// Fail asks the processing handler about the record that the operator was at; true says stop. The good path never
// comes here.
func (l *Lane) Fail(n abi.NodeID, o abi.Origin, cause error) (stop bool) {
	l.Drop(n, abi.Failed)
	return l.ask(l.failure(Process, n, o, cause), l.env.Errors.Process)
}

func (l *Lane) failure(k Kind, n abi.NodeID, o abi.Origin, cause error) *Failure {
	f := &Failure{Kind: k, Node: l.program.Nodes[n], Cause: cause}
	if b := o.B; b != nil {
		f.Topic, f.Partition, f.Offset = b.Topic, b.Partition, b.Base+int64(b.Recs[o.I].OffsetDelta)
		f.Timestamp, f.Key, f.Value, f.Headers = b.TS(o.I), b.Key(o.I), b.Value(o.I), b.Headers(o.I)
	}
	return f
}

func (l *Lane) ask(f *Failure, handler func(*Failure) Verdict) (stop bool) {
	if handler(f) == Stop {
		l.stop(f)
		return true
	}
	if t := l.env.Errors.DeadLetters; t != "" && f.Topic != "" {
		l.stage.Out(t).AppendKeyed(f.Timestamp, f.Key, f.Value, f.deadLetter())
	}
	return false
}

func (l *Lane) stop(f *Failure) {
	l.stopped = f
	l.env.Failed(f)
}

// deadLetter is the source record's headers and what Kafka Streams adds to them, in its order.
func (f *Failure) deadLetter() []byte {
	stack := f.Stack
	if stack == "" {
		stack = f.Error()
	}
	return codec.AppendHeaders(f.Headers,
		"__streams.errors.exception", fmt.Sprintf("%T", f.Cause),
		"__streams.errors.message", f.Cause.Error(),
		"__streams.errors.stacktrace", stack,
		"__streams.errors.topic", f.Topic,
		"__streams.errors.partition", fmt.Sprint(f.Partition),
		"__streams.errors.offset", fmt.Sprint(f.Offset))
}

// Try runs part of a record's way in which a panic must not keep the parts beside it from running: each child of an
// operator with several children but the last, and what FlatMap emits. Kafka Streams catches an exception at the node
// that threw it, so with a handler that continues the node's siblings still see the record. true says stop.
func (l *Lane) Try(o abi.Origin, f func()) (stop bool) {
	if p, stack := try(f); p != nil {
		return l.panicked(o, p, stack)
	}
	return l.stopped != nil
}

func try(f func()) (cause any, stack string) {
	defer func() {
		if cause = recover(); cause != nil {
			stack = string(debug.Stack())
		}
	}()
	f()
	return nil, ""
}

func (l *Lane) panicked(o abi.Origin, p any, stack string) (stop bool) {
	cause := causeOf(p)
	f := l.failure(kindOf(cause), l.Node, o, cause)
	f.Stack = stack
	if f.Kind != Process {
		l.stop(f)
		return true
	}
	l.Drop(l.Node, abi.Failed)
	return l.ask(f, l.env.Errors.Process)
}

// guard runs a batch of n records. A panic costs one deferred call a batch: the record that panicked is reported with
// l.Node and l.At, and the loop is entered again behind it.
func (l *Lane) guard(n int, run func(from int), origin func(i int) abi.Origin) {
	for from := 0; from < n && l.stopped == nil; from = l.At + 1 {
		p, stack := try(func() { run(from) })
		if p == nil || l.panicked(origin(l.At), p, stack) {
			return
		}
	}
}

// handDrops moves the lane's counters into a hand-over.
func (l *Lane) handDrops(h *Handover) {
	if len(h.Drops) != len(l.drops) {
		h.Drops = make([][abi.Reasons]uint64, len(l.drops))
	}
	copy(h.Drops, l.drops)
	clear(l.drops)
}
