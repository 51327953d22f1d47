package joins

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// Left tables of foreign-key joins whose rows can be seen in their own stage alone: the answers come back to it.

// Told joins what a transformer without a store makes of rows, also of those that aren't there.
func Told(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	x.TransformValues(newTeller).Filter(noB).
		LeftJoinForeign(y, named, orNone, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).ToStream().To("out")
}

// Waited joins rows whose changes are held back.
func Waited(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	x.Suppress(dsl.UntilTimeLimit(5*time.Millisecond, dsl.Unbounded()), dsl.Name("wait")).
		JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).ToStream().To("out")
}

// Met joins the rows of a join with what a transformer makes, none of which are kept.
func Met(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	z := b.Table("z", dsl.String(), dsl.String(), dsl.As("z"))
	x.TransformValues(newTeller).Join(z, both, dsl.Name("pair")).
		JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).ToStream().To("out")
}

func noB(_, v string) bool {
	for _, c := range v {
		if c == 'b' {
			return false
		}
	}
	return true
}

type teller struct{}

func newTeller() teller { return teller{} }

// Transform sees deletes, too.
func (teller) Transform(key string, value *string) string {
	if value == nil {
		return key + ":null"
	}
	return key + ":" + *value
}
