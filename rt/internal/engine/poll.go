package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/fail"
)

const (
	laneRecords = 8192                   // what a lane may have in its inbox before no more is admitted
	drained     = 500 * time.Microsecond // how often inboxes are looked at while they are full
	burst       = 64                     // runs admitted between two looks at the clock
)

// atOnce is a timer that always has fired.
var atOnce = func() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}()

// poll moves records from the brokers to the lanes and ends epochs, until stop or a failure.
func (s *session) poll(stop context.Context) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		s.feed.ask()
		if s.tasks {
			s.punctuate()
		}
		state := s.admit()
		now := time.Now()
		at, due := s.coord.Next(s.feed.moved())
		if due && !at.After(now) {
			s.cut()
			continue
		}
		if rest := s.coord.RestAt(); s.coord.Idle() && !s.feed.moved() && !rest.After(now) {
			s.coord.Rest(s.feed.cursors())
			continue
		}
		wake := atOnce
		if state != more {
			timer.Reset(s.wait(now, at, due, state == busy))
			wake = timer.C
		}
		select {
		case got := <-s.feed.got:
			if err := s.feed.take(got); err != nil {
				return err
			}
		case <-s.coord.Changed():
		case <-wake:
		case <-s.changed:
			return s.renew()
		case <-stop.Done():
			return s.drain()
		case <-s.ctx.Done():
			return context.Cause(s.ctx)
		}
	}
}

// admitted is why a burst ended.
type admitted int

const (
	more    admitted = iota // there is more to admit
	busy                    // the lanes have enough
	nothing                 // nothing is at hand, or the epoch has no room
)

// admit hands records to the lanes as far as these keep up and the epoch has room.
func (s *session) admit() admitted {
	pending := 0
	for _, l := range s.lanes {
		pending += l.Pending()
	}
	room := laneRecords*len(s.lanes) - pending
	for range burst {
		if room <= 0 {
			return busy
		}
		if s.coord.Full() {
			return nothing
		}
		n := s.feed.admit(min(room, runRecords))
		if n == 0 {
			return nothing
		}
		room -= n
	}
	return more
}

// wait is how long nothing needs to be done, unless something arrives.
func (s *session) wait(now, cut time.Time, due, behind bool) time.Duration {
	d := s.coord.RestAt().Sub(now)
	if due {
		d = min(d, cut.Sub(now))
	}
	if behind {
		d = min(d, drained)
	}
	if s.tasks {
		d = min(d, tick)
	}
	if held := s.feed.merge.Wait(); held > 0 {
		d = min(d, held)
	}
	return max(d, drained)
}

// cut ends the running epoch.
func (s *session) cut() {
	n, marks := s.coord.Cut(s.feed.cursors(), s.feed.watermark())
	s.router.Barrier(n, marks)
	s.feed.sealed()
	fail.Point("after-cut")
}

// renew ends the session in order because the source topics are others now.
func (s *session) renew() error {
	if err := s.drain(); err != nil {
		return err
	}
	return errTopics
}

// drain commits what was admitted, then writes where the changelogs end: a clean stop leaves nothing to replay.
func (s *session) drain() error {
	s.State(Stopping, "")
	ctx, cancel := context.WithTimeoutCause(s.ctx, s.Config.ShutdownTimeout,
		fmt.Errorf("gave up on the last commit after shutdown.timeout.ms (%v); the next start processes its records again", s.Config.ShutdownTimeout))
	defer cancel()
	for !s.coord.Idle() || s.feed.moved() {
		if _, room := s.coord.Next(true); room {
			s.cut()
		}
		select {
		case <-s.coord.Changed():
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	select {
	case <-s.coord.Rest(s.feed.cursors()):
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	fail.Point("clean-stop")
	return nil
}
