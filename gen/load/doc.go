// Package load gives the type-checked syntax of the packages that may hold topologies.
//
//	patterns ──go list──► names, files, imports ──┬─ imports ──go list -export──► export data
//	    our own output is overlaid                 └─ files ──parse, check──► []*Package, []Diagnostic
//	    with a bare package clause
//
// The target is parsed and checked here and its imports come as export data: that costs a third of a second after an
// edit. Asking go list for the target's own export data would compile it at each edit, and would fail where it has errors.
//
// Invariants:
//
//	L1: what we wrote before has no say: a stale or broken output is replaced by its package clause.
//	L2: the imports are loaded without the overlay, because with any overlay go/packages distrusts all export data.
//	L3: a name that is not defined may be one that we are about to define: such a Fault is kept apart, and judged
//	    when the output is known.
//
// The only room that imports go/packages.
package load
