// Package broker is the Kafka that an application starts inside itself when no brokers are configured: kfake with the
// guards that it needs.
//
//	data directory ─► lock ─► heal ─► kfake ◄─ guard ◄─ listener ◄─ clients
//	                          (only after an   (size, key and version of every frame; tests' faults)
//	                          unclean stop)
//
// Invariants:
//
//  1. One process has a data directory open; the lock file says whether the one before stopped cleanly.
//  2. No transaction is open in the logs when clients come: heal writes the missing markers into the files before kfake
//     opens them. kfake alone notes such an abort in memory only: it then hides what the same producer commits later,
//     and after the next unclean stop it shows the aborted records.
//  3. A batch whose index entry is missing was never acknowledged and is cut off: kfake would take it for committed.
//     An unfinished entry of its journals is cut off, too: what comes behind one is never read.
//  4. kfake never sees bytes that aren't a Kafka request: some of them end the process, others allocate gigabytes.
//  5. A commit is torn if the process dies inside kfake's EndTxn, which writes markers, offsets and its own log one
//     after the other. Heal completes the markers and reports it; the offsets are gone, so records may be read twice.
//     Only a real Kafka gives the whole of exactly-once.
//  6. A producer that another process fenced is told so by InitProducerID (kfake alone would fence the other in turn).
//  7. kfake's own compaction is off: it deletes a partition's files before it writes them anew, and a kill in between
//     loses them.
package broker
