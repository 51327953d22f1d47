package barrier

import (
	"context"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/internal/fail"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
	"github.com/stoatgen/stoatgen/rt/internal/offsets"
	"github.com/stoatgen/stoatgen/rt/store"
)

// Step is a part of a commit. It waits for the gates of the epoch before, does its part and opens its own gate.
type Step func(c *Coordinator, ctx context.Context, e *epoch) error

// The orders of a commit. In both the state batch comes behind the acks; what it means for the state to be ahead of the
// committed offsets differs: wrong under exactly-once, normal under at-least-once.
var (
	ExactlyOnce = []Step{(*Coordinator).produce, (*Coordinator).commitOffsets, (*Coordinator).end, (*Coordinator).write}
	AtLeastOnce = []Step{(*Coordinator).produce, (*Coordinator).write, (*Coordinator).commitOffsets}
)

// commit takes an epoch from sealed to written.
func (c *Coordinator) commit(ctx context.Context, e *epoch) error {
	if e.rest && !e.idle() {
		if err := c.listEnds(ctx, e); err != nil {
			return err
		}
	}
	began := c.env.Now()
	for _, step := range c.opt.Order {
		if err := step(c, ctx, e); err != nil {
			return fmt.Errorf("commit of epoch %d: %w", e.n, err)
		}
		now := c.env.Now()
		e.steps = append(e.steps, now.Sub(began))
		began = now
	}
	if err := pass(ctx, e.before.written); err != nil {
		return err
	}
	c.finish(e)
	return nil
}

// pass waits for a gate. An error elsewhere comes first: then nothing more is done (5).
func pass(ctx context.Context, g gate) error {
	select {
	case <-g:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// listEnds finds where the changelogs end, once nothing of ours is open.
func (c *Coordinator) listEnds(ctx context.Context, e *epoch) (err error) {
	if err = pass(ctx, e.before.written); err == nil {
		e.ends, err = c.env.Ends(ctx)
	}
	return err
}

// produce sends what the lanes wrote and waits for the acks.
func (c *Coordinator) produce(ctx context.Context, e *epoch) error {
	before := e.before.acked // 2
	if e.before.id == e.id {
		before = e.before.committed // its transaction is still open
	}
	if err := pass(ctx, before); err != nil {
		return err
	}
	if len(e.topics) > 0 {
		end := fail.During("mid-produce")
		acks, err := c.env.Produce(ctx, e.id, e.topics)
		if end(); err != nil {
			return err
		}
		e.acks = acks
		fail.Point("after-acks")
	}
	e.acked.open()
	return nil
}

// commitOffsets puts the offsets of all source partitions into the transaction (4). Where there is none it is the commit.
func (c *Coordinator) commitOffsets(ctx context.Context, e *epoch) error {
	if err := pass(ctx, e.before.committed); err != nil { // 1
		return err
	}
	if !e.idle() {
		all := make(map[kafka.TP]kafka.Committed, len(e.cursors))
		for tp, m := range metadata(e.cursors, e.marks) {
			all[tp] = kafka.Committed{Position: e.cursors[tp].Position, Metadata: m.Encode()}
		}
		if len(all) > 0 { // else there are schedules only
			if err := c.env.CommitOffsets(ctx, e.id, all); err != nil {
				return err
			}
		}
		fail.Point("after-offsets")
	}
	if !c.opt.Transactions {
		e.committed.open()
	}
	return nil
}

// end commits the transaction.
func (c *Coordinator) end(ctx context.Context, e *epoch) error {
	if err := pass(ctx, e.before.committed); err != nil { // 1
		return err
	}
	if !e.idle() {
		end := fail.During("endtxn-sent")
		err := c.env.End(ctx, e.id)
		if end(); err != nil {
			return err
		}
		fail.Point("endtxn-answered")
	}
	e.committed.open()
	return nil
}

// keptBatch is the largest batch whose memory is kept for the next one.
const keptBatch = 4 << 20

// write hands the state batch to the store (3): rows and offsets in one.
func (c *Coordinator) write(ctx context.Context, e *epoch) error {
	if err := pass(ctx, e.before.written); err != nil {
		return err
	}
	if e.idle() && e.rows == 0 {
		return nil
	}
	c.batch.Reset()
	if err := c.env.Expire(&c.batch, e.least); err != nil { // ahead of rows that the epoch writes anew
		return err
	}
	e.join(&c.batch)
	e.size += int64(c.batch.Size())
	c.batch.Join(c.offsets(e))
	fail.Point("before-batch")
	if err := c.env.Write(c.batch.Bytes()); err != nil {
		return err
	}
	fail.Point("after-batch")
	if c.batch.Size() > keptBatch {
		c.batch = store.Rows{}
	}
	return nil
}

// offsets are the rows of `_offsets` that go with an epoch's state.
func (c *Coordinator) offsets(e *epoch) *store.Rows {
	w := offsets.Writer{Rows: &store.Rows{}, ID: c.opt.Family}
	w.Meta(offsets.Meta{Epoch: e.n, Time: c.env.Now().UnixMilli(), Application: c.opt.Application,
		Cluster: c.opt.Cluster, Guarantee: c.opt.Guarantee})
	for _, reach := range []map[kafka.TP]kafka.Ack{e.acks, e.ends} {
		for tp, at := range reach {
			if t, ours := c.opt.Changelogs[tp.Topic]; ours {
				w.Changelog(tp, offsets.Changelog{Topic: t.ID, Next: at.Offset, LeaderEpoch: at.LeaderEpoch, Partitions: int32(len(t.Partitions))})
			}
		}
	}
	for tp, at := range e.cursors {
		if was, known := c.sources[tp]; known && was == at.Offset {
			continue // its row says so already
		}
		c.sources[tp] = at.Offset
		w.Source(tp, offsets.Source{Topic: c.opt.Sources[tp.Topic].ID, Next: at.Offset})
	}
	for name, at := range e.marks {
		w.Mark(name, at)
	}
	return w.Rows
}
