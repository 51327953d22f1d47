// Package rt is the run time of generated applications: what a main function names.
//
//	func main() {
//		rt.Main(NewOrders(rt.Config{ApplicationID: "orders", Store: rocks.Backend()}))
//	}
//
//	main ─► New(program, Config) ─► App.Run ─┬─ broker inside the process, where no brokers are configured
//	        (checks, no connection)          ├─ health and metrics over HTTP
//	                                         └─ engine: restore, lanes, commits (rt/internal/engine)
//
// An App works under one application.id: its consumer group, its transactional ids, the names of its internal topics
// and its state directory, <state.dir>/<application.id>. One process runs it at a time; a second one fences the first.
//
// Invariants:
//
//  1. New changes nothing outside the process; Run does, and undoes what must not outlive it (broker, HTTP server).
//  2. Run returns nil only when everything that was admitted is committed.
//  3. What Run returns is a sentence for whoever reads the log: what was found, what was expected, what to do. Errors
//     that a program tells apart are in errors.go.
//  4. Without rt/rocks nothing here needs cgo.
//
// Entry points: New, App.Run, Main.
package rt
