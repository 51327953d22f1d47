package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// The joiner sees the key as well.
func ExampleKStream_JoinWithKey() {
	topology := func(b *dsl.Builder) {
		orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
		orders.JoinWithKey(payments, func(id, o, p string) string { return id + ": " + o + " " + p },
			dsl.Within(10*time.Millisecond), dsl.As("paid"), dsl.Value(dsl.String()), dsl.OtherValue(dsl.String())).
			To("out")
	}
	show(topology, in("orders", "1", "tea", 0), in("payments", "1", "3 euros", 10))
	// Output:
	// out 1=1: tea 3 euros @10
}

// A payment comes after its order, never before it. One that is late by no more than the grace still meets it.
func ExampleKStream_LeftJoinWithKey() {
	topology := func(b *dsl.Builder) {
		orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
		orders.LeftJoinWithKey(payments, func(id, o string, p *string) string {
			if p == nil {
				return id + ": " + o + " unpaid"
			}
			return id + ": " + o + " " + *p
		}, dsl.Within(10*time.Millisecond).Before(0).After(10*time.Millisecond).Grace(5*time.Millisecond), dsl.As("paid")).
			To("out")
	}
	show(topology, in("payments", "1", "too early", 0), in("orders", "1", "tea", 1), in("orders", "2", "jam", 14),
		in("payments", "1", "3 euros", 11), in("orders", "3", "ham", 50))
	// Output:
	// out 1=1: tea 3 euros @11
	// out 2=2: jam unpaid @14
}

// A side that finds nothing at once goes on alone at once, also if something meets it later.
func ExampleJoinWindows_EagerNulls() {
	topology := func(b *dsl.Builder) {
		l, r := b.Stream("l", dsl.String(), dsl.String()), b.Stream("r", dsl.String(), dsl.String())
		l.OuterJoinWithKey(r, func(k string, x, y *string) string {
			switch {
			case x == nil:
				return k + "-" + *y
			case y == nil:
				return k + *x + "-"
			}
			return k + *x + *y
		}, dsl.Within(10*time.Millisecond).EagerNulls(), dsl.This(dsl.As("l-side")), dsl.Other(dsl.As("r-side"))).To("out")
	}
	show(topology, in("l", "a", "1", 0), in("r", "a", "2", 1), in("r", "b", "3", 2))
	// Output:
	// out a=a1- @0
	// out a=a12 @1
	// out b=b-3 @2
}

// Both keys are shown: the stream's and, if there is one, the one that was looked up.
func ExampleKStream_LeftJoinGlobalWithKeys() {
	topology := func(b *dsl.Builder) {
		prices := b.GlobalTable("prices", dsl.String(), dsl.String())
		b.Stream("orders", dsl.String(), dsl.String()).
			LeftJoinGlobalWithKeys(prices, func(_, item string) (string, bool) { return item, item != "" },
				func(id string, item *string, _ string, price *string) string {
					switch {
					case item == nil:
						return id + ": nothing ordered"
					case price == nil:
						return id + ": " + *item + " has no price"
					}
					return id + ": " + *item + " for " + *price
				}).
			To("out")
	}
	show(topology, in("prices", "tea", "3 euros", 0), in("orders", "1", "tea", 1), in("orders", "2", "jam", 2), in("orders", "3", "", 3))
	// Output:
	// out 1=1: tea for 3 euros @1
	// out 2=2: jam has no price @2
	// out 3=3: nothing ordered @3
}

// What doesn't fit into the buffer is sent early, the oldest first.
func ExampleEagerBuffer_EmitEarlyWhenFull() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			Suppress(dsl.UntilTimeLimit(time.Second, dsl.MaxBytes(1000).MaxRecords(1).EmitEarlyWhenFull()), dsl.Name("last")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 0), in("in", "a", "y", 5), in("in", "b", "z", 10))
	// Output:
	// out a=y @5
}

// A buffer that must not send early stops the application instead of growing.
func ExampleEagerBuffer_ShutDownWhenFull() {
	topology := func(b *dsl.Builder) {
		b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
			Suppress(dsl.UntilTimeLimit(time.Second, dsl.MaxRecords(2).MaxBytes(1000).ShutDownWhenFull()), dsl.Name("last")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 0), in("in", "a", "y", 5), in("in", "b", "z", 1010))
	// Output:
	// out a=y @5
}
