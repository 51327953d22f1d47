// Package fraud finds misused cards in two streams: the authorisations of a bank and the payments of merchants.
//
//	                               ┌─► sprees (sessions) ─► card testing ──────────────┐
//	authorisations ─► plausible ───┼─► watch (a processor with timers) ─► holds        ├─► alerts
//	                     │         └─► by reference ═hop═► outer ─┬─► doubtful ────────┘
//	                     │         payments ─────────────► join ──┴─► lapsed
//	                     └─► what is malformed or can't be: fraud-dead-letters
//
// topology.go and watch.go are all that is written by hand; go generate makes the rest of the processor. day.go makes up
// a day of 600 cards with frauds planted among them; direct.go computes every output over the whole day at once, and the
// tests compare. demo/ replays the day and shows what was found. docs/fraud.md walks through it.
package fraud
