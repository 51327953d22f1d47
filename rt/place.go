package rt

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/stoatgen/stoatgen/rt/internal/broker"
	"github.com/stoatgen/stoatgen/rt/store"
)

// The state directory: <state.dir>/<application.id>/store is the database, .../broker the data of the broker inside the
// process.

func (a *App) dir(part string) string {
	return filepath.Join(a.cfg.StateDir, a.cfg.ApplicationID, part)
}

// prepare makes the application's directory, where something is to be kept in it, and sees that it can be written.
func (a *App) prepare() error {
	a.mu.Lock()
	a.brokers = slices.Clone(a.cfg.BootstrapServers)
	a.mu.Unlock()
	if a.cfg.Store == nil && !a.cfg.Embedded() {
		return nil
	}
	dir := a.dir("")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("state.dir: the directory %s can't be made (%w); expected one that this user may write: change its owner, or name another one", dir, err)
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return fmt.Errorf("state.dir: nothing can be written in %s (%w); expected a directory that this user may write and a disk that isn't full", dir, err)
	}
	name := probe.Name()
	_, err = probe.Write(make([]byte, 4096))
	if closed := probe.Close(); err == nil {
		err = closed
	}
	if removed := os.Remove(name); err == nil {
		err = removed
	}
	if err != nil {
		return fmt.Errorf("state.dir: nothing can be written in %s (%w); expected room on the disk", dir, err)
	}
	return nil
}

// open opens the database of the state.
func (a *App) open() (store.DB, error) {
	backend := a.cfg.Store
	if backend == nil {
		backend = a.memory
	}
	var families []string
	for _, s := range a.program.Stores {
		families = append(families, s.Name)
	}
	return backend.Open(a.dir("store"), families)
}

// broker starts the broker inside the process, where none are configured, with the program's topics.
func (a *App) broker() (closeBroker func(), err error) {
	if !a.cfg.Embedded() {
		return func() {}, nil
	}
	topics := map[string]int32{}
	for _, s := range a.program.Sources {
		for _, t := range s.Topics {
			topics[t] = 1
		}
	}
	for _, s := range a.program.Sinks {
		if s.Topic != "" {
			topics[s.Topic] = 1
		}
	}
	for _, g := range a.program.Globals {
		topics[g.Topic] = 1
	}
	if t := a.cfg.DeadLetterTopic; t != "" {
		topics[t] = 1
	}
	b, err := broker.Start(a.dir("broker"), broker.Options{Port: a.cfg.EmbeddedPort, Topics: topics, Log: a.log})
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	a.brokers = []string{b.Addr()}
	a.mu.Unlock()
	a.log.Warn("no bootstrap.servers: a broker for development runs inside this process", "address", b.Addr(), "data", a.dir("broker"))
	return b.Close, nil
}
