package dsl

import "github.com/stoatgen/stoatgen/rt/record"

// Process runs the user's processor (KStream.process). The constructor is called once a partition, and what it returns by
// the goroutine of one lane only. It may change the key, so what needs the key below moves the record. Null keys and values
// reach it if K and V are nullable; a null value of another type is dropped (reason null-value). Forward sends to every
// child, ForwardTo to the one of that name. An error from Process goes to the processing handler.
func (s KStream[K, V]) Process[K2, V2 any, P record.Processor[K, V, K2, V2]](create func() P, opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// Process1 is Process with a store, which the constructor takes: the part of the record's partition. A changed key does
// not move the record, as in Kafka Streams; Repartition does. Timers are such a store: the processor then has a method OnTimer.
func (s KStream[K, V]) Process1[S1, K2, V2 any, P record.Processor[K, V, K2, V2]](create func(S1) P, s1 Store[S1], opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// Process2 is Process with two stores, in the order of the constructor's parameters.
func (s KStream[K, V]) Process2[S1, S2, K2, V2 any, P record.Processor[K, V, K2, V2]](create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// Process3 is Process with three stores, in the order of the constructor's parameters.
func (s KStream[K, V]) Process3[S1, S2, S3, K2, V2 any, P record.Processor[K, V, K2, V2]](create func(S1, S2, S3) P, s1 Store[S1], s2 Store[S2], s3 Store[S3], opts ...Option) KStream[K2, V2] {
	return KStream[K2, V2]{}
}

// ProcessValues runs a processor that can't change the key (KStream.processValues), so nothing below moves for it.
// Otherwise it is Process.
func (s KStream[K, V]) ProcessValues[V2 any, P record.FixedKeyProcessor[K, V, V2]](create func() P, opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// ProcessValues1 is ProcessValues with a store.
func (s KStream[K, V]) ProcessValues1[S1, V2 any, P record.FixedKeyProcessor[K, V, V2]](create func(S1) P, s1 Store[S1], opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// ProcessValues2 is ProcessValues with two stores.
func (s KStream[K, V]) ProcessValues2[S1, S2, V2 any, P record.FixedKeyProcessor[K, V, V2]](create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// ProcessValues3 is ProcessValues with three stores.
func (s KStream[K, V]) ProcessValues3[S1, S2, S3, V2 any, P record.FixedKeyProcessor[K, V, V2]](create func(S1, S2, S3) P, s1 Store[S1], s2 Store[S2], s3 Store[S3], opts ...Option) KStream[K, V2] {
	return KStream[K, V2]{}
}

// Wrap has the user's wrapper called in place of every processor of the topology, wherever they are declared: those of Process,
// ProcessValues, GlobalStore, ReadOnlyStore, Every and Cron, with their timers and what they schedule, not TransformValues, which has
// to answer (processor.wrapper.class, KIP-1112). The constructor is called with the operator's name for each instance of its processor, and what it returns like that. W is best a
// struct or a pointer to one: then its method is called directly, and nothing is allocated.
func (b *Builder) Wrap[W record.Wrapper](create func(node string) W) {}

// TransformValues maps a table's values with state (KTable.transformValues). Unlike MapValues it sees deletes, as nil,
// and may answer them with a value. It can't forward and can't change the key.
func (t KTable[K, V]) TransformValues[V2 any, P record.ValueTransformer[K, V, V2]](create func() P, opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}

// TransformValues1 is TransformValues with a store.
func (t KTable[K, V]) TransformValues1[S1, V2 any, P record.ValueTransformer[K, V, V2]](create func(S1) P, s1 Store[S1], opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}

// TransformValues2 is TransformValues with two stores.
func (t KTable[K, V]) TransformValues2[S1, S2, V2 any, P record.ValueTransformer[K, V, V2]](create func(S1, S2) P, s1 Store[S1], s2 Store[S2], opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}

// TransformValues3 is TransformValues with three stores.
func (t KTable[K, V]) TransformValues3[S1, S2, S3, V2 any, P record.ValueTransformer[K, V, V2]](create func(S1, S2, S3) P, s1 Store[S1], s2 Store[S2], s3 Store[S3], opts ...StoreOption) KTable[K, V2] {
	return KTable[K, V2]{}
}
