package dsl

import "github.com/stoatgen/stoatgen/rt/record"

// KStream is a stream of records. Timestamp, headers and origin pass through every operator that has no state; what the others
// give is said there. The children of one node run in the order they are declared, each to its end before the next.
type KStream[K, V any] struct{ _ [0]func(K, V) }

// KeyAs gives the key another codec from here on, and with Nullable or without it another view of null: K2 is K, *K, or
// what K points to (stoatgen checks). It is no operator, takes no name and loses no record: a null key stays null in
// both views.
func (s KStream[K, V]) KeyAs[K2 any](c Codec[K2]) KStream[K2, V] { return KStream[K2, V]{} }

// ValueAs does for the value what KeyAs does for the key.
func (s KStream[K, V]) ValueAs[V2 any](c Codec[V2]) KStream[K, V2] { return KStream[K, V2]{} }

// Filter passes the records for which keep is true (KStream.filter). A null value is dropped unseen (reason null-value)
// unless V is nullable; what keep refuses is not counted as dropped.
func (s KStream[K, V]) Filter(keep func(K, V) bool, opts ...Option) KStream[K, V] { return s }

// FilterNot passes the records for which drop is false (KStream.filterNot). Nulls as in Filter.
func (s KStream[K, V]) FilterNot(drop func(K, V) bool, opts ...Option) KStream[K, V] { return s }

// Map makes a record of another key and value (KStream.map); a nil result is null. The key counts as changed, even if
// it is equal: an operator below that needs the key moves the record to the lane of its new key. A null value is
// dropped (reason null-value) unless V is nullable.
func (s KStream[K, V]) Map[K2, V2 any](f func(K, V) (K2, V2), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// MapValues changes the value and keeps the key (KStream.mapValues), so nothing below moves for it. A null value passes
// unseen unless V is nullable; a nil result is null and is passed on.
func (s KStream[K, V]) MapValues[V2 any](f func(V) V2, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// MapValuesWithKey is MapValues with the key, which f must not change (mapValues(ValueMapperWithKey)).
func (s KStream[K, V]) MapValuesWithKey[V2 any](f func(K, V) V2, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// FlatMap makes any number of records, in the order of the calls of emit (KStream.flatMap). All have the timestamp and
// headers of the one they came from. Key and null as in Map.
func (s KStream[K, V]) FlatMap[K2, V2 any](f func(k K, v V, emit func(K2, V2)), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// FlatMapValues makes any number of records of the same key (KStream.flatMapValues). A null value is dropped (reason
// null-value) unless V is nullable.
func (s KStream[K, V]) FlatMapValues[V2 any](f func(v V, emit func(V2)), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// FlatMapValuesWithKey is FlatMapValues with the key, which f must not change (flatMapValues(ValueMapperWithKey)).
func (s KStream[K, V]) FlatMapValuesWithKey[V2 any](f func(k K, v V, emit func(V2)), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// SelectKey sets the key; nil is null (KStream.selectKey). The key counts as changed, as in Map, and a null value is
// dropped as there.
func (s KStream[K, V]) SelectKey[K2 any](f func(K, V) K2, opts ...Option) KStream[K2, V] {
	return KStream[K2, V]{}
}

// Peek calls f and passes the record on as it was (KStream.peek). A null value passes unseen unless V is nullable. f
// may run again for the same record after a crash.
func (s KStream[K, V]) Peek(f func(K, V), opts ...Option) KStream[K, V] { return s }

// ForEach calls f and ends the stream (KStream.foreach). A null value is dropped (reason null-value) unless V is
// nullable. f may run again for the same record after a crash: what it does outside is not part of the transaction.
func (s KStream[K, V]) ForEach(f func(K, V), opts ...Option) {}

// Print writes records out and ends the stream, for debugging (KStream.print): a line each, "[label]: key, value", the label
// that of Label or the name of the operator above. Nulls are printed as null, text and bytes as they are, other types as
// package fmt prints them, a String method included. Lines are printed when a lane has nothing else to do, at the latest when
// the epoch ends; those of a key in its order. What an aborted epoch has printed is printed again. A line that can't be
// written stops the application.
func (s KStream[K, V]) Print(opts ...PrintOption) {}

// Merge is the records of both streams (KStream.merge), each stream's in its order and among each other in none of
// their own. Both have the same types; after it the key counts as changed if it does in either.
func (s KStream[K, V]) Merge(other KStream[K, V], opts ...Option) KStream[K, V] { return s }

// To writes to a topic and ends the stream (KStream.to). Null keys and values are written as null, with timestamp and
// headers. The partition is murmur2 of the key's bytes unless an option says otherwise; windowed keys go by the key
// alone. The topic must exist. Output is seen by read_committed consumers when its epoch commits.
func (s KStream[K, V]) To(topic string, opts ...SinkOption) {}

// ToFunc writes each record to the topic that its function names (to(TopicNameExtractor)). The function sees nulls as
// its types allow; a null value of another type is dropped (reason null-value). A name that is no topic fails the
// record.
func (s KStream[K, V]) ToFunc(topic func(record.Record[K, V], record.Metadata) string, opts ...SinkOption) {
}

// Repartition moves each record to the lane of its key (KStream.repartition), as an operator that needs a changed key
// does by itself. In one process this is a hop in memory, no topic. Null keys pass if a left or outer join is below and
// are dropped otherwise.
func (s KStream[K, V]) Repartition(opts ...RepartitionOption) KStream[K, V] { return s }

// ToTable keeps the last value of each key (KStream.toTable), with the semantics of Builder.Table: a null value
// deletes, a null key is dropped (reason null-key). A changed key moves the record first.
func (s KStream[K, V]) ToTable(opts ...StoreOption) KTable[K, V] { return KTable[K, V]{} }

// GroupByKey groups by the key there is (KStream.groupByKey). Records move to the lane of their key only if the key
// counts as changed.
func (s KStream[K, V]) GroupByKey(opts ...GroupOption) KGroupedStream[K, V] {
	return KGroupedStream[K, V]{}
}

// GroupBy groups by a new key (KStream.groupBy) and always moves the record. A nil key is dropped; a null value is
// dropped (reason null-value) unless V is nullable. Name is the name of the key's operator and the base of the
// repartition topic's.
func (s KStream[K, V]) GroupBy[K2 any](f func(K, V) K2, opts ...GroupOption) KGroupedStream[K2, V] {
	return KGroupedStream[K2, V]{}
}
