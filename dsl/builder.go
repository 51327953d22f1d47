package dsl

// Builder is the only parameter of a topology (StreamsBuilder). It can't be used for anything but declaring.
type Builder struct{ _ [0]func() }

// Codec declares the codec of a type for the whole topology, so that sinks, groups and stores need not repeat it. It
// takes the place of default.key.serde and default.value.serde.
func (b *Builder) Codec[T any](c Codec[T]) {}

// Cache lets the operators of the topology cache the updates of their stores, as Kafka Streams does by default: of the updates
// of one key only the last is sent on, when the epoch ends or statestore.cache.max.bytes are in use. NoCache excepts an
// operator. Stores of windows that are emitted when they close, of joins of streams and versioned ones never cache. Without it
// every update is sent on.
func (b *Builder) Cache() {}

// Stream reads a topic (StreamsBuilder.stream). Its codecs fix K and V; a record that they refuse goes to the
// deserialization handler.
//
// Partitions are merged by timestamp: of the records at hand the earliest is next, and the application waits up to
// max.task.idle.ms for a partition that is known to have more. A null key belongs to no lane and may go to any.
// Timestamps are the record's own unless an option, or else default.timestamp.extractor, says otherwise; a negative one stops
// the application, or is dropped with reason negative-timestamp if either says so.
func (b *Builder) Stream[K, V any](topic string, key Codec[K], value Codec[V], opts ...SourceOption) KStream[K, V] {
	return KStream[K, V]{}
}

// StreamOf reads several topics as one stream (stream(Collection)), merged by timestamp like the partitions of one. All
// have the same codecs.
func (b *Builder) StreamOf[K, V any](topics []string, key Codec[K], value Codec[V], opts ...SourceOption) KStream[K, V] {
	return KStream[K, V]{}
}

// StreamMatching reads all topics whose whole name matches the expression (stream(Pattern)). The expression is Go's, as
// in package regexp. Topics are matched when the application starts; if there is none it doesn't.
func (b *Builder) StreamMatching[K, V any](pattern string, key Codec[K], value Codec[V], opts ...SourceOption) KStream[K, V] {
	return KStream[K, V]{}
}

// Table reads a topic as a table (StreamsBuilder.table): the last value of each key by offset, whatever the timestamps
// say.
//
// A null value deletes and is sent on as a delete, even if there was no row. A null key is dropped (reason null-key).
// Equal updates are sent on too. The row's timestamp is the record's. The table has a store only if it is named with As
// or something below looks rows up or needs the old value; its changelog is <application>-<store>-changelog.
func (b *Builder) Table[K, V any](topic string, key Codec[K], value Codec[V], opts ...TableOption) KTable[K, V] {
	return KTable[K, V]{}
}

// GlobalTable holds all partitions of a topic on every instance (StreamsBuilder.globalTable). It is read to its end
// before the application starts, is not aligned in time with streams, and has no changelog of its own. Timestamp
// options don't apply: the record's own timestamp is taken. It is for JoinGlobal.
func (b *Builder) GlobalTable[K, V any](topic string, key Codec[K], value Codec[V], opts ...GlobalTableOption) GlobalKTable[K, V] {
	return GlobalKTable[K, V]{}
}

// GlobalKTable is what GlobalTable gives: the other side of JoinGlobal.
type GlobalKTable[K, V any] struct{ _ [0]func(K, V) }
