package flights

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/stoatgen/stoatgen/rt"
	"github.com/stoatgen/stoatgen/rt/record"
	"github.com/stoatgen/stoatgen/rt/rttest"
)

type outputs struct {
	hours  *rttest.Output[record.Windowed[string], Hour]
	routes *rttest.Output[string, Route]
}

// replay pipes both files through the topology and calls step after each flight.
func replay(t *testing.T, flights []Flight, airports []Located, step func(d *rttest.Driver, n int), options ...rttest.Option) outputs {
	t.Helper()
	app, err := NewFlights(rt.Config{ApplicationID: "flights"})
	if err != nil {
		t.Fatal(err)
	}
	d := rttest.New(t, app, options...)
	places := rttest.NewInput(d, AirportsTopic, rttest.String(), rttest.JSON[Airport]())
	departures := rttest.NewInput(d, FlightsTopic, rttest.String(), rttest.JSON[Flight]())
	for _, a := range airports {
		places.Pipe(a.Code, a.Airport)
	}
	for n, f := range flights {
		departures.Pipe(f.Origin, f) // with time 0: the topology takes the flight's own
		step(d, n)
	}
	return outputs{
		rttest.NewOutput(d, HoursTopic, rttest.TimeWindowed(rttest.String(), time.Hour.Milliseconds()), rttest.JSON[Hour]()),
		rttest.NewOutput(d, WorstTopic, rttest.String(), rttest.JSON[Route]()),
	}
}

func (o outputs) read() (hours []HourRow, routes []RouteRow, times []int64) {
	for _, r := range o.hours.ReadAll() {
		hours = append(hours, HourRow{r.Key.Key, r.Key.Start, r.Value})
		times = append(times, r.Timestamp)
	}
	for _, r := range o.routes.ReadAll() {
		row := RouteRow{Key: r.Key}
		if !r.NullValue {
			row.Route = &r.Value
		}
		routes = append(routes, row)
	}
	return hours, routes, times
}

// TestEveryRow compares each row with the direct computation, in the order of the flights.
func TestEveryRow(t *testing.T) {
	flights, airports := load(t)
	hours, routes, times := replay(t, flights, airports, func(*rttest.Driver, int) {}).read()
	wantHours, wantRoutes := Direct(flights, airports)
	same(t, HoursTopic, wantHours, hours)
	same(t, WorstTopic, wantRoutes, routes)
	for i, f := range flights {
		if i < len(times) && times[i] != f.At {
			t.Fatalf("row %d has time %d, expected its flight's, %d", i, times[i], f.At)
		}
	}
}

// TestEveryRowOfManyLanes spreads the keys over lanes and partitions and crashes now and then, with the state kept and
// lost: the rows of a key stay what they are, in their order.
func TestEveryRowOfManyLanes(t *testing.T) {
	flights, airports := load(t)
	flights = flights[:8000]
	crash := func(d *rttest.Driver, n int) {
		switch n % 5000 {
		case 1234:
			d.Crash(rttest.Kept)
		case 4321:
			d.Crash(rttest.Lost)
		}
	}
	hours, routes, _ := replay(t, flights, airports, crash, rttest.Lanes(3), rttest.Partitions(FlightsTopic, 4),
		rttest.Partitions(AirportsTopic, 4), rttest.Partitions(HoursTopic, 4), rttest.Partitions(WorstTopic, 4)).read()
	wantHours, wantRoutes := Direct(flights, airports)
	gotHours, gotRoutes := byKey(hours, hourKey), byKey(routes, routeKey)
	for key, rows := range byKey(wantHours, hourKey) {
		same(t, HoursTopic+" "+key, rows, gotHours[key])
	}
	for key, rows := range byKey(wantRoutes, routeKey) {
		same(t, WorstTopic+" "+key, rows, gotRoutes[key])
	}
	if len(hours) != len(wantHours) || len(routes) != len(wantRoutes) {
		t.Errorf("%d rows of hours and %d of routes, expected %d and %d", len(hours), len(routes), len(wantHours), len(wantRoutes))
	}
}

// same compares rows and reports the first that differs.
func same[R any](t *testing.T, what string, want, got []R) {
	t.Helper()
	for i := range max(len(want), len(got)) {
		if diff := cmp.Diff(want[min(i, len(want)):min(i+1, len(want))], got[min(i, len(got)):min(i+1, len(got))]); diff != "" {
			t.Errorf("%s, row %d of %d: %s", what, i, len(want), diff)
			return
		}
	}
}

func hourKey(r HourRow) string   { return r.Airport + " " + time.UnixMilli(r.Start).UTC().String() }
func routeKey(r RouteRow) string { return r.Key }

func byKey[R any](rows []R, key func(R) string) map[string][]R {
	m := map[string][]R{}
	for _, r := range rows {
		m[key(r)] = append(m[key(r)], r)
	}
	return m
}
