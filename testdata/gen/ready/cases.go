package ready

// Settings of the cases that differ from the oracle's defaults, by case, in Kafka Streams' own words: the vectors' config.
var Settings = map[string]map[string]string{
	"edge-v2/cache-tt":                    {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/hdr-tt-c1000000":             {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/hdr-tt-c0":                   {"statestore.cache.max.bytes": "0"},
	"edge-v1/self-join-opt":               {"topology.optimization": "all"},
	"edge-v1/tw-onclose-default-throttle": {"__emit.interval.ms.kstreams.windowed.aggregation__": "1000"},
	"edge-v2/cache-hop":                   {"statestore.cache.max.bytes": "1000000"},
	"edge-v2/cache-session":               {"statestore.cache.max.bytes": "1000000"},
	"edge-v2/cache-src":                   {"statestore.cache.max.bytes": "1000000"},
	"edge-v2/dlq-proc":                    {"errors.dead.letter.queue.topic.name": "dlq", "processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
	"edge-v2/hdr-dsl":                     {"dsl.store.format": "HEADERS"},
	"edge-v2/onclose-inmem":               {"dsl.store.suppliers.class": "org.apache.kafka.streams.state.BuiltInDslStoreSuppliers$InMemoryDslStoreSuppliers"},
	"edge-v2/session-inmem-edge":          {"dsl.store.suppliers.class": "org.apache.kafka.streams.state.BuiltInDslStoreSuppliers$InMemoryDslStoreSuppliers"},
	"edge-v2/ts-neg-part":                 {"default.timestamp.extractor": "org.apache.kafka.streams.processor.UsePartitionTimeOnInvalidTimestamp"},
	"edge-v2/ts-neg-skip":                 {"default.timestamp.extractor": "org.apache.kafka.streams.processor.LogAndSkipOnInvalidTimestamp"},
	"edge-v3/chain-agg-cache":             {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/emit-throttle-left":          {"__emit.interval.ms.kstreams.outer.join.spurious.results.fix__": "1000"},
	"edge-v3/hdr-count-c0":                {"statestore.cache.max.bytes": "0"},
	"edge-v3/hdr-count-c1000000":          {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/hdr-session-c0":              {"statestore.cache.max.bytes": "0"},
	"edge-v3/hdr-session-c1000000":        {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/hdr-tgroup-c0":               {"statestore.cache.max.bytes": "0"},
	"edge-v3/hdr-tgroup-c1000000":         {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/hdr-tw-c0":                   {"statestore.cache.max.bytes": "0"},
	"edge-v3/hdr-tw-c1000000":             {"statestore.cache.max.bytes": "1000000"},
	"edge-v4/cce-direct":                  {"processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
	"edge-v4/cce-nested":                  {"processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
	"edge-v4/deser-continue":              {"deserialization.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueExceptionHandler", "errors.dead.letter.queue.topic.name": "dlq"},
	"edge-v4/ser-fail-direct":             {"processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
	"edge-v4/ser-fail-nested":             {"processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
	"edge-v4/sibling-partial":             {"processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
	"fuzz/agg-cache":                      {"statestore.cache.max.bytes": "10000000"},
	"scenarios/processing-continue":       {"processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
	"scenarios/processing-dlq":            {"errors.dead.letter.queue.topic.name": "dlq", "processing.exception.handler": "org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler"},
}

// NotYet has the cases of this package whose topology runs but which need more than it, with the reason.
var NotYet = map[string]string{}

// Differs has the cases that deliberately differ, each with the heading in docs/differences.md that says why.
var Differs = map[string]string{
	"edge-v2/cache-hop":     "A cache shows no more than its store",
	"edge-v2/cache-session": "A cache shows no more than its store",
	"edge-v1/self-join-opt": "Optimisations are not settings",
	"edge-v4/cce-direct":    "Errors have no classes",
	"edge-v2/onclose-inmem": "Windows close whatever the store",
}
