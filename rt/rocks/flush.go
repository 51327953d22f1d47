package rocks

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/linxGnu/grocksdb"

	"github.com/stoatgen/stoatgen/rt/store"
)

// flushing decides when all families are flushed beside RocksDB's own decisions: without it a quiet application would
// replay hours, and one with many stores the sum of their write buffers.
type flushing struct {
	due  chan struct{} // holds a token once enough was written
	quit chan struct{}
	gone chan struct{} // closed when the flusher has ended
	once *sync.Once
	done *atomic.Int64 // flushes since Open

	mu    *sync.Mutex
	bytes int64 // written since the last flush began; guarded by mu
	timer *time.Timer
}

func newFlushing() flushing {
	t := time.NewTimer(0)
	t.Stop()
	return flushing{due: make(chan struct{}, 1), quit: make(chan struct{}), gone: make(chan struct{}), once: new(sync.Once),
		done: new(atomic.Int64), mu: new(sync.Mutex), timer: t}
}

// written notes a batch: the first after a flush starts the clock, enough bytes call the flusher at once.
func (f *flushing) written(n int, limit int64, every time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.bytes == 0 {
		f.timer.Reset(every)
	}
	f.bytes += int64(n)
	if f.bytes >= limit {
		select {
		case f.due <- struct{}{}:
		default:
		}
	}
}

// begin is called before a flush: what is written from now on is the next one's.
func (f *flushing) begin() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bytes = 0
	f.timer.Stop()
}

// stop ends the flusher and waits for it.
func (f *flushing) stop() {
	f.once.Do(func() { close(f.quit) })
	<-f.gone
}

// flusher runs from Open to Close. A flush that fails makes the next write fail.
func (d *db) flusher() {
	defer close(d.flush.gone)
	for {
		select {
		case <-d.flush.quit:
			return
		case <-d.flush.due:
		case <-d.flush.timer.C:
		}
		if err := d.Flush(); err != nil {
			d.broken.CompareAndSwap(nil, &err)
			return
		}
	}
}

// Flush makes all families durable in one step (2).
func (d *db) Flush() error {
	return d.use("flush", store.Offsets, func(*grocksdb.ColumnFamilyHandle) error {
		d.flush.begin()
		o := grocksdb.NewDefaultFlushOptions()
		defer o.Destroy()
		o.SetWait(true)
		all := make([]*grocksdb.ColumnFamilyHandle, 0, len(d.handles))
		for _, h := range d.handles {
			if h != nil {
				all = append(all, h)
			}
		}
		if err := d.raw.FlushCFs(all, o); err != nil {
			return err
		}
		d.flush.done.Add(1)
		return nil
	})
}
