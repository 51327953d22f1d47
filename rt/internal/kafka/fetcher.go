package kafka

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// FetchOptions are a Fetcher's limits.
type FetchOptions struct {
	Uncommitted       bool          // read open and aborted transactions too; default read_committed
	MaxBytes          int32         // an answer of one leader; 0: 16 MiB
	PartitionMaxBytes int32         // a partition's part of it; 0: 1 MiB
	Wait              time.Duration // long poll; 0: 500 ms
}

// Fetched is what one answer brought for one partition.
type Fetched struct {
	TP
	Batches       []*abi.Batch // may be empty: control batches and aborted records move Next all the same
	Next          int64        // the position behind it
	HighWatermark int64
	LastStable    int64
	LogStart      int64
	LeaderEpoch   int32 // of the last batch, -1 if there was none
	Aborted       int   // records of aborted transactions that were left out
}

// Fetcher reads partitions from their leaders. Its methods are for one goroutine at a time.
type Fetcher struct {
	c       *Client
	o       FetchOptions
	parts   map[TP]*position
	order   []TP           // of the request; rotated, so that no partition is always the last to be filled
	flying  map[int32]bool // leaders that a request is on its way to (invariant 1)
	answers chan answer    // one for each of them at most
	stop    context.CancelFunc
	ctx     context.Context // of the requests: they live longer than a Poll
	wg      sync.WaitGroup  // the requests' goroutines, which Close waits for
	retryAt time.Time       // look for leaders again; zero: nothing is lost
	tries   int
}

// position is where a partition stands.
type position struct {
	Position
	paused bool
	lost   error // why its leader is to be looked up again
}

// NewFetcher makes a fetcher that has no partitions yet.
func (c *Client) NewFetcher(o FetchOptions) *Fetcher {
	if o.MaxBytes == 0 {
		o.MaxBytes = 16 << 20
	}
	if o.PartitionMaxBytes == 0 {
		o.PartitionMaxBytes = 1 << 20
	}
	if o.Wait == 0 {
		o.Wait = 500 * time.Millisecond
	}
	f := &Fetcher{c: c, o: o, parts: map[TP]*position{}, flying: map[int32]bool{}, answers: make(chan answer, 1)}
	f.ctx, f.stop = context.WithCancel(context.Background())
	return f
}

// Assign adds partitions or moves those that it has; what is on the way from another offset is dropped. The leader
// epoch of a position may be -1. A partition is not paused afterwards.
func (f *Fetcher) Assign(from map[TP]Position) {
	for tp, at := range from {
		if f.parts[tp] == nil {
			f.order = append(f.order, tp)
		}
		f.parts[tp] = &position{Position: at}
	}
}

// Unassign takes partitions away.
func (f *Fetcher) Unassign(tps ...TP) {
	for _, tp := range tps {
		delete(f.parts, tp)
	}
	kept := f.order[:0]
	for _, tp := range f.order {
		if f.parts[tp] != nil {
			kept = append(kept, tp)
		}
	}
	f.order = kept
}

// Pause stops asking for partitions; the answer that is on the way may still bring some. Resume goes on.
func (f *Fetcher) Pause(tps ...TP)  { f.pause(true, tps) }
func (f *Fetcher) Resume(tps ...TP) { f.pause(false, tps) }

func (f *Fetcher) pause(on bool, tps []TP) {
	for _, tp := range tps {
		if p := f.parts[tp]; p != nil {
			p.paused = on
		}
	}
}

// Poll returns what has arrived, waiting for at least one answer; the answer may bring no records after Wait, so that
// a caller learns of end offsets. It asks for more before it returns: one answer a leader is on the way or waits in
// memory. When ctx is done it returns nothing and the context's error, and may be called again. Any other error is
// final: a position outside of the log, a topic that is gone or was created again, a corrupt batch.
func (f *Fetcher) Poll(ctx context.Context) ([]Fetched, error) {
	for {
		if err := f.find(ctx); err != nil {
			return nil, err
		}
		f.ask()
		a, err := f.await(ctx)
		if err != nil {
			return nil, err
		}
		if a.req == nil { // time to look for leaders
			continue
		}
		out, err := f.take(a, nil)
		for err == nil && len(f.answers) > 0 {
			out, err = f.take(<-f.answers, out)
		}
		if err != nil {
			return nil, err
		}
		f.ask()
		if len(out) > 0 {
			return out, nil
		}
	}
}

// await is the next answer, or an empty one when it is time to look for leaders.
func (f *Fetcher) await(ctx context.Context) (answer, error) {
	d := time.Duration(math.MaxInt64)
	if !f.retryAt.IsZero() {
		d = time.Until(f.retryAt)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case a := <-f.answers:
		return a, nil
	case <-t.C:
		return answer{}, nil
	case <-ctx.Done():
		return answer{}, ctx.Err()
	}
}

// Close drops what is on the way and waits for its goroutines.
func (f *Fetcher) Close() {
	f.stop()
	done := make(chan struct{})
	go func() { // ends with the requests, which Close waits for below
		f.wg.Wait()
		close(done)
	}()
	for {
		select {
		case <-f.answers:
		case <-done:
			return
		}
	}
}
