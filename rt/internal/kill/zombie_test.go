package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt"
)

// TestZombies has a process stand still at a point while another one takes over, does all there is, and goes on; then
// the first one wakes up. It must stop, fenced, and nothing may count twice or get lost.
func TestZombies(t *testing.T) {
	for _, point := range slices.DeleteFunc([]string{
		"after-init-0", "after-init-1", "after-offsetfetch", "after-restore", "after-cut:2", "mid-produce:2", "after-acks:2", "after-offsets:2",
		"endtxn-sent:2", "endtxn-answered:2", "before-batch:2", "after-batch:2", "in-place-restart",
	}, onlyEmbedded) {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, countingProgram)
			s.put(100)
			if point == "in-place-restart" {
				s.failOnce()
			}
			old := s.s
			old.freeze = point
			first := s.start(old)
			if !strings.HasPrefix(point, "after-init") && !strings.HasPrefix(point, "after-offsetfetch") && point != "after-restore" {
				s.must(first.up())
				s.put(100)
			}
			s.frozen(first)
			s.s.dir = t.TempDir() // the first one holds the lock of its own
			second := s.start(s.s)
			s.must(second.up())
			s.put(100)
			s.must(s.r.awaitCaughtUp(t.Context(), s.place))
			s.must(first.cmd.Process.Signal(syscall.SIGCONT))
			for first.running() {
				s.put(20) // or it would have nothing to find out by
			}
			if code := first.cmd.ProcessState.ExitCode(); code != rt.ExitFenced {
				t.Errorf("the first process ended with %d, want %d\n%s", code, rt.ExitFenced, first.log)
			}
			s.must(s.r.awaitCaughtUp(t.Context(), s.place))
			s.must(second.terminate())
			s.equal()
		})
	}
}

func (p *process) running() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// frozen waits until a process stands still.
func (s *scene) frozen(p *process) {
	s.t.Helper()
	for range 600 {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
		s.must(err)
		if _, state, _ := strings.Cut(string(stat), ") "); strings.HasPrefix(state, "T") {
			return
		}
		time.Sleep(100 * time.Millisecond)
		s.put(20) // where commits are slow, all there was may have been one epoch's
	}
	s.t.Fatalf("the process works on: its point was not met\n%s", p.log)
}
