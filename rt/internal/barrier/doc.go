// Package barrier decides when an epoch ends, collects what all lanes hand over at its barrier, and commits it: one
// Kafka transaction, then one batch to the state store. It knows the order of things and nothing of Kafka, RocksDB or
// goroutines of lanes: all that it does goes through Env, a struct of functions.
//
//	poller:     Admit … Next? ─► Cut n ──► barrier n through all lanes
//	                                            │ Handover, one a stage and lane
//	            ┌───────────── Run ─────────────▼───────────────────────────────────────────┐
//	            │ sealed n ─► Produce ─► acked ─► CommitOffsets ─► End ─► answered ─► Write  │─► Done n
//	            └───────────────────────────────────────────────────────────────────────────┘
//	lanes:      run epoch n+1 meanwhile; it is cut once one of the producers is free
//
// With two transactional ids epoch n+1 is sealed and produced while n waits for the answer to its EndTxn; with one it
// waits in the lanes. Each epoch is committed by a goroutine of its own, and gates between neighbours keep
// the order; so the second id is an option of the same type, not another protocol.
//
// Invariants:
//
//  1. End(n+1) and CommitOffsets(n+1) are called only after End(n) answered success. Sent is not enough: n may time out
//     and n+1 be committed on top of what is lost. Kafka keeps the offsets that were appended last, so a commit of
//     offsets that overtakes leaves an older position.
//  2. Produce(n+1) is called only after Produce(n) is acked: a resend of n would land behind n+1.
//  3. Write(n) is called only after End(n) answered success, and in the order of epochs. A row of an aborted attempt
//     may be of a key that the repeated attempt doesn't touch: it would stay (I3, I6).
//  4. Every commit carries the offsets of all source partitions: Kafka expires them one by one.
//  5. When Run has returned, no function of Env runs or will be called: what an abort leaves behind stays as it is.
//  6. The first epoch after a start that tells Kafka anything has id 0, then they alternate. One that tells it nothing doesn't find out
//     whether another process took id 0 over, and id 1 may still be this one's.
//  7. End offsets of changelogs are written only by a rest: listed while nothing is open, then proven to be the own
//     ones by a transaction that ends well after they were listed, since a process that took over before would have
//     fenced it. Without source partitions there is no such transaction, and a rest writes nothing.
//  8. What lanes emit because of the stream times that a barrier hands them is in the next epoch, which is cut for it though
//     nothing more is admitted.
//
// Entry points: New, Coordinator.Next, Cut, Handover, Rest, Run.
package barrier
