// Package timers has processors with timers of keys: of both clocks, of keys that are text and numbers, of processors that change
// the key and of those that don't.
package timers

import (
	"github.com/stoatgen/stoatgen/dsl"
)

// Visits counts the records of a key until none has come for ten milliseconds of stream time.
func Visits(b *dsl.Builder) {
	ends := b.Timers("visit-ends", dsl.String())
	open := b.KeyValueStore("visits", dsl.String(), dsl.JSON[Visit]())
	b.Stream("in", dsl.String(), dsl.String()).Process2(NewVisitor, ends, open, dsl.Name("visitor")).To("out")
}

// Reminders says after how long on the wall clock a key has not been heard of; counts of them lie below.
func Reminders(b *dsl.Builder) {
	due := b.Timers("due", dsl.Int64(), dsl.Changelog("segment.bytes", "1048576"))
	b.Stream("orders", dsl.Int64(), dsl.String()).ProcessValues1(NewReminder, due).
		GroupByKey().Count(dsl.As("reminded")).ToStream().To("reminded")
}

// Chain registers, deletes and fires all the time: nothing in it allocates.
func Chain(b *dsl.Builder) {
	timers := b.Timers("timers", dsl.String())
	b.Stream("in", dsl.String(), dsl.Int64()).Process1(NewLink, timers).To("out")
}
