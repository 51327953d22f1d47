// Package lint is the repository's rules as tests: who may import whom, how long a file is, what a room must have and what must not
// be written. It parses files and type-checks nothing, so it takes well under a second.
//
//	every .go file ──parse once──► tree ─┬─► arrows_test.go   the import table, one importer a library, what never links what
//	                                     ├─► files_test.go    length, names, doc.go, generated files, words
//	README, CONTRIBUTING, docs/ ─────────┴─► docs_test.go     documents against the tree and against dsl
//
// Rules of this room:
//
//  1. A new room needs a row in the table of arrows_test.go and one in CONTRIBUTING.md: both fail until it has them.
//  2. Packages below testdata/scan and a testdata/bad are wrong on purpose and are not read.
//  3. A rule has no exceptions by name. One that needs some is a wrong rule.
package lint
