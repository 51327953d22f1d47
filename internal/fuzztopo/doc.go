// Command fuzztopo makes random topologies and random inputs, and holds generated code against a model of Kafka Streams.
//
//	seed ─► random ─► topology ─┬─► source ─► gen.Run ─► go test -c ─► harness: plain, crash-kept, crash-lost, tight, lanes ─┐
//	                  inputs ───┴─► model ────────────────────────────────────────────────────────────────────────────┴─► difference ─► shrink
//
// The model (model*.go) is slow and obvious: maps and slices, one record at a time, depth first. It shares nothing with
// the run time or the generator but the user functions (functions.go, compiled on both sides). Its own test holds it
// against the oracle's vectors, so that it knows Kafka Streams' rules and not ours. With -break the program makes mistakes on
// purpose (faults.go) and tells after how many topologies each is found.
//
// Invariants:
//
//  1. A seed gives the same topology and inputs for ever: what is found can be found again.
//  2. No topology is made whose results Kafka Streams leaves to chance, or docs/differences.md leaves to us: records of
//     one step never meet by different hops, nor past a suppression or a cache and through it, no row changes twice while the answer
//     to its first change is on its way from a foreign-key join, and no two sinks write one topic. What hops may meet what doesn't: it
//     comes behind.
//  3. One lane and one partition give the exact sequence of each topic. Several give that of each key, for topologies
//     that neither ask how far time has come, since each lane has its own time, nor change keys twice.
package main
