package barrier

import (
	"context"
	"time"
)

// Faults are orders that are wrong on purpose, with a flush forced between their two halves. The kill loop runs them to
// show that it would find such a mistake. No configuration reaches them.
var Faults = map[string][]Step{
	// The transaction may yet be aborted: its effects stay in the store and the records are folded in once more.
	"state-before-commit": {(*Coordinator).produce, (*Coordinator).write, (*Coordinator).flush, (*Coordinator).commitOffsets, (*Coordinator).end},
	// A crash between the batches leaves offsets that promise rows which nothing will bring.
	"offsets-before-data": {(*Coordinator).produce, (*Coordinator).commitOffsets, (*Coordinator).end, (*Coordinator).writeApart},
	// `_offsets` becomes durable by itself, and the rows of the same epoch with the next flush: what RocksDB does
	// without atomic flush.
	"no-atomic-flush": {(*Coordinator).produce, (*Coordinator).commitOffsets, (*Coordinator).end, (*Coordinator).writeBehind},
}

// between is how long an order that is wrong stands between its halves: kills at random must not miss the place where they
// can be told apart.
const between = 5 * time.Millisecond

func (c *Coordinator) flush(_ context.Context, e *epoch) error {
	if e.idle() {
		return nil
	}
	err := c.env.Flush()
	time.Sleep(between)
	return err
}

// writeApart is write in two batches, the offsets first.
func (c *Coordinator) writeApart(ctx context.Context, e *epoch) error {
	if err := pass(ctx, e.before.written); err != nil {
		return err
	}
	if err := c.env.Write(c.offsets(e).Bytes()); err != nil {
		return err
	}
	if err := c.flush(ctx, e); err != nil || e.rows == 0 {
		return err
	}
	c.batch.Reset()
	e.join(&c.batch)
	return c.env.Write(c.batch.Bytes())
}

// writeBehind makes the offsets durable, and holds the rows back until the next epoch's.
func (c *Coordinator) writeBehind(ctx context.Context, e *epoch) error {
	if err := pass(ctx, e.before.written); err != nil {
		return err
	}
	if c.behind.Len() > 0 {
		if err := c.env.Write(c.behind.Bytes()); err != nil {
			return err
		}
	}
	c.behind.Reset()
	e.join(&c.behind)
	if err := c.env.Write(c.offsets(e).Bytes()); err != nil {
		return err
	}
	return c.flush(ctx, e)
}
