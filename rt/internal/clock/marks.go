package clock

import "slices"

// Marks are the marks of all stages (lane.Stage), one stage's behind the other's: what the lanes report with the hand-overs of each
// epoch, and what the next barrier hands them. All are combined as the stream times among them are.
type Marks struct {
	names   [][]string // by stage
	first   []int      // where a stage's begin
	n       int
	open    map[uint32]*span
	closing bool // lanes emit because of what they are handed, also where all have the time already

	streams *StreamTimes // of complete cuts only: a commit stores the marks of its own cut
	least   []int64      // over all lanes at the last complete cut
	ready   []int64      // for all lanes, from the last complete cut
	given   []int64      // handed out
	follow  bool         // what the lanes make of it is in an epoch that is yet to be cut
}

// span collects an epoch's marks while its hand-overs come in.
type span struct{ largest, least []int64 }

// NewMarks starts from those that were stored, by name. Lanes that close what they are handed are handed those, too:
// what they emitted behind the last barrier of the run before was never committed.
func NewMarks(names [][]string, stored map[string]int64, closing bool) *Marks {
	m := &Marks{names: names, open: map[uint32]*span{}, closing: closing}
	start := Flat(names, stored)
	for _, list := range names {
		m.first = append(m.first, m.n)
		m.n += len(list)
	}
	m.streams = NewStreamTimes(start)
	m.least, m.ready, m.given = start, start, start
	if closing {
		m.given = slices.Repeat([]int64{None}, m.n)
	}
	return m
}

// Flat lists stored marks in the order of their names in all stages, None where there is none.
func Flat(names [][]string, stored map[string]int64) []int64 {
	var flat []int64
	for _, list := range names {
		for _, name := range list {
			at, known := stored[name]
			if !known {
				at = None
			}
			flat = append(flat, at)
		}
	}
	return flat
}

// Gather takes the marks of a stage on a lane at the cut of an epoch.
func (m *Marks) Gather(n uint32, stage int, at []int64) {
	s := m.open[n]
	if s == nil {
		s = &span{slices.Repeat([]int64{None}, m.n), slices.Repeat([]int64{1<<63 - 1}, m.n)}
		m.open[n] = s
	}
	for k, ms := range at {
		i := m.first[stage] + k
		s.largest[i], s.least[i] = max(s.largest[i], ms), min(s.least[i], ms)
	}
}

// Seal makes an epoch's marks the current ones, and gives them by name; watermark is that of its cut.
func (m *Marks) Seal(n uint32, watermark int64) (largest, least map[string]int64) {
	s := m.open[n]
	delete(m.open, n)
	m.streams.Cut(s.largest)
	m.least, m.ready = s.least, slices.Clone(m.streams.Combine(watermark))
	return m.Largest(), m.byName(m.least)
}

// Largest are the marks to store, by name.
func (m *Marks) Largest() map[string]int64 { return m.byName(m.streams.Largest()) }

func (m *Marks) byName(flat []int64) map[string]int64 {
	at, i := make(map[string]int64, m.n), 0
	for _, list := range m.names {
		for _, name := range list {
			at[name] = flat[i]
			i++
		}
	}
	return at
}

// behind says whether some lane hasn't got as far as it may, or hasn't closed what it may.
func (m *Marks) behind() bool {
	for i, at := range m.ready {
		if at > m.given[i] && (m.closing || at > m.least[i]) {
			return true
		}
	}
	return false
}

// Due says that an epoch is to be cut though nothing was admitted.
func (m *Marks) Due() bool { return m.follow || m.behind() }

// HandOut is what all lanes may catch up with, nil if they have.
func (m *Marks) HandOut() []int64 {
	if m.follow = false; !m.behind() {
		return nil
	}
	m.given, m.follow = m.ready, m.closing
	return m.given
}
