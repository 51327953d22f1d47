// Command kafka measures whole applications against one real broker: CPU a record and peak memory of generated
// applications, of Kafka Streams running the same topologies (bench/ksbench), and of a loop written by hand with kgo.
//
//	load ─► bench-in ─┬─► stoatgen's application ─┐
//	                  ├─► Kafka Streams           ├─► output topics ─► compared with a direct computation
//	                  └─► hand-written loop       ┘
//
// Invariants:
//
//  1. Each application is a process of its own, measured by the kernel from its start to its end: what starting and
//     warming up take is in the figure. It is stopped, by a signal, once all its input is committed.
//  2. All read the same topic and commit every 100 ms, exactly once; the loop, which is what they are measured against
//     where no state is kept, has no transactions.
//  3. A figure counts only if the output is right: every record of it, or, where caching leaves records out, the last of
//     every key.
//  4. The broker's share isn't in the figures. Round 0, which isn't counted, is there to warm it up: a new broker serves
//     slowly, and whoever is first would wait, and commit, more often than the others.
package main
