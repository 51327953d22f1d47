package state

import (
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/store"
)

var _ store.Any = (*agenda)(nil)

// Open connects the store with its durable rows.
func (a *agenda) Open(r store.Reader, lim store.Limits) {
	a.reader, a.lim = r, lim
	a.table.Open(r, a.cf, store.Limits{})
	a.begin()
}

// Family is the index of the store's family.
func (a *agenda) Family() uint32 { return a.cf }

// Fetch, LoadRow and Absent have nothing to do: rows are read in their order.
func (a *agenda) Fetch() error                               { return nil }
func (a *agenda) LoadRow(int32, string, uint32, []byte) bool { return true }
func (a *agenda) Absent(int32, string, uint32)               {}

// Flush encodes what the epoch changed. What was registered and ended in it leaves no trace.
func (a *agenda) Flush(e *store.Epoch, log *codec.Topic) {
	id := a.table.ID()
	for _, place := range a.table.Dirty() {
		x := a.table.Get(place)
		name := a.table.Key(x)
		switch {
		case x.Live:
			x.Val.durable = true
			e.Rows.PutAt(id, x.Part, name, x.Val.ts, nil)
			if log != nil {
				log.Parts[x.Part].Append(x.Val.ts, name, []byte{}, nil)
			}
		case x.Val.durable:
			e.Rows.Delete(id, x.Part, name)
			a.ended = append(a.ended, ended{place, x.Epoch})
			if log != nil {
				log.Parts[x.Part].Append(x.Val.ts, name, nil, nil)
			}
		default:
			a.table.Drop(place)
		}
	}
	a.table.Clean()
}

// Trim forgets the timers whose deletes are stored, and evicts what is over the limits.
func (a *agenda) Trim(stored uint32) {
	for a.head < len(a.ended) && a.ended[a.head].epoch <= stored {
		x := a.ended[a.head]
		if e := a.table.Get(x.at); !e.Live && e.Epoch == x.epoch { // else it was registered again
			a.table.Drop(x.at)
		}
		a.head++
	}
	if a.head > len(a.ended)/2 {
		a.ended = append(a.ended[:0], a.ended[a.head:]...)
		a.head = 0
	}
	if n := a.lim.Over(a.table.Len(), a.table.Bytes()); n > 0 && a.futile != stored && a.Evict(n, stored) < n {
		a.futile = stored
	}
}

// Evict frees up to n timers that the DB has, the latest of each partition and clock.
func (a *agenda) Evict(n int, stored uint32) (gone int) {
	if a.reader == nil {
		return 0
	}
	total := 0
	for i := range a.queues {
		total += len(a.queues[i].heap)
	}
	for i := range a.queues {
		if q := &a.queues[i]; len(q.heap) > 0 {
			gone += a.evict(q, min(n-gone, (n*len(q.heap)+total-1)/total), stored)
		}
	}
	return gone
}

// Reset drops all that is in memory.
func (a *agenda) Reset() {
	a.table.Reset()
	a.ended, a.head, a.futile = a.ended[:0], 0, 0
	a.begin()
}

// Stats is what the store keeps in memory.
func (a *agenda) Stats() store.Stats {
	s := a.table.Stats()
	s.Dirty = len(a.table.Dirty())
	return s
}

// RestoreLog turns a changelog record into a row.
func (a *agenda) RestoreLog(part int32, key, val []byte, ts int64, rows *store.Rows, r store.Reader) error {
	if len(key) < timerHead || key[0] > 1 {
		return fmt.Errorf("changelog record %x of partition %d is no timer's: clock, time and key", key, part)
	}
	if val == nil {
		rows.Delete(r.ID(a.cf), part, key)
	} else {
		rows.PutAt(r.ID(a.cf), part, key, ts, nil)
	}
	return nil
}

// RestoreEnd has nothing to do: each record is a row.
func (a *agenda) RestoreEnd(*store.Rows, store.Reader) error { return nil }

// Rows yields the timers, by partition, clock, time and key: what the changelog has as its key. The timestamp is the timer's.
func (a *agenda) Rows(r store.Reader, yield func(part int32, key []byte, ts int64, val []byte) bool) error {
	return a.table.Scan(r, a.cf,
		func(e *store.Entry[timer]) bool {
			return !e.Live || yield(e.Part, a.table.Key(e), e.Val.at, nil)
		},
		func(part int32, name, _ []byte) bool {
			return len(name) < timerHead || yield(part, name, codec.GetInt64(name[1:]), nil)
		})
}
