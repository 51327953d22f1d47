package codecs

import "strings"

// Demand is which fields of a struct the topology uses, by the first selector: for o.Address.City it is Address, for a
// promoted field its own name or that of the embedded struct. nil is all, an empty map none.
type Demand map[string]bool

// All is the demand of whoever hands the value on whole.
var All Demand

// Fields is a demand by names; of a path (Address.City) the first part counts.
func Fields(paths ...string) Demand {
	d := Demand{}
	for _, p := range paths {
		first, _, _ := strings.Cut(p, ".")
		d[first] = true
	}
	return d
}
