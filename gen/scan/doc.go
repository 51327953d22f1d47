// Package scan reads topologies from type-checked syntax. Nothing is executed: an evaluator over eight kinds of values
// (topo.Value) follows the statements in order, and each call of the DSL appends an operator to the graph.
//
//	load.Package ──Read──► []*topo.Graph, []diag.Diagnostic, and the type errors that the output may mend
//
//	expr  ─► Const, List, Tuple, *Func, *Setting, *Op, Builder, Opaque
//	call  ─► the DSL: operator or setting │ function of this package: inlined │ anything else: copied, never followed
//	stmt  ─► scope of variables by types.Object; loops and branches on known values are unrolled and taken
//
// Invariants:
//
//	R1: operators are appended in Go's order of evaluation, from which their numbers follow.
//	R2: nothing is passed over in silence. What cannot be followed is a diagnostic, what it would have given is an Opaque
//	    marked Bad, and one mistake is one report.
//	R3: a net below the reader: after a clean read every call of the DSL in a body that was read was visited or lies in a
//	    branch that was not taken (ST901).
//	R4: the value of a captured variable is fixed when the literal is passed, so that unrolled rounds and repeated
//	    inlining give each literal its own.
//	R5: a body with a type error in it gives no graph that may be generated from: its chains may have no types.
package scan
