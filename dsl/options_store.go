package dsl

import "time"

// StoreNameOpt is what As gives.
type StoreNameOpt struct{}

// As names the store (Materialized.as, StreamJoined.as), and with it its changelog topic:
// <application>-<name>-changelog. Tests look into it by this name.
func As(store string) StoreNameOpt { return StoreNameOpt{} }

func (StoreNameOpt) table()       {}
func (StoreNameOpt) globalTable() {}
func (StoreNameOpt) store()       {}
func (StoreNameOpt) windowStore() {}
func (StoreNameOpt) streamJoin()  {}
func (StoreNameOpt) joinStore()   {}
func (StoreNameOpt) foreignJoin() {}

// KindOpt is what InMemory gives.
type KindOpt struct{}

// InMemory keeps the store in memory instead of RocksDB (Materialized.withStoreType, Stores.inMemoryKeyValueStore and
// the like). With a changelog it is restored from it at every start.
func InMemory() KindOpt { return KindOpt{} }

func (KindOpt) table()         {}
func (KindOpt) globalTable()   {}
func (KindOpt) store()         {}
func (KindOpt) windowStore()   {}
func (KindOpt) streamJoin()    {}
func (KindOpt) joinStore()     {}
func (KindOpt) foreignJoin()   {}
func (KindOpt) state()         {}
func (KindOpt) keyValueState() {}
func (KindOpt) windowState()   {}

// KeyValueOpt is what LRU gives.
type KeyValueOpt struct{}

// LRU keeps the size entries of each partition that were used last, put or looked up (Stores.lruMap). What falls out is deleted in the
// changelog too, and nobody below is told. After a restart the order of use is that of the puts.
func LRU(size int) KeyValueOpt { return KeyValueOpt{} }

func (KeyValueOpt) table()         {}
func (KeyValueOpt) globalTable()   {}
func (KeyValueOpt) store()         {}
func (KeyValueOpt) foreignJoin()   {}
func (KeyValueOpt) keyValueState() {}

// VersionedOpt is what Versioned gives.
type VersionedOpt struct{}

// Versioned keeps a key's past values for so long (Stores.persistentVersionedKeyValueStore). Updates older than that
// are dropped (reason late).
func Versioned(history time.Duration) VersionedOpt { return VersionedOpt{} }

// SegmentInterval replaces the interval that follows from the history: how much of the past expires at once in Kafka Streams'
// store (the third argument of Stores.persistentVersionedKeyValueStore). Here versions expire one by one, and it has no effect.
func (o VersionedOpt) SegmentInterval(d time.Duration) VersionedOpt { return o }

func (VersionedOpt) table()       {}
func (VersionedOpt) store()       {}
func (VersionedOpt) foreignJoin() {}

// RetentionOpt is what Retention gives.
type RetentionOpt struct{}

// Retention keeps the rows of a windowed result for so long (Materialized.withRetention), at least as long as its
// windows can change, which is the default.
func Retention(d time.Duration) RetentionOpt { return RetentionOpt{} }

func (RetentionOpt) windowStore() {}

// LogOpt is what NoChangelog and Changelog give.
type LogOpt struct{}

// NoChangelog keeps no changelog (withLoggingDisabled): the state is lost with the disk, in memory with the process.
func NoChangelog() LogOpt { return LogOpt{} }

// Changelog sets a property of the changelog topic when it is created (withLoggingEnabled(config)).
func Changelog(property, value string) LogOpt { return LogOpt{} }

func (LogOpt) table()         {}
func (LogOpt) store()         {}
func (LogOpt) windowStore()   {}
func (LogOpt) streamJoin()    {}
func (LogOpt) foreignJoin()   {}
func (LogOpt) suppress()      {}
func (LogOpt) state()         {}
func (LogOpt) keyValueState() {}
func (LogOpt) windowState()   {}
func (LogOpt) timers()        {}

// CacheOpt is what NoCache and Cache give.
type CacheOpt struct{}

// NoCache forwards every update of this store (withCachingDisabled), whatever statestore.cache.max.bytes is.
func NoCache() CacheOpt { return CacheOpt{} }

// Cache forwards the last update of each key when the epoch ends or the cache is full (withCachingEnabled). Operators
// don't cache unless Cache or Builder.Cache says so, and not if statestore.cache.max.bytes is zero; nor do declared stores.
func Cache() CacheOpt { return CacheOpt{} }

func (CacheOpt) table()         {}
func (CacheOpt) globalTable()   {}
func (CacheOpt) store()         {}
func (CacheOpt) windowStore()   {}
func (CacheOpt) foreignJoin()   {}
func (CacheOpt) state()         {}
func (CacheOpt) keyValueState() {}
func (CacheOpt) windowState()   {}

// SideOpt is what This and Other give.
type SideOpt struct{}

// This sets the store of this side of a stream-stream join (withThisStoreSupplier). As is its whole name, and with it that of its
// changelog topic <application>-<name>-changelog; As of the join names what is left. How long it keeps records follows from the
// windows: before, after and grace.
func This(opts ...JoinStoreOption) SideOpt { return SideOpt{} }

// Other is This for the other side (withOtherStoreSupplier).
func Other(opts ...JoinStoreOption) SideOpt { return SideOpt{} }

func (SideOpt) streamJoin() {}

// GraceOpt is what Grace gives.
type GraceOpt struct{}

// Grace buffers stream records for so long, so that they meet a versioned table's value of their time
// (Joined.withGracePeriod). Results come in timestamp order where the buffer allows it. Against a table that isn't
// versioned it is a diagnostic.
func Grace(d time.Duration) GraceOpt { return GraceOpt{} }

func (GraceOpt) tableJoin() {}

// DuplicatesOpt is what RetainDuplicates gives.
type DuplicatesOpt struct{}

// RetainDuplicates lets a declared window store hold several values of one key and start.
func RetainDuplicates() DuplicatesOpt { return DuplicatesOpt{} }

func (DuplicatesOpt) windowState() {}
