package odd

import (
	"fmt"

	"github.com/stoatgen/stoatgen/dsl"
)

// level is a codec that is a number, word one that is a list, shown one that is a function, plus one that is generic.
type (
	level        byte
	word         []string
	shown        func(int) string
	plus[T ~int] struct{ by T }
)

func (l level) Append(b []byte, v int) ([]byte, error) { return append(b, byte(l)+byte(v)), nil }

func (l level) Decode(b []byte) (int, error) { return int(b[0] - byte(l)), nil }

func (w word) Append(b []byte, v int) ([]byte, error) { return append(b, w[v]...), nil }

func (w word) Decode([]byte) (int, error) { return 0, nil }

func (s shown) Append(b []byte, v int) ([]byte, error) { return append(b, s(v)...), nil }

func (s shown) Decode([]byte) (int, error) { return 0, nil }

func (p plus[T]) Append(b []byte, v T) ([]byte, error) { return fmt.Append(b, int(v+p.by)), nil }

func (p plus[T]) Decode([]byte) (T, error) { return 0, nil }

func added[T ~int](by T) dsl.Codec[T] { return dsl.Custom[T](plus[T]{by}) }

func hex(n int) string { return fmt.Sprintf("%x", n) }

func newLevel(n int) *level {
	l := level(n)
	return &l
}

// Written has codecs that come out of numbers, lists, functions, parameters and variables. Two of one type aren't the same bytes.
func Written(b Builder) {
	names, asHex, seven := word{"zero", "one", "two", "three"}, shown(hex), 7
	in := b.Stream("in", dsl.String(), dsl.Custom[int](level('0')))
	in.To("same", dsl.Value(dsl.Custom[int](level('0'))))
	in.To("letters", dsl.Value(dsl.Custom[int](newLevel('a'))))
	in.To("words", dsl.Value(dsl.Custom[int](names)))
	in.To("hex", dsl.Value(dsl.Custom[int](asHex)))
	in.To("functions", dsl.Value(dsl.Custom[int](shown(func(n int) string { return hex(n * seven) }))))
	in.To("sums", dsl.Value(added(seven)))
}

// pairOf is what generic helpers make of a value; by is an alias with a parameter.
type by[V any] = map[string]V

func pairOf[V any](s dsl.KStream[string, V], c dsl.Codec[by[V]]) {
	s.MapValues(func(v V) struct {
		Word `json:"word"`
		V    V
	} {
		return struct {
			Word `json:"word"`
			V    V
		}{"w", v}
	}).To("pairs")
	s.MapValues(func(v V) by[V] { return by[V]{"v": v} }).To("maps", dsl.Value(c))
}

// Word is embedded by this name.
type Word = string

// Generic has types of parameters in structs without a name, and in aliases.
func Generic(b Builder) {
	b.Codec(dsl.JSON[struct {
		Word `json:"word"`
		V    string
	}]())
	pairOf(b.Stream("in", dsl.String(), dsl.String()), dsl.JSON[by[string]]())
}

// Limit has its receiver by several names, which parameters have, too.
type Limit struct{ n int }

// LimitOf is a limit of n.
func LimitOf(n int) *Limit { return &Limit{n} }

func (l *Limit) longer() func(string) bool { return func(v string) bool { return len(v) > l.n } }

func (m *Limit) shorter(v string) bool { return len(v) < 2*m.n }

// Between filters.
func (limit *Limit) Between(b Builder) {
	longer, shorter := limit.longer(), limit.shorter
	b.Stream("in", dsl.String(), dsl.String()).
		Filter(func(string, string) bool { return limit.n > 0 }).
		Filter(func(_, limit string) bool { return longer(limit) }).
		Filter(func(l, limit2 string) bool { return limit.n > 0 && longer(limit2) && shorter(limit2) }).
		To("out")
}
