package examples

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
)

// KStreamFilter is the topology of ExampleKStream_Filter.
func KStreamFilter(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		Filter(func(_ string, n int64) bool { return n%2 == 0 }).
		To("out")
}

// KStreamFilterNot is the topology of ExampleKStream_FilterNot.
func KStreamFilterNot(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		FilterNot(func(_ string, n int64) bool { return n%2 == 0 }).
		To("out")
}

// KStreamMap is the topology of ExampleKStream_Map.
func KStreamMap(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		Map(func(k, v string) (string, string) { return v, k }).
		To("out")
}

// KStreamMapValues is the topology of ExampleKStream_MapValues.
func KStreamMapValues(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		MapValues(strings.ToUpper).
		To("out")
}

// KStreamMapValuesWithKey is the topology of ExampleKStream_MapValuesWithKey.
func KStreamMapValuesWithKey(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		MapValuesWithKey(func(k, v string) string { return k + ":" + v }).
		To("out")
}

// KStreamFlatMap is the topology of ExampleKStream_FlatMap.
func KStreamFlatMap(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		FlatMap(func(user, text string, emit func(string, string)) {
			for word := range strings.FieldsSeq(text) {
				emit(word, user)
			}
		}).
		To("out")
}

// KStreamFlatMapValues is the topology of ExampleKStream_FlatMapValues.
func KStreamFlatMapValues(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		FlatMapValues(func(text string, emit func(string)) {
			for word := range strings.FieldsSeq(text) {
				emit(word)
			}
		}).
		To("out")
}

// KStreamFlatMapValuesWithKey is the topology of ExampleKStream_FlatMapValuesWithKey.
func KStreamFlatMapValuesWithKey(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		FlatMapValuesWithKey(func(k string, n int64, emit func(string)) {
			for i := range n {
				emit(k + strconv.FormatInt(i, 10))
			}
		}).
		To("out")
}

// KStreamSelectKey is the topology of ExampleKStream_SelectKey.
func KStreamSelectKey(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		SelectKey(func(_ string, o Order) string { return o.Item }).
		To("out")
}

// KStreamPeek is the topology of ExampleKStream_Peek.
func KStreamPeek(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		Peek(func(k, v string) { fmt.Println("saw", k, v) }).
		To("out")
}

// KStreamForEach is the topology of ExampleKStream_ForEach.
func KStreamForEach(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		ForEach(func(k, v string) { fmt.Println("saw", k, v) })
}

// KStreamMerge is the topology of ExampleKStream_Merge.
func KStreamMerge(b *dsl.Builder) {
	left := b.Stream("left", dsl.String(), dsl.String())
	right := b.Stream("right", dsl.String(), dsl.String())
	left.Merge(right).To("out")
}

// KStreamSplit is the topology of ExampleKStream_Split.
func KStreamSplit(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64()).Split(dsl.Name("by-size-"))
	s.Branch(func(_ string, n int64) bool { return n < 10 }, dsl.Name("small")).To("small")
	s.Branch(func(_ string, n int64) bool { return n < 100 }, dsl.Name("medium")).To("medium")
	s.Default(dsl.Name("large")).To("large")
}

// BranchedKStreamBranch is the topology of ExampleBranchedKStream_Branch.
func BranchedKStreamBranch(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64()).Split()
	s.Branch(func(_ string, n int64) bool { return n < 10 }).To("small")
}

// BranchedKStreamDefault is the topology of ExampleBranchedKStream_Default.
func BranchedKStreamDefault(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64()).Split()
	s.Branch(func(_ string, n int64) bool { return n < 10 }).To("small")
	s.Default().To("rest")
}

// KStreamTo is the topology of ExampleKStream_To.
func KStreamTo(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).
		MapValues(func(n int64) Total { return Total{Orders: 1, Amount: n} }).
		To("out", dsl.Value(dsl.JSON[Total]()))
}

// KStreamToFunc is the topology of ExampleKStream_ToFunc.
func KStreamToFunc(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		ToFunc(func(r record.Record[string, string], m record.Metadata) string { return m.Topic + "-" + r.Value })
}

// KStreamRepartition is the topology of ExampleKStream_Repartition.
func KStreamRepartition(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		SelectKey(func(_, v string) string { return v }).
		Repartition(dsl.Name("by-value")).
		MapValuesWithKey(func(k, _ string) string { return "in the lane of " + k }).
		To("out")
}

// KStreamToTable is the topology of ExampleKStream_ToTable.
func KStreamToTable(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		ToTable(dsl.As("last")).
		ToStream().
		To("out")
}

// KStreamValueAs is the topology of ExampleKStream_ValueAs.
func KStreamValueAs(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		ValueAs(dsl.Nullable(dsl.String())).
		MapValues(func(v *string) string {
			if v == nil {
				return "none"
			}
			return *v
		}).
		To("out")
}

// KStreamKeyAs is the topology of ExampleKStream_KeyAs.
func KStreamKeyAs(b *dsl.Builder) {
	b.Stream("in", dsl.Nullable(dsl.String()), dsl.String()).
		KeyAs(dsl.String()).
		MapValuesWithKey(func(k, v string) string { return k + v }).
		To("out")
}

// KStreamPrint is the topology of ExampleKStream_Print.
func KStreamPrint(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		MapValues(func(o Order) int64 { return o.Amount }, dsl.Name("amounts")).
		Print()
}

// Format is the topology of ExampleFormat.
func Format(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		Print(dsl.Label("orders"), dsl.Format(func(customer string, o Order) string { return customer + " wants " + o.Item }))
}

// Partitioner is the topology of ExamplePartitioner.
func Partitioner(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.JSON[Order]()).
		To("parts", dsl.Partitioner(func(_ string, r record.Record[string, Order], partitions int) int {
			if r.Value.Amount < 0 {
				return partitions - 1
			}
			return record.DefaultPartition
		}))
}

// MulticastPartitioner is the topology of ExampleMulticastPartitioner.
func MulticastPartitioner(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		To("parts", dsl.MulticastPartitioner(func(_ string, r record.Record[string, string], partitions int, send func(int)) {
			switch r.Key {
			case "":
			case "prices":
				for p := range partitions {
					send(p)
				}
			default:
				send(record.DefaultPartition)
			}
		}))
}

// ToFile is the topology of ExampleToFile.
func ToFile(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).Print(dsl.ToFile("/dev/null"), dsl.Label("in"))
}
