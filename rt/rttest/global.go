package rttest

import (
	"slices"

	"github.com/stoatgen/stoatgen/rt/abi"
	"github.com/stoatgen/stoatgen/rt/lane"
)

// startGlobals makes the tables that every lane sees, and reads their topics from the beginning.
func (d *Driver) startGlobals() {
	d.globals = nil
	if d.heard == nil {
		d.heard = make([][]*abi.Batch, len(d.program.Globals))
	}
	for i, g := range d.program.Globals {
		t := g.New()
		for _, b := range d.heard[i] {
			d.put(t, i, b)
		}
		d.globals = append(d.globals, t)
	}
}

// global writes a record to the topic of a global table; false: it is none. Nothing follows from it, and there is nothing to commit.
func (d *Driver) global(r Record) bool {
	i := slices.IndexFunc(d.program.Globals, func(g lane.GlobalInfo) bool { return g.Topic == r.Topic })
	if i < 0 {
		return false
	}
	at := partition{r.Topic, max(r.Partition, 0)}
	b := batch(r, d.next[at])
	d.next[at]++
	if d.put(d.globals[i], i, b) {
		d.heard[i] = append(d.heard[i], b)
	}
	return true
}

// put applies a record, if its codec accepts it.
func (d *Driver) put(t lane.Global, i int, b *abi.Batch) bool {
	cause := t.Put(b, 0)
	if cause == nil {
		return true
	}
	node := d.program.Globals[i].Node
	d.drops[node][abi.Malformed]++
	f := &lane.Failure{Kind: lane.Decode, Node: d.program.Nodes[node], Topic: b.Topic, Partition: b.Partition, Offset: b.Base, Timestamp: b.TS(0), Key: b.Key(0), Value: b.Value(0), Cause: cause}
	if d.settings.errors.Decode(f) == lane.Stop {
		d.failure = f
	}
	return false
}

// globalRows is what a global table holds; false: there is none of that name.
func (d *Driver) globalRows(name string) (rows []Row, ok bool) {
	for i, g := range d.program.Globals {
		if g.Name != name {
			continue
		}
		d.globals[i].Rows(func(key []byte, ts int64, val []byte) bool {
			rows = append(rows, Row{Key: slices.Clone(key), Value: slices.Clone(val), Timestamp: ts})
			return true
		})
		return rows, true
	}
	return nil, false
}
