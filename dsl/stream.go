package dsl

import "github.com/stoatgen/stoatgen/rt/record"

// KStream is a stream of records. Timestamp and headers pass through every operator of this file.
type KStream[K, V any] struct{ _ [0]func(K, V) }

// KeyAs and ValueAs give the key or value another codec from here on, and with Nullable or without it another view of null:
// K2 is K, *K, or what K points to (stoatgen checks). No operator, no name, no record lost. A null stays null in both views.
func (s KStream[K, V]) KeyAs[K2 any](c Codec[K2]) KStream[K2, V]   { return KStream[K2, V]{} }
func (s KStream[K, V]) ValueAs[V2 any](c Codec[V2]) KStream[K, V2] { return KStream[K, V2]{} }

// Filter passes the records for which keep is true, FilterNot those for which drop is false.
func (s KStream[K, V]) Filter(keep func(K, V) bool, opts ...Option) KStream[K, V]    { return s }
func (s KStream[K, V]) FilterNot(drop func(K, V) bool, opts ...Option) KStream[K, V] { return s }

// Map makes a record of another key and value; a nil result is null. The key counts as changed.
func (s KStream[K, V]) Map[K2, V2 any](f func(K, V) (K2, V2), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// MapValues changes the value and keeps the key. A null value passes unseen unless V is nullable.
func (s KStream[K, V]) MapValues[V2 any](f func(V) V2, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) MapValuesWithKey[V2 any](f func(K, V) V2, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// FlatMap makes any number of records, in the order of the calls of emit. The key counts as changed.
func (s KStream[K, V]) FlatMap[K2, V2 any](f func(k K, v V, emit func(K2, V2)), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s KStream[K, V]) FlatMapValues[V2 any](f func(v V, emit func(V2)), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) FlatMapValuesWithKey[V2 any](f func(k K, v V, emit func(V2)), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// SelectKey sets the key; nil is null. An operator that needs the key repartitions.
func (s KStream[K, V]) SelectKey[K2 any](f func(K, V) K2, opts ...Option) KStream[K2, V] {
	return KStream[K2, V]{}
}

// Peek calls f and passes the record on; ForEach ends the stream; Print writes records out, for debugging.
func (s KStream[K, V]) Peek(f func(K, V), opts ...Option) KStream[K, V] { return s }
func (s KStream[K, V]) ForEach(f func(K, V), opts ...Option)            {}
func (s KStream[K, V]) Print(opts ...PrintOption)                       {}

// Merge interleaves both streams in no order of its own.
func (s KStream[K, V]) Merge(other KStream[K, V], opts ...Option) KStream[K, V] { return s }

// The Try forms take functions that can fail; the processing handler decides what happens to the record.
func (s KStream[K, V]) TryFilter(keep func(K, V) (bool, error), opts ...Option) KStream[K, V] {
	return s
}
func (s KStream[K, V]) TryMap[K2, V2 any](f func(K, V) (K2, V2, error), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s KStream[K, V]) TryMapValues[V2 any](f func(V) (V2, error), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) TryMapValuesWithKey[V2 any](f func(K, V) (V2, error), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) TryFlatMap[K2, V2 any](f func(k K, v V, emit func(K2, V2)) error, opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s KStream[K, V]) TryFlatMapValues[V2 any](f func(v V, emit func(V2)) error, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) TryForEach(f func(K, V) error, opts ...Option) {}

// Split sends each record to the first branch that matches, in the order of the calls of Branch.
func (s KStream[K, V]) Split(opts ...Option) BranchedKStream[K, V] { return BranchedKStream[K, V]{} }

// BranchedKStream is a split. A branch's operator is called the split's name and the branch's (Branched.as), or its index.
// Branched.withConsumer and withFunction are calls on what Branch returns; noDefaultBranch is not calling Default.
type BranchedKStream[K, V any] struct{ _ [0]func(K, V) }

// Branch is the stream of the records that match and matched none before.
func (s BranchedKStream[K, V]) Branch(when func(K, V) bool, opts ...Option) KStream[K, V] {
	return KStream[K, V]{}
}

// Default is the stream of all others. Without it they are dropped.
func (s BranchedKStream[K, V]) Default(opts ...Option) KStream[K, V] { return KStream[K, V]{} }

// To writes to a topic, ToFunc to the topic its function names. Null keys and values are written as null.
func (s KStream[K, V]) To(topic string, opts ...SinkOption) {}
func (s KStream[K, V]) ToFunc(topic func(record.Record[K, V], record.Metadata) string, opts ...SinkOption) {
}

// Repartition moves records to the lane of their key, as any operator that needs a changed key does by itself.
// Null keys pass if a left or outer join is downstream and are dropped otherwise.
func (s KStream[K, V]) Repartition(opts ...RepartitionOption) KStream[K, V] { return s }

// ToTable keeps the last value of each key; a null value deletes, a null key is dropped (reason null-key).
func (s KStream[K, V]) ToTable(opts ...StoreOption) KTable[K, V] { return KTable[K, V]{} }

// GroupByKey groups by the key there is, GroupBy by a new one and always repartitions. Null keys are dropped.
func (s KStream[K, V]) GroupByKey(opts ...GroupOption) KGroupedStream[K, V] {
	return KGroupedStream[K, V]{}
}
func (s KStream[K, V]) GroupBy[K2 any](f func(K, V) K2, opts ...GroupOption) KGroupedStream[K2, V] {
	return KGroupedStream[K2, V]{}
}
