package process_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/process"
	"github.com/stoatgen/stoatgen/rt/record"
)

// stage is a stage with one processor, whose Init is given. It writes down what is called.
type stage struct {
	lane.Stage
	tasks *process.Tasks
	calls []string
	wall  int64
	fails []error
	lane  *lane.Lane
}

const parts = 2

func start(t *testing.T, init func(s *stage, c *process.Context, part int32), marks map[string]int64, wall int64) *stage {
	t.Helper()
	s := &stage{wall: wall}
	p := &lane.Program{
		Nodes:   []abi.Node{{Name: "Pr"}},
		Sources: []lane.SourceInfo{{Topics: []string{"in"}}},
		Stages: []lane.StageInfo{{Sources: []int{0}, ByPartition: true, New: func(l *lane.Lane) *lane.Stage {
			s.tasks = process.NewTasks(l, 0, "Pr", true)
			s.tasks.Each(func(part int32) {
				c := process.NewContext(s.tasks, 0, part)
				init(s, &c, part)
			})
			s.Tasks = s.tasks
			return &s.Stage
		}}},
	}
	resume := func(f *lane.Failure) lane.Verdict {
		s.fails = append(s.fails, f.Cause)
		return lane.Continue
	}
	env := lane.Env{Now: func() int64 { return s.wall }, Failed: func(*lane.Failure) {}, App: "app",
		Errors: lane.Handlers{Decode: resume, Process: resume}}
	s.lane = lane.New(0, 1, p, p.Resolve(func(string) int32 { return parts }, nil), 1, env)
	for i, name := range s.lane.MarkNames()[0] {
		if at, ok := marks[name]; ok {
			*s.Marks[i] = at
		}
	}
	s.lane.Begin()
	return s
}

// marks are what a restart gets.
func (s *stage) marks() map[string]int64 {
	m := map[string]int64{}
	for i, name := range s.lane.MarkNames()[0] {
		m[name] = *s.Marks[i]
	}
	return m
}

func (s *stage) called() string {
	defer func() { s.calls = nil }()
	return strings.Join(s.calls, " ")
}

func (s *stage) note(what string) func(int64) {
	return func(now int64) { s.calls = append(s.calls, fmt.Sprint(what, "@", now)) }
}

func (s *stage) record(part int32, ts int64) string {
	s.tasks.Next(part, ts)
	s.tasks.Stream()
	return s.called()
}

func (s *stage) clock(ms int64) string {
	s.wall = ms
	s.tasks.Wall(ms)
	return s.called()
}

func three(s *stage, c *process.Context, part int32) {
	name := func(x string) string { return fmt.Sprint(x, part) }
	c.Schedule(10*time.Millisecond, record.StreamTime, s.note(name("stream")))
	c.ScheduleFrom(time.UnixMilli(35), 10*time.Millisecond, record.StreamTime, s.note(name("from")))
	c.Schedule(100*time.Millisecond, record.WallClockTime, s.note(name("wall")))
}

// TestSchedules: the first record calls at once, missed slots are one call, a partition has its own stream time, and the
// earliest slot comes first. Behind a restart it goes on where it stood.
func TestSchedules(t *testing.T) {
	for _, restart := range []bool{false, true} {
		s := start(t, three, nil, 1000)
		for i, c := range []struct {
			do   func() string
			want string
		}{
			{func() string { return s.record(0, 5) }, "stream0@5"},
			{func() string { return s.record(0, 9) }, ""},
			{func() string { return s.record(1, 3) }, "stream1@3"},
			{func() string { return s.record(0, 47) }, "stream0@47 from0@47"},
			{func() string { return s.record(0, 20) }, ""},
			{func() string { return s.record(0, 50) }, "stream0@50"},
			{func() string { return s.record(0, 55) }, "from0@55"},
			{func() string { return s.clock(1099) }, ""},
			{func() string { return s.clock(1100) }, "wall0@1100 wall1@1100"},
			{func() string { return s.clock(1350) }, "wall0@1350 wall1@1350"},
			{func() string { return s.clock(1399) }, ""},
			{func() string { return s.clock(1400) }, "wall0@1400 wall1@1400"},
		} {
			if got := c.do(); got != c.want {
				t.Errorf("restart %v, step %d: called %q, want %q", restart, i, got, c.want)
			}
			if restart {
				s = start(t, three, s.marks(), s.wall)
			}
		}
	}
}

// TestCancel: a schedule may end itself, or another one, and one that is made later begins then.
func TestCancel(t *testing.T) {
	s := start(t, func(s *stage, c *process.Context, part int32) {
		var cancel func()
		n := 0
		cancel = c.Schedule(10*time.Millisecond, record.StreamTime, func(now int64) {
			s.note("a")(now)
			if n++; n == 2 {
				cancel()
				c.Schedule(5*time.Millisecond, record.WallClockTime, s.note("later"))
			}
		})
	}, nil, 0)
	got := s.record(0, 1) + " " + s.record(0, 10) + " " + s.record(0, 30)
	if got != "a@1 a@10 " {
		t.Errorf("called %q", got)
	}
	if at := s.lane.Due(); at != 5 {
		t.Errorf("the wall clock is due at %d, want 5", at)
	}
	if got := s.clock(5); got != "later@5" {
		t.Errorf("called %q", got)
	}
}

// TestFailingPunctuation: the handler is asked, without a record, and the next one runs.
func TestFailingPunctuation(t *testing.T) {
	s := start(t, func(s *stage, c *process.Context, part int32) {
		c.Schedule(10*time.Millisecond, record.StreamTime, func(int64) {
			if _, ok := c.Metadata(); ok {
				t.Error("a punctuation has metadata")
			}
			panic(errors.New("no"))
		})
		c.Schedule(10*time.Millisecond, record.StreamTime, s.note("b"))
	}, nil, 0)
	if got := s.record(0, 7); got != "b@7" || len(s.fails) != 1 || s.fails[0].Error() != "no" {
		t.Errorf("called %q, failures %v", got, s.fails)
	}
}

// TestBadSchedule: an interval below Kafka's unit is refused when it is made; Init's failure stops the lane.
func TestBadSchedule(t *testing.T) {
	s := start(t, func(s *stage, c *process.Context, part int32) {
		c.Schedule(time.Microsecond, record.StreamTime, s.note("x"))
	}, nil, 0)
	if f := s.lane.Stopped(); f == nil || !strings.Contains(f.Error(), "one millisecond") {
		t.Errorf("the lane's failure is %v", f)
	}
}

// TestOut: a forwarded record keeps the source's headers unless it has others, and never a negative timestamp.
func TestOut(t *testing.T) {
	var c *process.Context
	start(t, func(s *stage, x *process.Context, part int32) { c = x }, nil, 0)
	b := &abi.Batch{Topic: "in", Base: 7, Data: []byte("kv\x02\x02h\x02x"), Recs: []abi.Rec{{TS: 5, KeyLen: 1, Val: 1, ValLen: 1, Headers: 2, HeaderLen: 5}}}
	h := c.At(&lane.Head{B: b, Part: 1}, 5)
	if len(h) != 1 || string(h[0].Value) != "x" {
		t.Fatalf("headers are %v", h)
	}
	if out := c.Out(6, h); out.B != b || out.Bare {
		t.Errorf("the same headers make %+v", out)
	}
	if out := c.Out(6, nil); out.Headers() != nil || out.B != b {
		t.Errorf("no headers make %+v", out)
	}
	out := c.Out(6, h.With("i", nil))
	if got := string(out.Headers()); got != "\x04\x02h\x02x\x02i\x01" || string(out.B.Key(0)) != "k" || string(out.B.Value(0)) != "v" || out.B.Base != 7 {
		t.Errorf("other headers make %q of %+v", got, out.B)
	}
	for _, ts := range []int64{-1, lane.Latest + 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("timestamp %d went through", ts)
				}
			}()
			c.Out(ts, nil)
		}()
	}
}

// TestHeld: an update that was held back moves no stream time, whatever timestamp a processor gave it, but is what stores write with.
func TestHeld(t *testing.T) {
	s := start(t, func(s *stage, c *process.Context, _ int32) {
		c.Schedule(10*time.Millisecond, record.StreamTime, s.note("slot"))
	}, nil, 0)
	s.record(0, 5)
	if s.tasks.Held(33); *s.tasks.Clock() != 33 {
		t.Errorf("stores write at %d", *s.tasks.Clock())
	}
	if s.tasks.Stream(); s.called() != "" {
		t.Error("an update that was held back is time")
	}
	if got := s.record(0, 12); got != "slot@12" {
		t.Errorf("the next record calls %q", got)
	}
}
