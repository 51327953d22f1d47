package engine

import (
	"time"

	"github.com/stoatgen/stoatgen/rt/internal/fail"
)

// flush makes what was committed durable, so that a crash replays no more than StateFlushInterval or StateFlushMaxBytes.
// It holds back the next commit, never the lanes.
func (s *session) flush() {
	end := fail.During("mid-flush")
	err := s.db.Flush()
	if end(); err != nil {
		s.cancel(&storeError{err})
		return
	}
	s.unflushed, s.flushed = 0, time.Now()
	fail.Point("after-flush")
}
