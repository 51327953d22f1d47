package dsl_test

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

// Records of one key that are no further apart than the window meet, whichever comes first.
func ExampleKStream_Join() {
	topology := func(b *dsl.Builder) {
		orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
		orders.Join(payments, func(o, p string) string { return o + " " + p }, dsl.Within(10*time.Millisecond), dsl.As("paid")).To("out")
	}
	show(topology, in("orders", "1", "tea", 0), in("payments", "1", "3 euros", 10), in("payments", "1", "late", 11))
	// Output:
	// out 1=tea 3 euros @10
}

// An order whose payment did not come in time goes on with nil, once something later says that time has passed.
func ExampleKStream_LeftJoin() {
	topology := func(b *dsl.Builder) {
		orders, payments := b.Stream("orders", dsl.String(), dsl.String()), b.Stream("payments", dsl.String(), dsl.String())
		orders.LeftJoin(payments, func(o string, p *string) string {
			if p == nil {
				return o + " unpaid"
			}
			return o + " " + *p
		}, dsl.Within(10*time.Millisecond), dsl.As("paid")).To("out")
	}
	show(topology, in("orders", "1", "tea", 0), in("orders", "2", "jam", 1), in("payments", "2", "3 euros", 5), in("orders", "3", "ham", 50))
	// Output:
	// out 2=jam 3 euros @5
	// out 1=tea unpaid @0
}

// What comes on either side goes on alone if nothing meets it.
func ExampleKStream_OuterJoin() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("l", "a", "1", 0), in("r", "b", "2", 1), in("l", "c", "3", 50))
	// Output:
	// out a=1- @0
	// out b=-2 @1
}

// Every lane sees the whole table: nothing has to be repartitioned to look up another key.
func ExampleKStream_JoinGlobal() {
	topology := func(b *dsl.Builder) {
		prices := b.GlobalTable("prices", dsl.String(), dsl.String())
		b.Stream("sales", dsl.String(), dsl.String()).
			JoinGlobal(prices, func(_, item string) (string, bool) { return item, true }, func(item, price string) string { return item + " " + price }).
			To("out")
	}
	show(topology, in("prices", "tea", "3", 0), in("sales", "a", "tea", 1), in("sales", "b", "jam", 2))
	// Output:
	// out a=tea 3 @1
}

// Sales of what has no price go on, too.
func ExampleKStream_LeftJoinGlobal() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("prices", "tea", "3", 0), in("sales", "a", "tea", 1), in("sales", "b", "jam", 2))
	// Output:
	// out a=tea 3 @1
	// out b=jam free @2
}

// The table is read to its end before the first record, and its topic is its only changelog.
func ExampleBuilder_GlobalTable() {
	topology := func(b *dsl.Builder) {
		names := b.GlobalTable("names", dsl.String(), dsl.String())
		b.Stream("in", dsl.String(), dsl.String()).
			JoinGlobalWithKeys(names, func(k, _ string) (string, bool) { return k, true }, func(k, id, v, name string) string { return id + name + v }).
			To("out")
	}
	show(topology, in("names", "a", "Ann", 0), in("in", "a", "!", 1))
	// Output:
	// out a=aAnn! @1
}

// A row is there while both tables have one.
func ExampleKTable_Join() {
	topology := func(b *dsl.Builder) {
		l, r := b.Table("l", dsl.String(), dsl.String()), b.Table("r", dsl.String(), dsl.String())
		l.Join(r, func(x, y string) string { return x + y }, dsl.As("both")).ToStream().To("out")
	}
	show(topology, in("l", "a", "1", 0), in("r", "a", "2", 1), in("l", "a", "3", 2))
	// Output:
	// out a=12 @1
	// out a=32 @2
}

// A row is there while this table has one.
func ExampleKTable_LeftJoin() {
	topology := func(b *dsl.Builder) {
		l, r := b.Table("l", dsl.String(), dsl.String()), b.Table("r", dsl.String(), dsl.String())
		l.LeftJoin(r, func(x string, y *string) string {
			if y == nil {
				return x + "-"
			}
			return x + *y
		}, dsl.As("left")).ToStream().To("out")
	}
	show(topology, in("l", "a", "1", 0), in("r", "a", "2", 1), in("r", "b", "3", 2))
	// Output:
	// out a=1- @0
	// out a=12 @1
}

// A row is there while either table has one.
func ExampleKTable_OuterJoin() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("r", "a", "2", 0), in("l", "a", "1", 1))
	// Output:
	// out a=-2 @0
	// out a=12 @1
}

// Each flight with the row of the airport that it names; a change of the airport changes them all.
func ExampleKTable_JoinForeign() {
	topology := func(b *dsl.Builder) {
		flights, airports := b.Table("flights", dsl.String(), dsl.String()), b.Table("airports", dsl.String(), dsl.String())
		flights.JoinForeign(airports, func(_, origin string) (string, bool) { return origin, true },
			func(origin, city string) string { return origin + " " + city }, dsl.As("named"), dsl.Name("airport")).ToStream().To("out")
	}
	show(topology, in("flights", "1", "BER", 0), in("flights", "2", "BER", 1), in("airports", "BER", "Berlin", 2), in("flights", "1", "LIS", 3))
	// Output:
	// out 1=BER Berlin @2
	// out 2=BER Berlin @2
	// out 1=null @3
}

// Flights whose airport isn't known have a row, too.
func ExampleKTable_LeftJoinForeign() {
	topology := func(b *dsl.Builder) {
		flights, airports := b.Table("flights", dsl.String(), dsl.String()), b.Table("airports", dsl.String(), dsl.String())
		flights.LeftJoinForeign(airports, func(_, origin string) (string, bool) { return origin, true }, func(origin string, city *string) string {
			if city == nil {
				return origin
			}
			return origin + " " + *city
		}, dsl.As("named"), dsl.Name("airport")).ToStream().To("out")
	}
	show(topology, in("flights", "1", "BER", 0), in("airports", "BER", "Berlin", 2))
	// Output:
	// out 1=BER @0
	// out 1=BER Berlin @2
}

// Both tables' topics are partitioned by the length of the key, by whoever writes them.
func ExampleOtherKeyPartitioner() {
	topology := func(b *dsl.Builder) {
		customers := b.Table("customers", dsl.String(), dsl.String(), dsl.As("customers"))
		b.Table("orders", dsl.String(), dsl.String(), dsl.As("orders")).
			JoinForeign(customers,
				func(_, customer string) (string, bool) { return customer, true },
				func(customer, name string) string { return customer + " is " + name },
				dsl.As("joined"), dsl.KeyPartitioner(ByLength), dsl.OtherKeyPartitioner(ByLength)).
			ToStream().
			To("out")
	}
	show(topology, in("customers", "c1", "ann", 10), in("orders", "o1", "c1", 11))
	// Output:
	// out o1=c1 is ann @11
}
