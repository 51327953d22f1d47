package later

// Settings of the cases that differ from the oracle's defaults, by case, in Kafka Streams' own words: the vectors' config.
var Settings = map[string]map[string]string{
	"edge-v2/cache-tt":        {"statestore.cache.max.bytes": "1000000"},
	"edge-v3/hdr-tt-c0":       {"statestore.cache.max.bytes": "0"},
	"edge-v3/hdr-tt-c1000000": {"statestore.cache.max.bytes": "1000000"},
}
