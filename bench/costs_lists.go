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

// again ends the epoch where the input starts over, and forgets every time.
func (g *generated) again() {
	g.barrier()
	g.recycle()
	for _, t := range g.lanes[0].Stage(0).Times {
		*t = -1
	}
}

// costSessions counts sessions: the windows of a key are a slice on both sides.
func costSessions() []variant {
	in := Clicks(100, lane.HopBatch, windowKeys)
	app, err := windows.NewVisits(config)
	g, h := newGenerated(app, err, 1), newSpansByHand(windowSlots)
	return []variant{
		{"hand, slices", lane.HopBatch, cycle(in, func(x Input) {
			if x.B == in[0].B {
				h.restart(true)
			}
			h.sessions(x, gap, late)
			h.forget()
		})},
		{"generated", lane.HopBatch, cycle(in, func(x Input) {
			if x.B == in[0].B {
				g.again()
			}
			g.run(0, x)
			g.forget()
		})},
	}
}

// costSliding counts in sliding windows.
func costSliding() []variant {
	in := Clicks(100, lane.HopBatch, windowKeys)
	app, err := windows.NewRecent(config)
	g, h := newGenerated(app, err, 1), newSpansByHand(windowSlots)
	return []variant{
		{"hand, slices", lane.HopBatch, cycle(in, func(x Input) {
			if x.B == in[0].B {
				h.restart(false)
			}
			h.slides(x, difference, late)
			h.forget()
		})},
		{"generated", lane.HopBatch, cycle(in, func(x Input) {
			if x.B == in[0].B {
				g.again()
			}
			g.run(0, x)
			g.forget()
		})},
	}
}

// costClosed is what a record costs whose windows are sent when they close: 1, 10 or 60 hold it.
func costClosed() []variant {
	in := Clicks(100, lane.HopBatch, windowKeys)
	var all []variant
	add := func(name string, app program, err error) {
		g := newGenerated(app, err, 1)
		all = append(all, variant{name, lane.HopBatch, cycle(in, func(x Input) {
			if x.B == in[0].B {
				g.again()
			}
			g.run(0, x)
			g.forget()
		})})
	}
	one, err := windows.NewFinal(config)
	add("1 window", one, err)
	ten, err := windows.NewFinal10(config)
	add("10 windows", ten, err)
	sixty, err := windows.NewFinal60(config)
	add("60 windows", sixty, err)
	return all
}
