package joins

import (
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// What hops here comes back to the sub-topology that it left, because what is behind it is joined with what is there.

// Share joins each record with the number of records that have had its value.
func Share(b *dsl.Builder) {
	in := b.Stream("in", dsl.String(), dsl.String())
	counts := in.GroupBy(func(_, v string) string { return v }, dsl.Name("by-value")).Count(dsl.As("counts"))
	in.JoinTable(counts, func(v string, n int64) string { return v + plus(n) }).To("out")
}

func plus(n int64) string {
	text := ""
	for range n {
		text += "+"
	}
	return text
}

// Bosses joins a table with itself: each employee with the row of the one that it names.
func Bosses(b *dsl.Builder) {
	staff := b.Table("staff", dsl.String(), dsl.String(), dsl.As("staff"))
	staff.LeftJoinForeign(staff, named, orNone, dsl.Name("boss"), dsl.As("bosses"), dsl.Value(dsl.String())).
		ToStream().To("out")
}

// named is the row that a value names: its last letter, which 0 isn't.
func named(_, v string) (string, bool) {
	if v == "" || v[len(v)-1] == '0' {
		return "", false
	}
	return v[len(v)-1:], true
}

func orNone(v string, w *string) string {
	if w == nil {
		return v + "-null"
	}
	return v + "-" + *w
}

func both(v, w string) string { return v + "-" + w }

// Again joins two tables by the key, and then one of them with the rows of the other that it names.
func Again(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	x.Join(y, both, dsl.Name("pair")).ToStream().To("pairs")
	x.JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).ToStream().To("out")
}

// Derived joins a table with the rows of what was made of it.
func Derived(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	short := x.MapValues(func(v string) string { return v[:1] }).Filter(func(_, v string) bool { return v != "b" })
	x.JoinForeign(short, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).ToStream().To("out")
}

// Back joins the result of a foreign-key join with the table that it began with, and with another of its sub-topology.
func Back(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	x.JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).
		OuterJoin(x, func(r, v *string) string { return text(r) + "/" + text(v) }, dsl.Name("back"), dsl.As("backs")).
		ToStream().To("out")
}

func text(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

// Chain joins a result of a foreign-key join with the rows of a table beside the one on its left, by another foreign key.
func Chain(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	z := b.Table("z", dsl.String(), dsl.String(), dsl.As("z"))
	x.Join(z, both, dsl.Name("pair")).ToStream().To("pairs")
	x.JoinForeign(y, named, both, dsl.Name("first"), dsl.As("firsts"), dsl.Value(dsl.String())).
		LeftJoinForeign(z, named, orNone, dsl.Name("second"), dsl.As("seconds"), dsl.Value(dsl.String())).
		ToStream().To("out")
}

// Onto joins a table with rows that are results of a foreign-key join, by what they are the results of.
func Onto(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	z := b.Table("z", dsl.String(), dsl.String(), dsl.As("z"))
	links := x.JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String()))
	z.JoinForeign(links, named, both, dsl.Name("onto"), dsl.As("ontos"), dsl.Value(dsl.String())).ToStream().To("out")
}

// Nth says how many values of its key there have been.
type Nth struct {
	counts record.KeyValueStore[string, int64]
}

// NewNth counts in a store.
func NewNth(counts record.KeyValueStore[string, int64]) *Nth { return &Nth{counts} }

// Process puts the count ahead of the value.
func (p *Nth) Process(ctx record.FixedKeyContext[string, string], r record.FixedKeyRecord[string, string]) error {
	n, _ := p.counts.Get(r.Key())
	p.counts.Put(r.Key(), n+1)
	ctx.Forward(r.WithValue(strconv.FormatInt(n+1, 10) + r.Value()))
	return nil
}

func hasKey(k, _ string) bool { return k != "" }

// Counted has a processor ahead of a foreign-key join: rows are where their partition is.
func Counted(b *dsl.Builder) {
	x := b.Stream("x", dsl.String(), dsl.String()).Filter(hasKey).
		ProcessValues1(NewNth, b.KeyValueStore("counts", dsl.String(), dsl.Int64()), dsl.Name("nth")).ToTable(dsl.As("xs"))
	y := b.Table("y", dsl.String(), dsl.String(), dsl.As("y"))
	x.JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).ToStream().To("out")
}

// Numbered has one behind it, and one below the table on its right.
func Numbered(b *dsl.Builder) {
	x := b.Table("x", dsl.String(), dsl.String(), dsl.As("x"))
	y := b.Stream("y", dsl.String(), dsl.String()).Filter(hasKey).
		ProcessValues1(NewNth, b.KeyValueStore("seen", dsl.String(), dsl.Int64()), dsl.Name("seen-nth")).ToTable(dsl.As("ys"))
	x.JoinForeign(y, named, both, dsl.Name("link"), dsl.As("links"), dsl.Value(dsl.String())).
		ToStream().Filter(hasKey).ProcessValues1(NewNth, b.KeyValueStore("counts", dsl.String(), dsl.Int64()), dsl.Name("nth")).To("out")
}
