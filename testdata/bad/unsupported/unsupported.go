// Package unsupported has what the DSL knows and stoatgen cannot generate yet.
package unsupported

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

func in(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("in", dsl.String(), dsl.String())
}

func Last(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("last"), dsl.LRU(10), dsl.Cache()).ToStream().To("out") // want ST421@77 "option Cache of Table beside LRU" "NOT-SUPPORTED.md"
}

// Event would come from a schema.
type Event struct{ ID string }

func Schema(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Avro[Event]()).To("out") // want ST310@4 "Avro" ST310@50 "Avro"
}

func Slots(b *dsl.Builder) {
	in(b).GroupByKey().WindowedBy(dsl.Hopping(time.Hour, time.Second)).Count(dsl.As("w")) // want ST720@21 "3600 windows" "larger advance"
}

// Odd has fields that no text can hold.
type Odd struct {
	Name string
	Done chan int
}

func Channels(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Odd]()). // want ST310@35 "field Done of type chan int has no JSON form" "dsl.Custom"
							GroupByKey().
							Reduce(func(acc, v Odd) Odd { return v }, dsl.As("odd"), dsl.Value(dsl.Binary[Odd]())) // want ST310@79 "has no Binary form"
}
