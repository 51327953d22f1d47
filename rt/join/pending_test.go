package join_test

import (
	"testing"

	"github.com/stoatgen/stoatgen/rt/join"
	"github.com/stoatgen/stoatgen/rt/store"
)

// TestWaitOfAnother: a row that was sent and is used again is not forgotten for the record that waited there before.
func TestWaitOfAnother(t *testing.T) {
	epoch := uint32(1)
	p := join.NewPending(&epoch, 1, 10, 10, 0, func(uint32) bool { return true })
	before := p.Put(0, "a", 1, 5, true, []byte("v"))
	for w := p.Walk(100); w.Step(); {
	}
	p.Flush(&store.Epoch{}, nil)
	if now := p.Put(0, "b", 2, 95, true, []byte("w")); now != before {
		t.Fatalf("the row of another record: %d, expected %d again", now, before)
	}
	p.Joined(before, 0, "a", 5, true, 96)
	if n := p.Stats().Entries; n != 1 {
		t.Fatalf("%d records wait, expected that of b", n)
	}
	p.Joined(before, 0, "b", 95, true, 97)
	if n := p.Stats().Entries; n != 0 {
		t.Fatalf("%d records wait, expected none", n)
	}
}

// TestValuesAreWalked: a look ends at the first value behind an open row of each side, which may be the last row's own: then the next
// look is due by that row's time, not by one further on.
func TestValuesAreWalked(t *testing.T) {
	for _, c := range []struct {
		values int
		ripe   bool // at 101, with the open row of 95
	}{{1, false}, {2, true}} {
		epoch := uint32(1)
		p := join.NewPending(&epoch, 1, 5, 5, 0, func(uint32) bool { return true })
		p.Put(0, "c", 1, 93, false, []byte("v"))
		p.Put(0, "b", 2, 95, false, []byte("v"))
		for range c.values {
			p.Put(0, "a", 3, 95, true, []byte("v"))
		}
		p.Put(0, "b", 2, 96, false, []byte("v"))
		closed := 0
		for w := p.Walk(99); w.Step(); closed++ {
		}
		if got := p.Ripe(101, 5); got != c.ripe || closed != 1 {
			t.Errorf("%d values in the row: ripe %v, want %v; %d rows closed", c.values, got, c.ripe, closed)
		}
	}
}
