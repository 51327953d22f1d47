package state

import (
	"github.com/tidwall/btree"

	"github.com/stoatgen/stoatgen/rt/store"
)

// Trim evicts what is over the limits.
func (o *Ordered) Trim(stored uint32) {
	if n := o.lim.Over(o.rows.Len(), o.bytes); n > 0 {
		o.Evict(n, stored)
	}
}

// Evict frees up to n entries that the DB has, going round by key.
func (o *Ordered) Evict(n int, stored uint32) int {
	if o.reader == nil || n <= 0 {
		return 0
	}
	var out []string
	take := func(k string, e *entry) bool {
		if e.epoch <= stored {
			out = append(out, k)
		}
		o.hand = k
		return len(out) < n
	}
	o.rows.Ascend(o.hand, take)
	if len(out) < n {
		o.hand = ""
		seen := len(out)
		o.rows.Ascend("", func(k string, e *entry) bool { return (seen == 0 || k < out[0]) && take(k, e) })
	}
	for _, k := range out {
		if e, ok := o.rows.Delete(k); ok {
			o.bytes -= weight(k, e)
		}
	}
	if len(out) > 0 {
		o.complete, o.looked = false, true
		o.stats.Evicted += int64(len(out))
	}
	return len(out)
}

// Reset drops all that is in memory.
func (o *Ordered) Reset() {
	o.rows, o.dirty, o.bytes, o.hand = new(btree.Map[string, *entry]), o.dirty[:0], 0, ""
	o.complete, o.looked = o.reader == nil, o.reader == nil
}

// Stats is what the store keeps in memory.
func (o *Ordered) Stats() store.Stats {
	s := o.stats
	s.Entries, s.Dirty, s.Bytes = o.rows.Len(), len(o.dirty), o.bytes
	return s
}
