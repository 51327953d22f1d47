// Package processors has mistakes with timers, and with children that are not there.
package processors

import (
	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

type (
	context = record.Context[string, string]
	rec     = record.Record[string, string]
	fixed   = record.FixedKeyContext[string, string]
	kept    = record.FixedKeyRecord[string, string]
)

func in(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("in", dsl.String(), dsl.String())
}

// deaf has no OnTimer.
type deaf struct{}

func newDeaf(record.Timers[string]) deaf { return deaf{} }

func (deaf) Process(context, rec) error { return nil }

func Deaf(b *dsl.Builder) {
	in(b).Process1(newDeaf, b.Timers("timers", dsl.String())).To("out") // want ST312@26 "and has no method OnTimer, which they call" "OnTimer(context, record.Timer[string]) error"
}

// timed has a right one.
type timed struct{}

func newTimed(record.Timers[string]) timed { return timed{} }

func (timed) Process(context, rec) error                  { return nil }
func (timed) OnTimer(context, record.Timer[string]) error { return nil }
func (timed) Transform(_ string, v *string) string        { return "" }

func Idle(b *dsl.Builder) {
	in(b).Process(func() timed { return timed{} }).To("out") // want ST312@8 "timed has a method OnTimer and gets no timers" "b.Timers("
}

func Shared(b *dsl.Builder) {
	t := b.Timers("timers", dsl.String())
	in(b).Process1(newTimed, t).To("one")
	in(b).Process1(newTimed, t).To("two") // want ST312@27 "those of another processor" "of its own for each" "they are passed to it here"
}

func Two(b *dsl.Builder) {
	create := func(record.Timers[string], record.Timers[string]) timed { return timed{} }
	in(b).Process2(create, b.Timers("a", dsl.String()), b.Timers("b", dsl.String())).To("out") // want ST312@54 "a second store of timers" "the first is declared here"
}

func Transformed(b *dsl.Builder) {
	b.Table("t", dsl.String(), dsl.String()).
		TransformValues1(newTimed, b.Timers("a", dsl.String())). // want ST312@30 "passed to TransformValues1" "Process or ProcessValues"
		ToStream().To("out")
}

// other takes timers of another key type than it says.
type other struct{}

func newOther(record.Timers[int64]) other { return other{} }

func (other) Process(context, rec) error                  { return nil }
func (other) OnTimer(context, record.Timer[string]) error { return nil }

func Other(b *dsl.Builder) {
	in(b).Process1(newOther, b.Timers("timers", dsl.Int64())).To("out") // want ST307@8 "other has a method OnTimer with another signature" "record.Timer[int64]) error"
}

// values keeps the key.
type values struct{}

func newValues(record.Timers[int64]) values { return values{} }

func (values) Process(fixed, kept) error                                                { return nil }
func (values) OnTimer(fixed, record.FixedKeyRecord[string, record.Timer[string]]) error { return nil }

func Values(b *dsl.Builder) {
	in(b).ProcessValues1(newValues, b.Timers("timers", dsl.Int64())).To("out") // want ST312@34 "timers of int64 for ProcessValues1" "timers of string"
}

// sorter forwards to children by name.
type sorter struct{}

const good = "good"

func (s *sorter) Process(ctx context, r rec) error {
	ctx.ForwardTo(good, r)
	ctx.ForwardTo(r.Value, r)
	ctx.ForwardTo("bad", r) // want ST415@16 "sort has no child called" "its children are good, KSTREAM-PEEK-0000000003" "dsl.Name(" "runs here"
	func() {
		ctx.ForwardTo("b"+good, r) // want ST415@17 "bgood"
	}()
	return nil
}

func Sorted(b *dsl.Builder) {
	s := in(b).Process(func() *sorter { return &sorter{} }, dsl.Name("sort"))
	s.To("good", dsl.Name("good"))
	s.Peek(func(string, string) {}).To("peeked")
}
