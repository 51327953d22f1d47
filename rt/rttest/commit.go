package rttest

import (
	"cmp"
	"maps"
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/internal/clock"
	"github.com/stoatgen/stoatgen/rt/lane"
	"github.com/stoatgen/stoatgen/rt/store"
)

// commit runs the lanes until nothing is left to do and ends epochs: the running one, and as the engine does those in which lanes
// catch up with the time that others have seen, and close what has closed.
func (d *Driver) commit() {
	d.tb.Helper()
	d.work()
	for d.cut(); d.failure == nil && d.marks.Due(); {
		d.cut()
	}
}

// cut ends the epoch and takes what the lanes hand over.
func (d *Driver) cut() {
	d.tb.Helper()
	d.router.Barrier(d.epoch, d.marks.HandOut())
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
	d.expire()
	for _, h := range d.given {
		d.take(h)
	}
	d.given = d.given[:0]
	d.stored = d.epoch
	d.epoch++
}

// expire joins the marks of all lanes, and takes the rows out that mean nothing any more.
func (d *Driver) expire() {
	d.tb.Helper()
	for _, h := range d.given {
		d.marks.Gather(d.epoch, h.Stage, h.Marks)
	}
	var least map[string]int64
	d.saved, least = d.marks.Seal(d.epoch, d.watermark())
	var gone store.Rows
	if err := d.expiry.Expire(d.db, &gone, least); err != nil {
		d.tb.Fatalf("expire rows at epoch %d: %v", d.epoch, err)
	}
	d.write(&gone)
}

// watermark is the largest time of all partitions: between steps none has anything that it might hold back.
func (d *Driver) watermark() int64 {
	w := clock.None
	for _, at := range d.latest {
		w = max(w, at)
	}
	return w
}

func (d *Driver) write(rows *store.Rows) {
	d.tb.Helper()
	if rows.Len() == 0 {
		return
	}
	if err := d.db.Write(rows.Bytes()); err != nil {
		d.tb.Fatalf("write epoch %d: %v", d.epoch, err)
	}
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
	d.write(&h.Epoch.Rows)
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

func (d *Driver) deliver(t *codec.Topic) {
	d.tb.Helper()
	if records := d.decode(t); len(records) > 0 {
		d.unread[t.Name] = append(d.unread[t.Name], records...)
		d.returns(records)
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
