package barrier

import "time"

const (
	// slack keeps a commit from taking all of the time between two: the interval is at least so many times what a
	// commit takes on average.
	slack = 1.5
	// longest is the most that slack may make of the interval.
	longest = 5 * time.Second
	// smoothing is the weight of the newest commit in the averages.
	smoothing = 0.15
	// few is the part of maxBytes below which an epoch's input says nothing about growth: what time has closed isn't made of it.
	few = 1024
)

// pace says when an epoch is long enough: by time, by count, and by the memory that its changes take.
type pace struct {
	interval   time.Duration // as configured
	maxRecords int64         // 0: no limit
	maxBytes   int64         // of changed state and output; 0 or less: no limit

	last    time.Time     // of the last cut
	took    time.Duration // average from cut to written
	growth  float64       // average bytes handed over for a byte admitted
	hurry   bool          // somebody asked for a cut
	records int64         // admitted since the last cut
	bytes   int64
}

// admit counts what the lanes got.
func (p *pace) admit(records, bytes int64) { p.records, p.bytes = p.records+records, p.bytes+bytes }

// full says that a limit other than time is reached. The memory of a running epoch is not known before its hand-over:
// it is estimated by what earlier epochs made of their input.
func (p *pace) full() bool { return p.cause() != "time" }

// cause is what ends the epoch if it ends now.
func (p *pace) cause() string {
	switch {
	case p.maxRecords > 0 && p.records >= p.maxRecords:
		return "records"
	case p.maxBytes > 0 && float64(p.bytes)*max(p.growth, 1) >= float64(p.maxBytes):
		return "memory"
	}
	return "time"
}

// next is when the running epoch has lasted long enough.
func (p *pace) next() time.Time {
	if p.hurry {
		return p.last
	}
	adapted := min(time.Duration(slack*float64(p.took)), longest)
	return p.last.Add(max(p.interval, adapted))
}

// cut begins another epoch.
func (p *pace) cut(now time.Time) (records, bytes int64) {
	records, bytes = p.records, p.bytes
	p.last, p.records, p.bytes, p.hurry = now, 0, 0, false
	return records, bytes
}

// learn takes what an epoch has cost.
func (p *pace) learn(took time.Duration, admitted, handed int64) {
	if p.took == 0 {
		p.took = took
	}
	p.took += time.Duration(smoothing * float64(took-p.took))
	if admitted > 0 && admitted*few >= p.maxBytes {
		g := float64(handed) / float64(admitted)
		p.growth = max(g, p.growth+smoothing*(g-p.growth)) // up at once, down slowly: the limit is about memory
	}
}
