package kafka

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"
	"regexp"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
)

// SASL is how to log in: PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512.
type SASL struct{ Mechanism, User, Password string }

// Config is how to reach a cluster.
type Config struct {
	Brokers  []string // host:port, at least one
	ClientID string
	TLS      *tls.Config // nil: plain text
	SASL     *SASL       // nil: no login
	// Dial replaces TCP, for a broker inside the process; with it TLS is its own affair.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Timeout bounds each operation with all its retries. 0: two minutes, as delivery.timeout.ms.
	Timeout time.Duration
	Log     *slog.Logger // nil: nothing is logged
}

// Client is a connection to a cluster. All methods may be called from any goroutine.
type Client struct{}

// Open connects and asks for the cluster's id and features. The context bounds only the call.
func Open(ctx context.Context, cfg Config) (*Client, error) { panic("skeleton") }

// Close ends all connections; requests in flight fail.
func (c *Client) Close() {}

// ClusterID is the cluster's id.
func (c *Client) ClusterID() string { panic("skeleton") }

// Topics describes topics by name. One that doesn't exist is left out.
func (c *Client) Topics(ctx context.Context, names ...string) (map[string]Topic, error) {
	panic("skeleton")
}

// Match lists the topics whose whole name matches, sorted by name, without Kafka's internal ones.
func (c *Client) Match(ctx context.Context, pattern *regexp.Regexp) ([]Topic, error) {
	panic("skeleton")
}

// Spec is a topic that should exist.
type Spec struct {
	Name        string
	Partitions  int32
	Replication int16 // 0: the broker's default
	Configs     map[string]string
}

// Changelog is the changelog topic of a key-value store: <app>-<store>-changelog, compacted.
func Changelog(app, store string, partitions int32) Spec { panic("skeleton") }

// WindowChangelog is the changelog topic of a window or session store: compacted, and deleted after the store's
// retention and one day.
func WindowChangelog(app, store string, partitions int32, retention time.Duration) Spec {
	panic("skeleton")
}

// CreateTopics makes the topics that don't exist and returns all of them as they are, by name. One that exists with
// another number of partitions is an error; created tells which are new.
func (c *Client) CreateTopics(ctx context.Context, specs ...Spec) (topics map[string]Topic, created []string, err error) {
	panic("skeleton")
}

// ListOffsets asks the partitions' leaders.
func (c *Client) ListOffsets(ctx context.Context, at At, tps ...TP) (map[TP]Position, error) {
	panic("skeleton")
}

// EndOfEpoch is OffsetForLeaderEpoch: for each partition the largest leader epoch up to the asked one and the offset
// where it ended. An end below a known next offset means that the log lost a tail and was filled again.
func (c *Client) EndOfEpoch(ctx context.Context, epochs map[TP]int32) (map[TP]Position, error) {
	panic("skeleton")
}

// FetchOffsets is OffsetFetch with RequireStable: it waits while a transaction has offsets pending. A partition
// without a committed offset is left out; so are all of them for an unknown group.
func (c *Client) FetchOffsets(ctx context.Context, group string, tps ...TP) (map[TP]Committed, error) {
	panic("skeleton")
}

// CommitOffsets is a plain OffsetCommit without membership, for at-least-once.
func (c *Client) CommitOffsets(ctx context.Context, group string, offsets map[TP]Committed) error {
	panic("skeleton")
}

// TopicConfigs is DescribeConfigs: the effective settings of each topic (delete.retention.ms, cleanup.policy,
// max.message.bytes …).
func (c *Client) TopicConfigs(ctx context.Context, topics ...string) (map[string]map[string]string, error) {
	panic("skeleton")
}

// Producer has one producer id. Its methods are for one goroutine at a time, in the order that protocol.md §3 says.
type Producer struct{}

// NewProducer makes a producer; Init makes it usable. An empty transactional id gives an idempotent producer without
// transactions. timeout is the transaction's.
func (c *Client) NewProducer(transactionalID string, timeout time.Duration) *Producer {
	panic("skeleton")
}

// Init is InitProducerID. The first call of a process takes the transactional id over (producer id -1); later ones
// pass the own producer id and epoch, so that a second process is noticed (Fenced) and not fenced in turn. An open
// transaction is aborted, a completing one is waited for.
func (p *Producer) Init(ctx context.Context) error { panic("skeleton") }

// Ack is what a partition's leader acknowledged: the offset behind the last record.
type Ack = Position

// Produce seals the chunks of the topics and sends them, those of one partition in the order of the list, and returns
// when all are acknowledged by all in-sync replicas. Topics of the same name (from several lanes) are joined. A topic
// that doesn't exist, a batch that the broker finds too large or a timestamp that it refuses is Fatal.
func (p *Producer) Produce(ctx context.Context, topics []*codec.Topic) (map[TP]Ack, error) {
	panic("skeleton")
}

// CommitOffsets is TxnOffsetCommit without membership (generation -1), part of the open transaction.
func (p *Producer) CommitOffsets(ctx context.Context, group string, offsets map[TP]Committed) error {
	panic("skeleton")
}

// End is EndTxn. It is sent also for a transaction that has no records. Without an answer it is repeated with the same
// epoch until the deadline; then the error is Ambiguous.
func (p *Producer) End(ctx context.Context, commit bool) error { panic("skeleton") }

// FetchOptions are a Fetcher's limits.
type FetchOptions struct {
	Uncommitted       bool          // read open and aborted transactions too; default read_committed
	MaxBytes          int32         // an answer of one leader; 0: 16 MiB
	PartitionMaxBytes int32         // a partition's part of it; 0: 1 MiB
	Wait              time.Duration // long poll; 0: 500 ms
}

// Fetched is what one answer brought for one partition.
type Fetched struct {
	TP
	Batches       []*abi.Batch // may be empty: control batches and aborted records move Next all the same
	Next          int64        // the position behind it
	HighWatermark int64
	LastStable    int64
	LogStart      int64
	LeaderEpoch   int32 // of the last batch, -1 if there was none
	Aborted       int   // records of aborted transactions that were left out
}

// Fetcher reads partitions from their leaders. Its methods are for one goroutine at a time.
type Fetcher struct{}

// NewFetcher makes a fetcher that has no partitions yet.
func (c *Client) NewFetcher(o FetchOptions) *Fetcher { panic("skeleton") }

// Assign adds partitions or moves those that it has; what is on the way from the old position is dropped.
func (f *Fetcher) Assign(from map[TP]Position) {}

// Unassign takes partitions away.
func (f *Fetcher) Unassign(tps ...TP) {}

// Pause stops asking for partitions; one answer may still bring some. Resume goes on.
func (f *Fetcher) Pause(tps ...TP)  {}
func (f *Fetcher) Resume(tps ...TP) {}

// Poll returns what has arrived, waiting for at least one answer; the answer may be empty after Wait, so that a caller
// learns of end offsets. It asks for more before it returns, so one answer a leader is on the way or waits in memory.
// It returns nothing and no error only if no partition is active and ctx is done.
func (f *Fetcher) Poll(ctx context.Context) ([]Fetched, error) { panic("skeleton") }

// Close drops what is on the way and waits for its goroutines.
func (f *Fetcher) Close() {}
