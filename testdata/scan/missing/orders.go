package missing

import "github.com/stoatgen/stoatgen/dsl"

type Order struct{ ID string }

func Orders(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).Filter(func(_ string, o Order) bool { return known(o) }).To("out")
}

// known uses a method that will be generated.
func known(o Order) bool { return NewCheck(o) }

func Run() { NewOrders(nil, NewConfig()).Run() }
