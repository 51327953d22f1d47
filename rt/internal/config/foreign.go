package config

import "strings"

// foreign are keys of Kafka Streams and its clients that mean nothing here, each with what to do instead.
var foreign = map[string]string{
	"acceptable.recovery.lag":   "there is one process, nothing to recover elsewhere; remove it",
	"application.server":        "there is one process, which has all state; remove it",
	"cache.max.bytes.buffering": "write statestore.cache.max.bytes; updates are held back where the topology says so: dsl.Cache",
	"client.id":                 "clients are named after application.id; remove it",
	"dsl.store.format":          "rows of operators have no headers; stores that are declared with them do: b.HeadersKeyValueStore",
	"dsl.store.suppliers.class": "a store says itself that it is in memory: dsl.InMemory",
	"default.key.serde":         "codecs are declared in the topology, at the source or with b.Codec",
	"default.value.serde":       "codecs are declared in the topology, at the source or with b.Codec",
	"enable.idempotence":        "always on; remove it",
	"group.id":                  "always application.id; remove it",
	"isolation.level":           "always read_committed; remove it",
	"num.standby.replicas":      "there is one process; restart restores the uncommitted tail only; remove it",
	"rocksdb.config.setter":     "RocksDB's options are set where main names it: rocks.Backend",
	"sasl.jaas.config":          "write sasl.username and sasl.password",
	"ssl.keystore.location":     "write ssl.certificate.location and ssl.key.location, PEM files",
	"ssl.truststore.location":   "write ssl.ca.location, a PEM file",
	"state.cleanup.delay.ms":    "nothing is cleaned up behind your back; remove it",
	"topology.optimization":     "no result depends on it, and repartition topics, which it would merge, aren't written; remove it",
	"transactional.id":          "made from application.id; remove it",
	"processor.wrapper.class":   "it belongs to the topology: b.Wrap",
}

// prefixed are the client prefixes of Kafka Streams.
var prefixed = []string{"consumer.", "main.consumer.", "restore.consumer.", "global.consumer.", "producer.", "admin.", "topic."}

// unknown is the message for a key that is not in the table.
func unknown(name string) string {
	if what, ok := foreign[name]; ok {
		return name + " is Kafka Streams', but not a key here: " + what
	}
	for _, p := range prefixed {
		if strings.HasPrefix(name, p) {
			return name + ": settings of single clients are not taken; remove it"
		}
	}
	var names []string
	eachKey(func(k *Key) { names = append(names, k.Name) })
	if near := nearest(name, names); near != "" {
		return "no such key: " + name + "; did you mean " + near + "?"
	}
	return "no such key: " + name + "; docs/configuration.md lists all"
}

// nearest is the candidate that is fewest edits away, "" if a third of the name or more would have to change.
func nearest(name string, candidates []string) string {
	best, limit := "", max(len(name)/3, 2)
	for _, c := range candidates {
		if d := edits(name, c); d < limit || d == limit && best != "" && c < best {
			best, limit = c, d
		}
	}
	return best
}

// edits is the Levenshtein distance of two short strings.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
