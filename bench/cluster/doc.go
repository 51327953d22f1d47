// Package cluster is what the benchmarks of whole applications share: brokers from outside, and processes that are
// measured.
//
//	benchmark ──► Topics ─► Load ─► Start(process) ─► CaughtUp? ─► Stop ─► Usage: CPU and peak memory, by the kernel
//
// Invariants:
//
//  1. What is measured runs in a process of its own, from its start to its end: its warm-up counts, the benchmark's own
//     work doesn't.
//  2. A process dies with the benchmark.
//  3. Topics don't expire: event times are old, and the broker judges by them.
package cluster
