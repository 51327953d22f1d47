// Package record is what a user's functions and processors see at run time, and what package dsl names in their
// signatures: records, headers, windowed keys, contexts, store interfaces. Plain values and interfaces, without
// dependencies or cgo.
//
//	Record ─ Key, Value, Timestamp, Headers      Windowed ─ a key and its window
//	Context ─ Forward, Schedule, Metadata …      KeyValueStore, WindowStore, SessionStore, VersionedKeyValueStore
//
// Rules:
//
//  1. Times are Kafka's: milliseconds since the epoch, int64. Durations in declarations are time.Duration.
//  2. A null key or value is nil where the type is a pointer or []byte. Where it is another type, a null value is not seen and a null
//     key looks like the zero value.
//  3. Everything is a value: changing what a function got changes nothing elsewhere. Strings and slices may alias the fetched
//     batch, which is never written again: they may be kept, not changed.
//  4. A context, a store and an iterator belong to one lane. They are used by its goroutine only, inside the call that got them.
package record
