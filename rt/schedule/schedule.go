package schedule

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	_ "time/tzdata" // 3

	"github.com/robfig/cron/v3"
)

// Never is the slot of a schedule that has none.
const Never int64 = math.MaxInt64

// Schedule is the slots at which something happens. It doesn't change: lanes share it.
type Schedule struct {
	text          string
	every, offset int64 // milliseconds
	cron          cron.Schedule
}

// Every has a slot at each multiple of an interval since 1970, moved by an offset; both in milliseconds, the interval positive.
func Every(interval, offset int64) *Schedule {
	offset %= interval
	text := "every " + (time.Duration(interval) * time.Millisecond).String()
	if offset != 0 {
		text += " at " + (time.Duration(offset) * time.Millisecond).String()
	}
	return &Schedule{text: text, every: interval, offset: offset}
}

// Cron has the slots of an expression: minute, hour, day of month, month, day of week, in UTC or in the zone that it begins with
// (CRON_TZ=Europe/Zurich), or one of the words for common ones (@hourly).
func Cron(expression string) (*Schedule, error) {
	if strings.HasPrefix(expression, "@every") {
		return nil, errors.New("@every is an interval, which has no place in the calendar; use Every")
	}
	if zoned(expression) && !strings.Contains(expression, " ") {
		return nil, errors.New("nothing behind the time zone, expected five fields")
	}
	c, err := cron.ParseStandard(expression)
	if err != nil {
		return nil, err
	}
	s := &Schedule{text: "cron " + expression, cron: c}
	if s.Next(0) == Never {
		return nil, errors.New("no day of any year is like this")
	}
	return s, nil
}

func zoned(expression string) bool {
	return strings.HasPrefix(expression, "TZ=") || strings.HasPrefix(expression, "CRON_TZ=")
}

// MustCron is Cron for generated code: the expression was looked at when that was made.
func MustCron(expression string) *Schedule {
	s, err := Cron(expression)
	if err != nil {
		panic(fmt.Sprintf("schedule: cron expression %q: %v", expression, err))
	}
	return s
}

// String is what the schedule is, in words.
func (s *Schedule) String() string { return s.text }

// Next is the first slot behind a time.
func (s *Schedule) Next(after int64) int64 {
	if s.cron == nil {
		n := (after - s.offset) / s.every
		if (after-s.offset)%s.every < 0 {
			n--
		}
		return (n+1)*s.every + s.offset
	}
	next := s.cron.Next(time.UnixMilli(after).UTC())
	if next.IsZero() {
		return Never
	}
	return next.UnixMilli()
}

// spans are how far Last looks back, each when the one before it was too short: no more than some sixty slots lie in it then.
var spans = []time.Duration{time.Minute, time.Hour, 24 * time.Hour, 32 * 24 * time.Hour, 366 * 24 * time.Hour}

// Last is the latest slot that has come at a time, given one that has.
func (s *Schedule) Last(first, now int64) int64 {
	last := first
	if s.cron == nil {
		return max(last, s.Next(now)-s.every)
	}
	for _, span := range spans {
		if from := now - span.Milliseconds(); from > first && s.Next(from) <= now {
			last = from
			break
		}
	}
	for next := s.Next(last); next <= now; next = s.Next(next) {
		last = next
	}
	return last
}
