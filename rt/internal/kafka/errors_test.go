package kafka

import (
	"context"
	"errors"
	"testing"

	"github.com/twmb/franz-go/pkg/kerr"
)

// TestWaited: an operation that was tried until its deadline, not one that was answered with a no or given up by the caller.
func TestWaited(t *testing.T) {
	gone := errors.New("connection refused")
	for _, c := range []struct {
		err  error
		want bool
	}{
		{&Error{Class: Retriable, Err: gone}, true},
		{&Error{Class: Retriable, Err: kerr.CoordinatorNotAvailable}, true},
		{&Error{Class: Ambiguous, Err: gone}, true},
		{&Error{Class: Ambiguous, Err: kerr.ProducerFenced}, false},
		{&Error{Class: Fenced, Err: kerr.InvalidProducerEpoch}, false},
		{&Error{Class: Retriable, Err: errors.Join(context.Canceled, gone)}, false},
		{gone, false},
	} {
		if got := Waited(c.err); got != c.want {
			t.Errorf("%v of class %v: %v, want %v", c.err, ClassOf(c.err), got, c.want)
		}
	}
}
