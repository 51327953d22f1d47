package later

// Settings of the cases that differ from the oracle's defaults, by case, in Kafka Streams' own words: the vectors' config.
var Settings = map[string]map[string]string{
	"edge-v1/self-join-opt":               {"topology.optimization": "all"},
	"edge-v1/tw-onclose-default-throttle": {"__emit.interval.ms.kstreams.windowed.aggregation__": "1000"},
	"edge-v2/cache-session":               {"statestore.cache.max.bytes": "1000000"},
	"edge-v2/cache-tt":                    {"statestore.cache.max.bytes": "1000000"},
	"edge-v2/onclose-inmem":               {"dsl.store.suppliers.class": "org.apache.kafka.streams.state.BuiltInDslStoreSuppliers$InMemoryDslStoreSuppliers"},
	"edge-v2/session-inmem-edge":          {"dsl.store.suppliers.class": "org.apache.kafka.streams.state.BuiltInDslStoreSuppliers$InMemoryDslStoreSuppliers"},
	"edge-v3/emit-throttle-left":          {"__emit.interval.ms.kstreams.outer.join.spurious.results.fix__": "1000"},
	"edge-v3/hdr-session-c0":              {"statestore.cache.max.bytes": "0"},
	"edge-v3/hdr-session-c1000000":        {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/hdr-tt-c0":                   {"statestore.cache.max.bytes": "0"},
	"edge-v3/hdr-tt-c1000000":             {"statestore.cache.max.bytes": "1000000"},
}
