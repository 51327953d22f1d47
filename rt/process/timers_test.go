package process_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/process"
	"github.com/stoatgen/stoatgen/rt/record"
)

// listed is timers of partition 0 in two lists, each in its order.
type listed struct {
	at   [2][]int64
	fire func(clock record.PunctuationType, at int64) error
}

func (l *listed) Next(part int32, clock record.PunctuationType) int64 {
	if part != 0 || len(l.at[clock]) == 0 {
		return lane.Never
	}
	return l.at[clock][0]
}

func (l *listed) Fire(_ int32, clock record.PunctuationType) error {
	at := l.at[clock][0]
	l.at[clock] = l.at[clock][1:]
	return l.fire(clock, at)
}

// TestTimers: timers and schedules come in the order of time, timers first where it is the same; what is registered rings at
// its time, and one of stream time that a call of the wall clock makes due comes behind it. One that fails ends itself alone.
func TestTimers(t *testing.T) {
	x := &listed{at: [2][]int64{{4, 10, 12}, {1050}}}
	s := start(t, func(s *stage, c *process.Context, part int32) {
		if part != 0 {
			return
		}
		s.tasks.Time(x)
		c.Schedule(10*time.Millisecond, record.StreamTime, s.note("slot"))
		x.fire = func(clock record.PunctuationType, at int64) error {
			s.calls = append(s.calls, fmt.Sprint("timer@", at))
			switch at {
			case 12:
				return errors.New("twelve")
			case 1050:
				x.at[record.StreamTime] = append(x.at[record.StreamTime], 1)
				s.tasks.Alarm(0, record.StreamTime, 1)
			}
			return nil
		}
	}, nil, 1000)
	if due := s.lane.Due(); due != 1050 {
		t.Errorf("the wall clock is looked at at %d, expected 1050", due)
	}
	for i, c := range []struct {
		do   func() string
		want string
	}{
		{func() string { return s.record(0, 0) }, "slot@0"},
		{func() string { return s.record(0, 3) }, ""},
		{func() string { return s.record(0, 20) }, "timer@4 timer@10 slot@20 timer@12"},
		{func() string { return s.clock(1049) }, ""},
		{func() string { return s.clock(1060) }, "timer@1050 timer@1"},
		{func() string {
			x.at[record.StreamTime] = []int64{25}
			s.tasks.Alarm(0, record.StreamTime, 25)
			return s.record(0, 24)
		}, ""},
		{func() string { return s.record(0, 25) }, "timer@25"},
		{func() string {
			x.at[record.WallClockTime] = []int64{1100}
			s.tasks.Alarm(0, record.WallClockTime, 1100)
			return s.clock(1099)
		}, ""},
		{func() string { return s.clock(1100) }, "timer@1100"},
	} {
		if got := c.do(); got != c.want {
			t.Errorf("step %d: called %q, want %q", i, got, c.want)
		}
	}
	if len(s.fails) != 1 || s.fails[0].Error() != "twelve" {
		t.Errorf("the handler was asked about %v", s.fails)
	}
}
