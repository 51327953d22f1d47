package rttest

import "slices"

// feed runs the records that came back: those written to topics that the topology reads. The earliest of those at hand is next, as
// everywhere among partitions; each is a step of its own, and may bring others.
func (d *Driver) feed() {
	d.tb.Helper()
	for d.failure == nil && len(d.back) > 0 {
		at := d.earliest()
		r := d.back[at]
		d.back = slices.Delete(d.back, at, at+1)
		d.run(r)
	}
}

// earliest is the first of a partition with the least timestamp.
func (d *Driver) earliest() (at int) {
	seen := map[partition]bool{}
	for i, r := range d.back {
		if p := (partition{r.Topic, r.Partition}); !seen[p] {
			seen[p] = true
			if r.Timestamp < d.back[at].Timestamp {
				at = i
			}
		}
	}
	return at
}

// returns takes what was written to a topic that the topology reads.
func (d *Driver) returns(records []Record) {
	d.tb.Helper()
	if d.reads(records[0].Topic) {
		d.back = append(d.back, records...)
	}
}
