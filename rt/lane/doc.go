// Package lane runs stages: one goroutine a lane, batches in, no locks on the record path but a global table's. Generated code
// fills a Stage with its functions; Lane does all that is not per record: prefetch, guards, alignment, hand-over.
//
//	router ──Work──► inbox ─► Lane.do ─► Stage.Sources[i].Run ─► Out[T] ──Work──► inbox of the owner ─► Stage.Hops[i] …
//	       barrier n ────────────────────► aligned ─► Handover{stage, lane, epoch n} ─► committer
//
// A stage is a chain of operators between changes of lane; Program lists the stages of a topology in topological
// order, as far as they have one. Every lane has an instance of every stage. A lane serves its furthest stage first, so that
// what is in flight drains before more comes in.
//
// Invariants:
//
//  1. A key's records all run on lane murmur2(key)·lanes >> 32, in every stage, so one goroutine owns its state (I4). In a
//     stage that is ByPartition a partition's records all run on lane partition mod lanes, since its processors put other keys, too.
//  2. A stage takes barrier n when it came over every channel: from the router if it has sources, and from every lane
//     of every stage that hops to it. What a channel sends behind its barrier is held back until then (I2).
//  3. A hop never blocks: inboxes are unbounded, and the poller admits only what keeps Pending under its limit. Two
//     lanes with bounded inboxes that hop to each other would wait for each other for ever.
//  4. Each stage counts its own epoch: a stage upstream may run epoch n+1 while one downstream still runs n.
//  5. Functions of the user run between, never inside, changes of state; a panic leaves whole entries.
//  6. What a stage holds back (caches, suppressions) goes on between batches, with its keys looked up like a hop's; behind a
//     barrier no cache has anything of the epoch before.
//  7. A hop that leads back, over whatever stages, brings to a later round of its stage what an earlier one has sent. A round
//     ends when the barrier came over all its channels, and passes it on over the hops that no later round sends over; the
//     stage's epoch ends with the last. So barriers go no circles, however stages do.
//
// Words: stream time is an operator's on a lane, partition time a source partition's, the watermark the application's (package clock).
// A mark is a number of a stage that no row has and a restart gives back, by name: each stream time is one.
package lane
