package state

import (
	"bytes"
	"math"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/store"
)

// agenda is timers whose keys are bytes. A timer's name is its clock (one byte), its time (eight, big-endian) and its key: the
// key of a row, behind the partition, and of a changelog record; their values are empty. So rows lie in the order in which they
// fire.
//
//	heap of a partition and clock: all timers ahead of queue.from, and those of epochs that the DB hasn't got yet
//	DB:                            the others are read from queue.from on, a chunk at a time, when the heap has come to it
//
// So a start reads a chunk of each queue, and memory doesn't grow with the timers of the far future.
type agenda struct {
	cf     uint32
	now    *int64
	alarm  func(part int32, clock record.PunctuationType, at int64)
	table  *store.Table[timer] // by name; those that ended stay until the DB knows
	queues []queue             // by partition and clock
	ended  []ended             // from head on, in the order of epochs
	head   int
	name   []byte // scratch
	reader store.Reader
	lim    store.Limits
	futile uint32 // Trim could not free enough with this stored epoch
}

// timer is what is known of one beside its name.
type timer struct {
	at      int64
	ts      int64 // of the changelog record: when it was registered, or ended
	place   int32 // in the heap
	durable bool  // the DB, or an epoch on its way there, may have a row of it
}

// ended is a timer whose row's delete is in an epoch.
type ended struct {
	at    store.At
	epoch uint32
}

// queue is the timers of one partition and clock.
type queue struct {
	heap []due  // the earliest first
	from []byte // name from which on the DB may have rows that are not here
	all  bool   // it has none
}

// due is a timer in a heap.
type due struct {
	time int64
	at   store.At
}

const (
	timerHead  = 9
	timerChunk = 512 // rows that are read at once
)

func newAgenda(cf uint32, epoch *uint32, now *int64, parts int32, alarm func(part int32, clock record.PunctuationType, at int64)) *agenda {
	a := &agenda{cf: cf, now: now, alarm: alarm, table: store.NewTable[timer](epoch), queues: make([]queue, 2*parts)}
	a.begin()
	return a
}

// begin forgets what the queues know.
func (a *agenda) begin() {
	for i := range a.queues {
		q := &a.queues[i]
		q.heap, q.all = q.heap[:0], a.reader == nil
		q.from = append(q.from[:0], byte(i&1))
	}
}

func (a *agenda) queue(part int32, clock record.PunctuationType) *queue {
	return &a.queues[2*part+int32(clock)]
}

// misses says that the DB may have a row of a name which is not here.
func (q *queue) misses(name []byte) bool { return !q.all && bytes.Compare(name, q.from) >= 0 }

func (a *agenda) register(part int32, clock record.PunctuationType, at int64, name []byte) {
	e, place := a.table.Hold(0, part, codec.String(name), codec.Murmur2(name))
	if e.Live {
		return
	}
	q := a.queue(part, clock)
	e.Live = true
	e.Val.at, e.Val.ts, e.Val.durable = at, *a.now, e.Val.durable || q.misses(name)
	a.table.Touch(e, place)
	a.push(q, due{at, place})
	a.alarm(part, clock, at)
}

func (a *agenda) delete(part int32, clock record.PunctuationType, name []byte) {
	hash := codec.Murmur2(name)
	q, place := a.queue(part, clock), a.table.Find(part, codec.String(name), hash)
	if place == 0 {
		if q.misses(name) { // there may be a row, which a delete is cheaper for than a look
			e, place := a.table.Hold(0, part, codec.String(name), hash)
			e.Val.durable = true
			a.end(e, place, *a.now)
		}
		return
	}
	if e := a.table.Get(place); e.Live {
		a.remove(q, int(e.Val.place))
		a.end(e, place, *a.now)
	}
}

func (a *agenda) end(e *store.Entry[timer], place store.At, now int64) {
	e.Live, e.Val.ts = false, now
	a.table.Touch(e, place)
}

// Next is when the first timer of a partition and clock is due, math.MaxInt64 if there is none. It may read the DB.
func (a *agenda) Next(part int32, clock record.PunctuationType) int64 {
	q := a.queue(part, clock)
	for !q.all && (len(q.heap) == 0 || q.misses(a.table.Key(a.table.Get(q.heap[0].at)))) {
		a.load(part, clock, q)
	}
	if len(q.heap) == 0 {
		return math.MaxInt64
	}
	return q.heap[0].time
}

// take ends the first timer, behind Next. name is lent until the batch ends.
func (a *agenda) take(part int32, clock record.PunctuationType) (at int64, name []byte) {
	q := a.queue(part, clock)
	d := q.heap[0]
	e := a.table.Get(d.at)
	a.remove(q, 0)
	a.end(e, d.at, d.time)
	return d.time, a.table.Key(e)
}

// load reads the next chunk of rows.
func (a *agenda) load(part int32, clock record.PunctuationType, q *queue) {
	from, to := partKey(nil, part, q.from), append(prefix(nil, part), byte(clock)+1)
	n, all := 0, true
	err := a.reader.Scan(a.cf, from, to, func(row, _ []byte) bool {
		name := row[partLen:]
		if n == timerChunk {
			q.from, all = append(q.from[:0], name...), false
			return false
		}
		n++
		a.enter(part, q, name)
		return true
	})
	if err != nil {
		panic(&store.Unreadable{Err: err})
	}
	q.all = all
}

// enter takes a row up, unless what became of it is known.
func (a *agenda) enter(part int32, q *queue, name []byte) {
	if len(name) < timerHead {
		panic(&store.Unreadable{Err: errShort(name)})
	}
	hash := codec.Murmur2(name)
	if a.table.Find(part, codec.String(name), hash) != 0 {
		return
	}
	e, place := a.table.Hold(0, part, codec.String(name), hash)
	e.Live, e.Val = true, timer{at: codec.GetInt64(name[1:]), durable: true}
	a.push(q, due{e.Val.at, place})
}
