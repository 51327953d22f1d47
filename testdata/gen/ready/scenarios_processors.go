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
