package examples

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// KStreamJoin is the topology of ExampleKStream_Join.
func KStreamJoin(b *dsl.Builder) {
	orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
	orders.Join(payments, func(o, p string) string { return o + " " + p }, dsl.Within(10*time.Millisecond), dsl.As("paid")).To("out")
}

// KStreamLeftJoin is the topology of ExampleKStream_LeftJoin.
func KStreamLeftJoin(b *dsl.Builder) {
	orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
	orders.LeftJoin(payments, func(o string, p *string) string {
		if p == nil {
			return o + " unpaid"
		}
		return o + " " + *p
	}, dsl.Within(10*time.Millisecond), dsl.As("paid")).To("out")
}

// KStreamOuterJoin is the topology of ExampleKStream_OuterJoin.
func KStreamOuterJoin(b *dsl.Builder) {
	l, r := b.Stream("l", dsl.String(), dsl.String()), b.Stream("r", dsl.String(), dsl.String())
	l.OuterJoin(r, func(x, y *string) string {
		switch {
		case x == nil:
			return "-" + *y
		case y == nil:
			return *x + "-"
		}
		return *x + *y
	}, dsl.Within(10*time.Millisecond), dsl.As("pairs")).To("out")
}

// KStreamJoinGlobal is the topology of ExampleKStream_JoinGlobal.
func KStreamJoinGlobal(b *dsl.Builder) {
	prices := b.GlobalTable("prices", dsl.String(), dsl.String())
	b.Stream("sales", dsl.String(), dsl.String()).
		JoinGlobal(prices, func(_, item string) (string, bool) { return item, true }, func(item, price string) string { return item + " " + price }).
		To("out")
}

// KStreamLeftJoinGlobal is the topology of ExampleKStream_LeftJoinGlobal.
func KStreamLeftJoinGlobal(b *dsl.Builder) {
	prices := b.GlobalTable("prices", dsl.String(), dsl.String())
	b.Stream("sales", dsl.String(), dsl.String()).
		LeftJoinGlobal(prices, func(_, item string) (string, bool) { return item, true }, func(item string, price *string) string {
			if price == nil {
				return item + " free"
			}
			return item + " " + *price
		}).
		To("out")
}

// BuilderGlobalTable is the topology of ExampleBuilder_GlobalTable.
func BuilderGlobalTable(b *dsl.Builder) {
	names := b.GlobalTable("names", dsl.String(), dsl.String())
	b.Stream("in", dsl.String(), dsl.String()).
		JoinGlobalWithKeys(names, func(k, _ string) (string, bool) { return k, true }, func(k, id, v, name string) string { return id + name + v }).
		To("out")
}

// KTableJoin is the topology of ExampleKTable_Join.
func KTableJoin(b *dsl.Builder) {
	l, r := b.Table("l", dsl.String(), dsl.String()), b.Table("r", dsl.String(), dsl.String())
	l.Join(r, func(x, y string) string { return x + y }, dsl.As("both")).ToStream().To("out")
}

// KTableLeftJoin is the topology of ExampleKTable_LeftJoin.
func KTableLeftJoin(b *dsl.Builder) {
	l, r := b.Table("l", dsl.String(), dsl.String()), b.Table("r", dsl.String(), dsl.String())
	l.LeftJoin(r, func(x string, y *string) string {
		if y == nil {
			return x + "-"
		}
		return x + *y
	}, dsl.As("left")).ToStream().To("out")
}

// KTableOuterJoin is the topology of ExampleKTable_OuterJoin.
func KTableOuterJoin(b *dsl.Builder) {
	l, r := b.Table("l", dsl.String(), dsl.String()), b.Table("r", dsl.String(), dsl.String())
	l.OuterJoin(r, func(x, y *string) string {
		switch {
		case x == nil:
			return "-" + *y
		case y == nil:
			return *x + "-"
		}
		return *x + *y
	}, dsl.As("either")).ToStream().To("out")
}

// KTableJoinForeign is the topology of ExampleKTable_JoinForeign.
func KTableJoinForeign(b *dsl.Builder) {
	flights, airports := b.Table("flights", dsl.String(), dsl.String()), b.Table("airports", dsl.String(), dsl.String())
	flights.JoinForeign(airports, func(_, origin string) (string, bool) { return origin, true },
		func(origin, city string) string { return origin + " " + city }, dsl.As("named"), dsl.Name("airport")).ToStream().To("out")
}

// KTableLeftJoinForeign is the topology of ExampleKTable_LeftJoinForeign.
func KTableLeftJoinForeign(b *dsl.Builder) {
	flights, airports := b.Table("flights", dsl.String(), dsl.String()), b.Table("airports", dsl.String(), dsl.String())
	flights.LeftJoinForeign(airports, func(_, origin string) (string, bool) { return origin, true }, func(origin string, city *string) string {
		if city == nil {
			return origin
		}
		return origin + " " + *city
	}, dsl.As("named"), dsl.Name("airport")).ToStream().To("out")
}

// OtherKeyPartitioner is the topology of ExampleOtherKeyPartitioner.
func OtherKeyPartitioner(b *dsl.Builder) {
	customers := b.Table("customers", dsl.String(), dsl.String(), dsl.As("customers"))
	b.Table("orders", dsl.String(), dsl.String(), dsl.As("orders")).
		JoinForeign(customers,
			func(_, customer string) (string, bool) { return customer, true },
			func(customer, name string) string { return customer + " is " + name },
			dsl.As("joined"), dsl.KeyPartitioner(ByLength), dsl.OtherKeyPartitioner(ByLength)).
		ToStream().
		To("out")
}
