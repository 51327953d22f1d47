package examples

import (
	"fmt"
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
)

// KStreamTryFilter is the topology of ExampleKStream_TryFilter.
func KStreamTryFilter(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		TryFilter(func(_, v string) (bool, error) { return strconv.ParseBool(v) }).
		To("out")
}

// KStreamTryMap is the topology of ExampleKStream_TryMap.
func KStreamTryMap(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		TryMap(func(k, v string) (string, int64, error) {
			n, err := strconv.ParseInt(v, 10, 64)
			return "number " + k, n, err
		}).
		To("out")
}

// KStreamTryMapValues is the topology of ExampleKStream_TryMapValues.
func KStreamTryMapValues(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		TryMapValues(func(v string) (int64, error) { return strconv.ParseInt(v, 10, 64) }).
		To("out")
}

// KStreamTryMapValuesWithKey is the topology of ExampleKStream_TryMapValuesWithKey.
func KStreamTryMapValuesWithKey(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		TryMapValuesWithKey(func(k, v string) (string, error) {
			n, err := strconv.Atoi(v)
			return k + strconv.Itoa(n+1), err
		}).
		To("out")
}

// KStreamTryFlatMap is the topology of ExampleKStream_TryFlatMap.
func KStreamTryFlatMap(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		TryFlatMap(func(k, v string, emit func(string, int64)) error {
			n, err := strconv.ParseInt(v, 10, 64)
			for i := range n {
				emit(k, i)
			}
			return err
		}).
		To("out")
}

// KStreamTryFlatMapValues is the topology of ExampleKStream_TryFlatMapValues.
func KStreamTryFlatMapValues(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		TryFlatMapValues(func(v string, emit func(int64)) error {
			n, err := strconv.ParseInt(v, 10, 64)
			for i := range n {
				emit(i)
			}
			return err
		}).
		To("out")
}

// KStreamTryForEach is the topology of ExampleKStream_TryForEach.
func KStreamTryForEach(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		TryForEach(func(k, v string) error {
			_, err := fmt.Println("saw", k, v)
			return err
		})
}
