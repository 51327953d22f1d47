// Command fuzztopo makes random topologies and random inputs, and holds generated code against a model of Kafka Streams.
//
//	seed ─► random ─► topology ─┬─► source ─► gen.Run ─► go test -c ─► harness ─┐
//	                  inputs ───┴─► model ──────────────────────────────────────┴─► difference ─► shrink
//
// The harness runs each topology plain, with a crash after every step that keeps the state (crash-kept) or that loses it
// (crash-lost), with hardly a row in memory (tight), and over two lanes and three partitions (lanes).
//
// The model (model*.go) is slow and obvious: maps and slices, one record at a time, depth first. It shares nothing with
// the run time or the generator but the user functions (functions*.go, compiled on both sides); processors run over stores of its
// own, which are as obvious. Its own test holds it
// against the oracle's vectors, so that it knows Kafka Streams' rules and not ours. With -break the program makes mistakes on
// purpose (faults.go) and tells after how many topologies each is found.
//
// Invariants:
//
//  1. A seed gives the same topology and inputs for ever: what is found can be found again.
//  2. No topology is made whose results Kafka Streams leaves to chance, or docs/differences.md leaves to us: records of
//     one step never meet by different hops, nor past a suppression or a cache and through it, no row changes twice while
//     the answer to its first change is on its way from a foreign-key join, no clock is moved by what comes back to its
//     stage, and no two sinks write one topic. What hops may meet what doesn't: it comes behind.
//  3. One lane and one partition give the exact sequence of each topic. Several give that of each key, for topologies
//     that neither ask how far time has come, since each lane has its own time, nor change keys twice.
//  4. A look-up that makes a row of an LRU store the one used last is forgotten by a crash, as Kafka Streams forgets it: the
//     model is told which runs crash. A suppression that shuts down ends the sequence, and what its step wrote isn't compared.
//
// Keys are text, numbers or structs, or text with a window as Kafka Streams writes it: of a topic, of a view of a windowed
// stream, and of a topic that such a stream is written to and that another source reads (op.Into), each record a step of its
// own behind all others. Any but those of a table's topic may be nullable. A key is its text to the model (keys.go), and bytes
// where it is piped, written, ordered or counted.
//
// Not made yet: values of other types than text, counts and one struct, global tables with keys of others than text, windows
// that are written to several partitions, partitioners of foreign-key joins, printing, tables on the left of a foreign-key join
// that are suppressed, clocks where there are several topics, and bytes of a suppression behind a hop.
package main
