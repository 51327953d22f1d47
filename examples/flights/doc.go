// Package flights counts and averages the delays of 20,000 flights: by airport and hour, and by route.
//
//	airports ─► table ──┐
//	flights ──┬─► join ─┴─► hour by hour ─► delays-by-hour
//	          └─► by route ─► averages ─► the bad ones ─► worst-routes
//
// topology.go is all that is written by hand; go generate makes the rest of the processor. direct.go computes the same
// over the CSV files in a plain loop, and the test compares every row. demo/ replays the files and shows the result.
package flights
