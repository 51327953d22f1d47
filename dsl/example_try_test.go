package dsl_test

import (
	"fmt"
	"strconv"

	"github.com/stoatgen/stoatgen/dsl"
)

func ExampleKStream_TryFilter() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			TryFilter(func(_, v string) (bool, error) { return strconv.ParseBool(v) }).
			To("out")
	}
	show(topology, in("in", "a", "true", 10), in("in", "b", "false", 11))
	// Output:
	// out a=true @10
}

func ExampleKStream_TryMap() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			TryMap(func(k, v string) (string, int64, error) {
				n, err := strconv.ParseInt(v, 10, 64)
				return "number " + k, n, err
			}).
			To("out")
	}
	show(topology, in("in", "a", "7", 10))
	// Output:
	// out number a=7 @10
}

func ExampleKStream_TryMapValues() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			TryMapValues(func(v string) (int64, error) { return strconv.ParseInt(v, 10, 64) }).
			To("out")
	}
	show(topology, in("in", "a", "7", 10))
	// Output:
	// out a=7 @10
}

func ExampleKStream_TryMapValuesWithKey() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			TryMapValuesWithKey(func(k, v string) (string, error) {
				n, err := strconv.Atoi(v)
				return k + strconv.Itoa(n+1), err
			}).
			To("out")
	}
	show(topology, in("in", "a", "7", 10))
	// Output:
	// out a=a8 @10
}

func ExampleKStream_TryFlatMap() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("in", "a", "2", 10))
	// Output:
	// out a=0 @10
	// out a=1 @10
}

func ExampleKStream_TryFlatMapValues() {
	topology := func(b *dsl.Builder) {
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
	show(topology, in("in", "a", "2", 10))
	// Output:
	// out a=0 @10
	// out a=1 @10
}

func ExampleKStream_TryForEach() {
	topology := func(b *dsl.Builder) {
		b.Stream("in", dsl.String(), dsl.String()).
			TryForEach(func(k, v string) error {
				_, err := fmt.Println("saw", k, v)
				return err
			})
	}
	show(topology, in("in", "a", "x", 10))
	// Output:
	// saw a x
}
