package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/internal/config"
	"github.com/stoatgen/stoatgen/rt/internal/fail"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/obs"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// State is what an application is at.
type State string

// States, in the order in which an application meets them.
const (
	Starting  State = "starting"
	Restoring State = "restoring"
	Running   State = "running"
	Stopping  State = "stopping"
)

// Options are what an engine runs with.
type Options struct {
	Program *lane.Program
	Config  *config.Config
	Client  *kafka.Client
	Open    func() (store.DB, error) // the state directory; again after a write that failed
	Metrics *obs.Metrics
	Log     *slog.Logger
	Wall    clock.Wall
	State   func(s State, detail string)
	// TopicsAge is how old what is known of the source topics may get.
	TopicsAge time.Duration
}

// Engine runs one program.
type Engine struct {
	Options
	topics    topics
	db        store.DB
	producers []*kafka.Producer
	prints    *lane.Prints
}

// New makes an engine.
func New(o Options) *Engine {
	e := &Engine{Options: o}
	e.topics.client = o.Client
	return e
}

const (
	maxRestarts   = 5
	restartWindow = 5 * time.Minute
	transactional = 2 // ids; both are always initialised, in this order, though one is enough to work with
)

// Run works until ctx ends, then stops in order: what was admitted is committed. It returns nil after a clean stop. An
// epoch that can't be committed restarts everything in place; what a restart can't mend is the result.
func (e *Engine) Run(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, e.close()) }()
	if e.prints, err = e.Program.OpenPrints(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.prints.Close()) }()
	e.producers = e.newProducers()
	var restarts []time.Time
	for {
		err := e.session(ctx)
		if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return nil
		}
		if errors.Is(err, errTopics) {
			e.Log.Info("start anew", "cause", err)
			continue
		}
		if ctx.Err() != nil || !restartable(err) { // what the stop was to commit isn't: that is no clean end
			return err
		}
		now := time.Now()
		restarts = append(restarts, now)
		for now.Sub(restarts[0]) > restartWindow {
			restarts = restarts[1:]
		}
		if len(restarts) > maxRestarts {
			return fmt.Errorf("stopped after %d restarts in %v: %w", maxRestarts, restartWindow, err)
		}
		e.Log.Warn("restart in place", "cause", err, "restarts", len(restarts))
		e.Metrics.Restarted(reason(err))
		fail.Point("in-place-restart")
	}
}

// newProducers makes the producers that live as long as the process: their ids tell a second process from a restart.
func (e *Engine) newProducers() (ps []*kafka.Producer) {
	if e.Config.Guarantee != config.ExactlyOnce {
		return []*kafka.Producer{e.Client.NewProducer("", e.Config.TransactionTimeout)}
	}
	for id := range transactional {
		ps = append(ps, e.newProducer(id))
	}
	return ps
}

func (e *Engine) newProducer(id int) *kafka.Producer {
	return e.Client.NewProducer(fmt.Sprintf("%s-stoat-%d", e.Config.ApplicationID, id), e.Config.TransactionTimeout)
}

func (e *Engine) close() error {
	if e.db == nil {
		return nil
	}
	e.Metrics.Engine(nil)
	err := e.db.Close()
	e.db = nil
	return err
}

// open opens the state directory unless it is open.
func (e *Engine) open() (err error) {
	if e.db != nil {
		return nil
	}
	if e.db, err = e.Open(); err != nil {
		e.db = nil
		return err
	}
	e.Metrics.Engine(e.db.Stats)
	return nil
}
