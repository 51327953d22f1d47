package rt_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/internal/counting"
	"github.com/stoatgen/stoatgen/rt/store"
)

// durable is how many rows of the store a crash would leave now.
func (h *harness) durable() (n int) {
	h.t.Helper()
	h.state.Copy(h.storeDir(h.app), "durable")
	db, err := h.state.Open("durable", []string{counting.Store})
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	if err := db.Scan(1, nil, nil, func(_, _ []byte) bool { n++; return true }); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// flushed waits until a crash would leave so many rows.
func (h *harness) flushed(want int) {
	h.t.Helper()
	for until := time.Now().Add(time.Minute); h.durable() != want; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			h.t.Fatalf("a crash leaves %d rows, want %d:\n%s", h.durable(), want, h.log)
		}
	}
}

// TestFlushByTime: what was committed becomes durable after a while, though nothing comes after it; and once more what comes then.
func TestFlushByTime(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up(func(c *rt.Config) { c.StateFlushInterval = time.Second })
	for n, value := range []string{"a", "b"} {
		h.put(value)
		h.outcome()
		h.flushed(n + 1)
	}
	h.down()
}

// TestFlushByBytes flushes as soon as enough was written, and not before.
func TestFlushByBytes(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.up(func(c *rt.Config) { c.StateFlushInterval, c.StateFlushMaxBytes = 10*time.Minute, 1<<20 })
	h.put("a")
	h.outcome()
	if n := h.durable(); n != 0 {
		t.Errorf("a crash leaves %d rows of less than state.flush.max.bytes", n)
	}
	for _, value := range []string{"b", "c"} {
		h.put(value + strings.Repeat("x", 600_000))
	}
	h.outcome()
	h.flushed(3)
	h.down()
}

// TestFailedFlush starts anew from what is durable and from the changelog.
func TestFailedFlush(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	var failed atomic.Bool
	h.up(func(c *rt.Config) { c.StateFlushInterval = time.Second })
	h.state.Inject(func(op store.Op, _ string) error {
		if op == store.OpFlush && failed.CompareAndSwap(false, true) {
			return errors.New("a disk that is away")
		}
		return nil
	})
	h.put(words(30)...)
	h.outcome()
	for until := time.Now().Add(time.Minute); !strings.Contains(h.log.String(), "restart in place"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("a flush that failed, and no restart:\n%s", h.log)
		}
	}
	if !strings.Contains(h.log.String(), "a disk that is away") {
		t.Errorf("the cause isn't said:\n%s", h.log)
	}
	h.put(words(30)...)
	h.outcome()
	h.down()
}
