package statetest

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/store"
)

type alarm struct {
	part  int32
	clock record.PunctuationType
	at    int64
	key   string
}

// compare orders timers of one partition and clock as they fire.
func (a alarm) compare(b alarm) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.key, b.key), cmp.Compare(a.part, b.part), cmp.Compare(a.clock, b.clock))
}

// timersModel compares with a set: timers come in the order of time and key, once each, over evictions and crashes.
func (on Subject) timersModel(t *testing.T, r *rand.Rand) {
	var got []alarm
	var earliest [parts][2]int64
	var s *state.Timers[string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewTimers(2, Text, epoch, now, parts,
			func(part int32, clock record.PunctuationType, at int64) {
				earliest[part][clock] = min(earliest[part][clock], at)
			},
			func(part int32, x record.Timer[string]) error {
				got = append(got, alarm{part, x.Clock, x.Timestamp, x.Key})
				return nil
			}), nil
	}, func(a store.Any) {
		s = a.(*state.Timers[string])
		for i := range earliest {
			earliest[i] = [2]int64{s.Next(int32(i), 0), s.Next(int32(i), 1)}
		}
	})
	now, range_ := int64(0), int64(1+r.IntN(2000))
	model, saved := map[alarm]bool{}, map[alarm]bool{}
	l.keep(func() { saved = maps.Clone(model) }, func() { model = maps.Clone(saved) })
	var made []alarm
	random := func() alarm {
		key := strings.Repeat(string(rune('a'+r.IntN(3))), 1+r.IntN(2)*30)
		return alarm{r.Int32N(parts), record.PunctuationType(r.IntN(2)), now + r.Int64N(range_), key}
	}
	for range 2000 {
		switch r.IntN(40) {
		default:
			a := random()
			s.Part(a.part).Register(a.key, a.clock, a.at)
			model[a] = true
			made = append(made, a)
		case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9:
			a := random()
			if len(made) > 0 && r.IntN(2) == 0 {
				a = made[r.IntN(len(made))] // most often one that is there
			}
			s.Part(a.part).Delete(a.key, a.clock, a.at)
			delete(model, a)
		case 10, 11, 12: // fire
			now += r.Int64N(range_/10 + 2)
			timersFireAll(t, s, now, model, &got)
		case 13, 14, 15, 16:
			l.step(r)
		case 17:
			l.evict(r.IntN(50))
		case 18:
			s.Trim(l.epoch - 1 - r.Uint32N(2)) // the committer may be behind
		}
	}
	timersEnd(t, l, s, model, &got)
}

// timersEnd compares the rows that are left, and fires all of them.
func timersEnd(t *testing.T, l *life, s *state.Timers[string], model map[alarm]bool, got *[]alarm) {
	t.Helper()
	l.barrier()
	n := 0
	if err := s.Rows(l.db, func(int32, []byte, int64, []byte) bool { n++; return true }); err != nil || n != len(model) {
		t.Errorf("%d rows, expected %d (%v)", n, len(model), err)
	}
	timersFireAll(t, s, math.MaxInt64-1, model, got)
	l.barrier()
	s.Trim(l.epoch)
	if e := s.Stats().Entries; e != 0 {
		t.Errorf("%d entries are left of timers that all fired", e)
	}
}

func timersFireAll(t *testing.T, s *state.Timers[string], now int64, model map[alarm]bool, got *[]alarm) {
	t.Helper()
	for part := range int32(parts) {
		for clock := range record.PunctuationType(2) {
			timersFire(t, s, part, clock, now, model, got)
		}
	}
}

// timersFire fires what is due and compares.
func timersFire(t *testing.T, s *state.Timers[string], part int32, clock record.PunctuationType, now int64, model map[alarm]bool, got *[]alarm) {
	t.Helper()
	var want []alarm
	for a := range model {
		if a.part == part && a.clock == clock && a.at <= now {
			want = append(want, a)
			delete(model, a)
		}
	}
	slices.SortFunc(want, alarm.compare)
	*got = (*got)[:0]
	for s.Next(part, clock) <= now {
		must(t, s.Fire(part, clock))
	}
	if !slices.Equal(*got, want) {
		t.Fatalf("fired %v, expected %v", *got, want)
	}
}

// timersOfTheFuture: a start reads the next ones, not all of them, and they still all come.
func (on Subject) timersOfTheFuture(t *testing.T) {
	const n = 5000
	fired := 0
	var s *state.Timers[string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewTimers(2, Text, epoch, now, parts, func(int32, record.PunctuationType, int64) {},
			func(int32, record.Timer[string]) error { fired++; return nil }), nil
	}, func(a store.Any) { s = a.(*state.Timers[string]) })
	for i := range int64(n) {
		s.Part(1).Register("k", record.StreamTime, 1000+i)
	}
	l.barrier()
	l.crash(true)
	if next := s.Next(1, record.StreamTime); next != 1000 {
		t.Errorf("the next timer is at %d", next)
	}
	if e := s.Stats().Entries; e == 0 || e > 600 {
		t.Errorf("%d of %d timers are in memory at a start", e, n)
	}
	for s.Next(1, record.StreamTime) < math.MaxInt64 {
		must(t, s.Fire(1, record.StreamTime))
		if fired%500 == 0 {
			l.barrier()
			s.Trim(l.epoch - 1)
			if e := s.Stats().Entries; e > 1100 {
				t.Fatalf("%d timers are in memory", e)
			}
		}
	}
	if fired != n {
		t.Errorf("%d timers fired of %d", fired, n)
	}
}

// keep: timers of other keys go, over a restart too.
func (on Subject) keep(t *testing.T) {
	var s *state.Timers[string]
	l := on.life(t, func(epoch *uint32, now *int64) (store.Any, []*int64) {
		return state.NewTimers(2, Text, epoch, now, parts, func(int32, record.PunctuationType, int64) {}, nil), nil
	}, func(a store.Any) { s = a.(*state.Timers[string]) })
	for i, key := range []string{"old", "new", "older", "old"} {
		s.Part(0).Register(key, record.WallClockTime, int64(100-i))
	}
	s.Part(0).Register("old", record.StreamTime, 5)
	s.Part(1).Register("old", record.WallClockTime, 5)
	l.barrier()
	l.crash(true)
	if !s.Keep(0, record.WallClockTime, "new") || s.Keep(1, record.WallClockTime, "new") {
		t.Error("a timer of the key is not found, or one that isn't there is")
	}
	l.barrier()
	l.crash(true)
	if a, b, c := s.Next(0, record.WallClockTime), s.Next(1, record.WallClockTime), s.Next(0, record.StreamTime); a != 99 || b != math.MaxInt64 || c != 5 {
		t.Errorf("the next timers are at %d, %d and %d; expected 99, none and 5", a, b, c)
	}
}
