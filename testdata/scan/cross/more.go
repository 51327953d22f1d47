package cross

import "github.com/stoatgen/stoatgen/dsl"

type kit struct{}

// methods as helpers, through an interface
type maker interface {
	make(b *dsl.Builder) dsl.KStream[string, string]
}

func (kit) make(b *dsl.Builder) dsl.KStream[string, string] {
	return b.Stream("k", dsl.String(), dsl.String())
}

func ByMethod(b *dsl.Builder) { kit{}.make(b).To("a") }

func ByInterface(b *dsl.Builder) {
	var m maker = kit{}
	m.make(b).To("a")
}

func ByFuncParam(b *dsl.Builder) { apply(b, kit{}.make) }

func apply(b *dsl.Builder, f func(*dsl.Builder) dsl.KStream[string, string]) { f(b).To("x") }

func ByParen(b *dsl.Builder) { (b.Stream("p", dsl.String(), dsl.String())).Filter((keepIt)).To("p") }

func keepIt(_, v string) bool { return true }

type box[K any] struct{ _ K }

func (box[K]) pass(s dsl.KStream[K, string]) dsl.KStream[K, string] {
	return s.MapValues(func(v string) string { var k K; _ = k; return v })
}

func ByGenericMethod(b *dsl.Builder) {
	box[int64]{}.pass(b.Stream("g", dsl.Int64(), dsl.String())).To("g")
}

func Variadic(b *dsl.Builder) {
	many(b.Stream("g", dsl.Int64(), dsl.String()), "a", "b")
}

func many(s dsl.KStream[int64, string], topics ...string) {
	for i, t := range topics {
		if i > 0 {
			s.To(t + "-more")
		} else {
			s.To(t)
		}
	}
	_ = len(topics)
}
