// Package state has mistakes with names, stores and their options.
package state

import (
	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

func in(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("in", dsl.String(), dsl.String())
}

func Unnamed(b *dsl.Builder) {
	in(b).GroupByKey().
		Count(). // want ST601@3 "the store of Count has a" "name the store: dsl.As("
		ToStream().To("out")
}

func UnnamedRepartition(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.String(), dsl.As("t"))
	in(b).SelectKey(func(_, v string) string { return v }).
		JoinTable(t, func(l, r string) string { return l + r }). // want ST601@3 "the repartition of JoinTable has a" "name it: dsl.Name("
		To("out")
}

// UnnamedGlobal is no mistake: the topic is what the table is read from, and nothing of it is kept under the name.
func UnnamedGlobal(b *dsl.Builder) {
	t := b.GlobalTable("global", dsl.String(), dsl.String())
	in(b).JoinGlobal(t, func(_, v string) (string, bool) { return v, true }, func(l, r string) string { return l + r }).To("out")
}

func Topic(b *dsl.Builder) {
	in(b).To("out put") // want ST602@11 "cannot be part of a topic's" "use letters, digits, '.', '_' and"
}

func Store(b *dsl.Builder) {
	in(b).GroupByKey().Count(dsl.As("")) // want ST602@34 "cannot be part of a topic's" "use letters, digits, '.', '_' and"
}

func Operator(b *dsl.Builder) {
	in(b).Peek(func(_, _ string) {}, dsl.Name("a/b")).To("out") // want ST602@44 "cannot be part of a topic's" "use letters, digits, '.', '_' and"
}

func Twice(b *dsl.Builder) {
	in(b).GroupByKey().Count(dsl.As("a"), dsl.As("b")) // want ST603@44 "As beside As" "leave one of them out"
}

func Exclusive(b *dsl.Builder) {
	in(b).ToTable(dsl.As("a"), dsl.InMemory(), dsl.LRU(9)) // want ST603@49 "LRU beside InMemory" "leave one of them out"
}

func Property(b *dsl.Builder) {
	in(b).ToTable(dsl.As("a"), dsl.Changelog("segment.ms", "1"), dsl.Changelog("segment.ms", "2")) // want ST603@67 "is set twice" "leave one of them out"
}

func Small(b *dsl.Builder) {
	in(b).ToTable(dsl.As("a"), dsl.LRU(0)) // want ST604@37 "LRU of 0" "give at least 1"
}

func NoTopic(b *dsl.Builder) {
	in(b).ToTable(dsl.As("a"), dsl.NoChangelog(), dsl.Changelog("segment.ms", "1")) // want ST605@52 "Changelog beside NoChangelog" "leave one of them out"
}

func Pattern(b *dsl.Builder) {
	b.StreamMatching("in-(", dsl.String(), dsl.String()).To("out") // want ST606@19 "the pattern does not compile: missing" "write a regular expression of Go"
}

// NamedAbove is fine: its repartition is called after the operator ahead of it.
func NamedAbove(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.String(), dsl.As("t"))
	in(b).SelectKey(func(_, v string) string { return v }, dsl.Name("by-value")).
		JoinTable(t, func(l, r string) string { return l + r }).
		To("out")
}

func Writes(b *dsl.Builder) {
	everywhere := b.KeyValueStore("everywhere", dsl.String(), dsl.String())
	b.GlobalStore("all", dsl.String(), dsl.String(), everywhere, newFills)
	beside := b.KeyValueStore("beside", dsl.String(), dsl.String())
	b.ReadOnlyStore("some", dsl.String(), dsl.String(), beside, newFills)
	in(b).Process2(newWrites, everywhere, beside).To("out") // want ST607@28 "others may only read it" "pass dsl.ReadOnly of it" "it is filled by GlobalStore here" ST607@40 "others may only read it" "pass dsl.ReadOnly of it" "it is filled by ReadOnlyStore here"
}

func TwoTopics(b *dsl.Builder) {
	store := b.KeyValueStore("store", dsl.String(), dsl.String())
	b.GlobalStore("one", dsl.String(), dsl.String(), store, newFills)
	b.GlobalStore("two", dsl.String(), dsl.String(), store, newFills) // want ST608@4 "is filled from another topic, too" "declare a store for each" "it is filled by GlobalStore here"
}

type fills struct{}

func newFills(record.KeyValueStore[string, string]) fills { return fills{} }

func (fills) Process(record.Context[record.None, record.None], record.Record[string, string]) error {
	return nil
}

type writes struct{}

func newWrites(_, _ record.KeyValueStore[string, string]) writes { return writes{} }

func (writes) Process(record.Context[string, string], record.Record[string, string]) error {
	return nil
}

func TwoWrappers(b *dsl.Builder) {
	b.Wrap(newWraps)
	b.Wrap(newWraps) // want ST603@4 "a second wrapper of processors" "wrap one in the other" "the first is given here"
	in(b).To("out")
}

type wraps struct{}

func newWraps(string) wraps { return wraps{} }

func (wraps) Process(_ record.ProcessingContext, next func() error) error { return next() }
