package dsl

// CogroupedKStream aggregates several grouped streams of one key type into one A, in one store. Nulls, order, time and
// deletes are those of the aggregation without cogroup; records of different streams for one key are taken in the order
// in which they arrive.
type CogroupedKStream[K, A any] struct{ _ [0]func(K, A) }

// Cogroup adds another grouped stream with its own adder (CogroupedKStream.cogroup).
func (c CogroupedKStream[K, A]) Cogroup[V any](g KGroupedStream[K, V], add func(K, V, A) A) CogroupedKStream[K, A] {
	return c
}

// Aggregate starts each key from zero() (CogroupedKStream.aggregate). A nil aggregate deletes the row.
func (c CogroupedKStream[K, A]) Aggregate(zero func() A, opts ...StoreOption) KTable[K, A] {
	return KTable[K, A]{}
}

// WindowedBy aggregates a window at a time (CogroupedKStream.windowedBy of TimeWindows, SlidingWindows and
// UnlimitedWindows).
func (c CogroupedKStream[K, A]) WindowedBy(w TimeWindows) TimeWindowedCogroupedKStream[K, A] {
	return TimeWindowedCogroupedKStream[K, A]{}
}

// SessionWindowedBy aggregates a session at a time (CogroupedKStream.windowedBy(SessionWindows)).
func (c CogroupedKStream[K, A]) SessionWindowedBy(w SessionWindows) SessionWindowedCogroupedKStream[K, A] {
	return SessionWindowedCogroupedKStream[K, A]{}
}

// TimeWindowedCogroupedKStream is TimeWindowedKStream over several streams. It has no emit strategy, as in Kafka
// Streams: every update is sent.
type TimeWindowedCogroupedKStream[K, A any] struct{ _ [0]func(K, A) }

// Aggregate starts each window from zero() (TimeWindowedCogroupedKStream.aggregate).
func (c TimeWindowedCogroupedKStream[K, A]) Aggregate(zero func() A, opts ...WindowStoreOption) WindowedKTable[K, A] {
	return WindowedKTable[K, A]{}
}

// SessionWindowedCogroupedKStream is SessionWindowedKStream over several streams. It has no emit strategy, as in Kafka
// Streams: every update is sent.
type SessionWindowedCogroupedKStream[K, A any] struct{ _ [0]func(K, A) }

// Aggregate merges sessions into zero(), oldest first, then adds (SessionWindowedCogroupedKStream.aggregate).
func (c SessionWindowedCogroupedKStream[K, A]) Aggregate(zero func() A, merge func(k K, a, b A) A, opts ...WindowStoreOption) WindowedKTable[K, A] {
	return WindowedKTable[K, A]{}
}
