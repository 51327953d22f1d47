package process_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/stoatgen/stoatgen/rt/process"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/schedule"
)

// calendar is the timers of a scheduled source in one partition: when, by the schedule's words.
type calendar map[string]int64

func (c calendar) Part(int32) record.Timers[string] { return c }

func (c calendar) Keep(_ int32, _ record.PunctuationType, key string) (found bool) {
	maps.DeleteFunc(c, func(k string, _ int64) bool { return k != key })
	return len(c) > 0
}

func (c calendar) Register(key string, _ record.PunctuationType, at int64) { c[key] = at }

func (c calendar) Delete(key string, _ record.PunctuationType, _ int64) { delete(c, key) }

// TestBegin: a schedule goes on from the slot that is next since it last ticked, though that has passed; one that is new, or was
// another, begins with its next slot, and the other is forgotten.
func TestBegin(t *testing.T) {
	every := schedule.Every(100, 0)
	for _, c := range []struct{ was, want calendar }{
		{calendar{}, calendar{every.String(): 1100}},
		{calendar{every.String(): 700}, calendar{every.String(): 700}},
		{calendar{"every 3s": 3000}, calendar{every.String(): 1100}},
	} {
		got := maps.Clone(c.was)
		start(t, func(_ *stage, ctx *process.Context, part int32) {
			if part == 0 {
				ctx.Begin(every, got)
			}
		}, nil, 1050)
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%v became %v, expected %v", c.was, got, c.want)
		}
	}
}
