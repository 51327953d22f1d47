package surface

import (
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// Sources is StreamsBuilder, Consumed, Materialized of a table, AutoOffsetReset.
func Sources(b *dsl.Builder) {
	b.Codec(dsl.JSON[Flight]())
	b.Stream("a", dsl.String(), dsl.Bytes(), dsl.Name("a"), dsl.FromEarliest(), dsl.SkipInvalidTimestamps()).Print()
	b.StreamOf([]string{"a", "b"}, dsl.UUID(), dsl.Protobuf[Flight](), dsl.FromLatest(), dsl.Timestamp(Flight.Scheduled)).Print(dsl.Label("l"), dsl.Name("p"))
	b.StreamMatching("x-.*", dsl.Int16(), dsl.Avro[Flight](), dsl.FromDuration(time.Hour), dsl.PartitionTimeIfInvalid()).
		Print(dsl.ToFile("f"), dsl.Format(func(k int16, f Flight) string { return f.Origin }))
	b.Stream("c", dsl.Void(), dsl.Bool(), dsl.FromNone(), dsl.WallClockTimestamps()).ForEach(func(record.None, bool) {}, dsl.Name("each"))
	b.Stream("windows", dsl.TimeWindowed(dsl.String(), time.Minute), dsl.List(dsl.Float32()),
		dsl.TimestampFunc(func(r record.Record[record.Windowed[string], []float32], partition int64) int64 { return r.Key.End })).
		Peek(func(k record.Windowed[string], _ []float32) {}).To("w")
	b.Stream("sessions", dsl.SessionWindowed(dsl.Int32()), dsl.Float64()).To("s")
	b.Stream("own", dsl.Custom(upper{}), dsl.Bytes()).To("o")
	b.Table("t", dsl.String(), dsl.Int64(), dsl.Name("t"), dsl.As("t"), dsl.InMemory(), dsl.NoChangelog(), dsl.NoCache(), dsl.FromEarliest())
	b.Table("v", dsl.String(), dsl.Int64(), dsl.As("v"), dsl.Versioned(time.Hour).SegmentInterval(time.Minute), dsl.Changelog("retention.ms", "-1"))
	b.Table("l", dsl.String(), dsl.Int64(), dsl.As("l"), dsl.LRU(100))
	b.GlobalTable("g", dsl.String(), dsl.Int64(), dsl.Name("g"), dsl.As("g"), dsl.InMemory(), dsl.NoCache())
}

// upper is a codec of the user's own.
type upper struct{}

func (upper) Append(dst []byte, v string) ([]byte, error) {
	return append(dst, strings.ToUpper(v)...), nil
}
func (upper) Decode(src []byte) (string, error) { return string(src), nil }

// Streams is KStream, with Produced, Repartitioned and Branched.
func Streams(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64())
	s = s.Filter(func(string, int64) bool { return true }, dsl.Name("f")).FilterNot(func(string, int64) bool { return false })
	s.Map(func(k string, v int64) (int64, string) { return v, k }).MapValuesWithKey(func(k int64, v string) string { return v }).To("m")
	s.FlatMap(func(k string, v int64, emit func(int32, string)) { emit(1, k) }).FlatMapValues(func(v string, emit func(int)) { emit(1) }).
		FlatMapValuesWithKey(func(k int32, v int, emit func(string)) { emit("") }).To("fm")
	s.Peek(func(string, int64) {}).Merge(s, dsl.Name("merge")).SelectKey(func(k string, _ int64) *string { return nil }).KeyAs(dsl.String()).
		ValueAs(dsl.Nullable(dsl.Int64())).ToTable(dsl.As("tt"), dsl.Key(dsl.String()), dsl.Value(dsl.Nullable(dsl.Int64()))).
		ValueAs(dsl.Int64()).ToStream(dsl.Name("ts")).ToFunc(func(r record.Record[string, int64], m record.Metadata) string { return m.Topic + r.Key })
	p := s.Split(dsl.Name("x-"))
	p.Branch(func(string, int64) bool { return true }, dsl.Name("a")).To("a")
	p.Default().To("rest", dsl.Name("k"), dsl.Key(dsl.String()), dsl.Value(dsl.Int64()),
		dsl.Partitioner(func(topic string, r record.Record[string, int64], n int) int { return record.DefaultPartition }))
	s.Repartition(dsl.Name("rp"), dsl.Partitions(7), dsl.Key(dsl.String()), dsl.MulticastPartitioner(
		func(topic string, r record.Record[string, int64], n int, send func(int)) { send(0); send(1) })).To("multi")
	// errors
	s.TryFilter(func(string, int64) (bool, error) { return true, errBad }).TryMapValues(func(int64) (string, error) { return "", errBad }).
		TryMapValuesWithKey(func(string, string) (int64, error) { return 0, errBad }).TryMap(func(string, int64) (string, string, error) { return "", "", errBad }).
		TryFlatMap(func(k, v string, emit func(string, string)) error { return errBad }).TryFlatMapValues(func(v string, emit func(int64)) error { return errBad }).
		TryForEach(func(string, int64) error { return errBad })
}

var errBad = errors.New("bad")

// Joins is the joins of KStream and KTable, with StreamJoined, Joined, TableJoined and JoinWindows.
func Joins(b *dsl.Builder) {
	l, r := b.Stream("l", dsl.String(), dsl.Int64()), b.Stream("r", dsl.String(), dsl.Bool())
	w := dsl.Within(time.Minute).Before(time.Second).After(-time.Millisecond).Grace(time.Hour)
	l.Join(r, func(int64, bool) string { return "" }, w, dsl.Name("j"), dsl.As("j"), dsl.Key(dsl.String()), dsl.Value(dsl.Int64()), dsl.OtherValue(dsl.Bool())).To("1")
	l.JoinWithKey(r, func(string, int64, bool) string { return "" }, w, dsl.InMemory(), dsl.Changelog("segment.ms", "1")).To("2")
	l.LeftJoin(r, func(int64, *bool) string { return "" }, w, dsl.NoChangelog()).To("3")
	l.LeftJoinWithKey(r, func(string, int64, *bool) string { return "" }, w.EagerNulls(), dsl.This(dsl.As("a"), dsl.InMemory()), dsl.Other(dsl.As("b"))).To("4")
	l.OuterJoin(r, func(*int64, *bool) string { return "" }, w).To("5")
	l.OuterJoinWithKey(r, func(string, *int64, *bool) string { return "" }, w).To("6")
	t := b.Table("t", dsl.String(), dsl.Float64(), dsl.As("t"), dsl.Versioned(time.Hour))
	l.JoinTable(t, func(int64, float64) string { return "" }, dsl.Name("n"), dsl.Grace(time.Minute), dsl.OtherValue(dsl.Float64())).To("7")
	l.JoinTableWithKey(t, func(string, int64, float64) string { return "" }).To("8")
	l.LeftJoinTable(t, func(int64, *float64) string { return "" }).To("9")
	l.LeftJoinTableWithKey(t, func(string, int64, *float64) string { return "" }).To("10")
	g := b.GlobalTable("g", dsl.Int32(), dsl.Float64())
	key := func(_ string, v int64) (int32, bool) { return int32(v), v > 0 }
	l.JoinGlobal(g, key, func(int64, float64) string { return "" }, dsl.Name("g")).To("11")
	l.LeftJoinGlobal(g, key, func(int64, *float64) string { return "" }).To("12")
	l.JoinGlobalWithKeys(g, key, func(string, int32, int64, float64) string { return "" }).To("13")
	l.LeftJoinGlobalWithKeys(g, key, func(string, *int32, int64, *float64) string { return "" }).To("14")
	o := b.Table("o", dsl.String(), dsl.Int64())
	t.Join(o, func(float64, int64) string { return "" }, dsl.Name("n"), dsl.As("a"), dsl.InMemory(), dsl.NoCache()).ToStream().To("15")
	t.LeftJoin(o, func(float64, *int64) string { return "" }).ToStream().To("16")
	t.OuterJoin(o, func(*float64, *int64) string { return "" }).ToStream().To("17")
	k := b.Table("k", dsl.Int32(), dsl.Bool())
	fk := func(_ string, v float64) (int32, bool) { return int32(v), true }
	part := func(topic string, k string, n int) int { return 0 }
	t.JoinForeign(k, fk, func(float64, bool) string { return "" }, dsl.Name("fk"), dsl.As("fks"), dsl.Versioned(time.Hour), dsl.Value(dsl.String()),
		dsl.KeyPartitioner(part), dsl.OtherKeyPartitioner(func(topic string, k int32, n int) int { return 0 })).ToStream().To("18")
	t.LeftJoinForeign(k, fk, func(float64, *bool) string { return "" }).ToStream().To("19")
}

// Tables is KTable, KGroupedTable and Suppressed.
func Tables(b *dsl.Builder) {
	t := b.Table("t", dsl.String(), dsl.Int64(), dsl.As("t"))
	t.Filter(func(string, int64) bool { return true }, dsl.Name("f"), dsl.As("f")).FilterNot(func(string, int64) bool { return true }, dsl.LRU(10)).
		MapValues(func(v int64) *int64 { return nil }, dsl.Value(dsl.Int64())).ValueAs(dsl.Int64()).MapValuesWithKey(func(k string, v int64) string { return k }).
		Suppress(dsl.UntilTimeLimit(time.Second, dsl.MaxRecords(1).MaxBytes(1)), dsl.Name("s"), dsl.NoChangelog()).
		Suppress(dsl.UntilTimeLimit(time.Second, dsl.MaxBytes(1).MaxRecords(1).ShutDownWhenFull()), dsl.Changelog("a", "b")).KeyAs(dsl.String()).ToStream().To("1")
	seen := b.KeyValueStore("seen", dsl.String(), dsl.Int64())
	t.TransformValues(newLength, dsl.As("x")).TransformValues1(newLengths, seen).ToStream().To("2")
	g := t.GroupBy(func(k string, v int64) (int64, string) { return v, k }, dsl.Name("g"), dsl.Key(dsl.Int64()), dsl.Value(dsl.String()))
	g.Count(dsl.As("c")).ToStream().To("3")
	g.Reduce(func(a, v string) string { return v }, func(a, v string) string { return a }, dsl.Versioned(time.Minute), dsl.As("r")).ToStream().To("4")
	g.Aggregate(ZeroStats, func(int64, string, Stats) Stats { return Stats{} }, func(int64, string, Stats) Stats { return Stats{} }).ToStream().To("5", dsl.Value(dsl.Binary[Stats]()))
}

type length struct{}

func newLength() length                                     { return length{} }
func newLengths(record.KeyValueStore[string, int64]) length { return length{} }
func (length) Init(record.ProcessingContext)                {}
func (length) Transform(k string, v *int64) int64           { return int64(len(k)) }
func (length) Close()                                       {}
func rows[K, V any](k K, v V) iter.Seq2[K, V]               { return func(yield func(K, V) bool) { yield(k, v) } }
func addFlights(_ string, n int64, s Stats) Stats           { return s }
func merged(_ string, a, b Stats) Stats                     { return a }
func windowText(w record.Windowed[string], _ int64) string {
	return w.Key + strconv.FormatInt(w.Start, 10)
}
func openings(w record.Windowed[string], _ int64) (string, int64) { return w.Key, w.StartTime().Unix() }
