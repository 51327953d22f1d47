// Package delays joins a stream with a table and aggregates the result in hopping windows.
package delays

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Delays sums up the delays of each airport.
func Delays(b *dsl.Builder) {
	b.Codec(dsl.JSON[Stats]())
	airports := b.Table("airports", dsl.String(), dsl.JSON[Airport](), dsl.As("airports"))
	b.Stream("flights", dsl.String(), dsl.JSON[Flight]()).
		JoinTable(airports, Delay).
		GroupByKey().
		WindowedBy(dsl.Hopping(time.Hour, 10*time.Minute).Grace(5*time.Minute)).
		Aggregate(ZeroStats, AddDelay, dsl.As("delays"), dsl.Value(dsl.Binary[Stats]())).
		ToStream().
		To("delays-out", dsl.Value(dsl.JSON[Stats]()))
}

// Flight is the stream's value.
type Flight struct {
	ID    string `json:"id"`
	Dest  string `json:"dest"`
	Delay int64  `json:"delay"`
	Gate  string `json:"gate"`
	Crew  int64  `json:"crew"`
}

// Airport is the table's value.
type Airport struct {
	City  string `json:"city"`
	Zone  string `json:"zone"`
	Limit int64  `json:"limit"`
}

// Delayed is what the join makes.
type Delayed struct {
	City string
	Over int64
}

// Stats is the aggregate of a window.
type Stats struct {
	N   int64 `json:"n"`
	Sum int64 `json:"sum"`
	Max int64 `json:"max"`
}

// Delay is the delay beyond an airport's limit.
func Delay(f Flight, a Airport) Delayed { return Delayed{a.City, f.Delay - a.Limit} }

// ZeroStats begins a window.
func ZeroStats() Stats { return Stats{} }

// AddDelay adds one flight.
func AddDelay(_ string, d Delayed, s Stats) Stats {
	return Stats{s.N + 1, s.Sum + d.Over, max(s.Max, d.Over)}
}
