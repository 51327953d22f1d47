package bench

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/testdata/gen/joins"
	"github.com/stoatgen/stoatgen/testdata/gen/orders"
	"github.com/stoatgen/stoatgen/testdata/gen/windows"
)

func TestSameOrders(t *testing.T) {
	g, o := newOrders(), &orders.Orders{Min: 50}
	plain, best := codec.NewTopic("p", partitions), codec.NewTopic("b", partitions)
	for _, in := range Orders(4, 500, 1000) {
		g.run(0, in)
		ordersBest(in, o, best, nil)
		if err := ordersPlain(in, o, plain); err != nil {
			t.Fatal(err)
		}
	}
	g.barrier()
	out := g.outs()[0]
	if !sameTopics(out, best) || !sameTopics(out, plain) {
		t.Fatal("outputs differ")
	}
	if out.Len() == 0 {
		t.Fatal("nothing written")
	}
}

func TestSameCounts(t *testing.T) {
	g := newCounts()
	p, b := newCountsByHand(1 << 10)
	for range 2 { // epochs
		for _, in := range Orders(4, 500, 300) {
			g.run(0, in)
			p.run(in)
			b.run(in)
		}
		g.barrier()
		p.barrier()
		b.barrier()
		h := g.given[slices.IndexFunc(g.given, func(h *lane.Handover) bool { return len(h.Outs) > 0 })]
		if !sameTopics(h.Outs[0], p.out) || !sameTopics(h.Outs[0], b.out) || !sameTopics(h.Logs[0], p.log) || !sameTopics(h.Logs[0], b.log) {
			t.Fatal("outputs differ")
		}
		if string(h.Epoch.Rows.Bytes()) != string(p.rows.Bytes()) || h.Epoch.Rows.Len() != 300 {
			t.Fatal("rows differ", h.Epoch.Rows.Len())
		}
		g.recycle()
		p.reset()
		b.reset()
	}
}

func TestSameDelays(t *testing.T) {
	air := Airports(500)
	g := newDelays()
	g.run(0, air)
	p, b := newDelaysByHand(air)
	for _, in := range Flights(20, 500, 520, 8000) {
		g.run(1, in)
		p.run(in)
		b.run(in)
	}
	g.barrier()
	if out := g.outs()[0]; !sameTopics(out, p.out) || !sameTopics(out, b.out) {
		t.Fatal("outputs differ")
	}
	if n := g.given[0].Logs[1].Len(); n != len(p.windows) {
		t.Fatalf("%d changelog records for %d windows that changed", n, len(p.windows))
	}
}

func TestSameSpans(t *testing.T) {
	for name, c := range map[string]struct {
		app func(rt.Config) (*rt.App, error)
		run func(h *spansBest, x Input)
	}{
		"sessions": {windows.NewVisits, func(h *spansBest, x Input) { h.sessions(x, gap, late) }},
		"sliding":  {windows.NewRecent, func(h *spansBest, x Input) { h.slides(x, difference, late) }},
	} {
		app, err := c.app(config)
		g, h := newGenerated(app, err, 1), newSpansByHand(1<<10)
		run := onward(rough(Clicks(20, 200, 50, seldom)), func(_ int, x Input) { g.run(0, x); c.run(h, x) }, func() {})
		for range 3 { // epochs
			for range 20 {
				run()
			}
			g.barrier()
			h.barrier(name == "sessions")
			if out := g.outs()[0]; !sameTopics(out, h.out) || out.Len() < 4000 {
				t.Errorf("%s: outputs differ: %d records, by hand %d", name, out.Len(), h.out.Len())
			}
			if got, want := sorted(t, g.given[0].Logs[0]), sorted(t, h.log); !slices.Equal(got, want) {
				t.Errorf("%s: changelogs differ: %d records, by hand %d", name, len(got), len(want))
			}
			if rows := &g.given[0].Epoch.Rows; rows.Len() != h.rows.Len() || rows.Size() != h.rows.Size() {
				t.Errorf("%s: %d rows of %d bytes, by hand %d of %d", name, rows.Len(), rows.Size(), h.rows.Len(), h.rows.Size())
			}
			g.recycle()
			h.forget()
			h.reset()
		}
	}
}

// rough takes the key of some records and the value of others, and gives some headers.
func rough(in []Input) []Input {
	block := "\x02\x02k\x02v" // one header
	for _, x := range in {
		at := int32(len(x.B.Data))
		x.B.Data = append(x.B.Data, block...)
		for i := range x.B.Recs {
			switch r := &x.B.Recs[i]; i % 10 {
			case 1:
				r.KeyLen = -1
			case 4:
				r.ValLen = -1
			case 7:
				r.KeyLen, r.ValLen = -1, -1
			case 2, 3, 8:
				r.Headers, r.HeaderLen = at, int32(len(block))
			}
		}
	}
	return in
}

// sorted is the records of a topic in an order that does not depend on how they came.
func sorted(t *testing.T, topic *codec.Topic) (all []string) {
	t.Helper()
	var d codec.Decoder
	for i := range topic.Parts {
		for _, c := range topic.Parts[i].Chunks() {
			got, err := d.Decode(codec.Set{Data: c.Seal(codec.Unstamped)})
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range got.Batches {
				for k := range uint32(len(b.Recs)) {
					all = append(all, fmt.Sprintf("%d @%d %x=%x", i, b.TS(k), b.Key(k), b.Value(k)))
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// TestSameJoins: outputs, changelogs and rows, over epochs in which keys come again.
func TestSameJoins(t *testing.T) {
	for name, c := range map[string]struct {
		app   func(rt.Config) (*rt.App, error)
		outer bool
	}{"inner": {joins.NewInner, false}, "outer": {joins.NewOuter, true}} {
		app, err := c.app(config)
		g, h := newGenerated(app, err, 1), newJoinsByHand(1<<10, c.outer, within)
		n := 0
		for i, in := range rough(Numbers(40, 200, 50)) {
			g.run(i%2, in)
			if h.run(i%2, in); i%4 < 3 {
				continue
			}
			g.barrier()
			h.barrier()
			out := g.outs()[0]
			if n += out.Len(); !sameTopics(out, h.out) {
				t.Fatalf("%s: outputs differ: %d records, by hand %d", name, out.Len(), h.out.Len())
			}
			for k, log := range g.given[0].Logs {
				if !sameTopics(log, h.logs[k]) {
					t.Fatalf("%s: changelogs %d differ: %d records, by hand %d", name, k, log.Len(), h.logs[k].Len())
				}
			}
			if !bytes.Equal(g.given[0].Epoch.Rows.Bytes(), h.rows.Bytes()) {
				t.Fatalf("%s: rows differ: %d, by hand %d", name, g.given[0].Epoch.Rows.Len(), h.rows.Len())
			}
			g.recycle()
			h.forget()
			h.reset()
		}
		if n < 4000 {
			t.Errorf("%s: %d results", name, n)
		}
	}
}

// TestRounds: each record hops as often in rounds as through stages, on any number of lanes.
func TestRounds(t *testing.T) {
	for _, lanes := range []int{1, 3} {
		var sums []int64
		for _, back := range []bool{false, true} {
			h := &hopsOn{back: back}
			g, sum := newGenerated(h, nil, lanes), int64(0)
			for _, x := range Clicks(2, 1000, 100, seldom) {
				g.run(0, x)
				g.barrier()
			}
			if want := 2 * lanes * len(g.p.Stages); len(g.given) != want {
				t.Errorf("%d lanes: %d hand-overs, want %d", lanes, len(g.given), want)
			}
			for _, n := range h.sum {
				sum += n
			}
			sums = append(sums, sum)
		}
		if sums[0] != sums[1] || sums[0] == 0 {
			t.Errorf("%d lanes: the sums are %v, want equal ones", lanes, sums)
		}
	}
}
