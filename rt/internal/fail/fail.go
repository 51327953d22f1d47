// Package fail names the places at which a test kills the process. In a process that arms nothing a point is one load
// and a branch; nothing here reads the environment or the configuration by itself.
//
//	barrier, restore, engine ──Point("after-acks")──► armed? ──► SIGKILL
//	                         ──During("mid-flush")──► armed? ──► SIGKILL from a second goroutine, while the call runs
//
// Invariants:
//
//  1. A point does nothing, or the process ends there without any further step: no deferred call runs, nothing is
//     flushed, no connection is closed in order. Or it stands still there, until it is told to go on.
//  2. Arm comes before the application runs, so points need no lock.
package fail

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// Points are the names that Arm knows, in the order in which a process meets them.
var Points = []string{
	"after-init-0", "after-init-1", "after-offsetfetch", "mid-wipe", "mid-restore", "after-restore",
	"after-cut", "mid-produce", "after-acks", "after-offsets", "endtxn-sent", "endtxn-answered",
	"before-batch", "after-batch", "mid-flush", "after-flush", "in-place-restart", "clean-stop",
}

var armed *arming

type arming struct {
	point string
	nth   int64
	seen  atomic.Int64
	act   func()
}

// kill ends the process as kill -9 does. It doesn't return.
var kill = func() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// freeze stops the process as SIGSTOP does. It returns behind SIGCONT.
func freeze() { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) }

// Arm sets the point at which the process dies: "point", or "point:3" for the third time it is met. An empty
// specification arms nothing.
func Arm(spec string) error { return arm(spec, func() { kill() }) }

// ArmFreeze sets the point at which the process stands still until SIGCONT: it wakes up as one that another has taken
// over from, and doesn't know it.
func ArmFreeze(spec string) error { return arm(spec, freeze) }

func arm(spec string, act func()) error {
	if spec == "" {
		armed = nil
		return nil
	}
	name, count, counted := strings.Cut(spec, ":")
	n := int64(1)
	if counted {
		var err error
		if n, err = strconv.ParseInt(count, 10, 64); err != nil || n < 1 {
			return fmt.Errorf("kill point %q: expected a count of at least 1 behind the colon", spec)
		}
	}
	if !slices.Contains(Points, name) {
		return fmt.Errorf("kill point %q: expected one of %s", spec, strings.Join(Points, ", "))
	}
	armed = &arming{point: name, nth: n, act: act}
	return nil
}

// Point is a place where the process may be killed.
func Point(name string) {
	if armed != nil && armed.due(name) {
		armed.act()
	}
}

// During is a kill point inside the call that follows: the process dies while that call runs, or at the latest when the
// function that During gives is called behind it.
func During(name string) (end func()) {
	if armed == nil || !armed.due(name) {
		return func() {}
	}
	done := make(chan struct{})
	go func() { // ends with the process, or behind its SIGCONT
		time.Sleep(time.Duration(os.Getpid()%7) * 100 * time.Microsecond) // somewhere inside the call, elsewhere each time
		armed.act()
		close(done)
	}()
	return func() { <-done }
}

var fault string

// ArmFault names a deliberate mistake that the commit makes from now on: see barrier.Faults. The kill loop must find it.
func ArmFault(name string) { fault = name }

// Fault is the mistake that is armed, empty for none.
func Fault() string { return fault }

func (a *arming) due(name string) bool { return a.point == name && a.seen.Add(1) == a.nth }
