package dsl

// The Try forms take functions that can fail. An error goes to the processing handler, with the node's name and its
// place in the topology; the record ends at that node if the handler continues (reason failed). Otherwise each is the
// operator without Try, with its number and its rules for null. Kafka Streams has no such forms: there a function fails
// by an exception.

// TryFilter is Filter with a function that can fail.
func (s KStream[K, V]) TryFilter(keep func(K, V) (bool, error), opts ...Option) KStream[K, V] {
	return s
}

// TryMap is Map with a function that can fail.
func (s KStream[K, V]) TryMap[K2, V2 any](f func(K, V) (K2, V2, error), opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// TryMapValues is MapValues with a function that can fail.
func (s KStream[K, V]) TryMapValues[V2 any](f func(V) (V2, error), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// TryMapValuesWithKey is MapValuesWithKey with a function that can fail.
func (s KStream[K, V]) TryMapValuesWithKey[V2 any](f func(K, V) (V2, error), opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// TryFlatMap is FlatMap with a function that can fail. What it emitted before it failed has been sent.
func (s KStream[K, V]) TryFlatMap[K2, V2 any](f func(k K, v V, emit func(K2, V2)) error, opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// TryFlatMapValues is FlatMapValues with a function that can fail. What it emitted before it failed has been sent.
func (s KStream[K, V]) TryFlatMapValues[V2 any](f func(v V, emit func(V2)) error, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// TryForEach is ForEach with a function that can fail.
func (s KStream[K, V]) TryForEach(f func(K, V) error, opts ...Option) {}
