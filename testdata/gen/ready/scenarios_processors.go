package ready

import (
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// increment fails for what isn't a number.
func increment(v string) (string, error) {
	n, err := strconv.Atoi(v)
	return strconv.Itoa(n + 1), err
}

// Cases: scenarios/processing-continue scenarios/processing-dlq scenarios/processing-fail
func ScenarioProcessing(b *dsl.Builder) { stream(b, "in").TryMapValues(increment).To("out") }

// Cases: scenarios/negative-timestamp
func ScenarioNegativeTimestamp(b *dsl.Builder) {
	outCount(b.Stream("in", dsl.String(), dsl.Nullable(dsl.String()),
		dsl.TimestampFunc(func(r record.Record[string, *string], _ int64) int64 {
			if r.Value == nil || parse(*r.Value)%4 == 3 {
				return -5
			}
			return r.Timestamp
		})).GroupByKey().Count())
}

// Cases: scenarios/bytes-kv-timestamped
func ScenarioBytesKvTimestamped(b *dsl.Builder) { outCount(grouped(b).Count(dsl.As("c"))) }

// ScenarioBytesWindow writes the key as it is by itself: the codec of the group's key and the window's size.
//
// Cases: scenarios/bytes-window
func ScenarioBytesWindow(b *dsl.Builder) {
	grouped(b).WindowedBy(dsl.Tumbling(5*sec).Grace(2*sec)).Count(dsl.As("w")).ToStream().
		To("out-topic", dsl.Key(dsl.TimeWindowed(dsl.String(), 5*sec)), dsl.Value(dsl.Int64()))
}

// Cases: scenarios/bytes-table-repartition
func ScenarioBytesTableRepartition(b *dsl.Builder) {
	outCount(table(b, "in").GroupBy(byThird, dsl.Name("g")).Count(dsl.As("c")))
}

// Cases: scenarios/bytes-stream-join
func ScenarioBytesStreamJoin(b *dsl.Builder) {
	stream(b, "left").OuterJoin(stream(b, "right"), plusOuter, dsl.Within(3*sec).Grace(2*sec), dsl.As("j"), dsl.Name("j")).To("out")
}

// Cases: scenarios/bytes-session
func ScenarioBytesSession(b *dsl.Builder) {
	grouped(b).SessionWindowedBy(dsl.Session(3*sec).Grace(2*sec)).Count(dsl.As("s")).ToStream().
		To("out-topic", dsl.Key(dsl.SessionWindowed(dsl.String())), dsl.Value(dsl.Int64()))
}

// Cases: scenarios/process-punctuate-wall
func ScenarioPunctuateWall(b *dsl.Builder) {
	c := b.KeyValueStore("c", dsl.String(), dsl.Int64())
	streamBothNullable(b, "in").Process1(newWallCounter, c).To("out")
}

// Cases: scenarios/process-punctuate-stream
func ScenarioPunctuateStream(b *dsl.Builder) {
	c := b.KeyValueStore("c", dsl.String(), dsl.Int64())
	streamBothNullable(b, "in").Process1(newStreamCounter, c).To("out")
}

// Cases: scenarios/window-store-fetch
func ScenarioWindowStoreFetch(b *dsl.Builder) {
	w := b.WindowStore("w", dsl.String(), dsl.String(), 5*sec, 20*sec)
	streamBothNullable(b, "in").Process1(newFetcher, w).To("out")
}

// Cases: scenarios/kv-store-range
func ScenarioKvStoreRange(b *dsl.Builder) {
	kv := b.KeyValueStore("kv", dsl.String(), dsl.String())
	streamBothNullable(b, "in").Process1(newRanger, kv).To("out")
}

// ScenarioProcessValues needs no nullable key: it never looks at it, and a null key stays null.
//
// Cases: scenarios/process-values
func ScenarioProcessValues(b *dsl.Builder) {
	streamNullable(b, "in").ProcessValues(newPlacer).To("out")
}

// Cases: scenarios/bytes-versioned
func ScenarioBytesVersioned(b *dsl.Builder) {
	out(stream(b, "in").ToTable(dsl.As("v"), dsl.Versioned(10*sec)))
}

// Cases: scenarios/bytes-fk-join
func ScenarioBytesFkJoin(b *dsl.Builder) {
	out(table(b, "left").JoinForeign(table(b, "right"),
		func(_, v string) (string, bool) { return abc[parse(v)%2], parse(v)%5 != 0 }, plus, dsl.Name("fk")))
}
