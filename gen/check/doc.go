// Package check holds the rules of the graph that need no plan: what Kafka Streams finds when an application starts, or
// never, is found here with its place.
//
//	topo.Topology ──Topology──► []diag.Diagnostic
//	                  names      what Kafka refuses, options given twice, state without a name
//	                  codecs     none found, of another type, Nullable where null is absence, views
//	                  functions  those of options that take other types, methods of processors that would never be called
//	                  nulls      deletes of a table that a function would never see
//	                  graph      results and stores that nothing uses, topics read twice
//	                  joins      sides that are not co-partitioned, keys of different bytes, windows that never meet
//	                  windows    geometry, grace, retention, whole milliseconds
//	                  timers     timers without their processor, an OnTimer without timers
//	                  schedule   intervals and cron expressions that never come
//
// Invariants:
//
//	K1: a rule says what was found, what was expected and what to write, at the call or argument that is wrong.
//	K2: of a graph that scan found fault with only those rules speak that a missing operator cannot mislead.
//	K3: rules look at the topology and nothing else; their order has no say, because diagnostics are sorted.
//	K4: what cannot be decided from the declaration alone is not a diagnostic.
package check
