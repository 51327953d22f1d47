// Package difftest holds generated code against the oracle: what Kafka Streams itself answered. Each case is a vector
// (testdata/oracle) and a topology (testdata/gen/ready); rttest runs the one through the other.
//
//	vector ─► settings ─► driver ─┬─ step by step: outputs of each topic in exact sequence
//	topology ─► generated code ───┘                stores at the end, as sets; an error ends both
//
// Answers does the same for topologies of other packages that Kafka Streams was asked about later: testdata/Ask.java.
//
// Every case runs plain, with a crash that keeps the state after every step, and with one that loses it.
//
// Invariants:
//
//  1. A case either is supported, and must pass, or is listed as not yet supported with the reason. Nothing is skipped
//     without a line.
//  2. Nothing here knows a topology: what is compared are bytes, printed as the vectors print them.
package difftest
