package times

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// clock ticks.
type clock struct{}

func newClock() clock { return clock{} }

func (clock) Tick(record.Context[string, string], record.Tick) error { return nil }

// stiff has an Init that is never called.
type stiff struct{ clock }

func newStiff() stiff { return stiff{} }

func (stiff) Init() {}

func NeverTicks(b *dsl.Builder) {
	b.Every(0, newClock, dsl.Name("never")).To("out") // want ST713@10 "an interval of 0s" "positive"
}

func Backwards(b *dsl.Builder) {
	b.Every(-time.Second, newClock, dsl.Name("backwards")).To("out") // want ST713@10 "an interval of -1s"
}

func Fine(b *dsl.Builder) {
	b.Every(1500*time.Microsecond, newClock, dsl.Name("fine")).To("out") // want ST704@10 "1.5ms is not whole" "round"
}

func Early(b *dsl.Builder) {
	b.Every(time.Hour, newClock, dsl.Offset(-time.Minute), dsl.Name("early")).To("out") // want ST710@42 "Offset of -1m0s" "zero or more"
}

func Fields(b *dsl.Builder) {
	b.Cron("0 * * *", newClock, dsl.Name("fields")).To("out") // want ST714@9 "expected exactly 5 fields" "30 6 * * 1-5"
}

func Range(b *dsl.Builder) {
	b.Cron("61 * * * *", newClock, dsl.Name("range")).To("out") // want ST714@9 "above maximum"
}

func February(b *dsl.Builder) {
	b.Cron("0 0 30 2 *", newClock, dsl.Name("february")).To("out") // want ST714@9 "no day of any year"
}

func Zone(b *dsl.Builder) {
	b.Cron("CRON_TZ=Mars/Olympus 0 0 * * *", newClock, dsl.Name("zone")).To("out") // want ST714@9 "location Mars/Olympus"
}

func Interval(b *dsl.Builder) {
	b.Cron("@every 5m", newClock, dsl.Name("interval")).To("out") // want ST714@9 "use Every"
}

func Nameless(b *dsl.Builder) {
	b.Every(time.Minute, newClock).To("out") // want ST601@4 "the store of Every has a" "dsl.Name("
}

func Lost(b *dsl.Builder) {
	b.Every(time.Minute, newClock, dsl.Name("lost")) // want ST410@4 "the stream is not used" "send it on"
}

func Stiff(b *dsl.Builder) {
	b.Every(time.Minute, newStiff, dsl.Name("stiff")).To("out") // want ST307@4 "stiff has a method Init with another" "Init(record.Context[string, string])"
}
