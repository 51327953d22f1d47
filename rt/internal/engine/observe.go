package engine

import (
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/barrier"
	"github.com/stoatgen/stoatgen/rt/internal/obs"
	"github.com/stoatgen/stoatgen/rt/internal/restore"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// observe counts what an epoch did, now that it is committed.
func (s *session) observe(d *barrier.Done) {
	m := s.Metrics
	m.Committed(obs.Cause(d.Cause), d.Records)
	m.Uncommitted(d.Bytes)
	m.Commit(obs.Lanes, d.Lanes)
	phases := []obs.Phase{obs.Acks, obs.Offsets, obs.End, obs.Write}
	if !s.exactlyOnce() {
		phases = []obs.Phase{obs.Acks, obs.Write, obs.Offsets}
	}
	for i, took := range d.Steps[:min(len(d.Steps), len(phases))] {
		m.Commit(phases[i], took)
	}
	m.Commit(obs.Total, d.Took)
	for _, h := range d.Handovers {
		m.Dropped(h.Drops)
		for i, stats := range h.Stats {
			m.Store(s.Program.Stages[h.Stage].Stores[i], h.Lane, stats)
		}
		for _, list := range [][]*codec.Topic{h.Logs, h.Outs} {
			for _, t := range list {
				s.wrote(t)
			}
		}
		for _, t := range h.Computed {
			s.wrote(t)
		}
	}
}

func (s *session) wrote(t *codec.Topic) {
	if t != nil && t.Len() > 0 {
		s.Metrics.Wrote(t.Name, t.Len())
	}
}

// drop counts records that no lane has seen.
func (s *session) drop(n abi.NodeID, r abi.Reason, count uint64) {
	counts := make([][abi.Reasons]uint64, len(s.Program.Nodes))
	counts[n][r] = count
	s.Metrics.Dropped(counts)
}

// progressEvery keeps the log of a long restore short.
const progressEvery = 5 * time.Second

// progress counts and logs how far a restore is, and says so to whoever asks whether the application is ready.
func (s *session) progress(p restore.Progress) {
	s.Metrics.Restored(p.Store, p.Step, p.Left)
	s.State(Restoring, fmt.Sprintf("%d of %d changelog offsets", p.Offsets, p.Total))
	if now := time.Now(); now.Sub(s.restored) >= progressEvery {
		s.restored = now
		s.Log.Info("restoring", "records", p.Records, "offsets", p.Offsets, "of", p.Total)
	}
}

// handlers are what the configuration says about failures; those that don't stop the application are logged, and letters counted.
func (s *session) handlers() lane.Handlers {
	h := s.Config.Handlers()
	for _, f := range []*func(*lane.Failure) lane.Verdict{&h.Decode, &h.Process, &h.Produce} {
		*f = s.logged(*f)
	}
	h.Lettered = s.countLetter
	return h
}

func (s *session) logged(of func(*lane.Failure) lane.Verdict) func(*lane.Failure) lane.Verdict {
	return func(f *lane.Failure) lane.Verdict {
		v := of(f)
		if v == lane.Stop {
			return v // the failure is the result of Run
		}
		message := "record dropped"
		if v == lane.DeadLetter {
			message = "record goes to the dead-letter topic"
		}
		said := []any{"failure", f}
		if f.Stack != "" { // of a panic
			said = append(said, "stack", f.Stack)
		}
		s.Log.Warn(message, said...)
		return v
	}
}
