package schedule_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stoatgen/stoatgen/rt/schedule"
)

func at(text string) int64 {
	t, err := time.Parse("2006-01-02 15:04:05", text)
	if err != nil {
		panic(err)
	}
	return t.UnixMilli()
}

// TestNext: the first slot behind a time, in the schedule's zone.
func TestNext(t *testing.T) {
	const minute, hour = 60_000, 3_600_000
	cases := []struct {
		s           *schedule.Schedule
		after, want string
	}{
		{schedule.Every(15*minute, 0), "2026-03-01 10:00:00", "2026-03-01 10:15:00"},
		{schedule.Every(15*minute, 0), "2026-03-01 10:14:59", "2026-03-01 10:15:00"},
		{schedule.Every(24*hour, 6*hour), "2026-03-01 06:00:00", "2026-03-02 06:00:00"},
		{schedule.Every(24*hour, 30*hour), "2026-03-01 05:59:59", "2026-03-01 06:00:00"},
		{schedule.Every(hour, 0), "1969-12-31 22:30:00", "1969-12-31 23:00:00"},
		{schedule.MustCron("0 * * * *"), "2026-03-01 10:00:00", "2026-03-01 11:00:00"},
		{schedule.MustCron("@daily"), "2026-02-28 10:00:00", "2026-03-01 00:00:00"},
		{schedule.MustCron("CRON_TZ=Europe/Zurich 0 6 * * *"), "2026-03-28 10:00:00", "2026-03-29 04:00:00"}, // summer time begins
		{schedule.MustCron("CRON_TZ=Europe/Zurich 0 6 * * *"), "2026-03-27 10:00:00", "2026-03-28 05:00:00"},
		{schedule.MustCron("0 0 29 2 *"), "2026-03-01 00:00:00", "2028-02-29 00:00:00"},
	}
	for _, c := range cases {
		if got := c.s.Next(at(c.after)); got != at(c.want) {
			t.Errorf("%s behind %s: %s, expected %s", c.s, c.after, time.UnixMilli(got).UTC(), c.want)
		}
	}
}

// TestLast agrees with walking from slot to slot.
func TestLast(t *testing.T) {
	schedules := []*schedule.Schedule{schedule.Every(7*60_000, 60_000)}
	for _, e := range []string{"* * * * *", "*/7 * * * *", "0 3 * * *", "0 0 1 * *", "0 0 1 1 *", "0 0 * * 1"} {
		schedules = append(schedules, schedule.MustCron(e))
	}
	from := at("2026-01-05 03:04:05")
	for _, s := range schedules {
		first := s.Next(from)
		for _, behind := range []time.Duration{0, 59 * time.Second, 61 * time.Minute, 25 * time.Hour, 40 * 24 * time.Hour} {
			now := first + behind.Milliseconds()
			want := first
			for next := s.Next(want); next <= now; next = s.Next(next) {
				want = next
			}
			if got := s.Last(first, now); got != want {
				t.Errorf("%s, %v behind its slot: %s, expected %s", s, behind, time.UnixMilli(got).UTC(), time.UnixMilli(want).UTC())
			}
		}
	}
}

// TestRefused: what is no expression, or never comes, is said.
func TestRefused(t *testing.T) {
	for expression, want := range map[string]string{
		"0 * * *":              "expected exactly 5 fields",
		"61 * * * *":           "above maximum",
		"@every 5m":            "use Every",
		"CRON_TZ=Mars/Olympus": "nothing behind the time zone",
		"TZ=Mars/A 0 * * * *":  "bad location",
		"0 0 30 2 *":           "no day of any year",
	} {
		if _, err := schedule.Cron(expression); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", expression, err, want)
		}
	}
}
