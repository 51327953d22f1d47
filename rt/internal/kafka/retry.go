package kafka

import (
	"context"
	"crypto/tls"
	"errors"
	"slices"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
)

// ErrOffsetOutOfRange is wrapped by Poll's error when a position is outside of the log.
var ErrOffsetOutOfRange error = kerr.OffsetOutOfRange

// backoff before the next try: short at first, since a transaction that completes takes milliseconds.
func backoff(tries int) time.Duration {
	return min(2*time.Millisecond<<min(tries-1, 10), 250*time.Millisecond)
}

// retry repeats try while its errors are transient, until the client's timeout.
func (c *Client) retry(ctx context.Context, op, on string, try func() error) error {
	deadline := time.Now().Add(c.timeout)
	for tries := 1; ; tries++ {
		err := try()
		if err == nil {
			return nil
		}
		wait := backoff(tries)
		switch {
		case !transient(err):
			return c.fail(op, on, err)
		case ctx.Err() != nil:
			return c.fail(op, on, errors.Join(ctx.Err(), err))
		case time.Now().Add(wait).After(deadline):
			return c.fail(op, on, err)
		case tries == 10:
			c.log.Warn("kafka: still trying", "request", op, "on", on, "error", err)
		}
		if sleep(ctx, wait) != nil {
			return c.fail(op, on, errors.Join(ctx.Err(), err))
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func errorFor(code int16) error { return kerr.ErrorForCode(code) }

var (
	fencing = []*kerr.Error{kerr.ProducerFenced, kerr.InvalidProducerEpoch}
	// aborting errors say that this transaction, or what the broker remembers of the producer, can't go on.
	aborting = []*kerr.Error{kerr.InvalidTxnState, kerr.InvalidProducerIDMapping, kerr.UnknownProducerID,
		kerr.OutOfOrderSequenceNumber, kerr.DuplicateSequenceNumber, kerr.TransactionAbortable, kerr.TransactionCoordinatorFenced,
		kerr.UnknownServerError}
)

// transient errors may go away by themselves: the broker's that say so, and the network's.
func transient(err error) bool {
	if e, ok := errors.AsType[*kerr.Error](err); ok {
		return (e.Retriable || e == kerr.ConcurrentTransactions) && !slices.Contains(fencing, e) && !slices.Contains(aborting, e)
	}
	if _, ok := errors.AsType[*Error](err); ok { // has its class already
		return false
	}
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return !untrusted && !errors.Is(err, kgo.ErrClientClosed)
}

// fail gives an error its class and its sentence.
func (c *Client) fail(op, on string, err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	out := &Error{Op: op, On: on, Class: Fatal, Err: err}
	e, fromBroker := errors.AsType[*kerr.Error](err)
	_, hungUp := errors.AsType[*kgo.ErrFirstReadEOF](err) // also what a broker that wants SASL or TLS does
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, kgo.ErrClientClosed): // the caller's own doing
		out.Class = Retriable
	case hungUp:
		out.Class, out.Do = Retriable, "check TLS and SASL settings against the brokers', and that they run"
	case !fromBroker && transient(err):
		out.Class, out.Do = Retriable, "check that the brokers at "+c.addrs+" run and can be reached"
		if c.login {
			out.Do += ", and that they take the user and password"
		}
	case !fromBroker:
		out.Do = "check the TLS settings against the brokers' certificates"
	case slices.Contains(fencing, e):
		out.Class, out.Do = Fenced, "another process of the same application id runs: stop one of them; or a transaction stayed open past its timeout: start again"
	case slices.Contains(aborting, e):
		out.Class, out.Do = Aborted, "the application starts again from its last commit"
	case transient(err):
		out.Class, out.Do = Retriable, "the brokers did not get ready in time: look at their logs"
	default:
		out.Do = sentences[e]
	}
	return out
}

// sentences say what to do about errors that stay.
var sentences = map[*kerr.Error]string{
	kerr.MessageTooLarge:                    "a record is larger than the topic's max.message.bytes: raise it, or make the record smaller",
	kerr.RecordListTooLarge:                 "a batch is larger than the topic's segment.bytes: raise it",
	kerr.InvalidTimestamp:                   "a record's timestamp is outside of the topic's message.timestamp.before/after.max.ms, and each start meets it again: raise them, or have a timestamp extractor leave such records out",
	kerr.InvalidRecord:                      "a compacted topic refuses records without a key",
	kerr.OffsetOutOfRange:                   "the position is not in the log: records were deleted by retention, or the topic lost its tail",
	kerr.TopicAuthorizationFailed:           "give the user of this application read, write, create and describe rights on its topics",
	kerr.GroupAuthorizationFailed:           "give the user of this application read rights on the group of its application id",
	kerr.TransactionalIDAuthorizationFailed: "give the user of this application write rights on its transactional ids",
	kerr.ClusterAuthorizationFailed:         "give the user of this application the right to create topics or to write idempotently",
	kerr.SaslAuthenticationFailed:           "check user, password and SASL mechanism",
	kerr.InvalidTransactionTimeout:          "the transaction timeout is larger than the brokers' transaction.max.timeout.ms: lower it",
	kerr.InvalidReplicationFactor:           "there are fewer brokers than replicas asked for: lower the replication factor",
	kerr.InvalidConfig:                      "the brokers don't take one of the topic's settings",
	kerr.PolicyViolation:                    "the brokers' policy refuses the topic: create it by hand",
	kerr.InvalidTopicException:              "topic names have letters, digits, '.', '_' and '-', and 249 of them at most",
	kerr.UnsupportedVersion:                 "the brokers are too old for this request",
}
