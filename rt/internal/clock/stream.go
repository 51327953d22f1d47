package clock

import "slices"

// StreamTimes combines the stream times that the lanes report at a barrier, one an operator, and the other marks with them. It
// belongs to the coordinator of barriers.
//
//	at barrier n, when all lanes have reported:  Cut(the largest of their times), and then
//	                                             Combine(watermark at the cut of n) → what barrier n+1 hands to every lane
//
// A lane whose own time is ahead of what it is handed keeps its own.
type StreamTimes struct {
	largest []int64 // over all lanes, at the last cut
	handed  []int64
}

// NewStreamTimes starts from the times that a restart found, None where there are none.
func NewStreamTimes(restored []int64) *StreamTimes {
	return &StreamTimes{largest: slices.Clone(restored), handed: slices.Clone(restored)}
}

// Cut takes each operator's time over all lanes at a barrier, in place of that of the barrier before: stream times have grown
// since, but a mark that a restart needs may have become less.
func (s *StreamTimes) Cut(largest []int64) { copy(s.largest, largest) }

// Largest is each operator's time over all lanes: what a commit records. Read only, until the next Cut.
func (s *StreamTimes) Largest() []int64 { return s.largest }

// Combine returns each operator's stream time for every lane: the largest at the last cut, but no further than the watermark
// at the cut of the same barrier (T2) and never back (T1). Read only, until the next Combine.
func (s *StreamTimes) Combine(watermark int64) []int64 {
	for op, t := range s.largest {
		s.handed[op] = max(s.handed[op], min(t, watermark))
	}
	return s.handed
}
