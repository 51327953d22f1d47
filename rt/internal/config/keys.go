package config

import (
	"log/slog"
	"math"
	"strconv"
	"time"
)

// Group is a heading of the documentation with its keys.
type Group struct {
	Title string
	Keys  []Key
}

// Table is every key, in the order of the documentation.
func Table() []Group { return table }

var handlers = map[string]Handler{
	"LogAndFailExceptionHandler": Fail, "LogAndContinueExceptionHandler": Continue,
	"DefaultProductionExceptionHandler":    Fail,
	"LogAndFailProcessingExceptionHandler": Fail, "LogAndContinueProcessingExceptionHandler": Continue,
}

var extractors = map[string]Extractor{
	"FailOnInvalidTimestamp": FailOnInvalid, "LogAndSkipOnInvalidTimestamp": LogAndSkip,
	"UsePartitionTimeOnInvalidTimestamp": UsePartition, "WallclockTimestampExtractor": WallclockStamp,
}

var (
	name     = text("1 to 249 of a-z A-Z 0-9 . _ -", identifier)
	optional = text("a topic's name, or nothing", func(s string) bool { return s == "" || identifier(s) })
	path     = text("a path", anyText)
	free     = text("text", anyText)
	listen   = text("host:port, or off", func(s string) bool { return s == "off" || address(s) })
	identity = text("https or none", func(s string) bool { return s == "https" || s == "none" })
	yesNo    = kind[bool]{"true or false", strconv.ParseBool, strconv.FormatBool}
	handling = oneOf(handlers, Fail, Continue, DeadLetter)
)

var table = []Group{
	{"Application", []Key{
		row("application.id", "", func(c *Config) *string { return &c.ApplicationID }, name,
			"Names the application: consumer group, transactional ids, internal topics, state directory. Required. A second process with the same id fences the first."),
		row("bootstrap.servers", "", func(c *Config) *[]string { return &c.BootstrapServers }, servers,
			"Brokers to start from. None: a broker inside the process, for a laptop and for tests, whose data lies in the state directory."),
		row("processing.guarantee", string(ExactlyOnce), func(c *Config) *Guarantee { return &c.Guarantee },
			oneOf(nil, ExactlyOnce, AtLeastOnce),
			"exactly_once_v2: outputs, source offsets and state changes of an epoch are one transaction. at_least_once: no transactions; a crash repeats the outputs of the last epoch."),
		row("num.stream.threads", "0", func(c *Config) *int { return &c.Lanes }, number(0, 4096),
			"Lanes: goroutines that process records, each with keys of its own. Not bounded by partitions and free to change between starts. 0 is one a processor."),
		row("replication.factor", "-1", func(c *Config) *int { return &c.ReplicationFactor }, number(-1, math.MaxInt16),
			"Replicas of internal topics. -1 is the broker's default."),
		row("auto.offset.reset", string(Earliest), func(c *Config) *OffsetReset { return &c.OffsetReset },
			reset,
			"Where to begin in a partition without a committed offset, for sources that don't say in the topology. none refuses to start; by_duration, with a duration as Java writes it, begins at the first record that isn't older, behind the last one if all are."),
		row("shutdown.timeout.ms", "25s", func(c *Config) *time.Duration { return &c.ShutdownTimeout }, millis(time.Millisecond),
			"From SIGTERM to giving up on the last commit. A second signal gives up at once."),
	}},
	{"Commits and flow", []Key{
		row("commit.interval.ms", "100ms", func(c *Config) *time.Duration { return &c.CommitInterval }, millis(0),
			"Wanted time between two commits, so the latency of what read_committed consumers see. The actual interval grows where commits are slow."),
		row("commit.max.records", "0", func(c *Config) *int64 { return &c.CommitMaxRecords }, number[int64](0, math.MaxInt64),
			"An epoch of so many source records commits early. 0 is no limit."),
		row("statestore.uncommitted.max.bytes", "8MiB", func(c *Config) *int64 { return &c.UncommittedMaxBytes }, size(-1),
			"Changed and not yet committed state that makes an epoch commit early. -1 is no limit."),
		row("transaction.timeout.ms", "60s", func(c *Config) *time.Duration { return &c.TransactionTimeout }, millis(time.Second),
			"Bounds every wait of a commit; after it the broker aborts the transaction of a process that died."),
		row("max.task.idle.ms", "0ms", func(c *Config) *time.Duration { return &c.MaxTaskIdle }, millis(-time.Millisecond),
			"Records are taken in timestamp order across partitions. How long to wait for a partition that has no record at hand: 0 only while the broker is known to have some, more waits for new ones, -1 never waits."),
		row("input.buffer.max.bytes", "16MiB", func(c *Config) *int64 { return &c.InFlightMaxBytes }, size(1<<16),
			"Fetched and not yet processed. More is not fetched."),
		row("buffered.records.per.partition", "4096", func(c *Config) *int64 { return &c.InFlightMaxRecords }, number[int64](1, math.MaxInt64),
			"Fetched and not yet processed, in records a partition. More is not fetched."),
	}},
	{"State", []Key{
		row("state.dir", "stoat-state", func(c *Config) *string { return &c.StateDir }, path,
			"Holds a directory an application with its state. Losing it costs a restore from the changelog topics and nothing else."),
		row("state.flush.interval.ms", "30s", func(c *Config) *time.Duration { return &c.StateFlushInterval }, millis(time.Second),
			"The longest time that committed state stays in memory only: bounds what a restart replays."),
		row("state.flush.max.bytes", "64MiB", func(c *Config) *int64 { return &c.StateFlushMaxBytes }, size(1<<20),
			"Flushes earlier, when so much committed state is in memory only."),
		row("statestore.cache.max.bytes", "10MiB", func(c *Config) *int64 { return &c.CacheMaxBytes }, size(0),
			"Updates that are held back until the epoch ends, over all lanes, where the topology asks for caches (dsl.Cache). More sends them on early. 0 turns caches off."),
		row("state.memory.max.bytes", "256MiB", func(c *Config) *int64 { return &c.StateMemoryMaxBytes }, size(0),
			"Decoded state that stays in memory in front of state.dir, over all stores and lanes. 0 is no limit."),
	}},
	{"Errors and time", []Key{
		row("deserialization.exception.handler", string(Fail), func(c *Config) *Handler { return &c.DeserializationHandler }, handling,
			"What becomes of a record that cannot be decoded: fail stops, continue counts it and goes on, dlq also writes it to the dead-letter topic. Kafka Streams' class names are accepted."),
		row("processing.exception.handler", string(Fail), func(c *Config) *Handler { return &c.ProcessingHandler }, handling,
			"The same for an error or a panic in a function of the topology."),
		row("production.exception.handler", string(Fail), func(c *Config) *Handler { return &c.ProductionHandler }, handling,
			"The same for a record that its codec can't write, or that its topic doesn't take: larger than max.message.bytes, without a key in a compacted topic, or no such topic. What a broker refuses for another reason stops; what it can't do now is tried again."),
		row("processing.exception.handler.global.enabled", "false", func(c *Config) *bool { return &c.GlobalProcessingHandler }, yesNo,
			"Whether processing.exception.handler is asked for the processors of global stores, too. Otherwise their failures stop the application. No dead letters are written for them, whatever the handler."),
		row("errors.dead.letter.queue.topic.name", "", func(c *Config) *string { return &c.DeadLetterTopic }, optional,
			"Takes the source record of each failure with Kafka Streams' headers, in the transaction of its epoch; of a punctuation, which has none, null key and value. Must exist. When set, continue writes to it too, as in Kafka Streams; what fail would write ends with its transaction, and without one, under at_least_once, is written at each start that meets the record."),
		row("default.timestamp.extractor", string(FailOnInvalid), func(c *Config) *Extractor { return &c.TimestampExtractor },
			oneOf(extractors, FailOnInvalid, LogAndSkip, UsePartition, WallclockStamp),
			"A record's time where its source names none: its own timestamp, and for a negative one fail, skip (counted) or partition-time (the partition's largest so far); or wallclock. Kafka Streams' class names are accepted."),
	}},
	{"Operating", []Key{
		row("http.address", "127.0.0.1:8080", func(c *Config) *string { return &c.HTTPAddress }, listen,
			"Serves /health/live, /health/ready and /metrics. Port 0 takes a free one and logs it; off serves nothing."),
		row("embedded.broker.port", "0", func(c *Config) *int { return &c.EmbeddedPort }, number(0, math.MaxUint16),
			"Port of the broker inside the process, on 127.0.0.1. 0 takes a free one and logs it."),
		row("log.level", "info", func(c *Config) *slog.Level { return &c.LogLevel }, level,
			"The least level that is logged, on standard error."),
		row("log.format", string(LogText), func(c *Config) *LogFormat { return &c.LogFormat }, oneOf(nil, LogText, LogJSON),
			"Shape of log lines."),
	}},
	{"Security", []Key{
		row("security.protocol", string(Plaintext), func(c *Config) *Protocol { return &c.SecurityProtocol },
			oneOf(nil, Plaintext, SSL, SASLPlaintext, SASLSSL), "How to talk to brokers; holds for every connection."),
		row("sasl.mechanism", string(Plain), func(c *Config) *Mechanism { return &c.SASLMechanism },
			oneOf(nil, Plain, ScramSHA256, ScramSHA512), "How to log in."),
		row("sasl.username", "", func(c *Config) *string { return &c.SASLUsername }, free, "Who logs in."),
		secret(row("sasl.password", "", func(c *Config) *string { return &c.SASLPassword }, free,
			"With what. Never printed; in a file, write ${KAFKA_PASSWORD}.")),
		row("ssl.ca.location", "", func(c *Config) *string { return &c.TLSCA }, path,
			"PEM file with the authorities that sign the brokers' certificates. None: the system's."),
		row("ssl.certificate.location", "", func(c *Config) *string { return &c.TLSCertificate }, path,
			"PEM file with the client's certificate chain, for brokers that ask for one."),
		row("ssl.key.location", "", func(c *Config) *string { return &c.TLSKey }, path, "PEM file with its key."),
		row("ssl.endpoint.identification.algorithm", "https", func(c *Config) *string { return &c.TLSIdentity }, identity,
			"https checks that the certificate names the broker; none does not."),
	}},
}
