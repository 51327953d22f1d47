package times

import "github.com/stoatgen/stoatgen/rt/record"

type counter struct {
	store record.WindowStore[string, int64]
}

func reader(s record.WindowStore[string, int64]) *counter { return &counter{s} }

func (c *counter) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	ctx.Forward(r)
	return nil
}
