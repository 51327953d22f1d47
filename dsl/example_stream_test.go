package dsl_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/rt/record"
	. "github.com/stoatgen/stoatgen/testdata/gen/examples"
)

func ExampleKStream_Filter() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Int64()).
			Filter(func(_ string, n int64) bool { return n%2 == 0 }).
			To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "b", 2, 11), in("in", "c", nil, 12))
	// Output:
	// out b=2 @11
}

func ExampleKStream_FilterNot() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Int64()).
			FilterNot(func(_ string, n int64) bool { return n%2 == 0 }).
			To("out")
	}
	show(topology, in("in", "a", 1, 10), in("in", "b", 2, 11))
	// Output:
	// out a=1 @10
}

func ExampleKStream_Map() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			Map(func(k, v string) (string, string) { return v, k }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out x=a @10
}

// A null value passes a function of a plain type unseen.
func ExampleKStream_MapValues() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			MapValues(strings.ToUpper).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "b", nil, 11))
	// Output:
	// out a=X @10
	// out b=null @11
}

func ExampleKStream_MapValuesWithKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			MapValuesWithKey(func(k, v string) string { return k + ":" + v }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out a=a:x @10
}

func ExampleKStream_FlatMap() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			FlatMap(func(user, text string, emit func(string, string)) {
				for word := range strings.FieldsSeq(text) {
					emit(word, user)
				}
			}).
			To("out")
	}
	show(topology, in("in", "ann", "to be", 10))
	// Output:
	// out to=ann @10
	// out be=ann @10
}

func ExampleKStream_FlatMapValues() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			FlatMapValues(func(text string, emit func(string)) {
				for word := range strings.FieldsSeq(text) {
					emit(word)
				}
			}).
			To("out")
	}
	show(topology, in("in", "ann", "to be", 10))
	// Output:
	// out ann=to @10
	// out ann=be @10
}

func ExampleKStream_FlatMapValuesWithKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Int64()).
			FlatMapValuesWithKey(func(k string, n int64, emit func(string)) {
				for i := range n {
					emit(k + strconv.FormatInt(i, 10))
				}
			}).
			To("out")
	}
	show(topology, in("in", "a", 2, 10))
	// Output:
	// out a=a0 @10
	// out a=a1 @10
}

func ExampleKStream_SelectKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			SelectKey(func(_ string, o Order) string { return o.Item }).
			To("out")
	}
	show(topology, in("in", "1", Order{Item: "tea", Amount: 2}, 10))
	// Output:
	// out tea={"item":"tea","amount":2,"placed":0} @10
}

func ExampleKStream_Peek() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			Peek(func(k, v string) { fmt.Println("saw", k, v) }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// saw a x
	// out a=x @10
}

func ExampleKStream_ForEach() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			ForEach(func(k, v string) { fmt.Println("saw", k, v) })
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// saw a x
}

func ExampleKStream_Merge() {
	topology := func(b *dsl.Builder) {
		left := b.Stream("left", dsl.String(), dsl.String())
		right := b.Stream("right", dsl.String(), dsl.String())
		left.Merge(right).To("out")
	}
	show(topology, in("left", "a", "l", 10), in("right", "a", "r", 11))
	// Output:
	// out a=l @10
	// out a=r @11
}

func ExampleKStream_Split() {
	topology := func(b *dsl.Builder) {
		s := b.Stream("in", dsl.String(), dsl.Int64()).Split(dsl.Name("by-size-"))
		s.Branch(func(_ string, n int64) bool { return n < 10 }, dsl.Name("small")).To("small")
		s.Branch(func(_ string, n int64) bool { return n < 100 }, dsl.Name("medium")).To("medium")
		s.Default(dsl.Name("large")).To("large")
	}
	show(topology, in("in", "a", 50, 10), in("in", "b", 5, 11), in("in", "c", 500, 12))
	// Output:
	// medium a=50 @10
	// small b=5 @11
	// large c=500 @12
}

func ExampleBranchedKStream_Branch() {
	topology := func(b *dsl.Builder) {
		s := b.Stream("in", dsl.String(), dsl.Int64()).Split()
		s.Branch(func(_ string, n int64) bool { return n < 10 }).To("small")
	}
	show(topology, in("in", "a", 50, 10), in("in", "b", 5, 11))
	// Output:
	// small b=5 @11
}

func ExampleBranchedKStream_Default() {
	topology := func(b *dsl.Builder) {
		s := b.Stream("in", dsl.String(), dsl.Int64()).Split()
		s.Branch(func(_ string, n int64) bool { return n < 10 }).To("small")
		s.Default().To("rest")
	}
	show(topology, in("in", "a", 50, 10), in("in", "b", 5, 11))
	// Output:
	// rest a=50 @10
	// small b=5 @11
}

func ExampleKStream_To() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.Int64()).
			MapValues(func(n int64) Total { return Total{Orders: 1, Amount: n} }).
			To("out", dsl.Value(dsl.JSON[Total]()))
	}
	show(topology, in("in", "a", 7, 10), in("in", nil, 8, 11))
	// Output:
	// out a={"orders":1,"amount":7} @10
	// out null={"orders":1,"amount":8} @11
}

func ExampleKStream_ToFunc() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			ToFunc(func(r record.Record[string, string], m record.Metadata) string { return m.Topic + "-" + r.Value })
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// in-x a=x @10
}

func ExampleKStream_Repartition() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			SelectKey(func(_, v string) string { return v }).
			Repartition(dsl.Name("by-value")).
			MapValuesWithKey(func(k, _ string) string { return "in the lane of " + k }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// out x=in the lane of x @10
}

func ExampleKStream_ToTable() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			ToTable(dsl.As("last")).
			ToStream().
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", "a", nil, 11))
	// Output:
	// out a=x @10
	// out a=null @11
}

// ValueAs shows a function the null that it otherwise never sees.
func ExampleKStream_ValueAs() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("in", "a", "x", 10), in("in", "a", nil, 11))
	// Output:
	// out a=x @10
	// out a=none @11
}

// KeyAs hides a key that may be null; the record keeps it.
func ExampleKStream_KeyAs() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.Nullable(dsl.String()), dsl.String()).
			KeyAs(dsl.String()).
			MapValuesWithKey(func(k, v string) string { return k + v }).
			To("out")
	}
	show(topology, in("in", "a", "x", 10), in("in", nil, "y", 11))
	// Output:
	// out a=ax @10
	// out null=y @11
}

func ExampleKStream_Print() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			MapValues(func(o Order) int64 { return o.Amount }, dsl.Name("amounts")).
			Print()
	}
	show(topology, in("in", "a", `{"amount":3}`, 10), in("in", nil, nil, 11))
	// Output:
	// [amounts]: a, 3
	// [amounts]: null, null
}

func ExampleFormat() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			Print(dsl.Label("orders"), dsl.Format(func(customer string, o Order) string { return customer + " wants " + o.Item }))
	}
	show(topology, in("in", "a", `{"item":"tea"}`, 10))
	// Output:
	// [orders]: a wants tea
}

// Refunds go to a partition of their own; where the rest goes is Kafka's choice.
func ExamplePartitioner() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.JSON[Order]()).
			To("parts", dsl.Partitioner(func(_ string, r record.Record[string, Order], partitions int) int {
				if r.Value.Amount < 0 {
					return partitions - 1
				}
				return record.DefaultPartition
			}))
	}
	show(topology, in("in", "a", `{"amount":3}`, 10), in("in", "a", `{"amount":-3}`, 11))
	// Output:
	// parts/1 a={"amount":3} @10
	// parts/2 a={"amount":-3} @11
}

// A price list is for every reader of the topic, whatever partition it reads; what has no key is for nobody.
func ExampleMulticastPartitioner() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("in", "prices", "tea 3", 10), in("in", "a", "tea", 11), in("in", nil, "cup", 12))
	// Output:
	// parts/0 prices=tea 3 @10
	// parts/1 prices=tea 3 @10
	// parts/2 prices=tea 3 @10
	// parts/1 a=tea @11
}

// The file is opened, and emptied, when the application starts.
func ExampleToFile() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).Print(dsl.ToFile("/dev/null"), dsl.Label("in"))
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
}
