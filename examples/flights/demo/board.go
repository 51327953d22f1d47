package main

import (
	"cmp"
	"encoding/binary"
	"encoding/json/v2"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/stoatgen/stoatgen/examples/flights"
)

const day = 24 * 60 * 60 * 1000 // milliseconds

// board is what the two output topics say so far.
type board struct {
	hours   map[hour]flights.Hour
	worst   map[string]flights.Route
	through int   // flights: each gives a row of delays-by-hour
	latest  int64 // start of the latest hour
}

type hour struct {
	airport string
	start   int64
}

func newBoard() *board {
	return &board{hours: map[hour]flights.Hour{}, worst: map[string]flights.Route{}}
}

// add takes a record of an output topic. Both topics are tables: the last row of a key counts.
func (b *board) add(topic string, key, value []byte) error {
	switch {
	case topic == flights.HoursTopic && len(key) > 8:
		// Kafka Streams' windowed key: the key, then the window's start in eight bytes.
		at := hour{string(key[:len(key)-8]), int64(binary.BigEndian.Uint64(key[len(key)-8:]))}
		var h flights.Hour
		if err := json.Unmarshal(value, &h); err != nil {
			return fmt.Errorf("%s, %s: %w", topic, at.airport, err)
		}
		b.hours[at] = h
		b.through++
		b.latest = max(b.latest, at.start)
	case topic == flights.WorstTopic && value == nil:
		delete(b.worst, string(key))
	case topic == flights.WorstTopic:
		var r flights.Route
		if err := json.Unmarshal(value, &r); err != nil {
			return fmt.Errorf("%s, %s: %w", topic, key, err)
		}
		b.worst[string(key)] = r
	default:
		return fmt.Errorf("%s: found the key %q, expected an airport and eight bytes", topic, key)
	}
	return nil
}

// line is a row of a table on the screen.
type line struct {
	name, city    string
	flights, late int64
	average       float64
}

func worstFirst(lines []line) []line {
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(b.average, a.average), cmp.Compare(a.name, b.name))
	})
	return lines
}

// airports sums up the hours from a time on, for airports with at least so many flights.
func (b *board) airports(from int64, atLeast int64) []line {
	sums, minutes := map[string]line{}, map[string]int64{}
	for at, h := range b.hours {
		if at.start >= from {
			s := sums[at.airport]
			sums[at.airport] = line{at.airport, h.City, s.flights + h.Flights, s.late + h.Late, 0}
			minutes[at.airport] += h.Minutes
		}
	}
	var lines []line
	for name, l := range sums {
		if l.flights >= atLeast {
			l.average = float64(minutes[name]) / float64(l.flights)
			lines = append(lines, l)
		}
	}
	return worstFirst(lines)
}

func (b *board) routes() []line {
	var lines []line
	for key, r := range b.worst {
		lines = append(lines, line{name: key, flights: r.Flights, average: r.Average})
	}
	return worstFirst(lines)
}

var errDiffer = errors.New("what the topology wrote differs from the direct computation")

// check compares the tables with those of the direct computation.
func (b *board) check(all []flights.Flight, airports []flights.Located) error {
	want := newBoard()
	hours, routes := flights.Direct(all, airports)
	for _, h := range hours {
		want.hours[hour{h.Airport, h.Start}] = h.Hour
	}
	for _, r := range flights.Latest(routes) {
		want.worst[r.Key] = *r.Route
	}
	for at, h := range want.hours {
		if got := b.hours[at]; got != h {
			return fmt.Errorf("%w: %s at %s: %+v, expected %+v", errDiffer, at.airport, clockTime(at.start), got, h)
		}
	}
	if len(b.hours) != len(want.hours) {
		return fmt.Errorf("%w: %d hours, expected %d", errDiffer, len(b.hours), len(want.hours))
	}
	if !maps.Equal(b.worst, want.worst) {
		return fmt.Errorf("%w: worst routes %v, expected %v", errDiffer, b.worst, want.worst)
	}
	return nil
}

func clockTime(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04") }
