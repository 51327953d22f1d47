// Package bench measures generated code beside hand-written code that makes the same bytes, in one process.
//
//	data ─┬─► generated stage on one lane (testdata/gen/orders, counts, delays) ─┬─► same bytes? ─► ns and instructions
//	      └─► anchor, written to win (hand_*.go) ────────────────────────────────┘                 a record, as a ratio
//
// Two kinds of anchor: *Plain is what one writes first, *Best is written to win.
//
// Invariants:
//
//  1. A figure is thread CPU time of variants that run interleaved in rotating order, so what the machine does besides
//     falls on all of them; the ratio counts, with its quartiles round by round.
//  2. Variants of one comparison write the same bytes; a test says so.
//  3. No test here asserts a time. Figures stand in RESULTS.md with the command that made them.
package bench
