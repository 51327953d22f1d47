package processors

import (
	"errors"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Failing fails where a record's value says: in a processor, its punctuations, a join, a sink.
func Failing(b *dsl.Builder) {
	rates := b.Table("rates", dsl.String(), dsl.String(), dsl.As("rates"))
	in := b.Stream("in", dsl.String(), dsl.String())
	in.ProcessValues(newFragile, dsl.Name("fragile")).To("processed", dsl.Name("processed"))
	in.JoinTable(rates, brittle, dsl.Name("brittle")).To("joined")
	in.To("direct", dsl.Value(dsl.Custom(picky{})), dsl.Name("direct"))
	in.MapValues(func(v string) string { return v }, dsl.Name("above")).To("below", dsl.Value(dsl.Custom(picky{})), dsl.Name("below"))
	in.ToFunc(func(r record.Record[string, string], _ record.Metadata) string { return "to-" + r.Key }, dsl.Name("computed"))
}

type fragile struct{ ticks int }

func newFragile() *fragile { return &fragile{} }

func (f *fragile) Init(ctx record.FixedKeyContext[string, string]) {
	ctx.Schedule(100*time.Millisecond, record.WallClockTime, func(int64) {
		if f.ticks++; f.ticks == 2 {
			panic(errors.New("a punctuation"))
		}
	})
}

func (f *fragile) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	switch r.Value() {
	case "error":
		return errors.New("an error")
	case "panic":
		panic("a panic")
	}
	ctx.Forward(r)
	return nil
}

func brittle(v, rate string) string {
	if v == "join" {
		panic(errors.New("a join"))
	}
	return v + rate
}

// picky is text but for one value that it refuses.
type picky struct{}

func (picky) Append(dst []byte, v string) ([]byte, error) {
	if v == "write" {
		return nil, errors.New("a value")
	}
	return append(dst, v...), nil
}

func (picky) Decode(src []byte) (string, error) { return string(src), nil }
