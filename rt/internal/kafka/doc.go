// Package kafka is all that the run time says to Kafka: metadata and internal topics, raw fetch into decoded batches,
// raw produce of sealed batches, and transactions by hand. kgo dials, authenticates, negotiates versions and finds
// coordinators; records never pass through its record API.
//
//	           ┌──────────── Client ─────────────┐
//	metadata,  │ CreateTopics · ListOffsets      │
//	admin      │ FetchOffsets · EndOfEpoch · …   │
//	           └──┬───────────────────────────┬──┘
//	    leader ◄──┤ Fetcher.Poll              │ Producer.Init → Produce → CommitOffsets → End
//	   (1 fetch   │ → codec.Decoder           │   leaders: 1 produce request each in flight
//	  in flight)  ▼ → []*abi.Batch            ▼   coordinators: one request after the other
//	            poller                     committer
//
// Invariants:
//
//  1. A leader has at most one fetch and, for each Producer, one produce request in flight. Two would overtake each
//     other (Broker.Request does not order them), and the broker answers OUT_OF_ORDER_SEQUENCE_NUMBER.
//  2. A batch is sent again with the producer epoch and sequence that it had the first time, whatever happened in
//     between; sequence numbers begin at 0 after each EndTxn and each InitProducerID.
//  3. Only transaction.version 2 brokers (Kafka 4.0 and later): EndTxn may be repeated there, since each one raises the
//     producer epoch. On older ones a late first EndTxn would commit the next transaction, so they are refused.
//  4. TxnOffsetCommit and EndTxn are sent only when the caller says so; nothing here runs ahead of the protocol.
//  5. A position never moves by itself: OFFSET_OUT_OF_RANGE, a recreated or a missing topic is an error.
//     So is a new leader whose log ends before what was read: records that were processed are lost.
//  6. Every error has a Class, which says what the caller does, and a sentence for the person who reads the log.
//  7. A request asks for no more than MaxBytes over all partitions through the partitions' own limits: kfake leaves out
//     the aborted transactions of an answer that the limit of the whole request cuts short.
package kafka
