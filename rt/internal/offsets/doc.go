// Package offsets is the content of family `_offsets`: what the state directory knows about itself. The commit writes
// it together with the rows of the stores, in one batch; the start reads it and compares it with the brokers.
//
//	key                            value: one byte of version, then
//	'c' topic 0 partition(4)       topic id(16) next offset(8) leader epoch of the last record(4) partition count(4)
//	's' topic 0 partition(4)       topic id(16) next offset(8)
//	'm'                            epoch(4) wall time(8) application id, cluster id, guarantee
//	'f' store                      fingerprint of the store's row layout
//	't' operator                   stream time(8)
//
// Numbers are big-endian; strings carry a uvarint of their length ahead.
//
// Invariants:
//
//  1. A changelog row is never ahead of the store's rows, at any kill point: both are in one batch (I3).
//  2. A source row is written by the batch of an epoch only, never by a restore: it is a check, not a position.
//  3. A row whose version or kind is unknown makes the directory unreadable (ErrFormat): a newer program wrote it, and
//     guessing would break 1.
package offsets
