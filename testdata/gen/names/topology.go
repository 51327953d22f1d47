// Package names has names that generated code would take too: of the run time's rooms, of its own variables, of keywords.
package names

import (
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	codec "github.com/stoatgen/stoatgen/rt/record"
)

// store, lane and abi are the package's own.
type store struct{ lane string }

func lane(s string) store { return store{s} }

const abi = "abi"

// Shop has two topologies.
type Shop struct{ codec string }

func (s *Shop) add(_ string, v string) string { return v + s.codec }

// Sales is one.
func (s *Shop) Sales(b *dsl.Builder) {
	b.Stream("range", dsl.String(), dsl.String()).
		MapValuesWithKey(s.add).
		Filter(func(key, h string) bool { l := lane(key); return l.lane != abi && h != "" }, dsl.Name("func")).
		To("type")
}

// Returns is another.
func (s *Shop) Returns(b *dsl.Builder) {
	t := b.Stream("1-2.3_x", dsl.String(), dsl.String()).
		SelectKey(func(_, v string) string { return strings.ToLower(v) }).
		GroupByKey(dsl.Name("lane")).
		Count(dsl.As("o"))
	t.ToStream().ToFunc(func(r codec.Record[string, int64], _ codec.Metadata) string { return r.Key + abi })
	t.ToStream(dsl.Name("s")).MapValues(func(n int64) store { return store{} }, dsl.Name("x")).ForEach(func(string, store) {}, dsl.Name("at"))
}

// ts, row and their like are what generated functions call their variables.
type ts string

type row struct{ raw int64 }

func raw(r row) int64 { return r.raw }

func keep(k string, v int64) bool { return k != "" && v > 0 }

func h(k string, v int64) ts { return ts(k + strings.Repeat("+", int(v))) }

func words(v string, emit func(string)) {
	for w := range strings.FieldsSeq(v) {
		emit(w)
	}
}

func join(v string, x string) string { return v + x }

// Clashes calls a function, keeps a type or has a topic by each of these names.
func Clashes(b *dsl.Builder) {
	b.Codec(dsl.Binary[row]())
	b.Codec(dsl.Binary[ts]())
	t := b.Table("store", dsl.String(), dsl.String(), dsl.As("window"))
	b.Stream("codec", dsl.String(), dsl.String()).
		FlatMapValues(words).
		JoinTable(t, join, dsl.Name("join")).
		GroupByKey().
		Aggregate(func() row { return row{} }, func(_, v string, r row) row { return row{r.raw + int64(len(v))} }, dsl.As("row")).
		MapValues(raw).
		Filter(keep, dsl.As("keep")).
		ToStream().
		SelectKey(h).
		To("words")
}

// What is generated for Taken would be called so.
var (
	takenNodes    = 1
	takenProgram  = takenNodes
	newTakenStage = min(int64(takenProgram), 2)
)

func putTakenLowRow() int64 { return newTakenStage }

// min is Go's own elsewhere; no generated code needs that here.
func min(a, b int64) int64 {
	if a < b {
		return a
	}
	return b
}

// Taken has a value whose field is called like a type.
func Taken(b *dsl.Builder) {
	b.Stream("taken", dsl.String(), dsl.Binary[struct{ row int64 }]()).
		MapValues(func(v struct{ row int64 }) int64 { return min(v.row, putTakenLowRow()+8) }).
		GroupByKey().
		Reduce(min, dsl.As("low")).
		ToStream().
		To("low")
}

// Live, Val, V and TS are what structs of generated code call their fields; binary and math are packages that decoders need.
type (
	Live struct {
		Val V
		TS  float64
	}
	Val = Live
	V   int64
	TS  = Live
)

const binary, math = 1, 2

// Latest adds in a store of versions.
func Latest(b *dsl.Builder) {
	b.Stream("latest", dsl.String(), dsl.Int64()).
		GroupByKey().
		Aggregate(func() Val { return Live{binary, math} }, func(_ string, n int64, l Live) TS { return Live{l.Val + V(n), l.TS} },
			dsl.As("latest"), dsl.Value(dsl.Binary[Live]()), dsl.Versioned(time.Hour)).
		ToStream().
		MapValues(func(l Live) int64 { return int64(l.Val) }).
		To("sums")
}
