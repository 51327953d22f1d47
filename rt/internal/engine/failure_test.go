package engine

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/restore"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// TestRestartable: what a restart in place may mend, and what the store's handle survives.
func TestRestartable(t *testing.T) {
	of := func(c kafka.Class) error {
		return fmt.Errorf("commit of epoch 3: %w", &kafka.Error{Op: "EndTxn", Class: c, Err: errors.New("no")})
	}
	full := &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	for name, c := range map[string]struct {
		err               error
		restart, reopened bool
	}{
		"retriable":           {of(kafka.Retriable), true, false},
		"aborted":             {of(kafka.Aborted), true, false},
		"fenced in a commit":  {of(kafka.Fenced), true, false},
		"ambiguous":           {of(kafka.Ambiguous), true, false},
		"fatal":               {of(kafka.Fatal), false, false},
		"fenced at the start": {&FencedError{"app", of(kafka.Fenced)}, false, false},
		"refused":             {&restore.Refusal{Found: "x", Do: "y"}, false, false},
		"record":              {&lane.Failure{Kind: lane.Process, Cause: errors.New("x")}, false, false},
		"read of the store":   {&lane.Failure{Kind: lane.State, Cause: errors.New("x")}, true, true},
		"look-up of a topic":  {&lane.Failure{Kind: lane.Brokers, Cause: &lane.Unreachable{Err: of(kafka.Retriable)}}, true, false},
		"look-up, forbidden":  {&lane.Failure{Kind: lane.Brokers, Cause: &lane.Unreachable{Err: of(kafka.Fatal)}}, false, false},
		"read, disk full":     {&lane.Failure{Kind: lane.State, Cause: full}, false, true},
		"write of the store":  {fmt.Errorf("commit of epoch 3: %w", stored(errors.New("x"))), true, true},
		"write, disk full":    {stored(full), false, true},
		"RocksDB's disk full": {stored(errors.New("IO error: No space left on device: While appending")), false, true},
		"something else":      {errors.New("x"), false, false},
	} {
		if got := restartable(c.err); got != c.restart {
			t.Errorf("%s: restartable %v, want %v", name, got, c.restart)
		}
		if got := needsReopen(c.err); got != c.reopened {
			t.Errorf("%s: needs another handle %v, want %v", name, got, c.reopened)
		}
	}
}
