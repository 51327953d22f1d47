package flights

import (
	"cmp"
	"slices"
	"time"
)

// HourRow is a row of delays-by-hour.
type HourRow struct {
	Airport string
	Start   int64 // of the hour, in milliseconds
	Hour    Hour
}

// RouteRow is a row of worst-routes. A nil Route says that the route is no longer among the worst.
type RouteRow struct {
	Key   string
	Route *Route
}

// Direct is every row that the topology writes, in the order of the flights, computed in one loop over maps. It shares
// nothing with the topology but the types: it is what the topology is compared with.
func Direct(flights []Flight, airports []Located) (hours []HourRow, routes []RouteRow) {
	city := map[string]string{}
	for _, a := range airports {
		city[a.Code] = a.City
	}
	type hourKey struct {
		airport string
		start   int64
	}
	type sum struct{ flights, late, minutes int64 }
	byHour, byRoute, worst := map[hourKey]sum{}, map[string]sum{}, map[string]bool{}
	const hour = int64(time.Hour / time.Millisecond)
	for _, f := range flights {
		if name, known := city[f.Origin]; known {
			k := hourKey{f.Origin, f.At - f.At%hour}
			s := byHour[k]
			s.flights++
			s.minutes += f.Delay
			if f.Delay >= 15 {
				s.late++
			}
			byHour[k] = s
			hours = append(hours, HourRow{k.airport, k.start, Hour{name, s.flights, s.late, s.minutes,
				float64(s.minutes) / float64(s.flights)}})
		}
		key := f.Origin + "-" + f.Destination
		s := byRoute[key]
		s.flights++
		s.minutes += f.Delay
		byRoute[key] = s
		was := worst[key]
		worst[key] = s.flights >= 10 && s.minutes >= 30*s.flights
		switch {
		case worst[key]:
			routes = append(routes, RouteRow{key, &Route{s.flights, s.minutes, float64(s.minutes) / float64(s.flights), f.Distance}})
		case was:
			routes = append(routes, RouteRow{Key: key})
		}
	}
	return hours, routes
}

// Latest keeps the routes that rows leave standing, the worst first.
func Latest(rows []RouteRow) []RouteRow {
	last := map[string]*Route{}
	for _, r := range rows {
		last[r.Key] = r.Route
	}
	var standing []RouteRow
	for key, route := range last {
		if route != nil {
			standing = append(standing, RouteRow{key, route})
		}
	}
	slices.SortFunc(standing, func(a, b RouteRow) int {
		return cmp.Or(cmp.Compare(b.Route.Average, a.Route.Average), cmp.Compare(a.Key, b.Key))
	})
	return standing
}
