package dsl

// TimeWindowedKStream aggregates a window at a time: tumbling, hopping, unlimited or sliding.
//
// A record goes into each window that holds its timestamp, in the order of their starts, one update a window (sliding
// windows: as SlidingWindows, which change where a record enters or leaves). Null keys are dropped (reason null-key). A
// null value is dropped by sliding windows (reason null-value); in the others Count counts it, and a function sees it
// if V is nullable. A window is closed once the operator's stream time reaches its end plus the grace: a record for it
// is dropped, counted once a window (reason late). The result's timestamp is the largest of the window's; its headers
// are those of the record at hand. State: one row a key and window, kept for the retention.
type TimeWindowedKStream[K, V any] struct{ _ [0]func(K, V) }

// EmitStrategy says when results are sent (TimeWindowedKStream.emitStrategy); OnWindowUpdate is the default. Unlimited
// windows never close.
func (w TimeWindowedKStream[K, V]) EmitStrategy(e EmitStrategy) TimeWindowedKStream[K, V] { return w }

// Count counts the records of each key and window (TimeWindowedKStream.count), null values included.
func (w TimeWindowedKStream[K, V]) Count(opts ...WindowStoreOption) WindowedKTable[K, int64] {
	return WindowedKTable[K, int64]{}
}

// Reduce takes a window's first value as it is and f(acc, v) from then on (TimeWindowedKStream.reduce). nil deletes the
// window.
func (w TimeWindowedKStream[K, V]) Reduce(f func(acc, v V) V, opts ...WindowStoreOption) WindowedKTable[K, V] {
	return WindowedKTable[K, V]{}
}

// Aggregate starts each window from zero() and adds (TimeWindowedKStream.aggregate). nil deletes the window; its next
// record starts anew.
func (w TimeWindowedKStream[K, V]) Aggregate[A any](zero func() A, add func(K, V, A) A, opts ...WindowStoreOption) WindowedKTable[K, A] {
	return WindowedKTable[K, A]{}
}

// SessionWindowedKStream aggregates a session at a time. A record joins the sessions at most the gap away and merges
// them; each merged one is deleted, with an update, before the new one is sent. Null keys are dropped (reason
// null-key); null values as in tumbling windows. A record whose session ended more than gap and grace ago is dropped
// (reason late). The result's timestamp is the session's end. State: one row a key and session, kept for the retention.
type SessionWindowedKStream[K, V any] struct{ _ [0]func(K, V) }

// EmitStrategy says when results are sent (SessionWindowedKStream.emitStrategy); OnWindowUpdate is the default.
func (w SessionWindowedKStream[K, V]) EmitStrategy(e EmitStrategy) SessionWindowedKStream[K, V] {
	return w
}

// Count counts the records of each session (SessionWindowedKStream.count), null values included.
func (w SessionWindowedKStream[K, V]) Count(opts ...WindowStoreOption) WindowedKTable[K, int64] {
	return WindowedKTable[K, int64]{}
}

// Reduce reduces values, and merges sessions, by f (SessionWindowedKStream.reduce). nil deletes the session.
func (w SessionWindowedKStream[K, V]) Reduce(f func(acc, v V) V, opts ...WindowStoreOption) WindowedKTable[K, V] {
	return WindowedKTable[K, V]{}
}

// Aggregate merges the record's sessions into zero(), oldest first, by merge(key, acc, session), then adds the record
// (SessionWindowedKStream.aggregate). zero() is an operand of the first merge. nil deletes the session.
func (w SessionWindowedKStream[K, V]) Aggregate[A any](zero func() A, add func(K, V, A) A, merge func(k K, a, b A) A, opts ...WindowStoreOption) WindowedKTable[K, A] {
	return WindowedKTable[K, A]{}
}
