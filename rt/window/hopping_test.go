package window_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/stoatgen/stoatgen/rt/window"
)

// shape draws any geometry whose ring fits the test's rows.
func shape(t *rapid.T) window.Hopping {
	size := rapid.Int64Range(1, 60).Draw(t, "size")
	h := window.Hopping{Size: size, Advance: rapid.Int64Range(1, size).Draw(t, "advance"), Grace: rapid.Int64Range(0, 40).Draw(t, "grace")}
	for h.Slots() > most {
		h.Advance = h.Size
		h.Grace /= 2
	}
	return h
}

// TestWindowsOfATime compares with the definition: a multiple of the advance is the start of a window that holds
// [start, start+size).
func TestWindowsOfATime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := shape(t)
		ts := rapid.Int64Range(0, 500).Draw(t, "ts")
		var want []int64
		for start := int64(0); start <= ts; start += h.Advance {
			if ts < start+h.Size {
				want = append(want, start)
			}
		}
		var got []int64
		for start := h.First(ts); start <= h.Last(ts); start += h.Advance {
			got = append(got, start)
		}
		if len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Fatalf("%+v: time %d is in windows %v; want %v", h, ts, got, want)
		}
	})
}

// TestReadableWindowsShareNoSlot is what the ring rests on; it also needs each slot.
func TestReadableWindowsShareNoSlot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := shape(t)
		now := rapid.Int64Range(0, 2000).Draw(t, "now")
		slots := make([]window.Slot[int], h.Slots())
		n := int64(0)
		for start := int64(0); start <= now; start += h.Advance {
			if h.Open(start, now) && !h.Readable(start, now) {
				t.Fatalf("%+v: window %d takes records at %d and can't be read", h, start, now)
			}
			if !h.Readable(start, now) {
				continue
			}
			r := h.Ring(start, len(slots))
			w, _ := window.Take(&r, slots, start)
			if w.Next != 0 {
				t.Fatalf("%+v: windows %d and %d share a slot at %d", h, w.Start(), start, now)
			}
			w.Next = start + 1
			n++
		}
		if now > 2*(h.Size+h.Grace) && n != h.Slots() {
			t.Fatalf("%+v: %d of %d slots are used", h, n, h.Slots())
		}
	})
}

func TestRingWalksAlongTheWindows(t *testing.T) {
	h := window.Hopping{Size: 50, Advance: 10}
	slots := make([]window.Slot[int], h.Slots())
	for _, start := range []int64{0, 20, 30, 1230} {
		walk := h.Ring(start, len(slots))
		for at := start; at < start+100; at += 10 {
			if at%30 == 0 {
				walk.Skip()
				continue
			}
			alone := h.Ring(at, len(slots))
			a, _ := window.Take(&walk, slots, at)
			if b, _ := window.Take(&alone, slots, at); a != b {
				t.Fatalf("from %d, window %d is in another slot than by itself", start, at)
			}
		}
	}
}

func TestSlotIsFreshForAnotherWindow(t *testing.T) {
	h := window.Hopping{Size: 10, Advance: 10}
	slots := make([]window.Slot[int], 1)
	take := func(start int64) (*window.Slot[int], bool) {
		r := h.Ring(start, 1)
		return window.Take(&r, slots, start)
	}
	w, fresh := take(0)
	if !fresh || w.Live() {
		t.Fatal("an empty slot holds window 0")
	}
	*w = window.Slot[int]{Next: 1, Agg: 7}
	if _, fresh = take(0); fresh || !w.Live() || w.Start() != 0 {
		t.Fatal("the window is not there")
	}
	if _, fresh = take(10); !fresh {
		t.Fatal("window 0 passes for window 10")
	}
	w.Delete(5)
	if _, fresh = take(0); !fresh || w.Live() || w.Start() != 0 || w.TS != 5 || w.Agg != 0 {
		t.Fatalf("after Delete: %+v", *w)
	}
}
