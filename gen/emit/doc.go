// Package emit spells a plan.Program as Go. It decides nothing.
//
//	plan.Program ──Files──► x_stoat.go         handshake, guards, nodes, program, stages, lifted literals
//	                        x_state_stoat.go   rows and their bytes, if the first file would be too long
//	                        x_codecs_stoat.go  what gen/emit/codecs spells
//
// A function is written as text, line by line, as it will be read. Names of packages stand in the text as markers, which
// splice turns into qualified names: jennifer gives the imports, and the layout is gofmt's. What a function may or may not
// use (the timestamp, the key's hash) is written ahead as a lazy line, which stays only if something below names it.
//
// Invariants:
//
//	W1: output depends on the program alone, and has no positions but those of the node table.
//	W2: an operator is spelled in one place, whatever it is fused into: what comes in is an env, what ends the record is
//	    w.drop.
//	W3: Lane.Node is set ahead of every call of the user's code, and a change of state has none in it.
//
// Entry points: Files.
package emit
