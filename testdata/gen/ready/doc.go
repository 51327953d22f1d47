// Package ready is the oracle's topologies that run: every operator in them is supported. Package later has the rest,
// because one operator that isn't supported keeps a whole package from being generated.
//
//	vectors of Kafka Streams ──"Cases:"──► topology here ──stoatgen──► ready_stoat.go ──► internal/difftest
//
// One function is one topology. "Cases:" in its comment lists the vectors it answers, as folder/name under
// testdata/oracle; fuzz/<family> stands for its seeds. Cases of one topology share a function. What a topology doesn't
// say is in cases.go.
//
//  1. Each case of the oracle stands in exactly one comment of ready or later (testdata/oracle has the test).
//  2. The package is self-contained: helper functions over DSL values are inlined, and only those of the same package are.
package ready
