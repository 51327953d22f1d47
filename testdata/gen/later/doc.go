// Package later is the oracle's topologies that use an operator which is not supported yet. They are read and described
// (the numbers, names and stores must equal Kafka Streams' already); no code is generated. Once its operators run, a
// topology moves to package ready, whose comment says how cases are found.
package later
