// Command restart measures how long an application with state on disk takes from the start of its process to its first
// output, after kill -9, for states of several sizes.
//
//	fill: load values ─► application ─► stop in order        (once a size)
//	round: start ─► changes, committed ─► changes, not committed ─► kill -9 ─► start ─► ready ─► first output ─► stop
//
// Invariants:
//
//  1. Sizes take turns, round by round: what the machine does besides falls on all of them.
//  2. Before each kill there are as many committed changes that are not flushed, and as many that are not committed,
//     whatever the size: only the size of the state differs.
//  3. First output is the first record that a read_committed reader, waiting since before the start, gets.
//  4. Values don't compress: a state of 1 GB is 1 GB on disk.
package main
