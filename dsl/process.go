package dsl

import "github.com/stoatgen/stoatgen/rt/record"

// Processors. The constructor's parameters are the stores named after it, in order. One value a lane, called by the lane's goroutine
// only. Null keys and values reach it if K and V are nullable; a null value of another type is dropped (reason null-value).

// Process may change the key, so what needs it downstream repartitions. Forward sends to every child, ForwardTo to the one of that name.
func (s KStream[K, V]) Process[K2, V2 any, P record.Processor[K, V, K2, V2]](create func() P, opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s KStream[K, V]) Process1[S1, K2, V2 any, P record.Processor[K, V, K2, V2]](create func(S1) P, s1 Store[S1], opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s KStream[K, V]) Process2[S1, S2, K2, V2 any, P record.Processor[K, V, K2, V2]](create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}
func (s KStream[K, V]) Process3[S1, S2, S3, K2, V2 any, P record.Processor[K, V, K2, V2]](create func(S1, S2, S3) P, s1 Store[S1], s2 Store[S2], s3 Store[S3], opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// ProcessValues can't change the key.
func (s KStream[K, V]) ProcessValues[V2 any, P record.FixedKeyProcessor[K, V, V2]](create func() P, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) ProcessValues1[S1, V2 any, P record.FixedKeyProcessor[K, V, V2]](create func(S1) P, s1 Store[S1], opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) ProcessValues2[S1, S2, V2 any, P record.FixedKeyProcessor[K, V, V2]](create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}
func (s KStream[K, V]) ProcessValues3[S1, S2, S3, V2 any, P record.FixedKeyProcessor[K, V, V2]](create func(S1, S2, S3) P, s1 Store[S1], s2 Store[S2], s3 Store[S3], opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// TransformValues maps a table's values with state. Unlike MapValues it sees deletes, as nil, and may answer them with a value.
func (t KTable[K, V]) TransformValues[V2 any, P record.ValueTransformer[K, V, V2]](create func() P, opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}
func (t KTable[K, V]) TransformValues1[S1, V2 any, P record.ValueTransformer[K, V, V2]](create func(S1) P, s1 Store[S1], opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}
func (t KTable[K, V]) TransformValues2[S1, S2, V2 any, P record.ValueTransformer[K, V, V2]](create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}
func (t KTable[K, V]) TransformValues3[S1, S2, S3, V2 any, P record.ValueTransformer[K, V, V2]](create func(S1, S2, S3) P, s1 Store[S1], s2 Store[S2], s3 Store[S3], opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}
