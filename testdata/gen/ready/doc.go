// Package ready is the topologies of the oracle, all of them.
//
//	vectors of Kafka Streams ──"Cases:"──► topology here ──stoatgen──► ready_stoat.go ──► internal/difftest
//
// One function is one topology. "Cases:" in its comment lists the vectors it answers, as folder/name under
// testdata/oracle; fuzz/<family> stands for its seeds. Cases of one topology share a function. What a topology doesn't
// say is in cases.go.
//
//  1. Each case of the oracle stands in exactly one comment (testdata/oracle has the test).
//  2. The package is self-contained: helper functions over DSL values are inlined, and only those of the same package are.
package ready
