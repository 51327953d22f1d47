package rttest

import (
	"cmp"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// commit runs the lanes until nothing is left to do, ends the epoch and takes what they hand over.
func (d *Driver) commit() {
	d.tb.Helper()
	d.work()
	d.router.Barrier(d.epoch, slices.Clone(d.times))
	d.work()
	if d.failure != nil { // a lane that stopped hands nothing over: the epoch is aborted
		d.given = nil
		return
	}
	if want := len(d.lanes) * len(d.program.Stages); len(d.given) != want {
		d.tb.Fatalf("epoch %d: %d hand-overs of %d", d.epoch, len(d.given), want)
	}
	slices.SortStableFunc(d.given, func(a, b *lane.Handover) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Lane, b.Lane))
	})
	d.times = d.times[:0]
	for _, h := range d.given {
		d.take(h)
	}
	d.given = d.given[:0]
	d.stored = d.epoch
	d.epoch++
}

func (d *Driver) work() {
	for worked := true; worked; {
		worked = false
		if d.settings.shuffle != nil {
			for _, i := range d.settings.shuffle.Perm(len(d.lanes)) {
				worked = d.lanes[i].One() || worked
			}
			continue
		}
		for _, l := range d.lanes {
			worked = l.Step() || worked
		}
	}
}

// take is what a committer does with a hand-over.
func (d *Driver) take(h *lane.Handover) {
	d.tb.Helper()
	stage := &d.program.Stages[h.Stage]
	for i, t := range h.Logs {
		if t == nil {
			continue
		}
		records := d.decode(t)
		d.changes[stage.Stores[i]] = append(d.changes[stage.Stores[i]], records...)
		if d.settings.internal && len(records) > 0 {
			d.unread[t.Name] = append(d.unread[t.Name], records...)
		}
	}
	for _, t := range h.Outs {
		if t != nil {
			d.deliver(t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(h.Computed)) {
		d.deliver(h.Computed[name])
	}
	if h.Epoch.Rows.Len() > 0 {
		if err := d.db.Write(h.Epoch.Rows.Bytes()); err != nil {
			d.tb.Fatalf("write epoch %d: %v", d.epoch, err)
		}
	}
	d.keepTimes(h)
	d.count(h.Drops)
	d.lanes[h.Lane].Recycle(h)
}

func (d *Driver) count(drops [][abi.Reasons]uint64) {
	for n := range drops {
		for r := range drops[n] {
			d.drops[n][r] += drops[n][r]
		}
	}
}

// keepTimes joins the stream times of all lanes; hand-overs come stage by stage.
func (d *Driver) keepTimes(h *lane.Handover) {
	if h.Lane == 0 {
		d.times = append(d.times, h.Times...)
		return
	}
	own := d.times[len(d.times)-len(h.Times):]
	for i, t := range h.Times {
		own[i] = max(own[i], t)
	}
}

func (d *Driver) deliver(t *codec.Topic) {
	d.tb.Helper()
	if records := d.decode(t); len(records) > 0 {
		d.unread[t.Name] = append(d.unread[t.Name], records...)
	}
}

// decode reads the batches of a topic as a consumer would, in the order of partitions.
func (d *Driver) decode(t *codec.Topic) (records []Record) {
	d.tb.Helper()
	for p := range t.Parts {
		chunks := t.Parts[p].Chunks()
		for i := range chunks {
			set := codec.Set{Topic: t.Name, Partition: int32(p), Data: slices.Clone(chunks[i].Seal(codec.Unstamped))}
			got, err := (&codec.Decoder{}).Decode(set)
			if err != nil {
				d.tb.Fatalf("output: %v", err)
			}
			for _, b := range got.Batches {
				for i := range b.Recs {
					records = append(records, d.read(b, uint32(i)))
				}
			}
		}
	}
	return records
}

func (d *Driver) read(b *abi.Batch, i uint32) Record {
	d.tb.Helper()
	h, ok := codec.Headers(b.Headers(i))
	if !ok {
		d.tb.Fatalf("%s-%d: header block %x can't be read", b.Topic, b.Partition, b.Headers(i))
	}
	at := partition{b.Topic, b.Partition}
	offset := d.next[at]
	d.next[at]++
	return Record{Topic: b.Topic, Partition: b.Partition, Offset: offset, Key: b.Key(i), Value: b.Value(i), Timestamp: b.TS(i), Headers: h}
}
