// Package surface calls everything that package dsl has, without a type argument anywhere but at codecs: alerts.go on one
// application, the other files a table of Kafka Streams' API each. It is read and described, not generated.
package surface

import (
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

type Flight struct {
	Origin, Dest string
	Delay        int
	At           time.Time
}

func (f Flight) Scheduled() time.Time { return f.At }

type Airport struct{ Code, City string }
type Stats struct{ N, Sum int }

func (Stats) Zero() Stats                         { return Stats{} }
func ZeroStats() Stats                            { return Stats{} }
func AddFlight(_ string, f Flight, s Stats) Stats { s.N++; s.Sum += f.Delay; return s }
func SubFlight(_ string, f Flight, s Stats) Stats { s.N--; s.Sum -= f.Delay; return s }

type Delayed struct {
	City  string
	Delay int
}

// Alerts is a topology with run-time parameters: the receiver.
type Alerts struct{ Limit int }

func (a *Alerts) Topology(b *dsl.Builder) {
	b.Codec(dsl.JSON[Delayed]())
	b.Codec(dsl.Binary[Stats]())
	airports := b.Table("airports", dsl.String(), dsl.JSON[Airport](), dsl.As("airports"))
	flights := b.Stream("flights", dsl.String(), dsl.JSON[Flight](), dsl.Timestamp(Flight.Scheduled), dsl.Name("flights"))
	late := flights.Filter(func(_ string, f Flight) bool { return f.Delay > a.Limit }).
		SelectKey(func(_ string, f Flight) string { return f.Origin })
	late.JoinTable(airports, func(f Flight, p Airport) Delayed { return Delayed{p.City, f.Delay} }).To("delayed")
	late.LeftJoinTable(airports, func(f Flight, p *Airport) Delayed {
		if p == nil {
			return Delayed{f.Origin, f.Delay}
		}
		return Delayed{p.City, f.Delay}
	}).To("delayed-all", dsl.Value(dsl.JSON[Delayed]()))

	stats := late.GroupByKey().WindowedBy(dsl.Hopping(time.Hour, 10*time.Minute).Grace(5*time.Minute)).
		EmitStrategy(dsl.OnWindowClose).
		Aggregate(ZeroStats, AddFlight, dsl.As("delay-stats"))
	stats.MapValues(func(s Stats) int64 { return int64(s.Sum / s.N) }).ToStream().
		Map(func(w record.Windowed[string], v int64) (string, int64) { return w.Key, v }).To("mean-delay")
	stats.ToStream().To("delay-stats-windows")

	sp := flights.Split(dsl.Name("by-length-"))
	sp.Branch(func(_ string, f Flight) bool { return f.Delay > 60 }, dsl.Name("long")).To("long")
	sp.Default().To("rest")

	flights.FlatMapValues(func(f Flight, emit func(string)) {
		for w := range strings.FieldsSeq(f.Dest) {
			emit(w)
		}
	}).GroupBy(func(_ string, w string) string { return w }).Count(dsl.As("words")).
		ToStream().To("words")

	byCity := airports.GroupBy(func(code string, p Airport) (string, string) { return p.City, code }).Count()
	byCity.Suppress(dsl.UntilTimeLimit(time.Minute, dsl.MaxRecords(1000).EmitEarlyWhenFull())).ToStream().To("airports-by-city")

	other := b.Stream("gates", dsl.String(), dsl.Int64())
	flights.OuterJoin(other, func(f *Flight, g *int64) string { return "x" }, dsl.Within(time.Minute).After(0).Grace(time.Second), dsl.As("gates-join")).To("gates-out")
	flights.GroupByKey().Cogroup(AddFlight).Cogroup(other.GroupByKey(), func(_ string, g int64, s Stats) Stats { s.N += int(g); return s }).Aggregate(ZeroStats).ToStream().To("cogrouped")

	cities := b.GlobalTable("cities", dsl.Int32(), dsl.String())
	flights.JoinGlobalWithKeys(cities, func(_ string, f Flight) (int32, bool) { return int32(f.Delay), true }, func(k string, c int32, f Flight, name string) string { return k + name }).To("g")
	airports.JoinForeign(byCity, func(_ string, p Airport) (string, bool) { return p.City, true }, func(p Airport, n int64) string { return p.Code }).ToStream().To("fk")

	seen := b.KeyValueStore("seen", dsl.String(), dsl.Int64())
	flights.Process1(NewDedup, seen, dsl.Name("dedup")).MapValues(func(f Flight) string { return f.Dest }).To("unique")
	flights.Process(NewTicker).To("ticks")
	flights.TryMapValues(func(f Flight) (int64, error) { return int64(f.Delay), nil }).To("tried")
	sess := flights.GroupByKey().SessionWindowedBy(dsl.Session(time.Minute)).Aggregate(ZeroStats, AddFlight, func(_ string, a, b Stats) Stats { return Stats{a.N + b.N, a.Sum + b.Sum} })
	sess.Suppress(dsl.UntilWindowCloses(dsl.Unbounded())).ToStream().SelectKey(func(w record.Windowed[string], _ Stats) string { return w.Key }).To("sessions")
}

// Dedup forwards the first record of each key.
type Dedup struct {
	seen record.KeyValueStore[string, int64]
}

func NewDedup(seen record.KeyValueStore[string, int64]) *Dedup { return &Dedup{seen} }

func (d *Dedup) Process(ctx record.Context[string, Flight], r record.Record[string, Flight]) error {
	if _, ok := d.seen.Get(r.Key); !ok {
		d.seen.Put(r.Key, r.Timestamp)
		ctx.Forward(r)
	}
	return nil
}

type Ticker struct{ n int64 }

func NewTicker() *Ticker { return &Ticker{} }

func (t *Ticker) Init(ctx record.Context[string, int64]) {
	ctx.Schedule(time.Second, record.WallClockTime, func(now int64) { ctx.Forward(record.Record[string, int64]{Key: "n", Value: t.n, Timestamp: now}) })
}
func (t *Ticker) Process(ctx record.Context[string, int64], r record.Record[string, Flight]) error {
	t.n++
	return nil
}
