package clock

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func combined(t *testing.T, s *StreamTimes, watermark int64, want ...int64) {
	t.Helper()
	if diff := cmp.Diff(want, s.Combine(watermark)); diff != "" {
		t.Errorf("watermark %d: %s", watermark, diff)
	}
}

func TestStreamTimesAreTheLargestUpToTheWatermark(t *testing.T) {
	s := NewStreamTimes([]int64{None, None, 40})
	combined(t, s, None, None, None, 40)
	s.Cut([]int64{30, None, 40})
	combined(t, s, 25, 25, None, 40) // T2: the lane at 30 runs ahead
	combined(t, s, 35, 30, None, 40)
	combined(t, s, 5, 30, None, 40) // T1
	s.Cut([]int64{20, 50, 45})      // the first one is no stream time
	combined(t, s, 100, 30, 50, 45)
	if diff := cmp.Diff([]int64{20, 50, 45}, s.Largest()); diff != "" {
		t.Error(diff)
	}
}

// T3: one partition and one lane.
func TestOneLaneIsHandedItsOwnTime(t *testing.T) {
	m, s := NewMerge(1, 0, &Manual{}), NewStreamTimes([]int64{None})
	for _, ts := range []int64{5, 9, 7, 20} {
		m.Head(0, ts)
		m.Took(0, ts)
		s.Cut([]int64{m.PartitionTime(0)})
		combined(t, s, m.Watermark(), m.PartitionTime(0))
	}
}

func TestManual(t *testing.T) {
	m := &Manual{}
	m.Set(100)
	if got := m.Advance(2 * time.Second); got != 2100 || m.Now() != 2100 {
		t.Errorf("got %d, %d", got, m.Now())
	}
	if System.Now() < time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli() {
		t.Error("the machine's clock is not in milliseconds since 1970")
	}
}
