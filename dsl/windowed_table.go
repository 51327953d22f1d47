package dsl

import "github.com/stoatgen/stoatgen/rt/record"

// WindowedKTable is what a windowed aggregation gives: KTable<Windowed<K>, V>. Its methods are those of KTable with the
// windowed key as the key; KeyAs makes it an ordinary table where something here is missing. Rows go when their windows
// leave the retention, without a delete.
//
// It is a type of its own because Go refuses KTable[record.Windowed[K], V] as the result of a method that KTable[K, V]
// leads to.
type WindowedKTable[K, V any] struct{ _ [0]func(K, V) }

// KeyAs makes it an ordinary table of windowed keys: KeyAs(dsl.TimeWindowed(dsl.String(), size)).
func (t WindowedKTable[K, V]) KeyAs[K2 any](c Codec[K2]) KTable[K2, V] { return KTable[K2, V]{} }

// ValueAs is KTable.ValueAs.
func (t WindowedKTable[K, V]) ValueAs[V2 any](c Codec[V2]) WindowedKTable[K, V2] {
	return WindowedKTable[K, V2]{}
}

// Filter is KTable.Filter.
func (t WindowedKTable[K, V]) Filter(keep func(record.Windowed[K], V) bool, opts ...WindowStoreOption) WindowedKTable[K, V] {
	return t
}

// FilterNot is KTable.FilterNot.
func (t WindowedKTable[K, V]) FilterNot(drop func(record.Windowed[K], V) bool, opts ...WindowStoreOption) WindowedKTable[K, V] {
	return t
}

// MapValues is KTable.MapValues.
func (t WindowedKTable[K, V]) MapValues[V2 any](f func(V) V2, opts ...WindowStoreOption) WindowedKTable[K, V2] {
	return WindowedKTable[K, V2]{}
}

// MapValuesWithKey is KTable.MapValuesWithKey.
func (t WindowedKTable[K, V]) MapValuesWithKey[V2 any](f func(record.Windowed[K], V) V2, opts ...WindowStoreOption) WindowedKTable[K, V2] {
	return WindowedKTable[K, V2]{}
}

// GroupBy is KTable.GroupBy.
func (t WindowedKTable[K, V]) GroupBy[K2, V2 any](f func(record.Windowed[K], V) (K2, V2), opts ...GroupOption) KGroupedTable[K2, V2] {
	return KGroupedTable[K2, V2]{}
}

// Suppress holds updates back until a time limit, or until the window closes: then one final result is sent for each
// window and its deletes are dropped. The grace is that of the windows above; a table without one is a diagnostic.
func (t WindowedKTable[K, V]) Suppress(s Suppressed, opts ...SuppressOption) WindowedKTable[K, V] {
	return t
}

// Join joins rows of the same key and window; otherwise it is KTable.Join. A row that left its store's retention joins
// nothing, even if the window still takes late records.
func (t WindowedKTable[K, V]) Join[V2, R any](o WindowedKTable[K, V2], f func(V, V2) R, opts ...WindowStoreOption) WindowedKTable[K, R] {
	return WindowedKTable[K, R]{}
}

// LeftJoin is KTable.LeftJoin, by key and window.
func (t WindowedKTable[K, V]) LeftJoin[V2, R any](o WindowedKTable[K, V2], f func(V, *V2) R, opts ...WindowStoreOption) WindowedKTable[K, R] {
	return WindowedKTable[K, R]{}
}

// OuterJoin is KTable.OuterJoin, by key and window.
func (t WindowedKTable[K, V]) OuterJoin[V2, R any](o WindowedKTable[K, V2], f func(*V, *V2) R, opts ...WindowStoreOption) WindowedKTable[K, R] {
	return WindowedKTable[K, R]{}
}

// ToStream is KTable.ToStream, with windowed keys.
func (t WindowedKTable[K, V]) ToStream(opts ...Option) WindowedKStream[K, V] {
	return WindowedKStream[K, V]{}
}
