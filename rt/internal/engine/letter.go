package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// lettered writes the dead letter of the record that ended a session, where a named handler has it fail: so do Kafka Streams' own.
// Within a transaction it would end with that. Without one it is sent, and as the record isn't committed, again by each start that meets it.
func (s *session) lettered(err error) error {
	f, is := err.(*lane.Failure) // of a lane: one of a global table is wrapped, and has no dead letter
	if !is || s.exactlyOnce() || s.Config.DeadLetterTopic == "" || !s.Config.Fails(f.Kind) {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), s.Config.ShutdownTimeout)
	defer cancel()
	topic := codec.NewTopic(s.Config.DeadLetterTopic, s.topics.partitions(ctx, s.Config.DeadLetterTopic))
	f.Letter(topic)
	failed := s.producers[0].Init(ctx) // what it was at when the lane stopped may have been cut off
	if failed == nil {
		_, failed = s.producers[0].Produce(ctx, []*codec.Topic{topic})
	}
	if failed != nil {
		return errors.Join(err, fmt.Errorf("its dead letter: %w", failed))
	}
	s.countLetter(f)
	return err
}

// countLetter counts a dead letter that was written.
func (s *session) countLetter(f *lane.Failure) {
	s.Metrics.DeadLetter(abi.NodeID(slices.Index(s.Program.Nodes, f.Node)), 1)
}
