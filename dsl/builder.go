package dsl

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Builder is the only parameter of a topology.
type Builder struct{ _ [0]func() }

// Codec declares the codec of a type for the whole topology, so that sinks, groups and stores need not repeat it.
func (b *Builder) Codec[T any](c Codec[T]) {}

// Stream reads a topic. Its codecs fix K and V.
func (b *Builder) Stream[K, V any](topic string, key Codec[K], value Codec[V], opts ...SourceOption) KStream[K, V] {
	return KStream[K, V]{}
}

// StreamOf reads several topics as one stream, StreamMatching all topics whose whole name matches the expression.
func (b *Builder) StreamOf[K, V any](topics []string, key Codec[K], value Codec[V], opts ...SourceOption) KStream[K, V] {
	return KStream[K, V]{}
}
func (b *Builder) StreamMatching[K, V any](pattern string, key Codec[K], value Codec[V], opts ...SourceOption) KStream[K, V] {
	return KStream[K, V]{}
}

// Table reads a topic as a table: the last value of each key, a null value deletes, a null key is dropped (reason null-key).
// It has a store only if it is named with As or something looks rows up.
func (b *Builder) Table[K, V any](topic string, key Codec[K], value Codec[V], opts ...TableOption) KTable[K, V] {
	return KTable[K, V]{}
}

// GlobalTable holds all partitions of a topic. It is for JoinGlobal and queries; it isn't aligned in time with streams.
func (b *Builder) GlobalTable[K, V any](topic string, key Codec[K], value Codec[V], opts ...GlobalTableOption) GlobalKTable[K, V] {
	return GlobalKTable[K, V]{}
}

// GlobalKTable is what GlobalTable gives.
type GlobalKTable[K, V any] struct{ _ [0]func(K, V) }

// Store is a declared store. Passed to Process1 and the like it becomes an S in the constructor of the processor.
// Processors that share a store run in one stage.
type Store[S any] struct{ _ [0]func(S) }

// ReadOnly passes the read side of a store: the only way to pass a global or read-only store.
func ReadOnly[R any, S interface{ ReadOnly() R }](s Store[S]) Store[R] { return Store[R]{} }

// KeyValueStore declares a store of plain values (Stores.keyValueStoreBuilder over persistent-, inMemoryKeyValueStore or lruMap).
func (b *Builder) KeyValueStore[K, V any](name string, key Codec[K], value Codec[V], opts ...KeyValueStateOption) Store[record.KeyValueStore[K, V]] {
	return Store[record.KeyValueStore[K, V]]{}
}

// TimestampedKeyValueStore and HeadersKeyValueStore keep the timestamp, or timestamp and headers, with each value.
func (b *Builder) TimestampedKeyValueStore[K, V any](name string, key Codec[K], value Codec[V], opts ...KeyValueStateOption) Store[record.KeyValueStore[K, record.Timestamped[V]]] {
	return Store[record.KeyValueStore[K, record.Timestamped[V]]]{}
}
func (b *Builder) HeadersKeyValueStore[K, V any](name string, key Codec[K], value Codec[V], opts ...KeyValueStateOption) Store[record.KeyValueStore[K, record.Headed[V]]] {
	return Store[record.KeyValueStore[K, record.Headed[V]]]{}
}

// VersionedKeyValueStore declares a store that keeps each key's past.
func (b *Builder) VersionedKeyValueStore[K, V any](name string, key Codec[K], value Codec[V], history VersionedOpt, opts ...StateOption) Store[record.VersionedKeyValueStore[K, V]] {
	return Store[record.VersionedKeyValueStore[K, V]]{}
}

// WindowStore declares a window store.
func (b *Builder) WindowStore[K, V any](name string, key Codec[K], value Codec[V], size, retention time.Duration, opts ...WindowStateOption) Store[record.WindowStore[K, V]] {
	return Store[record.WindowStore[K, V]]{}
}
func (b *Builder) TimestampedWindowStore[K, V any](name string, key Codec[K], value Codec[V], size, retention time.Duration, opts ...WindowStateOption) Store[record.WindowStore[K, record.Timestamped[V]]] {
	return Store[record.WindowStore[K, record.Timestamped[V]]]{}
}
func (b *Builder) HeadersWindowStore[K, V any](name string, key Codec[K], value Codec[V], size, retention time.Duration, opts ...WindowStateOption) Store[record.WindowStore[K, record.Headed[V]]] {
	return Store[record.WindowStore[K, record.Headed[V]]]{}
}

// SessionStore declares a session store.
func (b *Builder) SessionStore[K, V any](name string, key Codec[K], value Codec[V], retention time.Duration, opts ...StateOption) Store[record.SessionStore[K, V]] {
	return Store[record.SessionStore[K, V]]{}
}
func (b *Builder) HeadersSessionStore[K, V any](name string, key Codec[K], value Codec[V], retention time.Duration, opts ...StateOption) Store[record.SessionStore[K, record.Headed[V]]] {
	return Store[record.SessionStore[K, record.Headed[V]]]{}
}

// GlobalStore fills a store on every instance from all partitions of a topic, through a processor (addGlobalStore). Others get it with ReadOnly.
func (b *Builder) GlobalStore[K, V, S any, P record.Processor[K, V, record.None, record.None]](topic string, key Codec[K], value Codec[V], s Store[S], create func(S) P, opts ...Option) {
}

// ReadOnlyStore does the same partition by partition, with the topic as the store's changelog (Topology.addReadOnlyStateStore).
func (b *Builder) ReadOnlyStore[K, V, S any, P record.Processor[K, V, record.None, record.None]](topic string, key Codec[K], value Codec[V], s Store[S], create func(S) P, opts ...SourceOption) {
}
