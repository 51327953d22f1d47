package bench

import (
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

const (
	windowKeys  = 1000
	windowSlots = 1 << 11
	gap, late   = 15_000, 5_000 // of windows.Visits
	difference  = 20_000        // of windows.Recent
)

// costSessions counts sessions, costSliding in sliding windows.
func costSessions() []variant {
	app, err := windows.NewVisits(config)
	return costSpans(app, err, true, func(h *spansBest, x Input) { h.sessions(x, gap, late) })
}

func costSliding() []variant {
	app, err := windows.NewRecent(config)
	return costSpans(app, err, false, func(h *spansBest, x Input) { h.slides(x, difference, late) })
}

// costSpans has the windows of a key as a slice on both sides.
func costSpans(app program, err error, session bool, run func(h *spansBest, x Input)) []variant {
	in := func() []Input { return Clicks(100, lane.HopBatch, windowKeys, seldom) }
	h := newSpansByHand(windowSlots)
	return []variant{
		{"hand, slices", lane.HopBatch, onward(in(), func(_ int, x Input) { run(h, x); h.forget() }, func() { h.barrier(session); h.reset() })},
		endless("generated", in(), app, err),
	}
}

// endless is a topology whose epochs end each time around.
func endless(name string, in []Input, app program, err error) variant {
	g := newGenerated(app, err, 1)
	return variant{name, lane.HopBatch, onward(in, func(_ int, x Input) { g.run(0, x); g.forget() }, func() { g.barrier(); g.recycle() })}
}

// costClosed is what a record costs whose windows are sent when they close: 1, 10 or 60 hold it. Keys come 100 times a
// second, so that results, of which there are more with more windows, are one to 100 records at most.
func costClosed() []variant {
	in := func() []Input { return Clicks(1000, lane.HopBatch, 10, often) }
	one, err1 := windows.NewFinal(config)
	ten, err10 := windows.NewFinal10(config)
	sixty, err60 := windows.NewFinal60(config)
	return []variant{
		endless("1 window", in(), one, err1),
		endless("10 windows", in(), ten, err10),
		endless("60 windows", in(), sixty, err60),
	}
}
