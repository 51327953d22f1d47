// Package keys has keys of every kind of codec: at sources, across hops, in stores and at sinks.
package keys

import (
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Account is a key with a JSON form.
type Account struct {
	Bank string `json:"bank"`
	No   int64  `json:"no"`
}

// Payment is a value.
type Payment struct {
	From   Account `json:"from"`
	Shop   int64   `json:"shop"`
	Amount int64   `json:"amount"`
}

// ByShop counts by a number: its eight bytes hop inside the record.
func ByShop(b *dsl.Builder) {
	b.Stream("payments", dsl.String(), dsl.JSON[Payment]()).
		GroupBy(func(_ string, p Payment) int64 { return p.Shop }, dsl.Name("by-shop")).
		Count(dsl.As("shops")).
		ToStream().
		To("shops-out", dsl.Key(dsl.Int64()))
}

// ByAccount sums by a struct: its JSON form is the key's bytes.
func ByAccount(b *dsl.Builder) {
	b.Codec(dsl.JSON[Account]())
	b.Stream("payments", dsl.Int64(), dsl.JSON[Payment]()).
		SelectKey(func(_ int64, p Payment) Account { return p.From }).
		MapValues(func(p Payment) int64 { return p.Amount }).
		GroupByKey(dsl.Name("by-account")).
		Reduce(func(a, v int64) int64 { return a + v }, dsl.As("accounts")).
		ToStream().
		To("accounts-out")
}

// Numbered joins on a key that is a number and is never changed.
func Numbered(b *dsl.Builder) {
	names := b.Table("names", dsl.Int64(), dsl.String(), dsl.As("names"))
	b.Stream("visits", dsl.Int64(), dsl.Bytes()).
		JoinTableWithKey(names, func(k int64, v []byte, name string) string { return strconv.FormatInt(k, 10) + name + string(v) }).
		To("visits-out")
}

// Bytewise counts keys that are bytes.
func Bytewise(b *dsl.Builder) {
	b.Stream("in", dsl.Bytes(), dsl.Bytes()).
		GroupBy(func(_, v []byte) []byte { return v }, dsl.Name("by-value")).
		Count(dsl.As("values")).
		ToStream().
		Map(func(k []byte, n int64) ([]byte, string) { return k, strconv.FormatInt(n, 10) }).
		To("out")
}

// Windows writes windowed keys of numbers.
func Windows(b *dsl.Builder) {
	t := b.Stream("in", dsl.Int32(), dsl.String()).
		GroupByKey().
		WindowedBy(dsl.Tumbling(second)).
		Count(dsl.As("seconds"))
	t.ToStream().To("keyed")
	t.ToStream().
		Map(func(w record.Windowed[int32], n int64) (string, int64) {
			return strconv.Itoa(int(w.Key)) + "/" + strconv.FormatInt(w.Start, 10), n
		}).
		To("mapped")
}
