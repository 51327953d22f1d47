package engine

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/restore"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// FencedError says that another process runs the application now.
type FencedError struct {
	Application string
	Err         error
}

func (f *FencedError) Error() string {
	return fmt.Sprintf("another process took over application %q: this one stops. Run one process an application.id; "+
		"if no other runs, the brokers ended a transaction that was open for longer than transaction.timeout.ms: start again (%v)", f.Application, f.Err)
}

func (f *FencedError) Unwrap() error { return f.Err }

// storeError is a failure of the state store: the handle is closed and opened again.
type storeError struct{ err error }

func (s *storeError) Error() string { return "state store: " + s.err.Error() }
func (s *storeError) Unwrap() error { return s.err }

// restartable says whether a restart in place may mend it.
func restartable(err error) bool {
	if f, is := errors.AsType[*lane.Failure](err); is && f.Kind != lane.Brokers {
		return f.Kind == lane.State && !full(err)
	}
	if _, is := errors.AsType[*restore.Refusal](err); is {
		return false
	}
	if _, is := errors.AsType[*FencedError](err); is {
		return false
	}
	if _, is := errors.AsType[*storeError](err); is {
		return !full(err)
	}
	_, is := errors.AsType[*kafka.Error](err)
	return is && kafka.ClassOf(err) != kafka.Fatal
}

// needsReopen says that the store's handle can't be used any more.
func needsReopen(err error) bool {
	if f, is := errors.AsType[*lane.Failure](err); is {
		return f.Kind == lane.State
	}
	_, is := errors.AsType[*storeError](err)
	return is
}

// full says that the disk is: trying again would fill it again.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "No space left on device")
}

// reason is an error's class for a metric, one of a few words.
func reason(err error) string {
	if _, is := errors.AsType[*kafka.Error](err); is {
		return kafka.ClassOf(err).Error()
	}
	return "state"
}
