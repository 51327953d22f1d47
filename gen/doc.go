// Package gen is stoatgen: from a topology in Go to the code that runs it.
//
//	load ─► scan ─► topo.Lower ─► check ─► plan ─► emit ─► write
//	 │       │          │           │       │               │
//	 │       │          └► view     │       │               ├► -check: what is stale
//	 │       │             -describe │       └► -plan        └► -diff:  how
//	 └───────┴──────── diagnostics ─┴───────┘
//
//	load   packages of the patterns, type-checked; our own output is as good as absent
//	scan   each topology as a graph of operators, with places
//	topo   names, numbers, stores, repartitions, sub-topologies, codecs
//	check  rules of the graph
//	plan   what will run: stages, fused chains, stores, demands
//	emit   its text
//	write  compare, rename, remove orphans
//
// Invariants:
//
//	G1: everything is computed before anything is written. With one error in any package nothing is.
//	G2: the result depends on the declarations only, not on the order of packages and files, on paths or on time.
//	G3: no stage looks back, and all of them report what they can: one run shows all that is wrong.
//	G4: a fault of ours is ST900 with the topology that was being worked on, never a stack trace in place of a report.
//	G5: a name that was not defined while the topology was read and that the output defines is no error; any other is.
//
// Entry points: Main for the command, Run for everything else.
package gen
