// Package prints has streams that are printed.
package prints

import (
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Order prints as it says itself.
type Order struct {
	ID    string  `json:"id"`
	Price float64 `json:"price"`
}

// String is how an order is printed.
func (o Order) String() string { return "order " + o.ID }

// Printed prints what there is to print, to one file and to another.
func Printed(b *dsl.Builder) {
	text := b.Stream("text", dsl.String(), dsl.String())
	text.Print(dsl.ToFile("plain.txt"))
	text.MapValues(strings.ToUpper, dsl.Name("upper")).KeyAs(dsl.Nullable(dsl.String())).Print(dsl.ToFile("plain.txt"))
	text.Print(dsl.Label("a label"), dsl.Name("printer"), dsl.ToFile("labelled.txt"),
		dsl.Format(func(k, v string) string { return k + "=" + strconv.Itoa(len(v)) }))
	b.Stream("orders", dsl.Int64(), dsl.JSON[Order]()).Print(dsl.ToFile("plain.txt"), dsl.Label("o"))
	b.Stream("flags", dsl.Bytes(), dsl.Nullable(dsl.Bool())).Print(dsl.ToFile("plain.txt"), dsl.Label("f"))
	b.Stream("halves", dsl.UUID(), dsl.Float64()).Print(dsl.ToFile("plain.txt"), dsl.Label("h"))
}

// Windowed prints a count.
func Windowed(b *dsl.Builder) {
	seconds := b.Stream("in", dsl.String(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(time.Second)).
		Count(dsl.As("seconds")).
		ToStream()
	seconds.Print(dsl.ToFile("windows.txt"), dsl.Format(func(w record.Windowed[string], n int64) string {
		return w.Key + " " + strconv.FormatInt(n, 10)
	}), dsl.Label("formatted"))
	seconds.Print(dsl.ToFile("windows.txt"))
	seconds.KeyAs(dsl.TimeWindowed(dsl.String(), time.Second)).Print(dsl.ToFile("windows.txt"), dsl.Label("view"))
}

// Nowhere prints to where nothing can be.
func Nowhere(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).Print(dsl.ToFile("no/such/directory.txt"))
}
