package dsl

import "github.com/stoatgen/stoatgen/rt/record"

// KTable is the last value of each key. Its functions never see a null: a deleted row passes each operator as a delete. A function of
// a table may be called again for a lookup when its result isn't stored; As stores it.
type KTable[K, V any] struct{ _ [0]func(K, V) }

// KeyAs and ValueAs: as on KStream. After a function that may return nil, ValueAs gets rid of the pointer: rows that are there aren't nil.
func (t KTable[K, V]) KeyAs[K2 any](c Codec[K2]) KTable[K2, V]   { return KTable[K2, V]{} }
func (t KTable[K, V]) ValueAs[V2 any](c Codec[V2]) KTable[K, V2] { return KTable[K, V2]{} }

// Filter keeps the rows for which keep is true; a row that stops matching is deleted.
func (t KTable[K, V]) Filter(keep func(K, V) bool, opts ...StoreOption) KTable[K, V]    { return t }
func (t KTable[K, V]) FilterNot(drop func(K, V) bool, opts ...StoreOption) KTable[K, V] { return t }

// MapValues changes each value; nil deletes the row.
func (t KTable[K, V]) MapValues[V2 any](f func(V) V2, opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}
func (t KTable[K, V]) MapValuesWithKey[V2 any](f func(K, V) V2, opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}

// GroupBy regroups the rows by another key with another value; a nil key or value leaves the row out. Always repartitions.
func (t KTable[K, V]) GroupBy[K2, V2 any](f func(K, V) (K2, V2), opts ...GroupOption) KGroupedTable[K2, V2] {
	return KGroupedTable[K2, V2]{}
}

// Suppress holds updates back until a time limit.
func (t KTable[K, V]) Suppress(s TimeLimit, opts ...SuppressOption) KTable[K, V] { return t }

// ToStream is the stream of updates; deletes are null values, which functions see after ValueAs(Nullable(...)) only.
// toStream(mapper) is ToStream().SelectKey(mapper), in Kafka Streams too.
func (t KTable[K, V]) ToStream(opts ...Option) KStream[K, V] { return KStream[K, V]{} }

// WindowedKTable is what a windowed aggregation gives: a table with windowed keys. A type of its own because KTable[Windowed[K], V]
// would be an instantiation cycle; KeyAs makes it that where something here is missing.
type WindowedKTable[K, V any] struct{ _ [0]func(K, V) }

// KeyAs makes it an ordinary table of windowed keys: KeyAs(dsl.TimeWindowed(dsl.String(), size)).
func (t WindowedKTable[K, V]) KeyAs[K2 any](c Codec[K2]) KTable[K2, V] { return KTable[K2, V]{} }
func (t WindowedKTable[K, V]) ValueAs[V2 any](c Codec[V2]) WindowedKTable[K, V2] {
	return WindowedKTable[K, V2]{}
}
func (t WindowedKTable[K, V]) Filter(keep func(record.Windowed[K], V) bool, opts ...WindowStoreOption) WindowedKTable[K, V] {
	return t
}
func (t WindowedKTable[K, V]) FilterNot(drop func(record.Windowed[K], V) bool, opts ...WindowStoreOption) WindowedKTable[K, V] {
	return t
}
func (t WindowedKTable[K, V]) MapValues[V2 any](f func(V) V2, opts ...WindowStoreOption) WindowedKTable[K, V2] {
	return WindowedKTable[K, V2]{}
}
func (t WindowedKTable[K, V]) MapValuesWithKey[V2 any](f func(record.Windowed[K], V) V2, opts ...WindowStoreOption) WindowedKTable[K, V2] {
	return WindowedKTable[K, V2]{}
}
func (t WindowedKTable[K, V]) GroupBy[K2, V2 any](f func(record.Windowed[K], V) (K2, V2), opts ...GroupOption) KGroupedTable[K2, V2] {
	return KGroupedTable[K2, V2]{}
}

// Suppress holds updates back until a time limit or until the window closes.
func (t WindowedKTable[K, V]) Suppress(s Suppressed, opts ...SuppressOption) WindowedKTable[K, V] {
	return t
}

// Join, LeftJoin and OuterJoin join rows of the same key and window.
func (t WindowedKTable[K, V]) Join[V2, R any](o WindowedKTable[K, V2], f func(V, V2) R, opts ...WindowStoreOption) WindowedKTable[K, R] {
	return WindowedKTable[K, R]{}
}
func (t WindowedKTable[K, V]) LeftJoin[V2, R any](o WindowedKTable[K, V2], f func(V, *V2) R, opts ...WindowStoreOption) WindowedKTable[K, R] {
	return WindowedKTable[K, R]{}
}
func (t WindowedKTable[K, V]) OuterJoin[V2, R any](o WindowedKTable[K, V2], f func(*V, *V2) R, opts ...WindowStoreOption) WindowedKTable[K, R] {
	return WindowedKTable[K, R]{}
}
func (t WindowedKTable[K, V]) ToStream(opts ...Option) WindowedKStream[K, V] {
	return WindowedKStream[K, V]{}
}

// WindowedKStream is a stream with windowed keys. Map, FlatMap, SelectKey and KeyAs return to KStream, which has the rest.
type WindowedKStream[K, V any] struct{ _ [0]func(K, V) }

func (s WindowedKStream[K, V]) KeyAs[K2 any](c Codec[K2]) KStream[K2, V] { return KStream[K2, V]{} }
func (s WindowedKStream[K, V]) ValueAs[V2 any](c Codec[V2]) WindowedKStream[K, V2] {
	return WindowedKStream[K, V2]{}
}
func (s WindowedKStream[K, V]) Filter(keep func(record.Windowed[K], V) bool, opts ...Option) WindowedKStream[K, V] {
	return s
}
func (s WindowedKStream[K, V]) FilterNot(drop func(record.Windowed[K], V) bool, opts ...Option) WindowedKStream[K, V] {
	return s
}
func (s WindowedKStream[K, V]) Map[K2, V2 any](f func(record.Windowed[K], V) (K2, V2), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s WindowedKStream[K, V]) MapValues[V2 any](f func(V) V2, opts ...Option) WindowedKStream[K, V2] {
	return WindowedKStream[K, V2]{}
}
func (s WindowedKStream[K, V]) MapValuesWithKey[V2 any](f func(record.Windowed[K], V) V2, opts ...Option) WindowedKStream[K, V2] {
	return WindowedKStream[K, V2]{}
}
func (s WindowedKStream[K, V]) FlatMap[K2, V2 any](f func(k record.Windowed[K], v V, emit func(K2, V2)), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s WindowedKStream[K, V]) SelectKey[K2 any](f func(record.Windowed[K], V) K2, opts ...Option) KStream[K2, V] {
	return KStream[K2, V]{}
}
func (s WindowedKStream[K, V]) GroupBy[K2 any](f func(record.Windowed[K], V) K2, opts ...GroupOption) KGroupedStream[K2, V] {
	return KGroupedStream[K2, V]{}
}
func (s WindowedKStream[K, V]) Peek(f func(record.Windowed[K], V), opts ...Option) WindowedKStream[K, V] {
	return s
}
func (s WindowedKStream[K, V]) ForEach(f func(record.Windowed[K], V), opts ...Option) {}
func (s WindowedKStream[K, V]) To(topic string, opts ...SinkOption)                   {}
