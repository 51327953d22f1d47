package dsl

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/record"
)

// Store is a declared store (StoreBuilder). Passed to Process1 and the like it becomes an S in the processor's
// constructor. Only the processors it is passed to can see it; those that share one run in one stage. A processor sees
// the rows of its own partition.
//
// Stores are in RocksDB unless InMemory or LRU says otherwise, have a changelog unless NoChangelog does, and no cache
// unless Cache asks for one. Every write belongs to the epoch of the record that caused it and commits with it, or not
// at all.
type Store[S any] struct{ _ [0]func(S) }

// ReadOnly passes the read side of a store: the only way to pass a global or read-only store.
func ReadOnly[R any, S interface{ ReadOnly() R }](s Store[S]) Store[R] { return Store[R]{} }

// KeyValueStore declares a store of plain values (keyValueStoreBuilder over persistentKeyValueStore,
// inMemoryKeyValueStore or lruMap).
func (b *Builder) KeyValueStore[K, V any](name string, key Codec[K], value Codec[V], opts ...KeyValueStateOption) Store[record.KeyValueStore[K, V]] {
	return Store[record.KeyValueStore[K, V]]{}
}

// TimestampedKeyValueStore keeps a timestamp with each value (timestampedKeyValueStoreBuilder).
func (b *Builder) TimestampedKeyValueStore[K, V any](name string, key Codec[K], value Codec[V], opts ...KeyValueStateOption) Store[record.KeyValueStore[K, record.Timestamped[V]]] {
	return Store[record.KeyValueStore[K, record.Timestamped[V]]]{}
}

// HeadersKeyValueStore keeps timestamp and headers with each value (timestampedKeyValueStoreWithHeadersBuilder).
func (b *Builder) HeadersKeyValueStore[K, V any](name string, key Codec[K], value Codec[V], opts ...KeyValueStateOption) Store[record.KeyValueStore[K, record.Headed[V]]] {
	return Store[record.KeyValueStore[K, record.Headed[V]]]{}
}

// VersionedKeyValueStore keeps each key's past for the history (versionedKeyValueStoreBuilder). A put older than the
// history does nothing and says so (record.NotPut). It has no cache.
func (b *Builder) VersionedKeyValueStore[K, V any](name string, key Codec[K], value Codec[V], history VersionedOpt, opts ...StateOption) Store[record.VersionedKeyValueStore[K, V]] {
	return Store[record.VersionedKeyValueStore[K, V]]{}
}

// WindowStore keeps values by key and window start (windowStoreBuilder). size is the length of the windows, which only
// record.Windowed.End depends on; rows whose start is retention or more behind the store's stream time are gone. The
// retention is at least the size.
func (b *Builder) WindowStore[K, V any](name string, key Codec[K], value Codec[V], size, retention time.Duration, opts ...WindowStateOption) Store[record.WindowStore[K, V]] {
	return Store[record.WindowStore[K, V]]{}
}

// TimestampedWindowStore keeps a timestamp with each value (timestampedWindowStoreBuilder); size and retention as for
// WindowStore.
func (b *Builder) TimestampedWindowStore[K, V any](name string, key Codec[K], value Codec[V], size, retention time.Duration, opts ...WindowStateOption) Store[record.WindowStore[K, record.Timestamped[V]]] {
	return Store[record.WindowStore[K, record.Timestamped[V]]]{}
}

// HeadersWindowStore keeps timestamp and headers with each value (timestampedWindowStoreWithHeadersBuilder); size and
// retention as for WindowStore.
func (b *Builder) HeadersWindowStore[K, V any](name string, key Codec[K], value Codec[V], size, retention time.Duration, opts ...WindowStateOption) Store[record.WindowStore[K, record.Headed[V]]] {
	return Store[record.WindowStore[K, record.Headed[V]]]{}
}

// SessionStore keeps values by key and session (sessionStoreBuilder). Sessions whose end is retention or more behind
// the store's stream time are gone.
func (b *Builder) SessionStore[K, V any](name string, key Codec[K], value Codec[V], retention time.Duration, opts ...StateOption) Store[record.SessionStore[K, V]] {
	return Store[record.SessionStore[K, V]]{}
}

// HeadersSessionStore keeps headers with each value (sessionStoreWithHeadersBuilder); retention as for SessionStore.
func (b *Builder) HeadersSessionStore[K, V any](name string, key Codec[K], value Codec[V], retention time.Duration, opts ...StateOption) Store[record.SessionStore[K, record.Headed[V]]] {
	return Store[record.SessionStore[K, record.Headed[V]]]{}
}

// Timers declares timers of keys: calls at a time of its choice that one processor registers, and gets in its method OnTimer
// (record.Timers, record.Processor). They are state, in the order of time: with a changelog, in the epoch of the record that
// registered them, there again after a restart; memory holds the next ones only, so there may be many. Kafka Streams has none:
// its schedules know no keys and end with the process.
func (b *Builder) Timers[K any](name string, key Codec[K], opts ...TimerOption) Store[record.Timers[K]] {
	return Store[record.Timers[K]]{}
}

// GlobalStore fills a store on every instance from all partitions of a topic, through one processor (addGlobalStore). The
// topic is the store's changelog: every start reads it from the beginning through the processor, to its end before the
// application works, and goes on beside the streams, not aligned with them in time. Others get the store with ReadOnly, as it
// was behind the last batch that was read.
//
// Records have their own timestamps. A null key is dropped (reason null-key); a null value reaches the processor if V is
// nullable, else it is dropped (null-value). What the codecs refuse goes to the deserialization handler; what the processor
// fails with stops the application, or goes to the processing handler if processing.exception.handler.global.enabled is set.
// It has no schedules and forwards nothing.
func (b *Builder) GlobalStore[K, V, S any, P record.Processor[K, V, record.None, record.None]](topic string, key Codec[K], value Codec[V], s Store[S], create func(S) P, opts ...Option) {
}

// ReadOnlyStore fills a store partition by partition from a topic (Topology.addReadOnlyStateStore). The processor should
// put what it gets. Others get the store with ReadOnly. Unlike Kafka Streams' the store has a changelog of its own.
func (b *Builder) ReadOnlyStore[K, V, S any, P record.Processor[K, V, record.None, record.None]](topic string, key Codec[K], value Codec[V], s Store[S], create func(S) P, opts ...SourceOption) {
}
