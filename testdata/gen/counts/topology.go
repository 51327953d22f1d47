// Package counts counts by a field: the key changes, so records hop to the lane of the new key.
package counts

import (
	"github.com/stoatgen/stoatgen/dsl"
)

// Counts counts the orders of each customer.
func Counts(b *dsl.Builder) {
	b.Stream("orders", dsl.String(), dsl.JSON[Order]()).
		GroupBy(func(_ string, v Order) string { return v.Customer }).
		Count(dsl.As("counts")).
		ToStream().
		To("counts-out")
}

// Order is the input; only Customer is used.
type Order struct {
	ID       string  `json:"id"`
	Customer string  `json:"customer"`
	Product  string  `json:"product"`
	Quantity int64   `json:"quantity"`
	Price    float64 `json:"price"`
	Currency string  `json:"currency"`
	Country  string  `json:"country"`
	Express  bool    `json:"express"`
	Note     string  `json:"note"`
}

// Tally counts the records of each key: no decoding and no change of lane.
func Tally(b *dsl.Builder) {
	b.Stream("clicks", dsl.String(), dsl.Bytes()).GroupByKey().Count(dsl.As("tally")).ToStream().To("tally-out")
}
