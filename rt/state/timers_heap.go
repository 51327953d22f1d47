package state

import (
	"bytes"
	"slices"
)

// before orders by time, then by key: by name, as rows lie.
func (a *agenda) before(x, y due) bool {
	if x.time != y.time {
		return x.time < y.time
	}
	return bytes.Compare(a.table.Key(a.table.Get(x.at)), a.table.Key(a.table.Get(y.at))) < 0
}

func (a *agenda) set(q *queue, i int, d due) {
	q.heap[i] = d
	a.table.Get(d.at).Val.place = int32(i)
}

func (a *agenda) push(q *queue, d due) {
	q.heap = append(q.heap, d)
	a.up(q, len(q.heap)-1)
}

func (a *agenda) remove(q *queue, i int) {
	n := len(q.heap) - 1
	last := q.heap[n]
	if q.heap = q.heap[:n]; i == n {
		return
	}
	a.set(q, i, last)
	a.up(q, i)
	a.down(q, int(a.table.Get(last.at).Val.place))
}

func (a *agenda) up(q *queue, i int) {
	d := q.heap[i]
	for i > 0 && a.before(d, q.heap[(i-1)/2]) {
		a.set(q, i, q.heap[(i-1)/2])
		i = (i - 1) / 2
	}
	a.set(q, i, d)
}

func (a *agenda) down(q *queue, i int) {
	d := q.heap[i]
	for {
		k := 2*i + 1
		if k+1 < len(q.heap) && a.before(q.heap[k+1], q.heap[k]) {
			k++
		}
		if k >= len(q.heap) || !a.before(q.heap[k], d) {
			break
		}
		a.set(q, i, q.heap[k])
		i = k
	}
	a.set(q, i, d)
}

// evict lets go the last n timers of a queue that the DB has, and says how many there were.
func (a *agenda) evict(q *queue, n int, stored uint32) (gone int) {
	slices.SortFunc(q.heap, func(x, y due) int {
		if a.before(x, y) {
			return -1
		}
		return 1
	})
	keep := len(q.heap)
	for i := keep - 1; i >= 0; i-- {
		d := q.heap[i]
		e := a.table.Get(d.at)
		if gone == n || e.Epoch > stored {
			keep--
			a.set(q, keep, d)
			continue
		}
		if name := a.table.Key(e); !q.misses(name) {
			q.from, q.all = append(q.from[:0], name...), false
		}
		a.table.Drop(d.at)
		gone++
	}
	q.heap = append(q.heap[:0], q.heap[keep:]...)
	for i, d := range q.heap {
		a.set(q, i, d)
	}
	return gone
}
