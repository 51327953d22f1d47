// Package config says what can be configured, in one table, and reads it from three places.
//
//	code (rt.Config) ──► file (YAML) ──► environment (STOAT_…) ──► checks ──► Config, with the origin of each value
//	     weakest                             strongest
//
// A row of the table (keys.go) gives a key its name, default, meaning, parser and field. Everything else follows from
// the rows: the reading of files and variables, the messages, the masked print-out and docs/configuration.md. Keys are
// Kafka Streams' own where it has one with the same meaning; a key of Kafka Streams that has none here is refused with
// a sentence that says why (foreign.go).
//
// Invariants:
//
//   - C1 A key that nobody knows is refused with its place; nothing that was written is ignored in silence.
//   - C2 All problems of all places are reported in one run, in the order of the places.
//   - C3 A secret never leaves this package but by its own field.
//
// Entry points: Load, Loaded.Lines, Config.TLS.
package config
