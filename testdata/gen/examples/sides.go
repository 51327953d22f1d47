package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// KStreamJoinWithKey is the topology of ExampleKStream_JoinWithKey.
func KStreamJoinWithKey(b *dsl.Builder) {
	orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
	orders.JoinWithKey(payments, func(id, o, p string) string { return id + ": " + o + " " + p },
		dsl.Within(10*time.Millisecond), dsl.As("paid"), dsl.Value(dsl.String()), dsl.OtherValue(dsl.String())).
		To("out")
}

// KStreamLeftJoinWithKey is the topology of ExampleKStream_LeftJoinWithKey.
func KStreamLeftJoinWithKey(b *dsl.Builder) {
	orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
	orders.LeftJoinWithKey(payments, func(id, o string, p *string) string {
		if p == nil {
			return id + ": " + o + " unpaid"
		}
		return id + ": " + o + " " + *p
	}, dsl.Within(10*time.Millisecond).Before(0).After(10*time.Millisecond).Grace(5*time.Millisecond), dsl.As("paid")).
		To("out")
}

// JoinWindowsEagerNulls is the topology of ExampleJoinWindows_EagerNulls.
func JoinWindowsEagerNulls(b *dsl.Builder) {
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

// KStreamLeftJoinGlobalWithKeys is the topology of ExampleKStream_LeftJoinGlobalWithKeys.
func KStreamLeftJoinGlobalWithKeys(b *dsl.Builder) {
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

// EagerBufferEmitEarlyWhenFull is the topology of ExampleEagerBuffer_EmitEarlyWhenFull.
func EagerBufferEmitEarlyWhenFull(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		Suppress(dsl.UntilTimeLimit(time.Second, dsl.MaxBytes(1000).MaxRecords(1).EmitEarlyWhenFull()), dsl.Name("last")).
		ToStream().
		To("out")
}

// EagerBufferShutDownWhenFull is the topology of ExampleEagerBuffer_ShutDownWhenFull.
func EagerBufferShutDownWhenFull(b *dsl.Builder) {
	b.Table("in", dsl.String(), dsl.String(), dsl.As("rows")).
		Suppress(dsl.UntilTimeLimit(time.Second, dsl.MaxRecords(2).MaxBytes(1000).ShutDownWhenFull()), dsl.Name("last")).
		ToStream().
		To("out")
}
