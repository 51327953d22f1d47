package record

import "iter"

// ReadOnlyWindowStore is the read side of a WindowStore. Times are window starts in milliseconds, both bounds included;
// rows that left the retention are not seen. Iterators of one key yield (start, value) in the order of starts; those of
// several keys run by start or by key, as the store keeps them, and promise no order.
type ReadOnlyWindowStore[K, V any] interface {
	// FetchAt is the value of a key's window, false if there is none.
	FetchAt(key K, start int64) (V, bool)
	// Fetch is a key's windows in a time range.
	Fetch(key K, from, to int64) iter.Seq2[int64, V]
	// BackwardFetch is Fetch backwards.
	BackwardFetch(key K, from, to int64) iter.Seq2[int64, V]
	// FetchRange is the windows of an interval of keys in a time range (fetch(from, to) and fetchAll).
	FetchRange(keys Interval[K], from, to int64) iter.Seq2[Windowed[K], V]
	// BackwardFetchRange is FetchRange backwards.
	BackwardFetchRange(keys Interval[K], from, to int64) iter.Seq2[Windowed[K], V]
	// All is every row.
	All() iter.Seq2[Windowed[K], V]
	// BackwardAll is All backwards.
	BackwardAll() iter.Seq2[Windowed[K], V]
}

// WindowStore keeps values by key and window start and forgets them after the retention, which goes by the largest
// start that was put.
type WindowStore[K, V any] interface {
	ReadOnlyWindowStore[K, V]
	// Put sets a key's window; with dsl.RetainDuplicates it adds a row. A start beyond the retention is ignored.
	Put(key K, value V, start int64)
	// Delete removes a key's window (put of null).
	Delete(key K, start int64)
	// ReadOnly is the read side.
	ReadOnly() ReadOnlyWindowStore[K, V]
}

// ReadOnlySessionStore is the read side of a SessionStore. Times are milliseconds, bounds are included; sessions that
// left the retention are not seen. Iterators of one key run in the order of ends.
type ReadOnlySessionStore[K, V any] interface {
	// FetchSession is the value of exactly that session, false if there is none.
	FetchSession(key K, start, end int64) (V, bool)
	// Fetch is a key's sessions.
	Fetch(key K) iter.Seq2[Windowed[K], V]
	// BackwardFetch is Fetch backwards.
	BackwardFetch(key K) iter.Seq2[Windowed[K], V]
	// FetchRange is the sessions of an interval of keys.
	FetchRange(keys Interval[K]) iter.Seq2[Windowed[K], V]
	// BackwardFetchRange is FetchRange backwards.
	BackwardFetchRange(keys Interval[K]) iter.Seq2[Windowed[K], V]
	// FindSessions is a key's sessions that end at earliestEnd or later and start at latestStart or earlier.
	FindSessions(key K, earliestEnd, latestStart int64) iter.Seq2[Windowed[K], V]
	// BackwardFindSessions is FindSessions backwards.
	BackwardFindSessions(key K, earliestEnd, latestStart int64) iter.Seq2[Windowed[K], V]
	// FindSessionsRange is FindSessions over an interval of keys.
	FindSessionsRange(keys Interval[K], earliestEnd, latestStart int64) iter.Seq2[Windowed[K], V]
	// BackwardFindSessionsRange is FindSessionsRange backwards.
	BackwardFindSessionsRange(keys Interval[K], earliestEnd, latestStart int64) iter.Seq2[Windowed[K], V]
	// FindSessionsEnding is the sessions of all keys whose end is in a range.
	FindSessionsEnding(earliestEnd, latestEnd int64) iter.Seq2[Windowed[K], V]
}

// SessionStore keeps aggregates by key and session and forgets them after the retention, which goes by the largest end
// that was put.
type SessionStore[K, V any] interface {
	ReadOnlySessionStore[K, V]
	// Put sets a session's aggregate. A session beyond the retention is ignored.
	Put(session Windowed[K], value V)
	// Remove deletes a session.
	Remove(session Windowed[K])
	// ReadOnly is the read side.
	ReadOnly() ReadOnlySessionStore[K, V]
}
