package broker

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/twmb/franz-go/pkg/kfake"
)

// Options of an embedded broker.
type Options struct {
	Port   int              // fixed port on 127.0.0.1, of the first node; 0: any
	Nodes  int              // brokers of the cluster; 0: one. More are for tests of leader changes
	Topics map[string]int32 // partitions of topics to make if they don't exist; their records are kept for ever
	Log    *slog.Logger     // nil: nothing is logged
}

// Broker is a kfake in this process.
type Broker struct {
	cluster *kfake.Cluster
	faults  *faults
	lock    *os.File
	clean   bool // the process before stopped cleanly
	torn    []Torn
	closed  sync.Once
}

// Start opens the data directory (empty: memory only), heals what an unclean stop left, makes the topics and listens.
func Start(dir string, o Options) (*Broker, error) {
	b := &Broker{faults: newFaults()}
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	opts := []kfake.Opt{
		kfake.NumBrokers(max(o.Nodes, 1)),
		kfake.ClusterID(newID()), // a data directory that has one keeps it
		kfake.BrokerConfigs(map[string]string{"log.cleaner.backoff.ms": "315360000000", "log.retention.ms": "-1"}),
		kfake.WithLogger(logger{log}),
		kfake.ListenFn(b.faults.listen),
	}
	if o.Port != 0 {
		ports := make([]int, max(o.Nodes, 1))
		for i := range ports {
			ports[i] = o.Port + i
		}
		opts = append(opts, kfake.Ports(ports...))
	}
	if dir != "" {
		opts = append(opts, kfake.DataDir(dir))
		if err := b.open(dir, log); err != nil {
			return nil, err
		}
	}
	var err error
	if b.cluster, err = kfake.NewCluster(opts...); err != nil {
		b.unlock(b.clean) // nothing has changed
		return nil, fmt.Errorf("start the embedded broker in %q: %w: another process may use the port (embedded.broker.port: 0 takes a free one), or the directory is not a broker's", dir, err)
	}
	for _, t := range slices.Sorted(maps.Keys(o.Topics)) {
		if b.cluster.TopicInfo(t) != nil {
			continue
		}
		if err := b.cluster.CreateTopic(t, o.Topics[t], map[string]string{"retention.ms": "-1"}); err != nil {
			b.Close()
			return nil, fmt.Errorf("create topic %q in the embedded broker: %w", t, err)
		}
	}
	return b, nil
}

// open takes the directory and heals it if the process before died.
func (b *Broker) open(dir string, log *slog.Logger) error {
	lock, clean, err := lockDir(dir)
	if err != nil {
		return err
	}
	b.lock, b.clean = lock, clean
	if clean {
		return nil
	}
	h, err := heal(dir)
	if err != nil {
		b.unlock(false)
		return fmt.Errorf("heal the embedded broker's data in %q: %w", dir, err)
	}
	b.torn = h.torn
	log.Info("embedded broker: the process before did not stop cleanly", "transactions aborted", h.aborted,
		"transactions completed", h.completed, "bytes never acknowledged", h.cut)
	for _, t := range h.torn {
		log.Warn("embedded broker: a commit was torn by the end of the process; records may be processed twice", "transaction", t)
	}
	return nil
}

func newID() string {
	var id [16]byte
	rand.Read(id[:])
	return base64.RawURLEncoding.EncodeToString(id[:])
}

// Addr is the first node's host:port.
func (b *Broker) Addr() string { return b.Addrs()[0] }

// Addrs are all nodes' host:port.
func (b *Broker) Addrs() []string { return b.cluster.ListenAddrs() }

// Torn are the commits that kfake itself tore when the process before died inside EndTxn. They are reported by the
// start that finds them and by no later one.
func (b *Broker) Torn() []Torn { return b.torn }

// Close stops the broker and writes down that it stopped cleanly; closing twice is harmless. A process that dies instead
// is healed at the next start.
func (b *Broker) Close() {
	b.closed.Do(func() {
		b.faults.stop()
		b.cluster.Close()
		b.unlock(true)
	})
}

// logger hands kfake's lines on: what it calls a warning or an error at their levels, the rest as debug.
type logger struct{ log *slog.Logger }

func (l logger) Logf(level kfake.LogLevel, format string, args ...any) {
	at := slog.LevelDebug
	switch level {
	case kfake.LogLevelError:
		at = slog.LevelError
	case kfake.LogLevelWarn:
		at = slog.LevelWarn
	}
	ctx := context.Background()
	if l.log.Enabled(ctx, at) {
		l.log.Log(ctx, at, "embedded broker: "+strings.TrimSpace(fmt.Sprintf(format, args...)))
	}
}
