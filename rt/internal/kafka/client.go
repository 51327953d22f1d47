package kafka

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"

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
	// MetadataAge is how old the leader epoch of an acknowledgement may be. 0: one second.
	MetadataAge time.Duration
	Log         *slog.Logger // nil: nothing is logged
}

// Client is a connection to a cluster. All methods may be called from any goroutine.
type Client struct {
	kgo     *kgo.Client
	adm     *kadm.Client
	log     *slog.Logger
	timeout time.Duration
	age     time.Duration
	addrs   string
	login   bool // SASL is on
	cluster string
	decode  codec.Decoder

	mu     sync.Mutex
	topics map[string]Topic // as of the last refresh
	ids    map[string]ID    // of the first one: a topic that changes its id was created again
	seen   map[string]time.Time
}

// Open connects and asks for the cluster's id. The context bounds the call only.
func Open(ctx context.Context, cfg Config) (*Client, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	opts, err := cfg.options()
	if err != nil {
		return nil, err
	}
	k, err := kgo.NewClient(opts...)
	if err != nil {
		return nil, &Error{"connect to", strings.Join(cfg.Brokers, ","), Fatal, "check the settings of the client", err}
	}
	z := kgo.DefaultDecompressor()
	c := &Client{
		kgo: k, adm: kadm.NewClient(k), log: cfg.Log, timeout: cfg.Timeout, age: cfg.MetadataAge, addrs: strings.Join(cfg.Brokers, ","), login: cfg.SASL != nil,
		topics: map[string]Topic{}, ids: map[string]ID{}, seen: map[string]time.Time{},
		decode: codec.Decoder{Decompress: func(src []byte, typ int8) ([]byte, error) {
			return z.Decompress(src, kgo.CompressionCodecType(typ))
		}},
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if c.timeout == 0 {
		c.timeout = 2 * time.Minute
	}
	if c.age == 0 {
		c.age = time.Second
	}
	req := kmsg.NewPtrMetadataRequest()
	req.Topics = []kmsg.MetadataRequestTopic{} // none; nil would be all
	m, err := req.RequestWith(ctx, k)
	if err != nil {
		k.Close()
		return nil, c.fail("connect to", c.addrs, err)
	}
	if m.ClusterID != nil {
		c.cluster = *m.ClusterID
	}
	return c, nil
}

func (cfg *Config) check() error {
	if len(cfg.Brokers) == 0 {
		return &Error{"connect to", "no brokers", Fatal, "set bootstrap.servers to host:port of at least one", errors.New("the list of brokers is empty")}
	}
	for _, b := range cfg.Brokers {
		if _, _, err := net.SplitHostPort(b); err != nil {
			return &Error{"connect to", b, Fatal, "write each broker as host:port", err}
		}
	}
	return nil
}

func (cfg *Config) options() ([]kgo.Opt, error) {
	opts := []kgo.Opt{
		kgo.SeedBrokers(cfg.Brokers...),
		kgo.DisableClientMetrics(),
		kgo.RetryTimeout(15 * time.Second), // of one request; Client.retry goes on until its own deadline
		kgo.RetryBackoffFn(backoff),
		kgo.MetadataMinAge(20 * time.Millisecond), // kgo's own look-ups after NOT_COORDINATOR and the like
	}
	if cfg.ClientID != "" {
		opts = append(opts, kgo.ClientID(cfg.ClientID))
	}
	switch {
	case cfg.Dial != nil:
		opts = append(opts, kgo.Dialer(cfg.Dial))
	case cfg.TLS != nil:
		opts = append(opts, kgo.DialTLSConfig(cfg.TLS))
	}
	if s := cfg.SASL; s != nil {
		m, err := s.mechanism()
		if err != nil {
			return nil, err
		}
		opts = append(opts, kgo.SASL(m))
	}
	return opts, nil
}

func (s *SASL) mechanism() (sasl.Mechanism, error) {
	auth := scram.Auth{User: s.User, Pass: s.Password}
	switch s.Mechanism {
	case "PLAIN":
		return plain.Auth{User: s.User, Pass: s.Password}.AsMechanism(), nil
	case "SCRAM-SHA-256":
		return auth.AsSha256Mechanism(), nil
	case "SCRAM-SHA-512":
		return auth.AsSha512Mechanism(), nil
	}
	return nil, &Error{"log in with", s.Mechanism, Fatal, "use one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512",
		fmt.Errorf("unknown SASL mechanism")}
}

// Close ends all connections; requests in flight fail.
func (c *Client) Close() { c.kgo.Close() }

// ClusterID is the cluster's id, empty if the brokers don't tell.
func (c *Client) ClusterID() string { return c.cluster }

// transactionVersion is the finalized level of the feature transaction.version, 0 if the brokers don't know it.
func (c *Client) transactionVersion(ctx context.Context) (v int16, err error) {
	err = c.retry(ctx, "ApiVersions of", c.addrs, func() error {
		resp, err := kmsg.NewPtrApiVersionsRequest().RequestWith(ctx, c.kgo)
		if err != nil {
			return err
		}
		for _, f := range resp.FinalizedFeatures {
			if f.Name == "transaction.version" {
				v = f.MaxVersionLevel
			}
		}
		return errorFor(resp.ErrorCode)
	})
	return v, err
}
