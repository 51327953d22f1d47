package surface

import (
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Grouped is KGroupedStream, its windowed and cogrouped forms and the windows, with Grouped, Materialized and EmitStrategy.
func Grouped(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64())
	g := s.GroupByKey(dsl.Name("g"), dsl.Key(dsl.String()), dsl.Value(dsl.Int64()))
	g.Count(dsl.Name("c"), dsl.As("c"), dsl.Key(dsl.String()), dsl.InMemory(), dsl.NoCache(), dsl.Cache(), dsl.NoChangelog()).ToStream().To("1")
	g.Reduce(func(a, v int64) int64 { return a + v }, dsl.As("v"), dsl.Versioned(time.Hour)).ToStream().To("2")
	g.Aggregate(ZeroStats, addFlights, dsl.Value(dsl.Binary[Stats]()), dsl.LRU(7), dsl.Changelog("a", "b")).ToStream().To("3", dsl.Value(dsl.JSON[Stats]()))
	s.GroupBy(func(k string, v int64) int64 { return v }).WindowedBy(dsl.Unlimited(time.UnixMilli(5))).Count().ToStream().To("4")
	w := g.WindowedBy(dsl.Hopping(time.Hour, time.Minute).Grace(time.Second)).EmitStrategy(dsl.OnWindowClose)
	c := w.Count(dsl.As("wc"), dsl.Retention(3*time.Hour), dsl.InMemory(), dsl.NoCache(), dsl.NoChangelog(), dsl.Key(dsl.String()))
	w.Reduce(func(a, v int64) int64 { return a }).Suppress(dsl.UntilWindowCloses(dsl.MaxRecords(1).ShutDownWhenFull()), dsl.Name("sup")).ToStream().To("5")
	w.Aggregate(ZeroStats, addFlights).Suppress(dsl.UntilTimeLimit(time.Second, dsl.MaxBytes(9))).ToStream().To("6", dsl.Value(dsl.Binary[Stats]()))
	x := g.SessionWindowedBy(dsl.Session(time.Minute).Grace(time.Second)).EmitStrategy(dsl.OnWindowUpdate)
	x.Count(dsl.Retention(time.Hour)).ToStream().To("7")
	x.Reduce(func(a, v int64) int64 { return a }).ToStream().To("8")
	x.Aggregate(ZeroStats, addFlights, merged).ToStream().To("9", dsl.Value(dsl.Binary[Stats]()))
	co := g.Cogroup(addFlights).Cogroup(s.GroupByKey(), addFlights)
	co.Aggregate(ZeroStats, dsl.As("co")).ToStream().To("10", dsl.Value(dsl.Binary[Stats]()))
	co.WindowedBy(dsl.Sliding(time.Minute)).Aggregate(ZeroStats, dsl.As("cow")).ToStream().To("11", dsl.Value(dsl.Binary[Stats]()))
	co.SessionWindowedBy(dsl.Session(time.Minute)).Aggregate(ZeroStats, merged).ToStream().To("12", dsl.Value(dsl.Binary[Stats]()))
	Windowed(c, g.WindowedBy(dsl.Tumbling(time.Hour)).Count())
}

// Windowed is what tables and streams of windowed keys have of their own, and how they become ordinary ones.
func Windowed(t, o dsl.WindowedKTable[string, int64]) {
	t.Filter(func(record.Windowed[string], int64) bool { return true }).FilterNot(func(record.Windowed[string], int64) bool { return true }).
		MapValues(func(v int64) *int64 { return &v }).ValueAs(dsl.Int64()).MapValuesWithKey(func(w record.Windowed[string], v int64) int64 { return w.Start }).
		GroupBy(openings).Count().ToStream().To("1")
	t.Join(o, func(a, b int64) int64 { return a }).ToStream().To("2")
	t.LeftJoin(o, func(a int64, b *int64) int64 { return a }).ToStream().To("3")
	t.OuterJoin(o, func(a, b *int64) int64 { return 0 }).ToStream().To("4")
	s := t.ToStream(dsl.Name("s"))
	s.Filter(func(record.Windowed[string], int64) bool { return true }).FilterNot(func(record.Windowed[string], int64) bool { return true }).
		Peek(func(record.Windowed[string], int64) {}).MapValues(func(v int64) int64 { return v }).ValueAs(dsl.Nullable(dsl.Int64())).
		MapValuesWithKey(func(record.Windowed[string], *int64) string { return "" }).ForEach(func(record.Windowed[string], string) {})
	s.Print()
	s.Map(openings).To("5")
	s.SelectKey(windowText).To("6")
	s.FlatMap(func(w record.Windowed[string], v int64, emit func(string, int64)) { emit(w.Key, v) }).To("7")
	s.GroupBy(windowText).Count().ToStream().To("8")
	// The rest of KTable and KStream, with the windowed key as the key: foreign-key joins, split, stream joins, windows of windows.
	key := dsl.TimeWindowed(dsl.String(), time.Hour)
	k := t.KeyAs(key)
	k.JoinForeign(o.KeyAs(key), func(w record.Windowed[string], _ int64) (record.Windowed[string], bool) { return w, true },
		func(a, b int64) int64 { return a }).TransformValues(newWindowLength).ToStream().To("9")
	p := s.KeyAs(key).Split()
	p.Branch(func(record.Windowed[string], int64) bool { return true }).GroupByKey().WindowedBy(dsl.Tumbling(time.Minute)).Count().ToStream().To("10")
	p.Default().Merge(k.ToStream()).Process(newReplay).To("11")
}

type windowLength struct{}

func newWindowLength() windowLength                                      { return windowLength{} }
func (windowLength) Transform(w record.Windowed[string], v *int64) int64 { return w.End - w.Start }

type replay struct{}

func newReplay() replay { return replay{} }
func (replay) Process(ctx record.Context[string, int64], r record.Record[record.Windowed[string], int64]) error {
	ctx.Forward(r.WithKey(r.Key.Key))
	return nil
}
