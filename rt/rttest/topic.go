package rttest

import (
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Codec is the test's side of a topic's codec: how a T becomes bytes and back. A user's own codec fits as it is.
type Codec[T any] interface {
	Append(dst []byte, v T) ([]byte, error)
	Decode(src []byte) (T, error)
}

// Input is a topic that the topology reads.
type Input[K, V any] struct {
	d     *Driver
	topic string
	key   Codec[K]
	value Codec[V]
	clock int64 // timestamp of the next record that Pipe makes
	step  int64
}

// NewInput gives a source topic its types.
func NewInput[K, V any](d *Driver, topic string, key Codec[K], value Codec[V]) *Input[K, V] {
	d.tb.Helper()
	d.mustRead(topic)
	return &Input[K, V]{d: d, topic: topic, key: key, value: value}
}

// From sets the timestamp of the next Pipe, in milliseconds, and how much later each one after it is.
func (in *Input[K, V]) From(ms, step int64) *Input[K, V] {
	in.clock, in.step = ms, step
	return in
}

// Pipe writes a record at the input's own clock, which stands at 0 unless From moved it.
func (in *Input[K, V]) Pipe(key K, value V) {
	in.d.tb.Helper()
	in.PipeAt(key, value, in.clock)
	in.clock += in.step
}

// PipeAt writes a record with a timestamp in milliseconds.
func (in *Input[K, V]) PipeAt(key K, value V, ms int64) {
	in.d.tb.Helper()
	in.PipeRecord(record.Record[K, V]{Key: key, Value: value, Timestamp: ms})
}

// PipeRecord writes a record with headers and timestamp.
func (in *Input[K, V]) PipeRecord(r record.Record[K, V]) {
	in.d.tb.Helper()
	in.d.Pipe(Record{Topic: in.topic, Partition: -1, Key: encode(in.d, in.key, r.Key), Value: encode(in.d, in.value, r.Value),
		Timestamp: r.Timestamp, Headers: r.Headers})
}

// PipeNull writes a record whose value is null: for a table a delete.
func (in *Input[K, V]) PipeNull(key K, ms int64) {
	in.d.tb.Helper()
	in.d.Pipe(Record{Topic: in.topic, Partition: -1, Key: encode(in.d, in.key, key), Timestamp: ms})
}

// PipeNullKey writes a record whose key is null.
func (in *Input[K, V]) PipeNullKey(value V, ms int64) {
	in.d.tb.Helper()
	in.d.Pipe(Record{Topic: in.topic, Partition: -1, Value: encode(in.d, in.value, value), Timestamp: ms})
}

// PipeBytes writes what no codec would: malformed records.
func (in *Input[K, V]) PipeBytes(key, value []byte, ms int64) {
	in.d.tb.Helper()
	in.d.Pipe(Record{Topic: in.topic, Partition: -1, Key: key, Value: value, Timestamp: ms})
}

func encode[T any](d *Driver, c Codec[T], v T) []byte {
	d.tb.Helper()
	b, err := c.Append([]byte{}, v)
	if err != nil {
		d.tb.Fatalf("encode %v: %v", v, err)
	}
	return b
}

// Output is a topic that the topology writes.
type Output[K, V any] struct {
	d     *Driver
	topic string
	key   Codec[K]
	value Codec[V]
}

// Got is a record of an output. A null key or value is its type's zero value, and NullKey or NullValue says so.
type Got[K, V any] struct {
	record.Record[K, V]
	NullKey, NullValue bool
	Partition          int32
}

// NewOutput gives an output topic its types.
func NewOutput[K, V any](d *Driver, topic string, key Codec[K], value Codec[V]) *Output[K, V] {
	d.tb.Helper()
	d.written(topic)
	return &Output[K, V]{d: d, topic: topic, key: key, value: value}
}

// Read is the next record that hasn't been read; without one the test fails.
func (out *Output[K, V]) Read() Got[K, V] {
	out.d.tb.Helper()
	unread := out.d.unread[out.topic]
	if len(unread) == 0 {
		out.d.tb.Fatalf("topic %q has nothing to read", out.topic)
	}
	out.d.unread[out.topic] = unread[1:]
	return out.typed(unread[0])
}

// ReadAll is all records that haven't been read, in the order of the topic.
func (out *Output[K, V]) ReadAll() (all []Got[K, V]) {
	out.d.tb.Helper()
	for _, r := range out.d.Read(out.topic) {
		all = append(all, out.typed(r))
	}
	return all
}

// Empty says whether all has been read.
func (out *Output[K, V]) Empty() bool { return len(out.d.unread[out.topic]) == 0 }

func (out *Output[K, V]) typed(r Record) Got[K, V] {
	out.d.tb.Helper()
	g := Got[K, V]{NullKey: r.Key == nil, NullValue: r.Value == nil, Partition: r.Partition}
	g.Timestamp, g.Headers = r.Timestamp, r.Headers
	var err error
	if r.Key != nil {
		if g.Key, err = out.key.Decode(r.Key); err != nil {
			out.d.tb.Fatalf("topic %q, key %q: %v", out.topic, r.Key, err)
		}
	}
	if r.Value != nil {
		if g.Value, err = out.value.Decode(r.Value); err != nil {
			out.d.tb.Fatalf("topic %q, value %q: %v", out.topic, r.Value, err)
		}
	}
	return g
}

// Read takes all records of an output topic that haven't been read, as bytes.
func (d *Driver) Read(topic string) []Record {
	d.tb.Helper()
	d.written(topic)
	r := d.unread[topic]
	delete(d.unread, topic)
	return r
}

// written fails a test that reads what nothing writes: it would find it empty whatever happens.
func (d *Driver) written(topic string) {
	d.tb.Helper()
	if d.settings.internal || topic == d.settings.handlers().DeadLetters {
		return
	}
	names := func(s lane.SinkInfo) bool { return s.Topic == topic || s.Topic == "" } // "" is computed for each record
	if !slices.ContainsFunc(d.program.Sinks, names) {
		d.tb.Fatalf("topic %q: no sink of the topology writes it", topic)
	}
}

// Unread lists the output topics that have something to read, sorted.
func (d *Driver) Unread() []string {
	maps.DeleteFunc(d.unread, func(_ string, r []Record) bool { return len(r) == 0 })
	return slices.Sorted(maps.Keys(d.unread))
}
