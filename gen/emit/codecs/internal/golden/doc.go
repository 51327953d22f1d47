// Package golden is types of every shape that codecs knows, with the functions that it generates for them.
//
//	types.go ──codecs──► golden_stoat.go ──► tests: beside encoding/json/v2, encoding/binary, and what they may allocate
//
// Invariants:
//
//  1. Every branch of codecs that spells something has a type here; golden_stoat.go is what it spells now (a test of codecs
//     compares, and rewrites with -update).
//  2. What a decoder here accepts, refuses and makes is what encoding/json/v2 does (G1 of codecs).
package golden
