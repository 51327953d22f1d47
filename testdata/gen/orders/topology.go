// Package orders is a stateless topology: filter, map, write.
package orders

import (
	"github.com/stoatgen/stoatgen/dsl"
)

// Topology bills the orders of a size.
func (o *Orders) Topology(b *dsl.Builder) {
	b.Stream("orders", dsl.String(), dsl.JSON[Order]()).
		Filter(func(_ string, v Order) bool { return v.Quantity >= o.Min }).
		MapValues(Bill).
		To("invoices", dsl.Value(dsl.JSON[Invoice]()))
}

// Orders holds the topology's parameters.
type Orders struct{ Min int64 }

// Order is the input.
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

// Invoice is the output.
type Invoice struct {
	Order    string  `json:"order"`
	Customer string  `json:"customer"`
	Total    float64 `json:"total"`
}

// Bill makes the invoice of an order.
func Bill(o Order) Invoice {
	return Invoice{o.ID, o.Customer, float64(o.Quantity) * o.Price}
}
