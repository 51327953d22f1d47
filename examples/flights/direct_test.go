package flights

import (
	"slices"
	"testing"
	"time"
)

func load(t *testing.T) ([]Flight, []Located) {
	t.Helper()
	flights, airports, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return flights, airports
}

func TestFilesAreRead(t *testing.T) {
	flights, airports := load(t)
	if len(flights) != 20000 || len(airports) != 3376 {
		t.Fatalf("%d flights, %d airports", len(flights), len(airports))
	}
	first := Flight{At: time.Date(2001, 1, 1, 0, 47, 0, 0, time.UTC).UnixMilli(), Delay: 66, Distance: 1750, Origin: "DTW", Destination: "LAS"}
	if flights[0] != first {
		t.Errorf("first flight %+v, expected %+v", flights[0], first)
	}
	if !slices.IsSortedFunc(flights, func(a, b Flight) int { return int(a.At - b.At) }) {
		t.Error("flights are not in the order of their times")
	}
	thigpen := Located{"00M", Airport{"Thigpen", "Bay Springs", "MS", 31.95376472, -89.23450472}}
	if airports[0] != thigpen {
		t.Errorf("first airport %+v, expected %+v", airports[0], thigpen)
	}
}

// What can be counted by hand in the first lines of the files.
func TestDirect(t *testing.T) {
	flights, airports := load(t)
	hours, routes := Direct(flights, airports)
	if len(hours) != len(flights) || len(routes) < 100 {
		t.Fatalf("%d rows of hours, %d of routes, for %d flights", len(hours), len(routes), len(flights))
	}
	want := HourRow{"LAS", time.Date(2001, 1, 1, 1, 0, 0, 0, time.UTC).UnixMilli(), Hour{"Las Vegas", 2, 0, -1, -0.5}}
	if hours[3] != want {
		t.Errorf("the fourth flight, the second from LAS in its hour, gives %+v, expected %+v", hours[3], want)
	}
	gone := slices.IndexFunc(routes, func(r RouteRow) bool { return r.Route == nil })
	if gone < 0 || routes[gone].Key != "PHX-SAN" {
		t.Errorf("the first route that leaves the worst is row %d, expected PHX-SAN", gone)
	}
	worst := Latest(routes)
	if len(worst) == 0 || worst[0].Key != "JFK-SJU" || worst[0].Route.Flights != 11 || worst[0].Route.Minutes != 691 {
		t.Errorf("the worst route is %+v, expected JFK-SJU with 691 minutes over 11 flights", worst[:min(1, len(worst))])
	}
}
