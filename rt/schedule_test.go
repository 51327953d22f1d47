package rt_test

import (
	"fmt"
	"testing"

	"github.com/stoatgen/stoatgen/testdata/gen/schedules"
)

// TestSchedule: an application that reads no topic ticks and commits. Every slot is in one tick, over restarts on other lanes and
// without the state directory.
func TestSchedule(t *testing.T) {
	t.Parallel()
	h := newEmbedded(t)
	h.create("pulses", 1)
	seen := 0
	for i, lanes := range []int{1, 3, 2} {
		cfg := h.cfg
		cfg.ApplicationID, cfg.Lanes = "pulse", lanes
		app, err := schedules.NewPulse(cfg)
		if err != nil {
			t.Fatal(err)
		}
		h.ready(h.run(app))
		seen = len(h.read("pulses", seen+5))
		h.down()
		if i == 1 {
			h.state.Remove(h.storeDir("pulse"))
		}
	}
	next := int64(0)
	for i, r := range h.read("pulses", seen) {
		var first, last int64
		if _, err := fmt.Sscan(string(r.Value), &first, &last); err != nil {
			t.Fatal(err)
		}
		if i > 0 && first != next || last < first || last%50 != 0 {
			t.Fatalf("tick %d stands for the slots from %d to %d; expected from %d on", i, first, last, next)
		}
		next = last + 50
	}
}
