package state

import (
	"bytes"
	"fmt"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Timers is the timers of one processor on one lane. Part gives what the processor sees; process.Tasks asks for the Next and has
// it Fire.
type Timers[K any] struct {
	*agenda
	key  Codec[K]
	fire func(part int32, t record.Timer[K]) error
	slab []byte // keys that fired: what is decoded from them aliases it, so it is never written again
	k    K      // what codecs are given escapes: with a place of its own no call allocates
}

// NewTimers makes a store of timers for so many partitions. now is the time of the record or punctuation at hand, alarm hears
// of what is registered, fire calls the processor.
func NewTimers[K any](cf uint32, key Codec[K], epoch *uint32, now *int64, parts int32,
	alarm func(part int32, clock record.PunctuationType, at int64), fire func(part int32, t record.Timer[K]) error) *Timers[K] {
	return &Timers[K]{agenda: newAgenda(cf, epoch, now, parts, alarm), key: key, fire: fire}
}

// Part is the timers of one partition.
func (t *Timers[K]) Part(part int32) record.Timers[K] { return timersOf[K]{t, part} }

type timersOf[K any] struct {
	t    *Timers[K]
	part int32
}

func (p timersOf[K]) Register(key K, clock record.PunctuationType, at int64) {
	p.t.register(p.part, clock, at, p.t.bytes(key, clock, at))
}

func (p timersOf[K]) Delete(key K, clock record.PunctuationType, at int64) {
	p.t.delete(p.part, clock, p.t.bytes(key, clock, at))
}

// bytes is a timer's name, valid until the next call.
func (t *Timers[K]) bytes(key K, clock record.PunctuationType, at int64) []byte {
	if at < 0 || clock > record.WallClockTime {
		panic(fmt.Errorf("timer of %v on clock %d at %d; expected StreamTime or WallClockTime and a time in milliseconds that isn't negative", key, clock, at))
	}
	t.k = key
	t.name = t.key.bytes(codec.AppendInt64(append(t.name[:0], byte(clock)), at), &t.k)
	return t.name
}

// Fire takes the first timer of a partition and clock, which is due, and calls the processor.
func (t *Timers[K]) Fire(part int32, clock record.PunctuationType) error {
	at, name := t.take(part, clock)
	key := name[timerHead:]
	if !t.key.Flat {
		key = t.kept(key)
	}
	t.key.into(key, &t.k)
	return t.fire(part, record.Timer[K]{Key: t.k, Clock: clock, Timestamp: at})
}

// Keep deletes the timers of a partition and clock that are of other keys than one, and says whether any of that is left. It
// looks at those in memory: it is for stores of a few.
func (t *Timers[K]) Keep(part int32, clock record.PunctuationType, key K) (found bool) {
	t.Next(part, clock)
	t.k = key
	want, q := t.key.bytes(nil, &t.k), t.queue(part, clock)
	for i := 0; i < len(q.heap); {
		d := q.heap[i]
		e := t.table.Get(d.at)
		if bytes.Equal(t.table.Key(e)[timerHead:], want) {
			found = true
			i++
			continue
		}
		t.remove(q, i)
		t.end(e, d.at, *t.now)
		i, found = 0, false // the others have moved
	}
	return found
}

// slabSize is how many bytes of keys are allocated at once.
const slabSize = 16 << 10

// kept is a copy of bytes that the processor may keep for as long as it likes.
func (t *Timers[K]) kept(b []byte) []byte {
	if cap(t.slab)-len(t.slab) < len(b) {
		t.slab = make([]byte, 0, max(slabSize, len(b)))
	}
	n := len(t.slab)
	t.slab = append(t.slab, b...)
	return t.slab[n:len(t.slab):len(t.slab)]
}
