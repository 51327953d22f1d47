package joins

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Ticker sends the stream time at each ten milliseconds of it.
type Ticker struct{}

// NewTicker is called once a partition.
func NewTicker() *Ticker { return &Ticker{} }

// Init makes the schedule.
func (*Ticker) Init(ctx record.Context[string, int64]) {
	ctx.Schedule(10*time.Millisecond, record.StreamTime, func(now int64) {
		ctx.Forward(record.Record[string, int64]{Value: now, Timestamp: now})
	})
}

// Process moves time alone.
func (*Ticker) Process(record.Context[string, int64], record.Record[string, string]) error {
	return nil
}

// Ticked has a schedule beside the left table of a foreign-key join, and one behind the join.
func Ticked(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	x.ToStream().Process(NewTicker, dsl.Name("left-ticker")).To("left-ticks")
	x.JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).
		ToStream().Process(NewTicker, dsl.Name("ticker")).To("ticks")
}
