package clock

import "time"

// Merge says which partition's record is next: the one with the smallest timestamp at its head, once no other
// partition may still deliver a smaller one (max.task.idle.ms, as Kafka Streams' PartitionGroup has it). It holds no
// records. Not safe for use by several goroutines: it belongs to the router.
//
// A partition without a record at hand is waited for
//
//	idle < 0   never
//	idle = 0   while the broker is not known to have nothing more for it
//	idle > 0   as long as that, and then for so long
//
// after which it is idle: neither waited for nor part of the watermark, until it has a record again.
type Merge struct {
	idle  int64
	wall  Wall
	parts []partition
	heads []int32 // a binary heap of the partitions that have a head, smallest timestamp first
	// lagging and resting count the empty partitions: those the broker has more for (or that were never asked for), and
	// those it has nothing for.
	lagging, resting int
	watermark        int64
}

type partition struct {
	head     int64 // timestamp of the next record
	largest  int64 // of the records taken, or None
	deadline int64 // when it becomes idle, while empty and caught up
	at       int32 // place in heads, -1 if empty
	caughtUp bool
}

// NewMerge makes one for n partitions, numbered from 0, all empty and not yet known to be caught up.
func NewMerge(n int, idle time.Duration, wall Wall) *Merge {
	m := &Merge{idle: idle.Milliseconds(), wall: wall, parts: make([]partition, n), lagging: n, watermark: None}
	for i := range m.parts {
		m.parts[i] = partition{largest: None, at: -1}
	}
	return m
}

// Resume sets the partition time that a restart found with the committed offset.
func (m *Merge) Resume(i int, largest int64) { m.parts[i].largest = largest }

// Head says that partition i has a record at hand, and its timestamp: after a fetch, and after each run of records
// that was taken and left some.
func (m *Merge) Head(i int, ts int64) {
	p := &m.parts[i]
	p.head = ts
	if p.at < 0 {
		m.uncount(p)
		p.at = int32(len(m.heads))
		m.heads = append(m.heads, int32(i))
	}
	m.down(m.up(int(p.at)))
}

// Empty says that partition i has no record at hand, and whether the broker has none for it either, as far as its last
// answer tells.
func (m *Merge) Empty(i int, caughtUp bool) {
	p := &m.parts[i]
	switch {
	case p.at >= 0:
		m.remove(int(p.at))
		p.at = -1
	case p.caughtUp && caughtUp:
		return // the deadline stands: an empty answer is no sign of life
	default:
		m.uncount(p)
	}
	p.caughtUp = caughtUp
	if caughtUp {
		p.deadline = m.wall.Now() + m.idle
		m.resting++
	} else {
		m.lagging++
	}
}

// uncount takes an empty partition out of its count.
func (m *Merge) uncount(p *partition) {
	if p.caughtUp {
		m.resting--
	} else {
		m.lagging--
	}
}

// Next is the partition to take from: its head, and without asking again all that follow whose timestamps are not above
// until, the head of the runner-up. False: there is nothing to take, or it must wait; see Wait.
func (m *Merge) Next() (i int, until int64, ok bool) {
	if len(m.heads) == 0 || m.Wait() != 0 {
		return 0, 0, false
	}
	until = 1<<63 - 1
	for _, child := range m.heads[1:min(3, len(m.heads))] {
		until = min(until, m.parts[child].head)
	}
	return int(m.heads[0]), until, true
}

// Forever is Wait's answer where only a fetch can help.
const Forever = time.Duration(1<<63 - 1)

// Wait is how long empty partitions hold back the others, unless a fetch changes that: 0 not at all.
func (m *Merge) Wait() time.Duration {
	if m.idle < 0 {
		return 0
	}
	if m.lagging > 0 {
		return Forever
	}
	if m.idle == 0 || m.resting == 0 {
		return 0
	}
	now, last := m.wall.Now(), int64(0)
	for i := range m.parts {
		if p := &m.parts[i]; p.at < 0 {
			last = max(last, p.deadline-now)
		}
	}
	return time.Duration(last) * time.Millisecond
}

// Took says that records of partition i were taken, the largest of their timestamps being ts.
func (m *Merge) Took(i int, ts int64) {
	m.parts[i].largest = max(m.parts[i].largest, ts)
}

// PartitionTime is the largest timestamp taken from partition i, or None.
func (m *Merge) PartitionTime(i int) int64 { return m.parts[i].largest }

// Idle reports whether partition i is left out of the watermark.
func (m *Merge) Idle(i int) bool {
	p := &m.parts[i]
	return p.at < 0 && (m.idle < 0 || p.caughtUp && m.wall.Now() >= p.deadline)
}

// Watermark is the time up to which records have been taken from every partition that is not idle: the smallest of
// their partition times. If all are idle it is the largest of all, since nothing is left to hold it back. One that has
// a record but gave none yet holds it where it is. Ask at the cut of a barrier.
func (m *Merge) Watermark() int64 {
	smallest, largest, active := int64(1<<63-1), None, false
	for i := range m.parts {
		largest = max(largest, m.parts[i].largest)
		if !m.Idle(i) {
			active = true
			smallest = min(smallest, m.parts[i].largest)
		}
	}
	if !active {
		smallest = largest
	}
	m.watermark = max(m.watermark, smallest) // T1: a partition that wakes up late does not turn it back
	return m.watermark
}
