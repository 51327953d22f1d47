package lane

import (
	"fmt"
	"runtime/debug"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Kind says which handler a failure goes to.
type Kind uint8

const (
	Decode  Kind = iota // a record that its codec refuses: deserialization.exception.handler
	Process             // an error or a panic of user code: processing.exception.handler
	Produce             // a record that its codec can't write, or that its topic doesn't take: production.exception.handler
	State               // the store below failed: no handler, the lane stops
	Brokers             // the brokers did not answer what the record needs to know: no handler either
)

func (k Kind) String() string {
	return [...]string{"deserialization", "processing", "production", "state", "topic look-up"}[k]
}

// Failure is what a record failed with, and where. It is Kafka Streams' ErrorHandlerContext.
type Failure struct {
	Kind      Kind
	Node      abi.Node
	Topic     string // of the source record; empty for what no record caused
	Partition int32  // -1 for what no record caused
	Offset    int64  // likewise
	Timestamp int64  // of the source record, or of the punctuation
	Key       []byte // of the source record, as it came
	Value     []byte
	Headers   []byte // raw header block of the source record
	Output    string // Produce: the topic that was written to; empty if it was still to be computed
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
	Stop       Verdict = iota // the application stops, the record stays uncommitted
	Continue                  // the record is dropped, counted, and the next one runs
	DeadLetter                // likewise, and the source record, without one nulls, goes to Handlers.DeadLetters in the same transaction (KIP-1034)
)

// Handlers decide about failures, on the goroutine of the lane that they happened on.
type Handlers struct {
	Decode, Process, Produce func(*Failure) Verdict
	DeadLetters              string         // topic; empty: DeadLetter stops
	Lettered                 func(*Failure) // a dead letter was written; nil: nobody counts
}

// OfGlobals are those of global tables and stores: a processor's failure stops there unless processing says otherwise
// (processing.exception.handler.global.enabled).
func (h Handlers) OfGlobals(processing bool) Handlers {
	if !processing {
		h.Process = func(*Failure) Verdict { return Stop }
	}
	return h
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

// Fail asks the handler about the record that the operator was at; true says stop. The good path never comes here. A sink fails
// because a codec can't write what it got.
func (l *Lane) Fail(n abi.NodeID, o abi.Origin, cause error) (stop bool) {
	if s := l.program.sink(n); s != nil {
		return l.unwritten(s, o, cause)
	}
	l.Drop(n, abi.Failed)
	return l.ask(l.failure(Process, n, o, cause), l.env.Errors.Process)
}

// unwritten asks the production handler, and where that would stop, the processing handler in the name of the processor above, as in
// Kafka Streams: there the sink's exception comes out of the processor's forward. Above a source nobody is left to ask.
func (l *Lane) unwritten(s *SinkInfo, o abi.Origin, cause error) (stop bool) {
	f := l.failure(Produce, s.Node, o, cause)
	f.Output = s.Topic
	v := l.env.Errors.Produce(f)
	if v == Stop && s.Above != 0 {
		return l.Fail(s.Above, o, cause)
	}
	l.Drop(s.Node, abi.Refused)
	return l.obey(v, f)
}

// bound has the lane asked about what a topic doesn't take, which a sink, or who else, writes.
func (l *Lane) bound(t *codec.Topic, n abi.NodeID) {
	if l.env.Takes == nil {
		return
	}
	most, keyed := l.env.Takes(t.Name)
	if most <= 0 {
		return
	}
	t.Bound(&codec.Bounds{Max: most, Keyed: keyed, Refused: func(why error) { l.refused(t.Name, n, why) }})
}

// refused is Kafka Streams' failed send: the production handler alone is asked. A dead letter that its topic doesn't take stops.
func (l *Lane) refused(topic string, n abi.NodeID, why error) {
	f := l.failure(Produce, n, l.origin(), why)
	if f.Output = topic; topic == l.env.Errors.DeadLetters {
		l.stop(f)
		return
	}
	l.Drop(n, abi.Refused)
	l.ask(f, l.env.Errors.Produce)
}

// origin is where the record at hand comes from.
func (l *Lane) origin() abi.Origin {
	switch w := &l.work; {
	case w.Recs != nil:
		return l.stage.Hops[w.Input].source(w.Recs, l.At)
	case w.Batch != nil:
		return abi.Origin{B: w.Batch, I: w.Refs[l.At].I}
	}
	return l.aside
}

// Aside is Try for what no record caused, though it may run ahead of one. o says when it is.
func (l *Lane) Aside(o abi.Origin, f func()) (stop bool) {
	work, aside := l.work, l.aside
	defer func() { l.work, l.aside = work, aside }()
	l.work, l.aside = Work{}, o
	return l.Try(o, f)
}

func (l *Lane) failure(k Kind, n abi.NodeID, o abi.Origin, cause error) *Failure {
	f := &Failure{Kind: k, Node: l.program.Nodes[n], Partition: -1, Offset: -1, Cause: cause}
	if b := o.B; b != nil {
		f.Topic, f.Partition, f.Offset = b.Topic, b.Partition, b.Base+int64(b.Recs[o.I].OffsetDelta)
		f.Timestamp, f.Key, f.Value, f.Headers = b.TS(o.I), b.Key(o.I), b.Value(o.I), b.Headers(o.I)
	}
	return f
}

func (l *Lane) ask(f *Failure, handler func(*Failure) Verdict) (stop bool) {
	return l.obey(handler(f), f)
}

func (l *Lane) obey(v Verdict, f *Failure) (stop bool) {
	t := l.env.Errors.DeadLetters
	switch {
	case v == Continue || v == DeadLetter && l.alone: // of globals nothing is in a transaction
		return false
	case v == DeadLetter && t != "":
		f.Letter(l.stage.Out(t))
		if l.env.Errors.Lettered != nil {
			l.env.Errors.Lettered(f)
		}
		return l.stopped != nil
	case v == DeadLetter:
		f.Cause = fmt.Errorf("%w; the handler sends it to the dead letters, and errors.dead.letter.queue.topic.name names no topic", f.Cause)
	}
	l.stop(f)
	return true
}

func (l *Lane) stop(f *Failure) {
	l.stopped = f
	l.env.Failed(f)
}

// Letter appends the dead letter of the failure: the source record.
func (f *Failure) Letter(to *codec.Topic) {
	to.AppendKeyed(f.Timestamp, f.Key, f.Value, f.deadLetter())
}

// deadLetter is the source record's headers and what Kafka Streams adds to them, in its order. What no record caused has a null
// topic there.
func (f *Failure) deadLetter() []byte {
	stack := f.Stack
	if stack == "" {
		stack = f.Error()
	}
	header := func(name, text string) record.Header { return record.Header{Name: name, Value: []byte(text)} }
	topic := header("__streams.errors.topic", f.Topic)
	if f.Topic == "" {
		topic.Value = nil
	}
	return codec.AppendHeaders(f.Headers,
		header("__streams.errors.exception", fmt.Sprintf("%T", f.Cause)),
		header("__streams.errors.message", f.Cause.Error()),
		header("__streams.errors.stacktrace", stack),
		topic,
		header("__streams.errors.partition", fmt.Sprint(f.Partition)),
		header("__streams.errors.offset", fmt.Sprint(f.Offset)))
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
	switch f.Kind {
	case Process:
		l.Drop(l.Node, abi.Failed)
		return l.ask(f, l.env.Errors.Process)
	case Produce:
		l.Drop(l.Node, abi.Refused)
		return l.ask(f, l.env.Errors.Produce)
	}
	l.stop(f)
	return true
}

// guard runs a batch of n records. A panic costs one deferred call a batch: the record that panicked is reported with
// l.Node and l.At, and the loop is entered again behind it.
func (l *Lane) guard(n int, run func(from int)) {
	for from := 0; from < n && l.stopped == nil; from = l.At + 1 {
		p, stack := try(func() { run(from) })
		if p == nil || l.panicked(l.origin(), p, stack) {
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
