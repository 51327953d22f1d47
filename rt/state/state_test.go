package state_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/state"
	"github.com/stoatgen/stoatgen/rt/state/statetest"
	"github.com/stoatgen/stoatgen/rt/store"
)

// TestState: stores are what they are to be over a DB in memory. Package rocks says so of RocksDB.
func TestState(t *testing.T) {
	statetest.Run(t, statetest.Subject{Backend: store.Memory(), Lives: 20})
}

// TestNoAlloc: a counter costs nothing once its row is in memory.
func TestNoAlloc(t *testing.T) {
	epoch, now := uint32(1), int64(0)
	kv := state.NewKeyValue(state.NewOrdered(2, state.Values, &epoch, &now), statetest.Text, state.Plain(statetest.Number), 0)
	kv.Open(nil, store.Limits{})
	s := kv.Part(0)
	s.Put("a key that is here", 0)
	if n := testing.AllocsPerRun(100, func() {
		v, _ := s.Get("a key that is here")
		s.Put("a key that is here", v+1)
	}); n != 0 {
		t.Errorf("a get and a put allocate %v times", n)
	}
}

// TestTimersRefuse: what is no time, clock or changelog record is said.
func TestTimersRefuse(t *testing.T) {
	var epoch uint32
	var now int64
	s := state.NewTimers(2, statetest.Text, &epoch, &now, 2, func(int32, record.PunctuationType, int64) {}, nil)
	for _, a := range []record.Timer[string]{{Timestamp: -1}, {Clock: 2}} {
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "expected StreamTime or WallClockTime and a time") {
					t.Errorf("%+v: %v", a, p)
				}
			}()
			s.Part(0).Register("k", a.Clock, a.Timestamp)
		}()
	}
	for _, key := range [][]byte{nil, []byte("short"), []byte("\x02too high a clock")} {
		if err := s.RestoreLog(0, key, []byte{}, 0, &store.Rows{}, nil); err == nil {
			t.Errorf("%q is taken for a timer", key)
		}
	}
}

// TestKeepOfMany: the last of the heap takes the place of one that goes, and may rise from there past those that were looked at.
func TestKeepOfMany(t *testing.T) {
	epoch, now := uint32(1), int64(0)
	s := state.NewTimers(1, statetest.Text, &epoch, &now, 1, func(int32, record.PunctuationType, int64) {}, nil)
	for _, at := range []int64{1, 10, 2, 11, 12, 3, 4} {
		key := "new"
		if at == 11 || at == 4 {
			key = "old"
		}
		s.Part(0).Register(key, record.WallClockTime, at)
	}
	s.Keep(0, record.WallClockTime, "new")
	for _, want := range []int64{1, 2, 3, 10, 12, math.MaxInt64} {
		at := s.Next(0, record.WallClockTime)
		if at != want {
			t.Fatalf("the next timer is at %d, expected %d", at, want)
		}
		s.Part(0).Delete("new", record.WallClockTime, at)
	}
}
