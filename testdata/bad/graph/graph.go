// Package graph has mistakes in the graph of operators.
package graph

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

type S = dsl.KStream[string, string]

func in(b *dsl.Builder, topic string) S { return b.Stream(topic, dsl.String(), dsl.String()) } // want ST404@59 "is also read by another source" "read it once, and use the" "read from here"

func keep(_, v string) bool { return v != "" }

func Names(b *dsl.Builder) {
	s := in(b, "a")
	s.Filter(keep, dsl.Name("keep")).To("b")
	s.Filter(keep, dsl.Name("keep")).To("c") // want ST401@21 "is the name of two operators" "give one of them another name"
}

func Stores(b *dsl.Builder) {
	s := in(b, "a")
	s.GroupByKey().Count(dsl.As("counts"))
	s.GroupByKey().WindowedBy(dsl.Tumbling(time.Minute)).Count(dsl.As("counts")) // want ST402@65 "is the name of two stores" "give one of them another name"
}

// Helped reads a helper twice: the second reading uses its names again.
func Helped(b *dsl.Builder) {
	counted(in(b, "a"))
	counted(in(b, "b"))
}

func counted(s S) {
	s.ToTable(dsl.As("last")) // want ST402@16 "is the name of two stores" "give one of them another name"
}

func Overlap(b *dsl.Builder) {
	b.StreamOf([]string{"a", "b"}, dsl.String(), dsl.String()).To("x")
	in(b, "b").To("y")
}

func TableAndStream(b *dsl.Builder) {
	in(b, "a").To("x")
	b.Table("a", dsl.String(), dsl.String(), dsl.As("t")) // want ST404@10 "is also read by another source" "read it once, and use the"
}

func OtherCodec(b *dsl.Builder) {
	b.StreamOf([]string{"c", "d"}, dsl.String(), dsl.String()).To("x")
	b.StreamOf([]string{"d", "c"}, dsl.String(), dsl.String()).To("y") // the same source
	b.Stream("e", dsl.String(), dsl.String()).To("z")
	b.Stream("e", dsl.String(), dsl.Int64()).To("n")                       // want ST404@11 "in another way"
	b.Stream("e", dsl.String(), dsl.String(), dsl.FromLatest()).To("late") // want ST404@11 "in another way"
}

func UnusedStream(b *dsl.Builder) {
	b.Stream("a", dsl.String(), dsl.String()) // want ST410@4 "the stream is not used" "send it on, or remove it"
}

func UnusedTable(b *dsl.Builder) {
	t := b.Table("a", dsl.String(), dsl.String(), dsl.As("t"))
	t.Filter(keep) // want ST410@4 "the result of Filter is not" "send it on, or name its"
}

func UnusedStore(b *dsl.Builder) {
	b.KeyValueStore("state", dsl.String(), dsl.Int64()) // want ST411@4 "is not used" "pass it to a processor, or"
	in(b, "a").To("b")
}

func Behind(b *dsl.Builder) {
	split := in(b, "a").Split(dsl.Name("kind-"))
	split.Default().To("rest")
	split.Branch(keep).To("kept") // want ST412@8 "Branch behind Default gets no records" "call Default last, and once"
}

func NoBranch(b *dsl.Builder) {
	in(b, "a").Split() // want ST413@13 "the split has no branches: it" "call Branch or Default on its"
}

func Circle(b *dsl.Builder) {
	in(b, "a").Filter(keep).To("a") // want ST414@29 "is read by the stream that" "write to another topic"
}

func Moved(b *dsl.Builder) {
	in(b, "a").SelectKey(func(_, v string) string { return v }).Repartition(dsl.Name("r")).To("a") // want ST414@92 "is read by the stream that"
}

func TwoTopics(b *dsl.Builder) {
	in(b, "a").To("b")
	in(b, "b").To("c")
	in(b, "c").To("a") // want ST414@16 "is written by what is made of it, over topic" "and topic" "it is read here"
	in(b, "d").To("a")
	in(b, "a").To("d") // want ST414@16 "over topic"
}
