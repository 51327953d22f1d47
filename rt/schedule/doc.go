// Package schedule says when a scheduled source ticks.
//
//	Every(interval, offset) ─┐
//	Cron(expression) ────────┴─► Schedule ─► Next(after), Last(first, now)
//
// Both are functions of time alone: a restart, another machine or another number of lanes changes none of their slots.
//
// Invariants:
//
//  1. Slots are in milliseconds since 1970, and Next is always behind its argument.
//  2. String tells two schedules apart that have different slots.
//  3. A time zone is found on every machine: its table is part of the binary.
//
// Entry points: Every, Cron.
package schedule
