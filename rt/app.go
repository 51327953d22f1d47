package rt

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/internal/engine"
	"github.com/stoatgen/stoatgen/rt/internal/httpapi"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/obs"
	"github.com/stoatgen/stoatgen/rt/store"
)

// App is one application: a program and its configuration. Run may be called once.
type App struct {
	program *Program
	cfg     *config.Config
	loaded  *config.Loaded // what the log says at start
	log     *slog.Logger
	metrics *obs.Metrics
	live    *httpapi.Gate
	gate    *httpapi.Gate // of readiness
	memory  store.Backend
	age     time.Duration // of what is known of the source topics

	ready chan struct{}
	once  sync.Once // closes ready

	mu       sync.Mutex // guards the rest
	stop     context.CancelFunc
	finished chan struct{} // closed when Run has returned; nil before
	brokers  []string
	http     string
}

// metadataMaxAge is Kafka's metadata.max.age.ms: how soon new partitions, and new topics of a pattern, are read.
const metadataMaxAge = 5 * time.Minute

// New makes an application of a program. The configuration is completed from its file and the environment; everything
// that is wrong with it is in the error, one problem a line. Nothing is connected or created.
func New(program *Program, cfg Config) (*App, error) {
	loaded, err := config.Load(cfg, os.Environ())
	if err != nil {
		return nil, &configError{err}
	}
	c := &loaded.Config
	var stores []string
	for _, s := range program.Stores {
		stores = append(stores, s.Name)
	}
	return &App{
		program: program, cfg: c, log: obs.Logger(os.Stderr, c), loaded: loaded,
		metrics: obs.New(obs.Shape{Application: c.ApplicationID, Nodes: program.Nodes, Stores: stores}),
		live:    httpapi.NewGate(""), gate: httpapi.NewGate(string(engine.Starting)),
		memory: store.Memory(), age: metadataMaxAge, ready: make(chan struct{}),
	}, nil
}

// Program is the topology that the application runs.
func (a *App) Program() *Program { return a.program }

// Config is the application's configuration, completed from its file and the environment.
func (a *App) Config() Config { return *a.cfg }

// Ready is closed when the application has restored its state and works for the first time. /health/ready also tells
// when it doesn't any more.
func (a *App) Ready() <-chan struct{} { return a.ready }

// Brokers are the addresses of the brokers: those configured, or the one inside the process once Run has started it.
func (a *App) Brokers() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.brokers
}

// HTTPAddress is where health and metrics are served, empty while they aren't.
func (a *App) HTTPAddress() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.http
}

var errTwice = errors.New("an App runs once: make a new one")

// Run works until ctx ends or Close is called, and returns nil when all that was admitted is committed. Any other end is
// an error: a record that no handler took, another process, a refused start, brokers that stayed away.
func (a *App) Run(ctx context.Context) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	a.mu.Lock()
	if a.finished != nil {
		a.mu.Unlock()
		return errTwice
	}
	a.stop, a.finished = stop, make(chan struct{})
	a.mu.Unlock()
	defer close(a.finished)
	defer func() {
		if err != nil {
			a.live.Shut(err.Error())
		}
		a.gate.Shut("stopped")
	}()

	for _, line := range a.loaded.Warnings {
		a.log.Warn("configuration", "unused", line)
	}
	for _, line := range a.loaded.Lines() {
		a.log.Info("configuration", "set", line)
	}
	if err := a.prepare(); err != nil {
		return err
	}
	if a.cfg.HTTPAddress != "off" {
		closeHTTP, err := a.serve()
		if err != nil {
			return err
		}
		defer closeHTTP()
	}
	closeBroker, err := a.broker()
	if err != nil {
		return err
	}
	defer closeBroker()
	client, err := a.connect(ctx)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil // asked to stop while the brokers were away: nothing had begun
	}
	if err != nil {
		return err
	}
	defer client.Close()
	return engine.New(engine.Options{
		Program: a.program, Config: a.cfg, Client: client, Open: a.open, Metrics: a.metrics, Log: a.log,
		Wall: clock.System, State: a.state, TopicsAge: a.age,
	}).Run(ctx)
}

// Close asks Run to stop in order and waits until it has returned. Without a Run it does nothing.
func (a *App) Close() {
	a.mu.Lock()
	stop, finished := a.stop, a.finished
	a.mu.Unlock()
	if finished == nil {
		return
	}
	stop()
	<-finished
}

// state follows the engine.
func (a *App) state(s engine.State, detail string) {
	a.metrics.State(string(s))
	if s == engine.Running {
		a.gate.Open()
		a.once.Do(func() { close(a.ready) })
		return
	}
	reason := string(s)
	if detail != "" {
		reason += ": " + detail
	}
	a.gate.Shut(reason)
}

// serve starts health and metrics.
func (a *App) serve() (closeHTTP func(), err error) {
	server, err := httpapi.Serve(a.cfg.HTTPAddress, httpapi.API{Live: a.live, Ready: a.gate, Metrics: a.metrics.Handler()})
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	a.http = server.Addr()
	a.mu.Unlock()
	a.log.Info("serving health and metrics", "address", server.Addr())
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := server.Close(ctx); err != nil {
			a.log.Warn("close of the HTTP server", "error", err)
		}
	}, nil
}

// connect opens the connection to the brokers.
func (a *App) connect(ctx context.Context) (*kafka.Client, error) {
	tls, err := a.cfg.TLS()
	if err != nil {
		return nil, &configError{err}
	}
	c := kafka.Config{Brokers: a.Brokers(), ClientID: a.cfg.ApplicationID, TLS: tls, Timeout: a.cfg.TransactionTimeout, Log: a.log}
	if a.cfg.Login() {
		c.SASL = &kafka.SASL{Mechanism: string(a.cfg.SASLMechanism), User: a.cfg.SASLUsername, Password: a.cfg.SASLPassword}
	}
	return kafka.Open(ctx, c)
}
