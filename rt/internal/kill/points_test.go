package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/fail"
)

// What a kill point needs to be met, beside records to process.
var (
	inFullRestore = []string{"mid-wipe", "mid-restore"}
	large_        = []string{"mid-flush", "after-flush", "mid-restore"}
	atStart       = []string{"after-init-0", "after-init-1", "after-offsetfetch", "after-restore", "mid-wipe", "mid-restore"}
)

// TestKillPoints kills an application at each point of the protocol, and starts it again with the directory as it was
// left, without one, and with an older copy, each time with another number of lanes.
func TestKillPoints(t *testing.T) {
	for _, point := range slices.DeleteFunc(slices.Clone(fail.Points), onlyEmbedded) {
		for i, fate := range []string{"kept", "deleted", "older"} {
			t.Run(point+"/"+fate, func(t *testing.T) {
				t.Parallel()
				p := countingProgram
				if slices.Contains(large_, point) {
					p = large
				}
				s := newScene(t, p)
				s.put(100)
				older := filepath.Join(t.TempDir(), "older")
				if fate == "older" || slices.Contains(inFullRestore, point) { // there must be something to copy, or to restore
					s.complete(3)
					s.copyTo(older)
				}
				s.die(point)
				s.agrees()
				switch fate {
				case "deleted":
					s.remove()
				case "older":
					s.remove()
					s.s.dir = older
				}
				s.put(20)
				s.complete([]int{1, 4, 7}[i])
				s.equal()
			})
		}
	}
}

// die runs an application that is killed at a point.
func (s *scene) die(point string) {
	s.t.Helper()
	if slices.Contains(inFullRestore, point) {
		s.remove()
	}
	x := s.s
	x.point = point
	if slices.Contains([]string{"after-cut", "after-acks", "endtxn-sent", "before-batch"}, point) {
		x.point += ":2" // with an epoch behind it
	}
	if point == "in-place-restart" {
		s.failOnce()
	}
	s.put(40)
	p := s.start(x)
	if !slices.Contains(atStart, point) {
		s.must(p.up())
		s.put(100)
	}
	switch {
	case point == "clean-stop":
		s.must(s.r.awaitCaughtUp(s.t.Context(), s.place))
		s.must(p.cmd.Process.Signal(syscall.SIGTERM))
	case !slices.Contains(atStart, point):
		for i := 0; i < 100 && p.running(); i++ { // where commits are slow, all of it may have been one epoch's
			s.put(20)
		}
	}
	s.dies(p)
}

// TestAtLeastOnce kills between any two steps of a commit without transactions: nothing is lost, and the directory goes
// with the changelog.
func TestAtLeastOnce(t *testing.T) {
	for i, point := range []string{"after-cut", "mid-produce", "after-acks", "before-batch", "after-batch", "after-offsets"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, countingProgram)
			s.s.alo = true
			s.put(100)
			s.complete(3)
			s.die(point)
			s.agrees()
			if i%2 == 1 {
				s.remove()
			}
			s.put(20)
			s.complete(2)
			s.agrees()
			s.atLeast()
		})
	}
}

// atLeast wants every occurrence of a word counted.
func (s *scene) atLeast() {
	s.t.Helper()
	in, err := s.r.all(s.t.Context(), s.p.sources[0])
	s.must(err)
	out, err := s.r.all(s.t.Context(), s.p.sinks[0])
	s.must(err)
	want, got, largest := map[string]int64{}, map[string]int64{}, map[string]int64{}
	for _, r := range in {
		want[string(r.val)]++
	}
	for _, r := range out {
		got[r.key]++
		largest[r.key] = max(largest[r.key], codec.GetInt64(r.val))
	}
	for w, n := range want {
		if got[w] < n || largest[w] < n {
			s.t.Errorf("%s: %d times in the input, %d outputs up to a count of %d", w, n, got[w], largest[w])
		}
	}
}

// TestKillLoop is a short one of what make kill does, with the broker inside the process.
func TestKillLoop(t *testing.T) {
	t.Parallel()
	pl := plan{kills: 3, brokers: "embedded", seed: 1, longest: 500e6, settings: settings{app: "counting", id: "kill", lanes: 2}}
	if _, err := loop(pl, t.Output()); err != nil {
		t.Fatal(err)
	}
}

// TestFaultsAreFound: a loop that finds nothing shows nothing.
func TestFaultsAreFound(t *testing.T) {
	for _, fault := range []string{"state-before-commit", "offsets-before-data", "no-atomic-flush"} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			pl := plan{kills: 50, brokers: "embedded", seed: 1, longest: 500e6, settings: settings{app: "counting", id: "kill", lanes: 2, fault: fault}}
			res, err := loop(pl, t.Output())
			if err == nil {
				t.Fatal("not found")
			}
			t.Log(fmt.Sprint(res.kills, " kills: ", err))
		})
	}
}
