// Package state is the stores that processors see: package record's interfaces over one lane's rows.
//
//	processor ─► KeyValue, Window, Session, LRU ─► Ordered ─► sorted rows in memory ─┐ merged, memory wins
//	  of one partition                              │          rows of the DB ───────┘
//	                                                └ barrier n: Flush ─► rows and changelog records of epoch n
//	processor, versioned table ─► Versioned ─► store.Table: a row is all versions of a key
//	processor ─► Timers ─► agenda: a heap of the next ones over rows in the order of time ─► process.Tasks has them fire
//
// A processor may ask for any key and any range, so rows are kept in the order of their bytes, partition ahead, and what
// memory hasn't got is read from the DB on the spot. A facade shows one partition: what Kafka Streams shows a task.
//
//	store      key of a row and of a changelog record       value of a changelog record
//	key-value  the key                                      the value; timestamp and headers are the record's
//	window     key, start, sequence number                  the value
//	session    key, end, start                              the value
//	versioned  the key                                      one version; its timestamp is the record's
//	timers     clock, time, key                             empty
//
//	global store: Publish ─► rows as they were behind a batch ─► Follow, on each lane
//
// A row's value is the timestamp and what Row says; only the changelog's bytes are Kafka Streams'.
//
// Invariants:
//
//  1. Every key of a partition runs on one lane (lane.StageInfo.ByPartition), so a partition's rows have one owner even
//     though its processors put keys of any hash. Versioned tables own the keys of their records alone.
//  2. Iterators run over the rows there were when they began: entries that one may still see are replaced, never changed.
//  3. An entry leaves memory once the epoch that changed it is in the DB, not before.
//  4. What is beyond the retention isn't seen, whether it is still kept or not; observed stream times are marks of the stage, so a
//     restart forgets nothing.
//  5. Of a global store one goroutine has the rows and publishes them behind each batch, as a copy whose entries nobody changes any
//     more (2 for good). Lanes follow: a look-up takes over what was published last, without a lock unless that is new.
//  6. What a facade gives is decoded from bytes that are never overwritten while they may be aliased.
//
// Entry points: Ordered, Follow, KeyValue, Window, Session, Versioned, Timers; Codec for what generated code gives.
package state
