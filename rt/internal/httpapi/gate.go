package httpapi

import "sync/atomic"

// Gate is open, or shut for a reason. Safe for use by several goroutines.
type Gate struct{ reason atomic.Pointer[string] }

// NewGate is shut for a reason, or open if that is "".
func NewGate(reason string) *Gate {
	g := &Gate{}
	g.Shut(reason)
	return g
}

// Open opens the gate.
func (g *Gate) Open() { g.Shut("") }

// Shut closes the gate, or gives a new reason; "" opens it.
func (g *Gate) Shut(reason string) { g.reason.Store(&reason) }

// Reason is why the gate is shut, "" if it is open.
func (g *Gate) Reason() string { return *g.reason.Load() }
