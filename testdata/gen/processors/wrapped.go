package processors

import (
	"errors"
	"fmt"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Wrapped has a wrapper around a processor that fails now and then, one of fixed keys, and those of stores behind topics; not around a
// transformer.
func Wrapped(b *dsl.Builder) {
	names := b.KeyValueStore("names", dsl.String(), dsl.String())
	b.GlobalStore("names", dsl.String(), dsl.Nullable(dsl.String()), names, newStrict)
	in := b.Stream("in", dsl.String(), dsl.String())
	in.ProcessValues(newFragile, dsl.Name("fragile")).To("out")
	in.ProcessValues1(newFinder, dsl.ReadOnly(names), dsl.Name("find")).To("found")
	b.Table("people", dsl.String(), dsl.String()).TransformValues1(newNamer, dsl.ReadOnly(names)).ToStream().To("named")
	b.Wrap(newWatch)
}

// Counted is Tally with a wrapper: nothing in it allocates.
func Counted(b *dsl.Builder) {
	b.Wrap(func(string) *watch { return &watch{} })
	sums := b.KeyValueStore("sums", dsl.String(), dsl.Int64())
	b.Stream("in", dsl.String(), dsl.Int64()).Process1(newAdder, sums).To("sums-out")
}

// WrappedCalls has a wrapper around what calls a processor besides records: timers, ticks, punctuations of both kinds of processors.
func WrappedCalls(b *dsl.Builder) {
	b.Wrap(newWatch)
	timers, more := b.Timers("timers", dsl.String()), b.Timers("more", dsl.String())
	in := b.Stream("in", dsl.String(), dsl.String())
	in.Process1(newCalled, timers, dsl.Name("called")).To("out")
	in.ProcessValues1(newFixedCalled, more, dsl.Name("fixed")).To("out")
	b.Every(time.Second, newCalledTicker, dsl.Name("ticker")).To("out")
}

// called fails in each call that no record makes.
type called struct{ timers record.Timers[string] }

func newCalled(t record.Timers[string]) *called { return &called{t} }

func (*called) Init(ctx record.Context[string, string]) {
	ctx.Schedule(10*time.Millisecond, record.StreamTime, func(int64) { panic("a punctuation") })
}

func (c *called) Process(ctx record.Context[string, string], r record.Record[string, string]) error {
	c.timers.Register(r.Key, record.StreamTime, r.Timestamp)
	return nil
}

func (*called) OnTimer(record.Context[string, string], record.Timer[string]) error {
	return errors.New("a timer")
}

type fixedCalled struct{ timers record.Timers[string] }

func newFixedCalled(t record.Timers[string]) *fixedCalled { return &fixedCalled{t} }

func (c *fixedCalled) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	c.timers.Register(r.Key(), record.StreamTime, r.Timestamp())
	return nil
}

func (*fixedCalled) OnTimer(record.FixedKeyContext[string, string], record.FixedKeyRecord[string, record.Timer[string]]) error {
	return errors.New("a timer")
}

type calledTicker struct{}

func newCalledTicker() calledTicker { return calledTicker{} }

func (calledTicker) Tick(record.Context[string, string], record.Tick) error {
	return errors.New("a tick")
}

// Watched is how often each wrapped processor was called.
var Watched = map[string]int{}

// watch counts, says which processor an error is of, catches panics, and leaves out what comes at time 13.
type watch struct {
	node  string
	calls int
}

func newWatch(node string) *watch { return &watch{node: node} }

func (w *watch) Process(ctx record.ProcessingContext, next func() error) (err error) {
	if w.calls++; w.node == "" {
		return next()
	}
	Watched[w.node]++
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s caught %v", w.node, p)
		}
	}()
	if ctx.StreamTime() == 13 {
		return nil
	}
	if err := next(); err != nil {
		at, ok := ctx.Metadata()
		if !ok {
			return fmt.Errorf("%s: %w", w.node, err)
		}
		return fmt.Errorf("%s at %d: %w", w.node, at.Offset, err)
	}
	return nil
}
