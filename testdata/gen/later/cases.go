package later

// Settings of the cases that differ from the oracle's defaults, by case, in Kafka Streams' own words: the vectors' config.
var Settings = map[string]map[string]string{}
