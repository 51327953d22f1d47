package bench

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
	"github.com/stoatgen/stoatgen/testdata/gen/counts"
	"github.com/stoatgen/stoatgen/testdata/gen/delays"
	"github.com/stoatgen/stoatgen/testdata/gen/orders"
)

// config is that of an application whose engine never starts.
var config = rt.Config{ApplicationID: "bench"}

func newOrders() *generated {
	app, err := orders.NewOrders(&orders.Orders{Min: 50}, config)
	return newGenerated(app, err, 1)
}

func newCounts() *generated {
	app, err := counts.NewCounts(config)
	return newGenerated(app, err, 1)
}

func newDelays() *generated {
	app, err := delays.NewDelays(config)
	return newGenerated(app, err, 1)
}

// Each function makes the variants of one comparison; the first is the anchor. Epochs end without encoding here, so
// that the record path alone is measured; costBarrier has the rest.

func costOrders() []variant {
	in, o := Orders(16, 2000, 10000), &orders.Orders{Min: 50}
	g, out, buf := newOrders(), codec.NewTopic("x", partitions), []byte(nil)
	return []variant{
		{"hand, best", 2000, cycle(in, func(x Input) { buf = ordersBest(x, o, out, buf); out.Reset() })},
		{"generated", 2000, cycle(in, func(x Input) { g.run(0, x); g.forget() })},
		{"hand, encoding/json", 2000, cycle(in, func(x Input) { ordersPlain(x, o, out); out.Reset() })},
	}
}

func costCounts(customers, batches, slots int) []variant {
	in := Orders(batches, 2000, customers)
	g := newCounts()
	p, b := newCountsByHand(slots)
	for _, x := range in {
		g.run(0, x)
		p.run(x)
		b.run(x)
		g.forget()
		p.forget()
		b.forget()
	}
	return []variant{
		{"hand, best, no hop", 2000, cycle(in, func(x Input) { b.run(x); b.forget() })},
		{"generated, with hop", 2000, cycle(in, func(x Input) { g.run(0, x); g.forget() })},
		{"hand, best, batched", 2000, cycle(in, func(x Input) { b.runBatched(x); b.forget() })},
		{"hand, map, no hop", 2000, cycle(in, func(x Input) { p.run(x); p.forget() })},
	}
}

func costDelays() []variant {
	in, air := Flights(40, 2000, 500, 40), Airports(500)
	g := newDelays()
	g.run(0, air)
	p, b := newDelaysByHand(air)
	restart := func(x Input, time *int64) { // the input starts over
		if x.B == in[0].B {
			*time = -1
		}
	}
	return []variant{
		{"hand, best", 2000, cycle(in, func(x Input) { restart(x, &b.time); b.run(x); b.forget() })},
		{"generated", 2000, cycle(in, func(x Input) {
			if restart(x, g.lanes[0].Stage(0).Marks[0]); x.B == in[0].B {
				g.barrier() // or windows that leave their ring would pile up for an epoch that never ends
				g.recycle()
			}
			g.run(1, x)
			g.forget()
		})},
		{"hand, map of windows", 2000, cycle(in, func(x Input) {
			if restart(x, &p.time); p.time == -1 {
				clear(p.windows)
			}
			p.run(x)
			p.out.Reset()
		})},
	}
}

// costTally is the counting stage alone: no decoding, no hop; count and write, 1,000 keys.
func costTally() []variant {
	in := Clicks(100, lane.HopBatch, 1000, seldom)
	app, err := counts.NewTally(config)
	g := newGenerated(app, err, 1)
	p, b := newCountsByHand(1 << 11)
	return []variant{
		{"hand, best", lane.HopBatch, cycle(in, func(x Input) { b.tally(x); b.forget() })},
		{"generated", lane.HopBatch, cycle(in, func(x Input) { g.run(0, x); g.forget() })},
		{"hand, map", lane.HopBatch, cycle(in, func(x Input) {
			for _, r := range x.Refs {
				p.one(codec.String(x.B.Key(r.I)), x.B.TS(r.I))
			}
			p.forget()
		})},
	}
}

// costBarrier encodes 1,000 changed keys: row and changelog record each. A record here is a key.
func costBarrier() []variant {
	const keys = 1000
	epoch := uint32(1)
	kv := &store.KV[countRow]{Table: store.NewTable[countRow](&epoch), CF: 1, Put: putCountRow, Get: getCountRow}
	kv.Open(nil, store.Limits{})
	p, b := newCountsByHand(1 << 11)
	for _, x := range Clicks(1, keys, keys, seldom) {
		for i, r := range x.Refs {
			key := fmt.Sprintf("cust-%08d", i)
			h := codec.Murmur2([]byte(key))
			e, _ := kv.Table.Hold(0, codec.Partition(h, partitions), key, h)
			e.Val, e.Live = countRow{TS: x.B.TS(r.I), N: 1}, true
			p.one(key, x.B.TS(r.I))
			b.one(key, h, x.B.TS(r.I), nil)
		}
	}
	var e store.Epoch
	log := codec.NewTopic("x", partitions)
	all, places := p.dirty, b.dirty
	return []variant{
		{"hand, best", keys, func() {
			for _, i := range places {
				b.slots[i].epoch = b.epoch
			}
			b.dirty = places
			b.barrier()
			b.reset()
		}},
		{"generated", keys, func() {
			kv.Table.Each(func(at store.At, x *store.Entry[countRow]) bool {
				kv.Table.Touch(x, at)
				return true
			})
			kv.Flush(&e, log)
			epoch++
			log.Reset()
			e.Rows.Reset()
		}},
		{"hand, map", keys, func() {
			for _, c := range all {
				c.dirty = true
			}
			p.dirty = all
			p.barrier()
			p.reset()
		}},
	}
}

// countRow is the row of a count as stoatgen generates it.
type countRow struct{ TS, N int64 }

func putCountRow(b []byte, v *countRow) []byte {
	return codec.AppendInt64(codec.AppendInt64(b, v.TS), v.N)
}

func getCountRow(row []byte, v *countRow) bool {
	v.TS, v.N = codec.GetInt64(row), codec.GetInt64(row[8:])
	return true
}
