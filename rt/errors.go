package rt

import (
	"errors"

	"github.com/stoatgen/stoatgen/rt/internal/engine"
	"github.com/stoatgen/stoatgen/rt/internal/restore"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// FencedError says that another process took the application over: this one has stopped, and nothing of it is
// committed beyond what was before.
type FencedError = engine.FencedError

// Refusal says that state directory and brokers don't fit each other: nothing was changed.
type Refusal = restore.Refusal

// RecordError is the record that stopped the application, or that a handler is asked about: the source record, the operator and its
// place in the topology, and the cause (Kafka Streams' ErrorHandlerContext).
type RecordError = lane.Failure

// Kinds of a RecordError that handlers are asked about.
const (
	Deserialization = lane.Decode
	Processing      = lane.Process
	Production      = lane.Produce
)

// Exit codes of Main.
const (
	ExitClean   = 0 // everything that was admitted is committed
	ExitFailed  = 1 // a later start may go well
	ExitRefused = 2 // configuration, state or topology must be changed first
	ExitFenced  = 3 // another process runs the application
)

// ExitCode is the exit code that says what an error of New or App.Run means to a supervisor.
func ExitCode(err error) int {
	if err == nil {
		return ExitClean
	}
	if _, is := errors.AsType[*FencedError](err); is {
		return ExitFenced
	}
	if _, is := errors.AsType[*Refusal](err); is {
		return ExitRefused
	}
	if _, is := errors.AsType[*configError](err); is {
		return ExitRefused
	}
	return ExitFailed
}

// configError is a configuration that can't be used.
type configError struct{ err error }

func (c *configError) Error() string { return "configuration:\n" + c.err.Error() }
func (c *configError) Unwrap() error { return c.err }
