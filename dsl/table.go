package dsl

// KTable is the last value of each key. Its functions never see a null: a deleted row passes each operator as a delete.
// Its updates come in the order of each key; timestamp and headers are those of the record that caused them unless a
// method says otherwise.
//
// A table has a store only if As names one, a store option is given, or an operator below looks rows up or needs old
// values. Without a store of its own a row is computed again from the table above when it is looked up, so its function
// may run more often than there are updates.
type KTable[K, V any] struct{ _ [0]func(K, V) }

// KeyAs is KStream.KeyAs.
func (t KTable[K, V]) KeyAs[K2 any](c Codec[K2]) KTable[K2, V] { return KTable[K2, V]{} }

// ValueAs is KStream.ValueAs. After a function that may return nil it gets rid of the pointer: rows that are there
// aren't nil.
func (t KTable[K, V]) ValueAs[V2 any](c Codec[V2]) KTable[K, V2] { return KTable[K, V2]{} }

// Filter keeps the rows for which keep is true (KTable.filter); a row that stops matching is deleted. A row that never
// matched sends a delete too, unless the table above has a store and shows that there was none.
func (t KTable[K, V]) Filter(keep func(K, V) bool, opts ...StoreOption) KTable[K, V] { return t }

// FilterNot keeps the rows for which drop is false (KTable.filterNot).
func (t KTable[K, V]) FilterNot(drop func(K, V) bool, opts ...StoreOption) KTable[K, V] { return t }

// MapValues changes each value (KTable.mapValues); nil deletes the row. f isn't called for a delete.
func (t KTable[K, V]) MapValues[V2 any](f func(V) V2, opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}

// MapValuesWithKey is MapValues with the key, which f must not change (mapValues(ValueMapperWithKey)).
func (t KTable[K, V]) MapValuesWithKey[V2 any](f func(K, V) V2, opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}

// GroupBy regroups the rows by another key with another value (KTable.groupBy); a nil key or value leaves the row out.
// Rows always move to the lane of their new key, with their old value, so that the aggregate can be corrected. f must
// give the same for the same row.
func (t KTable[K, V]) GroupBy[K2, V2 any](f func(K, V) (K2, V2), opts ...GroupOption) KGroupedTable[K2, V2] {
	return KGroupedTable[K2, V2]{}
}

// Suppress holds updates back until a time limit (KTable.suppress): of those of one key within it, only the last is
// sent. Deletes are held like values. What is sent has the timestamp and headers of the last update, and may be out of
// timestamp order among keys.
func (t KTable[K, V]) Suppress(s TimeLimit, opts ...SuppressOption) KTable[K, V] { return t }

// ToStream is the stream of updates (KTable.toStream); deletes are null values, which functions see after
// ValueAs(Nullable(...)) only. toStream(mapper) is ToStream().SelectKey(mapper), in Kafka Streams too.
func (t KTable[K, V]) ToStream(opts ...Option) KStream[K, V] { return KStream[K, V]{} }
