// Package good is what the reader must follow, beyond the topologies of the oracle.
package good

import (
	"strconv"
	"strings"
	"time"

	"github.com/stoatgen/stoatgen/dsl"
)

type App struct {
	Limit int
	Names []string
}

type pair[A, B any] struct{}

func id[T any](v T) T { return v }

// generic helpers, also nested
func through[K, V any](s dsl.KStream[K, V], n string) dsl.KStream[K, V] {
	return mapped(s, id[V], dsl.Name(n+"-map"))
}
func mapped[K, V, W any](s dsl.KStream[K, V], f func(V) W, opts ...dsl.Option) dsl.KStream[K, W] {
	return s.MapValues(f, opts...)
}
func topic(kind string, n int) string { return kind + "-" + "topic" }

func (a *App) source(b *dsl.Builder, t string) dsl.KStream[string, string] {
	return b.Stream(t, dsl.String(), dsl.String())
}
func (a *App) keep(_, v string) bool { return len(v) > a.Limit }

func two(b *dsl.Builder) (l, r dsl.KStream[string, string]) {
	l = b.Stream("l", dsl.String(), dsl.String())
	r = b.Stream("r", dsl.String(), dsl.String())
	return
}

// Topology has a receiver, a closure, an unrolled loop, constant branches and re-assignment.
func (a *App) Topology(b *dsl.Builder) {
	const debug = false
	l, r := two(b)
	s := l.
		// drops short ones
		Filter(a.keep).
		Filter(func(_, v string) bool { return len(v) > a.Limit && v != topic("x", 1) })
	s = s.Merge(r)
	s = through(s, "m")
	if debug {
		s.Print()
	}
	for _, t := range []string{"x", "y"} {
		s.To(topic(t, 2))
	}
	write := func(s dsl.KStream[string, string], suffix string) { s.To("out" + suffix) }
	write(s, "-a")
	write(a.source(b, "third"), "-b")
	limit := 3
	counts(s, limit, []dsl.WindowStoreOption{dsl.As("c"), dsl.Retention(time.Hour)}...)
	dsl.KStream[string, string].To(s, "expr")
	(*App).write(a, s)
}

func (a *App) write(s dsl.KStream[string, string]) { s.To("method-expression") }

func counts(s dsl.KStream[string, string], n int, opts ...dsl.WindowStoreOption) {
	s.Filter(func(_, v string) bool { return len(v) > n }).GroupByKey().
		WindowedBy(dsl.Tumbling(time.Duration(n) * time.Second).Grace(time.Second)).Count(opts...)
}

func above[K any, N int | int64](s dsl.KStream[K, N], limit N, unit time.Duration) dsl.KStream[K, N] {
	return s.Filter(func(_ K, n N) bool {
		// compared in seconds
		return n*N(time.Second) > limit*N(unit)
	})
}

// Lifts has a literal in a generic helper: its type parameters and constants are known.
func Lifts(b *dsl.Builder) {
	const base = 40
	s := above(b.Stream("in", dsl.String(), dsl.Int64()), base+2, time.Minute)
	for i := 0; i < 2; i++ {
		s = s.Merge(above(s, int64(i), time.Hour))
	}
	switch base {
	case 40:
		s.To("out")
	default:
		s.To("never")
	}
}

// Called has functions that touch streams without taking any, and a helper as a value.
func Called(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64())
	func() { s.To("a") }()
	f := func() { s.To("b") }
	f()
	g := last
	g(s)
}

func last(s dsl.KStream[string, int64]) { s.To("c") }

// Unrolled has a literal that captures a variable of each round.
func Unrolled(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.Int64())
	for _, n := range []int64{7, 8} {
		m := n + 1
		s = s.Filter(func(_ string, v int64) bool { return v != m*n })
	}
	s.To("out")
}

// Chart has two stages.
func Chart(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.Int64()).SelectKey(func(_ string, v int64) int64 { return v }).
		GroupByKey().Count(dsl.As("n"))
}

// Spelled has literals that get a fraction, another literal and a prefix from outside.
func Spelled(b *dsl.Builder) {
	tenth := 1.0 / 10
	upper := func(s string) string { return strings.ToUpper(s) }
	prefix := "p"
	b.Stream("in", dsl.String(), dsl.Float64()).
		Filter(func(_ string, v float64) bool { return v > tenth }).
		MapValues(func(v float64) string { return upper(strconv.Itoa(int(v))) }).
		Filter(func(_, v string) bool { return strings.HasPrefix(v, prefix) }).
		To("out")
}

// Aliased has its receiver under two names in one literal.
func (a *App) Aliased(b *dsl.Builder) {
	same := a
	a.source(b, "in").Filter(func(_, v string) bool { return len(v) > a.Limit+same.Limit }).To("out")
}

// Ended has calls behind a return that is always taken.
func Ended(b *dsl.Builder) { passed(b.Stream("in", dsl.String(), dsl.String()), true).To("out") }

func passed(s dsl.KStream[string, string], asIs bool) dsl.KStream[string, string] {
	if asIs {
		return s
	}
	return s.Filter(func(_, v string) bool { return v != "" })
}

// node holds itself.
type node struct{ below []*node }

func (n node) String() string { return strconv.Itoa(len(n.below)) }

// Recursive takes the address of such a value.
func Recursive(b *dsl.Builder) {
	b.Stream("in", dsl.String(), dsl.String()).
		MapValues(func(string) string { n := node{}; n.below = append(n.below, &n); return n.String() }).
		To("out")
}

// Keyed ranges over a list that is written in another order.
func Keyed(b *dsl.Builder) {
	for _, t := range [...]string{1: "b", 0: "a"} {
		b.Stream(t, dsl.String(), dsl.String()).To("out-" + t)
	}
}
