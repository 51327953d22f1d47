// Package schedules has sources that tick: alone, beside topics, with stores, ahead of state that needs their keys.
package schedules

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Clock has no topic to read: a record a minute, at ten seconds past, and one at noon in Zurich.
func Clock(b *dsl.Builder) {
	b.Every(time.Minute, NewBeat, dsl.Offset(10*time.Second), dsl.Name("minutely")).
		Merge(b.Cron("CRON_TZ=Europe/Zurich 0 12 * * *", NewNoon, dsl.Name("noon"))).
		To("beats")
}

// Reports sums what comes by key, and reports and forgets all sums every hour. What is reported is counted by key, on the
// lane of the key.
func Reports(b *dsl.Builder) {
	sums := b.KeyValueStore("sums", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.Int64()).Process1(NewSummer, sums, dsl.Name("sum"))
	b.Cron1("@hourly", NewReporter, sums, dsl.Name("hourly")).
		Peek(func(string, int64) {}).
		GroupByKey(dsl.Name("by-key")).Count(dsl.As("reports")).ToStream().To("reports")
}

// Pulse sends the time twenty times a second.
func Pulse(b *dsl.Builder) {
	b.Every(50*time.Millisecond, NewHeart, dsl.Name("pulse")).To("pulses")
}

// Beside sends reminders into the stream that comes from a topic.
func Beside(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		Merge(b.Every(time.Second, NewBeat, dsl.Name("beat"))).
		MapValues(func(v string) string { return v + "!" }).
		To("out")
}
