package lane

import (
	"math"
	"strings"
	"testing"

	"github.com/stoatgen/stoatgen/rt/abi"
)

// TestTimestamps: what lies outside of time follows the rule, at both ends alike.
func TestTimestamps(t *testing.T) {
	const latest, now = 70, 80
	for _, c := range []struct {
		ts   int64
		rule Timestamps
		want int64 // -1: dropped, -2: stops
	}{
		{0, FailOnInvalid, 0}, {Latest, FailOnInvalid, Latest}, {-5, FailOnInvalid, -2}, {Latest + 1, FailOnInvalid, -2},
		{-5, SkipInvalid, -1}, {math.MaxInt64, SkipInvalid, -1}, {-5, UsePartition, latest}, {math.MaxInt64, UsePartition, latest},
		{math.MaxInt64, Wallclock, now},
	} {
		for _, extracted := range []bool{false, true} {
			b, s, want := &abi.Batch{Topic: "in", Base: 7, Recs: []abi.Rec{{TS: c.ts}}}, SourceInfo{}, c.want
			if extracted {
				b.Recs[0].TS = 3
				s.Extract = func(*abi.Batch, uint32, int64) (int64, bool) { return c.ts, true }
				if want = -1; Possible(c.ts) {
					want = c.ts
				}
			}
			drop, err := s.Stamp(b, 0, c.rule, latest, now)
			got := b.Recs[0].TS
			switch {
			case err != nil:
				if got = -2; !strings.Contains(err.Error(), "in-0@7") {
					t.Errorf("%v doesn't name the record", err)
				}
			case drop:
				got = -1
			}
			if got != want {
				t.Errorf("timestamp %d by rule %d, extracted %v: %d, want %d", c.ts, c.rule, extracted, got, want)
			}
		}
	}
}
