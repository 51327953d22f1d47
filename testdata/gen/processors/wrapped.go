package processors

import (
	"fmt"

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
		at, _ := ctx.Metadata()
		return fmt.Errorf("%s at %d: %w", w.node, at.Offset, err)
	}
	return nil
}
