package dsl

import "github.com/stoatgen/stoatgen/rt/record"

// WindowedKStream is a stream with windowed keys, what WindowedKTable.ToStream gives: KStream<Windowed<K>, V>. Its
// methods are those of KStream with the windowed key as the key. Map, FlatMap, SelectKey, GroupBy and KeyAs lead to
// types that have the rest.
//
// It is a type of its own because Go refuses KStream[record.Windowed[K], V] as the result of a method that KStream[K,
// V] leads to.
type WindowedKStream[K, V any] struct{ _ [0]func(K, V) }

// KeyAs makes it an ordinary stream of windowed keys: KeyAs(dsl.TimeWindowed(dsl.String(), size)). See KStream.KeyAs.
func (s WindowedKStream[K, V]) KeyAs[K2 any](c Codec[K2]) KStream[K2, V] { return KStream[K2, V]{} }

// ValueAs is KStream.ValueAs. The deletes of a windowed table are null values: functions see them after
// ValueAs(Nullable(...)) only.
func (s WindowedKStream[K, V]) ValueAs[V2 any](c Codec[V2]) WindowedKStream[K, V2] {
	return WindowedKStream[K, V2]{}
}

// Filter is KStream.Filter.
func (s WindowedKStream[K, V]) Filter(keep func(record.Windowed[K], V) bool, opts ...Option) WindowedKStream[K, V] {
	return s
}

// FilterNot is KStream.FilterNot.
func (s WindowedKStream[K, V]) FilterNot(drop func(record.Windowed[K], V) bool, opts ...Option) WindowedKStream[K, V] {
	return s
}

// Map is KStream.Map.
func (s WindowedKStream[K, V]) Map[K2, V2 any](f func(record.Windowed[K], V) (K2, V2), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// MapValues is KStream.MapValues.
func (s WindowedKStream[K, V]) MapValues[V2 any](f func(V) V2, opts ...Option) WindowedKStream[K, V2] {
	return WindowedKStream[K, V2]{}
}

// MapValuesWithKey is KStream.MapValuesWithKey.
func (s WindowedKStream[K, V]) MapValuesWithKey[V2 any](f func(record.Windowed[K], V) V2, opts ...Option) WindowedKStream[K, V2] {
	return WindowedKStream[K, V2]{}
}

// FlatMap is KStream.FlatMap.
func (s WindowedKStream[K, V]) FlatMap[K2, V2 any](f func(k record.Windowed[K], v V, emit func(K2, V2)), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// SelectKey is KStream.SelectKey: the usual way back to plain keys.
func (s WindowedKStream[K, V]) SelectKey[K2 any](f func(record.Windowed[K], V) K2, opts ...Option) KStream[K2, V] {
	return KStream[K2, V]{}
}

// GroupBy is KStream.GroupBy.
func (s WindowedKStream[K, V]) GroupBy[K2 any](f func(record.Windowed[K], V) K2, opts ...GroupOption) KGroupedStream[K2, V] {
	return KGroupedStream[K2, V]{}
}

// Peek is KStream.Peek.
func (s WindowedKStream[K, V]) Peek(f func(record.Windowed[K], V), opts ...Option) WindowedKStream[K, V] {
	return s
}

// ForEach is KStream.ForEach.
func (s WindowedKStream[K, V]) ForEach(f func(record.Windowed[K], V), opts ...Option) {}

// Print is KStream.Print: the key is printed as [key@start/end].
func (s WindowedKStream[K, V]) Print(opts ...PrintOption) {}

// To is KStream.To. The key is written with the window's codec, TimeWindowed or SessionWindowed, and partitioned by the
// key without its window, so all windows of a key are in one partition.
func (s WindowedKStream[K, V]) To(topic string, opts ...SinkOption) {}
