// Package materialized has every operator that gives a table, its rows kept in each way there is: not at all, as they are, with
// their past, the last ones used alone; over tables that keep their past and tables that don't. Each is seen as a stream, which asks
// for no old values, and used by what does: groups, and look-ups. All may cache.
package materialized

import (
	"strconv"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

// The ways to keep rows.
const (
	computed = iota
	kept
	versioned
	recent
)

const history = 20 * time.Millisecond

// few is less than there are keys.
const few = 2

// Kept keeps rows of tables without a past.
func Kept(b *dsl.Builder) { tables(b, computed, kept) }

// Past keeps the past of rows of tables without one.
func Past(b *dsl.Builder) {
	tables(b, computed, versioned)
	streams(b, versioned)
}

// OfPast computes rows of versioned tables.
func OfPast(b *dsl.Builder) { tables(b, versioned, computed) }

// KeptOfPast keeps rows of versioned tables without their past.
func KeptOfPast(b *dsl.Builder) { tables(b, versioned, kept) }

// PastOfPast keeps the past of rows of versioned tables.
func PastOfPast(b *dsl.Builder) { tables(b, versioned, versioned) }

// Recent keeps a few rows of tables that keep all.
func Recent(b *dsl.Builder) {
	tables(b, computed, recent)
	streams(b, recent)
}

// OfRecent computes rows of tables that keep a few.
func OfRecent(b *dsl.Builder) { tables(b, recent, computed) }

// RecentOfRecent keeps a few rows of tables that keep a few.
func RecentOfRecent(b *dsl.Builder) { tables(b, recent, recent) }

// own is how an operator keeps its rows.
func own(name string, way int) []dsl.StoreOption {
	switch way {
	case kept:
		return []dsl.StoreOption{dsl.As(name)}
	case versioned:
		return []dsl.StoreOption{dsl.As(name), dsl.Versioned(history)}
	case recent:
		return []dsl.StoreOption{dsl.As(name), dsl.LRU(few)}
	}
	return []dsl.StoreOption{}
}

func foreign(name string, way int) []dsl.ForeignJoinOption {
	switch way {
	case kept:
		return []dsl.ForeignJoinOption{dsl.As(name)}
	case versioned:
		return []dsl.ForeignJoinOption{dsl.As(name), dsl.Versioned(history)}
	case recent:
		return []dsl.ForeignJoinOption{dsl.As(name), dsl.LRU(few)}
	}
	return []dsl.ForeignJoinOption{}
}

func source(b *dsl.Builder, topic string, way int) dsl.KTable[string, string] {
	switch way {
	case versioned:
		return b.Table(topic, dsl.String(), dsl.String(), dsl.As(topic), dsl.Versioned(history).SegmentInterval(time.Second))
	case recent:
		return b.Table(topic, dsl.String(), dsl.String(), dsl.As(topic), dsl.LRU(few))
	}
	return b.Table(topic, dsl.String(), dsl.String())
}

func see(t dsl.KTable[string, string], name string) { t.ToStream().To(name) }

func use(s dsl.KStream[string, string], t dsl.KTable[string, string], name string) {
	t.GroupBy(last).Reduce(plus, minus, dsl.As(name+"-groups")).ToStream().To(name + "-grouped")
	look(s, t, name)
}

func look(s dsl.KStream[string, string], t dsl.KTable[string, string], name string) {
	s.LeftJoinTable(t, orNone).To(name + "-looked")
}

func tables(b *dsl.Builder, of, way int) {
	b.Cache()
	s := b.Stream("s", dsl.String(), dsl.String())
	x, y := source(b, "x", of), source(b, "y", of)
	see(x.Filter(even, own("filter", way)...), "filter")
	use(s, x.Filter(even, own("filter2", way)...), "filter2")
	see(x.FilterNot(even, own("not", way)...), "not")
	use(s, x.FilterNot(even, own("not2", way)...), "not2")
	see(x.MapValues(shout, own("map", way)...), "map")
	use(s, x.MapValues(shout, own("map2", way)...), "map2")
	see(x.MapValuesWithKey(ask, own("asked", way)...), "asked")
	use(s, x.MapValuesWithKey(ask, own("asked2", way)...), "asked2")
	see(x.TransformValues(newTold, own("told", way)...), "told")
	use(s, x.TransformValues(newTold, own("told2", way)...), "told2")
	see(x.Join(y, both, own("join", way)...), "join")
	use(s, x.Join(y, both, own("join2", way)...), "join2")
	see(x.LeftJoin(y, orNone, own("left", way)...), "left")
	use(s, x.LeftJoin(y, orNone, own("left2", way)...), "left2")
	see(x.OuterJoin(y, either, own("outer", way)...), "outer")
	use(s, x.OuterJoin(y, either, own("outer2", way)...), "outer2")
	see(x.JoinForeign(y, named, both, foreign("linked", way)...), "linked")
	use(s, x.JoinForeign(y, named, both, foreign("linked2", way)...), "linked2")
	see(x.LeftJoinForeign(y, named, orNone, foreign("named", way)...), "named")
	use(s, x.LeftJoinForeign(y, named, orNone, foreign("named2", way)...), "named2")
	if way == computed {
		way = kept // groups always are
	}
	see(x.GroupBy(last).Count(own("count", way)...).MapValues(text), "count")
	look(s, x.GroupBy(last).Count(own("count2", way)...).MapValues(text), "count2")
	see(x.GroupBy(last).Reduce(plus, minus, own("reduce", way)...), "reduce")
	use(s, x.GroupBy(last).Reduce(plus, minus, own("reduce2", way)...), "reduce2")
	see(x.GroupBy(last).Aggregate(zero, add, subtract, own("sum", way)...), "sum")
	use(s, x.GroupBy(last).Aggregate(zero, add, subtract, own("sum2", way)...), "sum2")
}

// streams makes tables of streams.
func streams(b *dsl.Builder, way int) {
	in := b.Stream("in", dsl.String(), dsl.String())
	see(in.ToTable(own("table", way)...), "table")
	use(in, in.ToTable(own("table2", way)...), "table2")
	use(in, in.GroupByKey().Count(own("counted", way)...).MapValues(text), "counted")
	use(in, in.GroupByKey().Reduce(plus, own("reduced", way)...), "reduced")
	use(in, in.GroupByKey().Aggregate(zero, add, own("summed", way)...), "summed")
	use(in, in.GroupByKey().Cogroup(add).Aggregate(zero, own("grouped", way)...), "grouped")
}

func even(_, v string) bool { return (v[len(v)-1]-'0')%2 == 0 }

func shout(v string) string { return v + "!" + v[len(v)-1:] }

func ask(k, v string) string { return k + "?" + v }

func last(_, v string) (string, string) { return v[len(v)-1:], v }

func plus(acc, v string) string { return acc + "+" + v }

func minus(acc, v string) string { return acc + "-" + v }

func zero() string { return "0" }

func add(_, v, acc string) string { return acc + "+" + v }

func subtract(_, v, acc string) string { return acc + "-" + v }

func both(v, w string) string { return w + "&" + v }

func orNone(v string, w *string) string { return either(&v, w) }

func either(v, w *string) string { return or(w) + "&" + or(v) }

func or(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

func text(n int64) string { return strconv.FormatInt(n, 10) }

// named is the row that a value names: its last letter, which 0 isn't.
func named(_, v string) (string, bool) { return v[len(v)-1:], v[len(v)-1] != '0' }

type told struct{}

func newTold() told { return told{} }

// Transform sees deletes, too.
func (told) Transform(key string, value *string) string { return key + ":" + or(value) }
