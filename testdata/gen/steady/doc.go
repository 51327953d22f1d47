// Package steady runs a generated topology on one lane without an engine, to see what a record costs once everything has
// its size.
//
//	batches of all sources ─► lane ─► hops ─► outputs, changelogs ─► barrier ─► recycled
//
// Invariants:
//
//  1. Everything goes round: what a barrier hands over comes back before the next one.
//  2. What a batch costs is not what a record costs: two sizes of batches are compared.
package steady
