// Package joins has joins with what lies behind them: state that results of other keys meet, keys that aren't text, values
// that are JSON, look-ups in joined tables, two foreign-key joins one behind the other, and tables that every lane sees.
package joins

import (
	"strconv"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Order names its customer and what it is for.
type Order struct {
	Customer string `json:"customer"`
	Item     string `json:"item"`
}

// Paired counts the results of an outer join: a record without a partner comes to the count of its own key, not to that of
// the record that closed its window.
func Paired(b *dsl.Builder) {
	l := b.Stream("l", dsl.Int64(), dsl.JSON[Order]())
	r := b.Stream("r", dsl.Int64(), dsl.String())
	l.OuterJoinWithKey(r, pair, dsl.Within(10*time.Millisecond), dsl.As("pairs"), dsl.Name("pair")).
		GroupByKey().Count(dsl.As("results")).ToStream().To("out")
}

func pair(k int64, o *Order, s *string) string {
	text := strconv.FormatInt(k, 10)
	if o != nil {
		text += o.Item
	}
	if s != nil {
		text += *s
	}
	return text
}

// Looked looks rows up in a joined table that isn't kept.
func Looked(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String())
	y := b.Table("y", dsl.String(), dsl.String())
	both := x.LeftJoin(y, func(a string, c *string) string {
		if c == nil {
			return a
		}
		return a + *c
	})
	b.Stream("in", dsl.String(), dsl.String()).JoinTable(both, func(v, row string) string { return v + ":" + row }).To("out")
}

// Named joins orders with their items, and the results with their customers.
func Named(b *dsl.Builder) {
	orders := b.Table("orders", dsl.Int64(), dsl.JSON[Order]())
	items := b.Table("items", dsl.String(), dsl.String())
	customers := b.Table("customers", dsl.String(), dsl.String())
	orders.JoinForeign(items, func(_ int64, o Order) (string, bool) { return o.Item, o.Item != "" },
		func(o Order, price string) Order { return Order{o.Customer, o.Item + "@" + price} }, dsl.Name("item"), dsl.As("priced"), dsl.Value(dsl.JSON[Order]())).
		LeftJoinForeign(customers, func(_ int64, o Order) (string, bool) { return o.Customer, true },
			func(o Order, name *string) string {
				if name == nil {
					return o.Item
				}
				return *name + ":" + o.Item
			}, dsl.Name("customer"), dsl.As("named"), dsl.Value(dsl.String())).
		ToStream().To("out")
}

// Priced looks up prices that every lane sees.
func Priced(b *dsl.Builder) {
	prices := b.GlobalTable("prices", dsl.String(), dsl.String())
	b.Stream("sales", dsl.String(), dsl.String()).
		LeftJoinGlobal(prices, func(_, item string) (string, bool) { return item, true }, func(item string, price *string) string {
			if price == nil {
				return item + "?"
			}
			return item + *price
		}).To("out")
}

// Added joins tables of numbers.
func Added(b *dsl.Builder) {
	x, y := b.Table("x", dsl.Int64(), dsl.Int64()), b.Table("y", dsl.Int64(), dsl.Int64())
	x.OuterJoin(y, func(a, c *int64) int64 {
		if a == nil || c == nil {
			return 0
		}
		return *a + *c
	}).ToStream().To("out")
}

// Linked joins numbers with the rows that they are the keys of.
func Linked(b *dsl.Builder) {
	x, y := b.Table("x", dsl.Int64(), dsl.Int64()), b.Table("y", dsl.Int64(), dsl.Int64())
	x.JoinForeign(y, func(_, v int64) (int64, bool) { return v, true }, func(v, w int64) int64 { return v + w },
		dsl.Name("link"), dsl.As("linked"), dsl.Value(dsl.Int64())).ToStream().To("out")
}

// Inner adds numbers of one key that come within ten seconds of each other.
func Inner(b *dsl.Builder) {
	l, r := b.Stream("l", dsl.String(), dsl.Int64()), b.Stream("r", dsl.String(), dsl.Int64())
	l.Join(r, func(a, c int64) int64 { return a + c }, dsl.Within(10*time.Second)).To("out")
}

// Left is Inner with the left numbers that meet none; each side's store has a name of its own.
func Left(b *dsl.Builder) {
	l, r := b.Stream("l", dsl.String(), dsl.Int64()), b.Stream("r", dsl.String(), dsl.Int64())
	l.LeftJoin(r, func(a int64, c *int64) int64 {
		if c == nil {
			return -a
		}
		return a + *c
	}, dsl.Within(10*time.Second), dsl.This(dsl.As("lefts"), dsl.InMemory()), dsl.Other(dsl.As("rights"))).To("out")
}

// Outer is Inner with the numbers of both sides that meet none.
func Outer(b *dsl.Builder) {
	l, r := b.Stream("l", dsl.String(), dsl.Int64()), b.Stream("r", dsl.String(), dsl.Int64())
	l.OuterJoin(r, func(a, c *int64) int64 {
		switch {
		case c == nil:
			return -*a
		case a == nil:
			return -*c
		}
		return *a + *c
	}, dsl.Within(10*time.Second)).To("out")
}
