// Package counting is a topology written by hand as generated code would be, for tests of the run time that must not
// depend on the generator, and for the kill loop:
//
//	words ─► select-key(value) ══hop══► count ─► counts
//	                                      └─► changelog
//
// It counts how often each value of topic "words" occurred, whatever its key, and writes every update (key: the value;
// value: the count, eight bytes) to topic "counts". Three values make trouble, for tests of what becomes of it.
//
// Invariants:
//
//  1. The count in the last record of a key is the number of records with that value, if each was processed once.
package counting
