package kafka

import (
	"errors"
	"fmt"
)

// Class says what a caller does about an error. It is an error itself: errors.Is(err, kafka.Fenced) asks for it.
type Class uint8

const (
	// Fatal: nothing that the run time can do by itself mends it. Stop with the sentence.
	Fatal Class = iota + 1
	// Retriable: the deadline passed while the brokers kept saying "not now". Nothing is known to be lost; restart in
	// place.
	Retriable
	// Aborted: this transaction or producer epoch is over, and the broker knows it. Restart in place.
	Aborted
	// Fenced: another producer of the same transactional id took over. From InitProducerID with the own id and epoch:
	// stop, the other process owns the application. From anywhere else: restart in place, which finds out.
	Fenced
	// Ambiguous: EndTxn got no answer, so the transaction may be committed or not. Restart in place; never guess.
	Ambiguous
)

// Error is the class's name.
func (c Class) Error() string {
	return [...]string{"no error", "fatal", "retriable", "aborted", "fenced", "ambiguous"}[c]
}

// Error is a failed operation against Kafka.
type Error struct {
	Op    string // the request, in Kafka's words
	On    string // topic-partition, group or transactional id
	Class Class
	Do    string // what the reader of the log can do, a sentence
	Err   error
}

func (e *Error) Error() string {
	s := fmt.Sprintf("kafka: %s %s: %v", e.Op, e.On, e.Err)
	if e.Do != "" {
		s += ": " + e.Do
	}
	return s
}

// Unwrap is the broker's or the network's error.
func (e *Error) Unwrap() error { return e.Err }

// Is matches the error's class.
func (e *Error) Is(target error) bool { return target == e.Class }

// ClassOf is the class of an error of this room, Fatal for any other one.
func ClassOf(err error) Class {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Class
	}
	return Fatal
}
