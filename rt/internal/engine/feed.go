package engine

import (
	"context"
	"sync"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/internal/barrier"
	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/internal/kafka"
)

// runRecords is how many records go to the lanes at once: small enough that a barrier doesn't wait for long.
const runRecords = 4096

// answerBytes is how much a leader sends at once. Besides what is queued, three answers are in memory: one on its way, one
// that waits in the fetcher, and one that waits for the poller. Twice as much would save some CPU where records are passed
// on as they are, and take 8 MB more where they wait for those of other partitions (bench/RESULTS.md).
const answerBytes = 512 << 10

// feed holds what was fetched and not yet admitted, and chooses what is next.
type feed struct {
	s       *session
	parts   []part
	index   map[kafka.TP]int
	merge   *clock.Merge
	ordered bool // by timestamp across partitions; else a partition's batch at a time
	bytes   int64
	all     []uint32 // 0, 1, 2 …

	asked   bool
	asks    chan []kafka.TP // partitions to leave out of the next poll
	got     chan fetched
	stop    context.CancelFunc
	fetcher sync.WaitGroup // the polling goroutine: it ends when asks is closed and stop was called
}

// fetched is the answer to one ask.
type fetched struct {
	list []kafka.Fetched
	err  error
}

// part is a source partition.
type part struct {
	tp      kafka.TP
	source  int
	queue   []chunk
	records int64 // in queue
	stamped int64 // largest timestamp given so far
	fetched int64 // position of the fetcher
	stable  int64 // where a read_committed reader stops, as of the last answer
	cursor  kafka.Position
	cut     int64 // the cursor at the last cut
	read    int   // records admitted since
	size    int   // their bytes
}

// chunk is a batch, from record at on.
type chunk struct {
	b     *abi.Batch // nil: no records, only a position
	recs  []uint32   // those that weren't dropped
	at    int
	next  int64 // the position behind it
	epoch int32 // leader epoch of the batch
	size  int64
}

func newFeed(s *session, at map[kafka.TP]barrier.Cursor) *feed {
	f := &feed{s: s, index: map[kafka.TP]int{}, asks: make(chan []kafka.TP), got: make(chan fetched, 1)}
	for _, tp := range sorted(at) {
		c := at[tp]
		f.index[tp] = len(f.parts)
		f.parts = append(f.parts, part{tp: tp, source: s.topics.of[tp.Topic], stamped: c.Time, fetched: c.Offset, cursor: c.Position, cut: c.Offset})
	}
	f.ordered = ordered(s.Program)
	idle := s.Config.MaxTaskIdle
	if !f.ordered {
		idle = -time.Millisecond
	}
	f.merge = clock.NewMerge(len(f.parts), idle, s.Wall)
	for i := range f.parts {
		f.merge.Resume(i, f.parts[i].stamped)
	}
	return f
}

// begin starts fetching, until close.
func (f *feed) begin() {
	from := make(map[kafka.TP]kafka.Position, len(f.parts))
	for i := range f.parts {
		from[f.parts[i].tp] = f.parts[i].cursor
	}
	ctx, stop := context.WithCancel(f.s.ctx)
	f.stop = stop
	f.fetcher.Go(func() { f.fetch(ctx, from) })
}

// fetch polls once for each ask.
func (f *feed) fetch(ctx context.Context, from map[kafka.TP]kafka.Position) {
	r := f.s.Client.NewFetcher(kafka.FetchOptions{MaxBytes: answerBytes})
	defer r.Close()
	r.Assign(from)
	var paused []kafka.TP
	for pause := range f.asks {
		r.Resume(paused...)
		r.Pause(pause...)
		paused = pause
		list, err := r.Poll(ctx)
		select {
		case f.got <- fetched{list, err}:
		case <-ctx.Done():
		}
	}
}

func (f *feed) close() {
	f.stop()
	close(f.asks)
	f.fetcher.Wait()
}

// ask has more fetched, unless enough is at hand. A partition that the others wait for is fetched all the same (T4 of
// clock), alone.
func (f *feed) ask() {
	if f.asked {
		return
	}
	pause, wanted := f.wanted()
	if !wanted {
		return
	}
	f.asked = true
	f.asks <- pause // the fetcher waits for it: asked was false
}

// wanted says whether more is to be fetched, and of which partitions not.
func (f *feed) wanted() (pause []kafka.TP, ok bool) {
	if !f.full() {
		return nil, true
	}
	if f.merge.Wait() != clock.Forever {
		return nil, false
	}
	for i := range f.parts {
		if len(f.parts[i].queue) > 0 {
			pause = append(pause, f.parts[i].tp)
		}
	}
	return pause, true
}

func (f *feed) full() bool {
	if f.bytes >= f.s.Config.InFlightMaxBytes {
		return true
	}
	for i := range f.parts {
		if f.parts[i].records >= f.s.Config.InFlightMaxRecords {
			return true
		}
	}
	return false
}

// take queues what a poll brought.
func (f *feed) take(got fetched) error {
	f.asked = false
	if got.err != nil {
		if f.s.ctx.Err() != nil {
			return context.Cause(f.s.ctx)
		}
		return got.err
	}
	for i := range got.list {
		a := &got.list[i]
		k, known := f.index[a.TP]
		if !known {
			continue
		}
		p := &f.parts[k]
		was := len(p.queue)
		for n, b := range a.Batches {
			c := chunk{b: b, next: b.Base + int64(b.Recs[len(b.Recs)-1].OffsetDelta) + 1, epoch: a.LeaderEpoch, size: int64(len(b.Data))}
			if n == len(a.Batches)-1 {
				c.next = a.Next
			}
			if err := f.stamp(p, &c); err != nil {
				return err
			}
			p.queue = append(p.queue, c)
			p.records += int64(len(c.recs))
			f.bytes += c.size
		}
		if len(a.Batches) == 0 && a.Next > p.fetched {
			p.queue = append(p.queue, chunk{next: a.Next, epoch: p.cursor.LeaderEpoch})
		}
		p.fetched, p.stable = a.Next, a.LastStable
		if was == 0 {
			f.settle(k)
		}
	}
	return nil
}

// settle drops what is used up at the front of a queue and tells the merge what comes next.
func (f *feed) settle(i int) {
	p := &f.parts[i]
	for len(p.queue) > 0 {
		c := &p.queue[0]
		if c.at < len(c.recs) {
			f.merge.Head(i, c.b.TS(c.recs[c.at]))
			return
		}
		p.cursor = kafka.Position{Offset: c.next, LeaderEpoch: c.epoch}
		f.bytes -= c.size
		p.queue[0] = chunk{} // or the batch would stay reachable
		p.queue = p.queue[1:]
	}
	p.queue = nil
	f.merge.Empty(i, p.fetched >= p.stable)
}

// admit sends the next run of at most limit records to the lanes and says how many there were.
func (f *feed) admit(limit int) int {
	i, until, ok := f.merge.Next()
	if !ok {
		return 0
	}
	p := &f.parts[i]
	c := &p.queue[0]
	run := c.recs[c.at:min(c.at+limit, len(c.recs))]
	latest := c.b.TS(run[0])
	n := 1
	for ; n < len(run); n++ {
		ts := c.b.TS(run[n])
		if f.ordered && ts > until {
			break
		}
		latest = max(latest, ts)
	}
	f.s.router.Route(p.source, c.b, run[:n])
	bytes := c.size * int64(n) / int64(len(c.recs))
	f.s.coord.Admit(int64(n), bytes)
	c.at += n
	p.records -= int64(n)
	p.read, p.size = p.read+n, p.size+int(bytes)
	p.cursor = kafka.Position{Offset: c.b.Base + int64(c.b.Recs[run[n-1]].OffsetDelta) + 1, LeaderEpoch: c.epoch}
	f.merge.Took(i, latest)
	f.settle(i)
	return n
}

// moved says that some position differs from the last cut's.
func (f *feed) moved() bool {
	for i := range f.parts {
		if f.parts[i].cursor.Offset != f.parts[i].cut {
			return true
		}
	}
	return false
}

// cursors are all partitions' positions: every commit carries them all.
func (f *feed) cursors() map[kafka.TP]barrier.Cursor {
	at := make(map[kafka.TP]barrier.Cursor, len(f.parts))
	for i := range f.parts {
		at[f.parts[i].tp] = barrier.Cursor{Position: f.parts[i].cursor, Time: f.merge.PartitionTime(i)}
	}
	return at
}

func (f *feed) watermark() int64 { return f.merge.Watermark() }

// sealed notes a cut.
func (f *feed) sealed() {
	m := f.s.Metrics
	m.Watermark(f.merge.Watermark())
	for i := range f.parts {
		p := &f.parts[i]
		p.cut = p.cursor.Offset
		m.Lag(p.tp.Topic, p.tp.Partition, max(p.stable-p.cursor.Offset, 0))
		m.Read(p.tp.Topic, p.read, p.size)
		p.read, p.size = 0, 0
	}
}
