package flights

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

//go:generate go tool stoatgen

// Topics of the topology.
const (
	FlightsTopic  = "flights"        // Flight by the airport it leaves
	AirportsTopic = "airports"       // Airport by its IATA code
	HoursTopic    = "delays-by-hour" // Hour by airport and hour
	WorstTopic    = "worst-routes"   // Route by "ORD-LAX"; null once it is no longer among the worst
)

// Flights is the topology.
func Flights(b *dsl.Builder) {
	airports := b.Table(AirportsTopic, dsl.String(), dsl.JSON[Airport](), dsl.As("airports"))
	flights := b.Stream(FlightsTopic, dsl.String(), dsl.JSON[Flight](), dsl.Timestamp(Flight.Scheduled))

	flights.
		JoinTable(airports, Depart).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Hour).Grace(10*time.Minute)).
		Aggregate(NoHour, AddToHour, dsl.As("hours"), dsl.Value(dsl.Binary[Hour]())).
		ToStream().
		To(HoursTopic, dsl.Value(dsl.JSON[Hour]()))

	flights.
		GroupBy(RouteOf, dsl.Name("by-route")).
		Aggregate(NoRoute, AddToRoute, dsl.As("routes"), dsl.Value(dsl.Binary[Route]())).
		Filter(Worst).
		ToStream().
		To(WorstTopic, dsl.Value(dsl.JSON[Route]()))
}

// Flight is a departure.
type Flight struct {
	At          int64  `json:"at"`    // scheduled, in milliseconds; local time, taken as UTC
	Delay       int64  `json:"delay"` // minutes, negative if early
	Distance    int64  `json:"distance"`
	Origin      string `json:"origin"`
	Destination string `json:"destination"`
}

// Scheduled is the flight's event time.
func (f Flight) Scheduled() time.Time { return time.UnixMilli(f.At) }

// Airport is a row of the table.
type Airport struct {
	Name      string  `json:"name"`
	City      string  `json:"city"`
	State     string  `json:"state"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Departure is a flight and where it left.
type Departure struct {
	City  string
	Delay int64
}

// Depart joins a flight with its airport.
func Depart(f Flight, a Airport) Departure { return Departure{a.City, f.Delay} }

// LateAfter is the delay in minutes from which on a flight counts as late.
const LateAfter = 15

// Hour is what left one airport in one hour.
type Hour struct {
	City    string  `json:"city"`
	Flights int64   `json:"flights"`
	Late    int64   `json:"late"`
	Minutes int64   `json:"minutes"` // the sum of all delays
	Average float64 `json:"average"` // minutes a flight
}

// NoHour begins an hour.
func NoHour() Hour { return Hour{} }

// AddToHour adds a departure to its hour.
func AddToHour(_ string, d Departure, h Hour) Hour {
	h.City = d.City
	h.Flights++
	if d.Delay >= LateAfter {
		h.Late++
	}
	h.Minutes += d.Delay
	h.Average = float64(h.Minutes) / float64(h.Flights)
	return h
}

// RouteOf is the key of a flight's route.
func RouteOf(_ string, f Flight) string { return f.Origin + "-" + f.Destination }

// Route is what flew between two airports so far.
type Route struct {
	Flights  int64   `json:"flights"`
	Minutes  int64   `json:"minutes"`
	Average  float64 `json:"average"`
	Distance int64   `json:"distance"` // miles
}

// NoRoute begins a route.
func NoRoute() Route { return Route{} }

// AddToRoute adds a flight to its route.
func AddToRoute(_ string, f Flight, r Route) Route {
	r.Flights++
	r.Minutes += f.Delay
	r.Average = float64(r.Minutes) / float64(r.Flights)
	r.Distance = f.Distance
	return r
}

// Worst keeps routes with at least ten flights that are half an hour late on average.
func Worst(_ string, r Route) bool { return r.Flights >= 10 && r.Average >= 30 }
