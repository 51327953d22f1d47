package config

import (
	"log/slog"
	"time"

	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Config is what an application can be told. The zero value of a field means its default; to set a number to zero
// where the default is another, use the file or the environment. docs/configuration.md lists every key.
type Config struct {
	// ApplicationID names the application: its consumer group, transactional ids, internal topics and state directory.
	// Two processes with one id fence each other. The only field without a default.
	ApplicationID string
	// BootstrapServers are brokers to start from, host:port. None: a broker inside the process, see EmbeddedPort.
	BootstrapServers []string
	// File is a YAML file that overrides the fields here; STOAT_CONFIG names another one. "" reads none.
	File string

	Guarantee           Guarantee
	CommitInterval      time.Duration // wanted time between two commits; the actual one adapts to what a commit costs
	CommitMaxRecords    int64         // an epoch of so many source records commits early; 0 is no limit
	Lanes               int           // goroutines that process records; 0 is one a processor
	MaxTaskIdle         time.Duration // how long to wait for a partition without data; -1ms never waits
	UncommittedMaxBytes int64         // changed state that commits early, in bytes; -1 is no limit
	InFlightMaxBytes    int64         // fetched and not yet processed, in bytes
	InFlightMaxRecords  int64         // fetched and not yet processed, in records a partition
	ShutdownTimeout     time.Duration // from SIGTERM to giving up on the last commit
	TransactionTimeout  time.Duration // bounds every wait of a commit
	ReplicationFactor   int           // of internal topics; -1 is the broker's default
	OffsetReset         OffsetReset   // where to begin in a source's partition without a committed offset

	// Store keeps state on disk: rocks.Backend. Nil keeps it in memory and in the changelog topics, from which every
	// start restores it in full. Code only.
	Store store.Backend

	StateDir            string        // the application's own directory is made inside
	StateFlushInterval  time.Duration // the longest time that committed state stays unflushed
	StateFlushMaxBytes  int64         // flushes earlier when so much is unflushed
	CacheMaxBytes       int64         // updates that caches hold back, over all lanes; 0: caches are off
	StateMemoryMaxBytes int64         // decoded state kept in memory, over all stores and lanes; 0 is no limit

	DeserializationHandler  Handler
	ProductionHandler       Handler
	ProcessingHandler       Handler
	GlobalProcessingHandler bool // ProcessingHandler is asked for the processors of global stores, too
	DeadLetterTopic         string
	// OnDeserialization, OnProcessing and OnProduction are asked about each failure, in place of the handler above of that name:
	// Kafka Streams' handler classes. Any lane calls them, several at once. Code only.
	OnDeserialization, OnProcessing, OnProduction func(*lane.Failure) Handler
	TimestampExtractor                            Extractor

	HTTPAddress  string // of health and metrics; "off" serves none
	EmbeddedPort int    // of the broker inside the process; 0 takes a free one

	LogLevel  slog.Level
	LogFormat LogFormat
	// Logger replaces the one that LogLevel and LogFormat describe. Code only.
	Logger *slog.Logger

	SecurityProtocol Protocol
	SASLMechanism    Mechanism
	SASLUsername     string
	SASLPassword     string
	TLSCA            string // PEM file with the authorities that sign the brokers' certificates; "" trusts the system's
	TLSCertificate   string // PEM file with the client's certificate chain
	TLSKey           string // PEM file with the client's key
	TLSIdentity      string // "https" checks the broker's name, "none" does not
}

// Guarantee is what a commit promises: processing.guarantee.
type Guarantee string

const (
	ExactlyOnce Guarantee = "exactly_once_v2" // outputs, offsets and state of an epoch in one transaction; the default
	AtLeastOnce Guarantee = "at_least_once"   // no transactions: a crash repeats the outputs of the last epoch
)

// Handler says what becomes of a record that cannot be decoded or written, or whose processing failed.
type Handler string

const (
	Fail       Handler = "fail"     // log and stop the application; the default
	Continue   Handler = "continue" // log, count, go on with the next record
	DeadLetter Handler = "dlq"      // Continue, and write the source record to DeadLetterTopic
)

// Extractor says where a record's timestamp comes from when its source doesn't say.
type Extractor string

const (
	FailOnInvalid  Extractor = "fail"           // the record's own; a negative one fails; the default
	LogAndSkip     Extractor = "skip"           // the record's own; a negative one drops the record, counted
	UsePartition   Extractor = "partition-time" // the record's own; for a negative one, the partition's largest so far
	WallclockStamp Extractor = "wallclock"      // the time at which the record is processed
)

// LogFormat is the shape of log lines.
type LogFormat string

const (
	LogText LogFormat = "text" // key=value; the default
	LogJSON LogFormat = "json" // one object a line
)

// Protocol is how to talk to brokers: security.protocol.
type Protocol string

const (
	Plaintext     Protocol = "PLAINTEXT" // the default
	SSL           Protocol = "SSL"
	SASLPlaintext Protocol = "SASL_PLAINTEXT"
	SASLSSL       Protocol = "SASL_SSL"
)

// Mechanism is how to log in: sasl.mechanism.
type Mechanism string

const (
	Plain       Mechanism = "PLAIN"
	ScramSHA256 Mechanism = "SCRAM-SHA-256"
	ScramSHA512 Mechanism = "SCRAM-SHA-512"
)

// Secure reports whether connections to brokers use TLS.
func (c *Config) Secure() bool { return c.SecurityProtocol == SSL || c.SecurityProtocol == SASLSSL }

// Login reports whether connections to brokers log in with SASL.
func (c *Config) Login() bool {
	return c.SecurityProtocol == SASLPlaintext || c.SecurityProtocol == SASLSSL
}

// Embedded reports whether the broker runs inside the process.
func (c *Config) Embedded() bool { return len(c.BootstrapServers) == 0 }
