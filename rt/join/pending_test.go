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
