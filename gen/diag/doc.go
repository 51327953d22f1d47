// Package diag is what stoatgen has to say about a topology: diagnostics with a code, a place, related places and fixes.
//
//	load ─┐
//	scan ─┤
//	topo ─┼─► []Diagnostic ─► Sort ─► Text (as the go command prints) or JSON (one object a line)
//	check ┤
//	plan ─┘
//
// A Diagnostic has the shape of go/analysis, with resolved positions. Whether it is an error or a warning follows from
// its code: an error keeps stoatgen from writing anything, a warning does not.
//
// Invariants:
//
//	D1: every code that is used stands in the table (codes_*.go) with a title and an explanation. A number is never
//	    given to another meaning.
//	D2: Sort's result depends on the set of diagnostics only, not on the order in which they were found.
//	D3: a message says what was found and what was expected, in the user's words; the fix says what to write.
//
// Ranges: 1xx loading, 2xx reading the DSL, 3xx types and codecs, 4xx graph, 5xx keys, joins and lanes, 6xx state and
// names, 7xx time and windows, 8xx output files, 9xx faults of stoatgen.
//
// Entry points: Sort, Failed, Text, JSON, Explain, Codes.
package diag
