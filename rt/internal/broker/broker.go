package broker

import (
	"log/slog"
	"time"
)

// Options of an embedded broker.
type Options struct {
	Port      int              // fixed port on 127.0.0.1; 0: any
	Topics    map[string]int32 // partitions of topics to make if they don't exist
	Advertise string           // host that clients are told; default 127.0.0.1
	Log       *slog.Logger
}

// Broker is a kfake in this process.
type Broker struct{}

// Start opens the data directory (empty: memory only), heals what an unclean stop left and listens.
func Start(dir string, o Options) (*Broker, error) { panic("skeleton") }

// Addr is host:port.
func (b *Broker) Addr() string { panic("skeleton") }

// Torn are commits that kfake itself tore when the process died inside EndTxn: found at start, reported apart.
func (b *Broker) Torn() []string { panic("skeleton") }

// Fate is what a test does to a request.
type Fate struct {
	Drop       bool          // close the connection before the request is looked at
	DropAnswer bool          // carry the request out, then close the connection
	Delay      time.Duration // hold the request
	Err        int16         // answer with this error code everywhere
}

// Fault lets fn decide about each request of an api key until remove is called.
func (b *Broker) Fault(key int16, fn func(request any) Fate) (remove func()) { panic("skeleton") }

// Close stops the broker and syncs its data.
func (b *Broker) Close() {}
