// Package topologies are what bench-kafka and bench-restart run.
//
//	topology.go ──stoatgen──► *_stoat.go ──► bench/kafka    beside the same four in bench/ksbench, on Kafka Streams
//	                                    └──► bench/restart  how long the state of Latest keeps a start waiting
//
// Invariants:
//
//  1. What bench/kafka compares says the same as its twin in bench/ksbench: same topics, codecs, windows and names, and it is
//     kept from nothing that Kafka Streams does.
package topologies
