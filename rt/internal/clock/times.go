package clock

import "slices"

// Times are the stream times of the windowed operators of all stages, one stage's behind the other's: what the lanes report with
// the hand-overs of each epoch, and what the next barrier hands them.
type Times struct {
	names   [][]string // by stage
	first   []int      // where a stage's times begin
	n       int
	open    map[uint32]*span
	closing bool // lanes emit because of what they are handed, also where all have the time already

	streams *StreamTimes // of complete cuts only: a commit stores the times of its own cut
	least   []int64      // over all lanes at the last complete cut
	ready   []int64      // for all lanes, from the last complete cut
	given   []int64      // handed out
	follow  bool         // what the lanes make of it is in an epoch that is yet to be cut
}

// span collects an epoch's times while its hand-overs come in.
type span struct{ largest, least []int64 }

// NewTimes starts from the times that were stored, by operator. Lanes that close what they are handed are handed those, too:
// what they emitted behind the last barrier of the run before was never committed.
func NewTimes(names [][]string, stored map[string]int64, closing bool) *Times {
	t := &Times{names: names, open: map[uint32]*span{}, closing: closing}
	start := Flat(names, stored)
	for _, list := range names {
		t.first = append(t.first, t.n)
		t.n += len(list)
	}
	t.streams = NewStreamTimes(start)
	t.least, t.ready, t.given = start, start, start
	if closing {
		t.given = slices.Repeat([]int64{None}, t.n)
	}
	return t
}

// Flat lists stored stream times in the order of the operators of all stages, None where there is none.
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

// Gather takes the times of a stage on a lane at the cut of an epoch.
func (t *Times) Gather(n uint32, stage int, at []int64) {
	s := t.open[n]
	if s == nil {
		s = &span{slices.Repeat([]int64{None}, t.n), slices.Repeat([]int64{1<<63 - 1}, t.n)}
		t.open[n] = s
	}
	for k, ms := range at {
		i := t.first[stage] + k
		s.largest[i], s.least[i] = max(s.largest[i], ms), min(s.least[i], ms)
	}
}

// Seal makes an epoch's times the current ones, and gives them by operator; watermark is that of its cut.
func (t *Times) Seal(n uint32, watermark int64) (largest, least map[string]int64) {
	s := t.open[n]
	delete(t.open, n)
	t.streams.Cut(s.largest)
	t.least, t.ready = s.least, slices.Clone(t.streams.Combine(watermark))
	return t.Largest(), t.byName(t.least)
}

// Largest are the stream times to store, by operator.
func (t *Times) Largest() map[string]int64 { return t.byName(t.streams.Largest()) }

func (t *Times) byName(flat []int64) map[string]int64 {
	at, i := make(map[string]int64, t.n), 0
	for _, list := range t.names {
		for _, name := range list {
			at[name] = flat[i]
			i++
		}
	}
	return at
}

// behind says whether some lane hasn't got as far as it may, or hasn't closed what it may.
func (t *Times) behind() bool {
	for i, at := range t.ready {
		if at > t.given[i] && (t.closing || at > t.least[i]) {
			return true
		}
	}
	return false
}

// Due says that an epoch is to be cut though nothing was admitted.
func (t *Times) Due() bool { return t.follow || t.behind() }

// HandOut is what all lanes may catch up with, nil if they have.
func (t *Times) HandOut() []int64 {
	if t.follow = false; !t.behind() {
		return nil
	}
	t.given, t.follow = t.ready, t.closing
	return t.given
}
