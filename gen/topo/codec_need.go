package topo

import (
	"fmt"
	"go/types"
)

// Need is a codec that an Op cannot do without.
type Need struct {
	Role  Role
	Type  types.Type // of the key or value; a windowed key's is the key within
	What  string     // `the value of topic "out"`
	Codec *Codec     // nil: none found
}

// Needs are the codecs that o needs: of what it writes to a topic, keeps in a store, or looks for the owner of. A value
// that only moves to another lane is not encoded and needs none.
func (t *Topology) Needs(o *Op) (out []Need) {
	need := func(r Role, what string) {
		if typ := t.typeOf(o, r); typ != nil {
			out = append(out, Need{r, typ, what, t.Codec(o, r)})
		}
	}
	s := t.Of(o)
	switch o.Row() {
	case "Builder.Stream", "Builder.StreamOf", "Builder.StreamMatching", "Builder.Table", "Builder.GlobalTable", "Builder.Store",
		"Builder.Every", "Builder.Cron":
		return nil
	case "KStream.To", "KStream.ToFunc":
		what := "a computed topic"
		if o.Method == "To" {
			what = fmt.Sprintf("topic %q", s.Node.Topic)
		}
		need(KeyRole, "the key of "+what)
		need(ValueRole, "the value of "+what)
		return out
	case "KStream.Join", "KStream.LeftJoin", "KStream.OuterJoin":
		need(KeyRole, "the key of the join's stores")
		need(ValueRole, "the value of the join's store of this side")
		need(OtherValueRole, "the value of the join's store of the other side")
		return out
	}
	switch {
	case s.Store != nil && s.Store.Materialized && s.Store.Op == o:
		need(KeyRole, fmt.Sprintf("the key of store %q", s.Store.Name))
		need(ValueRole, fmt.Sprintf("the value of store %q", s.Store.Name))
	case len(s.Repartitions) > 0:
		need(KeyRole, fmt.Sprintf("the key of topic %q", s.Repartitions[0].Topic))
	}
	return out
}
