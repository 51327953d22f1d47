package main

import (
	"encoding/binary"
	"encoding/json/v2"
	"fmt"
	"sync"

	"github.com/stoatgen/stoatgen/examples/flights"
)

// flightsProgram is the example: a join, hours by airport, and worst routes. Its load is the airports, and then the
// flights over and over, close behind each other and in the past, since brokers refuse or delete other event times.
// One partition: with several, how far one runs ahead of another would show in what is late. Its topics have the names
// that the example gives them.
func flightsProgram(string) *program {
	return &program{
		app: flights.NewFlights,
		topics: map[string]int32{flights.FlightsTopic: 1, flights.AirportsTopic: 1,
			flights.HoursTopic: 2, flights.WorstTopic: 1},
		sources: []string{flights.FlightsTopic, flights.AirportsTopic},
		sinks:   []string{flights.HoursTopic, flights.WorstTopic},
		stores:  []string{"airports", "hours", "routes"},
		tables:  []string{"airports", "routes"},
		load:    flight,
		expect:  expectFlights,
	}
}

// flight is the i-th record of the load.
func flight(i int) input {
	all, airports := dataset()
	if i < len(airports) {
		a := airports[i]
		return input{flights.AirportsTopic, 0, 0, []byte(a.Code), encode(a.Airport)}
	}
	i -= len(airports)
	f := all[i%len(all)]
	f.At = firstTime + int64(i)*flightEvery
	return input{flights.FlightsTopic, 0, f.At, []byte(f.Origin), encode(f)}
}

const flightEvery = 50 // milliseconds

var dataset = sync.OnceValues(func() ([]flights.Flight, []flights.Located) {
	all, airports, err := flights.Load()
	if err != nil {
		panic(fmt.Errorf("the example's data: %w", err)) // it is embedded: the example's own tests read it
	}
	return all, airports
})

func encode[T any](v T) []byte {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(fmt.Errorf("a row of the example: %w", err)) // plain fields: there is no such value
	}
	return b
}

// expectFlights is the example's own direct computation, row by row.
func expectFlights(in map[string][]seen) (map[string]map[string][]string, map[string]map[string]string, error) {
	var all []flights.Flight
	var airports []flights.Located
	table := map[string]string{}
	for _, r := range in[flights.AirportsTopic] {
		a := flights.Located{Code: r.key}
		if err := json.Unmarshal(r.val, &a.Airport); err != nil {
			return nil, nil, err
		}
		airports = append(airports, a)
		table[r.key] = string(r.val)
	}
	for _, r := range in[flights.FlightsTopic] {
		var f flights.Flight
		if err := json.Unmarshal(r.val, &f); err != nil {
			return nil, nil, err
		}
		all = append(all, f)
	}
	hours, routes := flights.Direct(all, airports)
	byHour, byRoute := map[string][]string{}, map[string][]string{}
	for _, h := range hours {
		key := string(binary.BigEndian.AppendUint64([]byte(h.Airport), uint64(h.Start)))
		byHour[key] = append(byHour[key], string(encode(h.Hour)))
	}
	for _, r := range routes {
		row := ""
		if r.Route != nil {
			row = string(encode(*r.Route))
		}
		byRoute[r.Key] = append(byRoute[r.Key], row)
	}
	return map[string]map[string][]string{flights.HoursTopic: byHour, flights.WorstTopic: byRoute},
		map[string]map[string]string{"airports": table}, nil
}
