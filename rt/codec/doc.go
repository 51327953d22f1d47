// Package codec has the byte forms that generated code reads and writes.
//
//	record's bytes ──DecodeX──► value ──AppendX──► bytes        Kafka's own forms (kafka.go, uuid.go, windowed.go)
//	               ──read at a position──► value                JSON (json*.go): what generated decoders are made of
//	values, keys   ──Records, Topic──► record batch             Kafka's wire format (records*.go)
//	key            ──Murmur2──► partition, lane, slot           (hash.go)
//
// One shape everywhere: DecodeX(b []byte, v *T) bool fills v, which must be the zero value, and reports whether b is
// well formed; AppendX(b []byte, v T) []byte adds v's form to b. What can have no form (NaN as JSON) takes an *error
// that it sets. Null is not a codec's business: whoever calls has looked for it (a nil slice) before.
//
// Invariants:
//
//	C1: what is read aliases the input where it can (strings without escapes, bytes). Input is never written to.
//	C2: no input panics, however malformed; a decoder says false, and Malformed or MalformedJSON say why, off the fast
//	    path.
//	C3: JSON is accepted if and only if encoding/json/v2 accepts it with its default options (strict UTF-8, no name
//	    twice in an object, 10,000 levels), for known and skipped members alike. What is written is what v2 writes
//	    with Deterministic(true), byte for byte.
//	C4: nothing is allocated where the value has room for the result: numbers, bools, plain strings, times in UTC.
//
// The JSON scanner is functions over (bytes, position): two registers, no struct whose fields would live in memory. A
// position behind a value is what they return, Bad if there is no such value.
package codec
