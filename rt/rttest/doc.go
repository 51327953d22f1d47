// Package rttest runs a topology in a test: the same generated code as in production, one record at a time, without a
// broker, without cgo, on a clock that the test moves. It is Kafka Streams' TopologyTestDriver.
//
//	Pipe ─► router ─► lanes, until idle ─► barrier ─► hand-over ─► outputs        (Read)
//	                                                      ├──────► changelog      (what Crash(Lost) restores from)
//	                                                      └──────► rows, memory   (what Crash(Kept) starts from)
//
// Every step (Pipe, Advance) ends with a commit, as in Kafka Streams' driver. With several lanes it may end with more: those in which
// lanes without records catch up with the time and close windows. Rows that have expired are taken out with them, as in
// production. What is written to a topic that the topology reads is an output and comes back in the same step, a record at a time in
// the order of timestamps, each with a commit: a topology that always answers itself is never done. Lanes run one after the other on the test's goroutine; with several lanes the order between lanes is fixed but
// arbitrary, as between threads.
//
// What the application's configuration says about failures holds. One that stops the application is what Err returns, and fails a
// test that doesn't ask. A name that the topology hasn't got (of a topic, a store, an operator) fails the test, too: what is asked
// of it would be empty whatever happens.
//
// Invariants:
//
//  1. What a step causes is readable when the call returns; nothing happens between steps.
//  2. A crash loses nothing that a step has committed: after Crash every later answer is the same as without it.
//  3. The driver sees topics as bytes; Input and Output put types on them.
package rttest
