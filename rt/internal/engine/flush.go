package engine

import (
	"sync/atomic"
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/fail"
)

// unflushed is what the store has in memory only.
type unflushed struct {
	bytes atomic.Int64
	wrote chan struct{} // has a value when bytes have grown since the flusher looked
}

// newUnflushed begins with what the start has replayed, of which nobody knows how much it was.
func newUnflushed() *unflushed {
	u := &unflushed{wrote: make(chan struct{}, 1)}
	u.add(0)
	return u
}

func (u *unflushed) add(n int) {
	u.bytes.Add(int64(n))
	select {
	case u.wrote <- struct{}{}:
	default:
	}
}

// flush makes what was written durable, so that a crash replays no more than StateFlushInterval or StateFlushMaxBytes, also if
// nothing more is written. It holds back neither lanes nor commits; work starts it and waits for it, s.ctx ends it. What a clean
// stop leaves is flushed by the store's Close.
func (s *session) flush() {
	timer := time.NewTimer(s.Config.StateFlushInterval)
	timer.Stop()
	defer timer.Stop()
	for waits := false; ; {
		select {
		case <-s.ctx.Done():
			return
		case <-s.unflushed.wrote:
			if s.unflushed.bytes.Load() < s.Config.StateFlushMaxBytes {
				if !waits {
					timer.Reset(s.Config.StateFlushInterval)
				}
				waits = true
				continue
			}
		case <-timer.C:
		}
		waits = false
		timer.Stop()
		s.unflushed.bytes.Store(0) // what is written from now on is the next one's
		end := fail.During("mid-flush")
		err := s.db.Flush()
		if end(); err != nil {
			s.cancel(&storeError{err})
			return
		}
		fail.Point("after-flush")
	}
}
