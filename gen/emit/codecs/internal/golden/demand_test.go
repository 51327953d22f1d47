package golden

import (
	"math/rand/v2"
	"testing"
)

// What a decoder for some fields reads and refuses is what v2 does with a struct that has no others.

type orderCustomer struct {
	Customer string `json:"customer"`
}

type orderFields struct {
	ID       string  `json:"id"`
	Customer string  `json:"customer"`
	Quantity int64   `json:"quantity"`
	Price    float64 `json:"price"`
}

type orderFields2 struct {
	ID      string  `json:"id"`
	Price   float64 `json:"price"`
	Express bool    `json:"express"`
}

type nestedFields struct {
	ID      int64 `json:"id"`
	Kind    string
	Address Address `json:"address"`
}

type nestedKind struct{ Kind string }

type containersPtrs struct{ Ptrs []*Stats }

type wideM01M69 struct{ M01, M69 int }

type treeKids struct {
	Kids []Tree `json:"kids"`
}

// as is a decoder of T as one of S.
func as[S, T any](decode func([]byte, *T) bool, take func(T) S) func([]byte, *S) bool {
	return func(b []byte, v *S) bool {
		var x T
		ok := decode(b, &x)
		*v = take(x)
		return ok
	}
}

func everyDemand(t *testing.T, text []byte) {
	t.Helper()
	compare(t, "Order: customer", text, as(decodeOrderCustomer, func(o Order) orderCustomer { return orderCustomer{o.Customer} }), nil)
	compare(t, "Order: four", text, as(decodeOrderFields, func(o Order) orderFields {
		return orderFields{o.ID, o.Customer, o.Quantity, o.Price}
	}), nil)
	compare(t, "Order: three", text, as(decodeOrderFields2, func(o Order) orderFields2 { return orderFields2{o.ID, o.Price, o.Express} }), nil)
	compare(t, "Order: none", text, as(decodeOrderNothing, func(Order) struct{} { return struct{}{} }), nil)
	compare(t, "Nested: base, address", text, as(decodeNestedFields, func(n Nested) nestedFields {
		return nestedFields{n.ID, n.Kind, n.Address}
	}), nil)
	compare(t, "Nested: kind", text, as(decodeNestedKind, func(n Nested) nestedKind { return nestedKind{n.Kind} }), nil)
	compare(t, "Containers: ptrs", text, as(decodeContainersPtrs, func(c Containers) containersPtrs { return containersPtrs{c.Ptrs} }), nil)
	compare(t, "Wide: two", text, as(decodeWideM01M69, func(w Wide) wideM01M69 { return wideM01M69{w.M01, w.M69} }), nil)
	compare(t, "Tree: kids", text, as(decodeTreeKids, func(r Tree) treeKids { return treeKids{r.Kids} }), nil)
}

func TestDecodersOfSomeFields(t *testing.T) {
	f := &filler{rand.New(rand.NewPCG(2, 3)), false}
	for _, p := range pairs {
		for range 60 {
			text := p.random(t, f)
			everyDemand(t, text)
			other := shuffle(f.Rand, text)
			everyDemand(t, other)
			everyDemand(t, damage(f.Rand, other))
		}
	}
}
