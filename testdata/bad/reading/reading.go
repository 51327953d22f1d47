// Package reading has a topology for each diagnostic of the reader.
package reading

import (
	"fmt"
	"os"

	"github.com/stoatgen/stoatgen/dsl"
	"github.com/stoatgen/stoatgen/testdata/bad/reading/other"
)

type S = dsl.KStream[string, string]

func in(b *dsl.Builder, t string) S { return b.Stream(t, dsl.String(), dsl.String()) } // want ST226@55

func Slice(b *dsl.Builder) {
	all := []S{in(b, "a"), in(b, "b")} // want ST220@13 ST220@25
	all[0].To("out")
}

func Append(b *dsl.Builder) {
	var all []S
	all = append(all, in(b, "a")) // want ST220@20
	_ = all
}

func Map(b *dsl.Builder) {
	m := map[string]S{"a": in(b, "a")} // want ST220@25
	m["a"].To("out")
}

type holder struct{ s S }

func Struct(b *dsl.Builder) {
	h := holder{in(b, "a")} // want ST220@14
	h.s.To("out")
}

func Field(b *dsl.Builder) {
	var h holder
	h.s = in(b, "a") // want ST220@2
}

func Channel(b *dsl.Builder) {
	c := make(chan S, 1) // want ST221@7
	c <- in(b, "a")
	(<-c).To("out")
}

func Foreign(b *dsl.Builder) {
	s := in(b, "a")
	other.Use(s)            // want ST231@12
	fmt.Println(s)          // want ST231@14
	other.Make(b).To("out") // want ST230@2
}

func Loop(b *dsl.Builder) {
	s := in(b, "a")
	for i := 0; i < len(os.Args); i++ {
		s = s.Filter(keep) // want ST210@3
	}
	s.To("out")
}

func Range(b *dsl.Builder) {
	s := in(b, "a")
	for range os.Args {
		s.To("out") // want ST210@3
	}
	s.To("out")
}

func Long(b *dsl.Builder) {
	s := in(b, "a")
	for range 1000 {
		s = s.Filter(keep) // want ST210@3 "a loop of more than 256 rounds"
	}
	s.To("out")
}

func Longer(b *dsl.Builder) {
	s := in(b, "a")
	for i := 0; i < 1000; i++ {
		s = s.Filter(keep) // want ST210@3 "more than 256"
	}
	s.To("out")
}

func Branch(b *dsl.Builder) {
	s := in(b, "a")
	if os.Getenv("X") != "" {
		s = s.Filter(keep) // want ST210@3
	}
	s.To("out")
}

func Switch(b *dsl.Builder) {
	s := in(b, "a")
	switch os.Getenv("X") {
	case "a":
		s.To("a") // want ST210@3
	}
	s.To("out")
}

func Early(b *dsl.Builder) {
	if os.Getenv("X") != "" {
		return // want ST211@3
	}
	in(b, "a").To("out")
}

func keep(_, v string) bool { return v != "" }

func Capture(b *dsl.Builder) {
	limit := len(os.Args)
	in(b, "a").Filter(func(_, v string) bool { return len(v) > limit }).To("out") // want ST229@61
}

func Counted(b *dsl.Builder) {
	n := 1
	s := in(b, "a").Filter(func(_, v string) bool { return len(v) > n }) // want ST229@66
	n++
	s.To("out")
}

func Inside(b *dsl.Builder) {
	s := in(b, "a")
	in(b, "b").Peek(func(k, v string) { s.To("x") }).To("out") // want ST229@38
}

func deep(s S) S { return deep(s.Filter(keep)) } // want ST240@27

func Recursion(b *dsl.Builder) { deep(in(b, "a")) }

func Shadow(b *dsl.Builder) {
	b = new(dsl.Builder) // want ST213@6
	in(b, "a").To("out")
}

func Zero(b *dsl.Builder) {
	var s S // want ST212@6
	s.To("out")
}

func Value(b *dsl.Builder) {
	f := in(b, "a").To // want ST223@18
	f("out")
}

func Unused(b *dsl.Builder) {
	in(b, "a").
		Filter(keep) // want ST410@3
}

func UnusedVar(b *dsl.Builder) {
	s := in(b, "a")
	_ = s.MapValues(func(v string) string { return v }) // want ST410@8
}

func Topic(b *dsl.Builder) {
	in(b, other.Topic()).To(os.Getenv("T")) // want ST226@26
}

func Function(b *dsl.Builder) {
	in(b, "a").Filter(pick()).To("out") // want ST227@20
}

func pick() func(string, string) bool {
	if len(os.Args) > 0 {
		return keep
	}
	return nil
}

func Options(b *dsl.Builder) {
	in(b, "a").Filter(keep, options()...).To("out") // want ST225@26
}

func options() []dsl.Option { return nil }

func Go(b *dsl.Builder) {
	go func() { in(b, "a").To("out") }() // want ST210@14
}

func Defer(b *dsl.Builder) {
	s := in(b, "a")
	defer s.To("out") // want ST210@8
}

var kept S

func Package(b *dsl.Builder) {
	kept = in(b, "a") // want ST220@2
	kept.To("out")
}

type obj struct{ f func(string, string) bool }

func (o obj) Keep(_, v string) bool { return true }

func Bound(b *dsl.Builder) {
	o := obj{}
	in(b, "a").Filter(o.Keep).To("out") // want ST228@20
}

type base struct{ name string }

func (x base) keep(_, v string) bool { return v == x.name }

func (x base) build(s S) {
	s.Filter(x.keep).To("kept")                                     // want ST228@11
	s.Filter(func(_, v string) bool { return v == x.name }).To("x") // want ST229@48
}

type Over struct {
	base
	name []byte
}

func (o Over) Promoted(b *dsl.Builder) { o.build(in(b, "a")) }

func Pointer(b *dsl.Builder) {
	s := in(b, "a")
	p := &s // want ST221@7
	p.To("out")
}

func Interface(b *dsl.Builder) {
	var x any = in(b, "a")
	x.(S).To("out") // want ST221@2
}

func LocalType(b *dsl.Builder) {
	type row struct{ n int }
	in(b, "a").MapValues(func(v string) row { return row{len(v)} }).To("out", dsl.Value(dsl.Binary[row]())) // want ST229@38
}

func Generic[T any](b *dsl.Builder) { b.Codec(dsl.JSON[T]()) } // want ST201@6

func ping(s S) { pong(s.Filter(keep)) }
func pong(s S) { ping(s) } // want ST240@18

func Mutual(b *dsl.Builder) { ping(in(b, "a")) }

var name = dsl.Name("n")

func PackageOption(b *dsl.Builder) { in(b, "a").To("out", name) } // want ST222@59

func While(b *dsl.Builder) {
	s := in(b, "a")
	for {
		s.To("x") // want ST210@3
	}
}

func Labelled(b *dsl.Builder) {
	s := in(b, "a")
again:
	s.To("x") // want ST210@2
	if len(os.Args) > 1 {
		goto again
	}
}

func Called(b *dsl.Builder) { func() { in(b, "a").Filter(keep) }() } // want ST410@51

func Break(b *dsl.Builder) {
	s := in(b, "a")
	switch {
	case true:
		s.To("x")
		break // want ST210@3
	}
}

func Hidden(b *dsl.Builder) {
	t := "a"
	set := func() { t = "b" }
	set()
	in(b, "a").To(t) // want ST226@16
	u := "a"
	p := &u
	*p = "b"
	in(b, "b").To(u) // want ST226@16
}

func Nothing(b *dsl.Builder) {
	none(b).To("out") // want ST224@10
}

func none(b *dsl.Builder) (s S) { return }

var Variable = func(b *dsl.Builder) { in(b, "a").To("out") } // want ST202@5

func Itself(b *dsl.Builder) {
	var odd func(string, string) bool
	odd = func(k, v string) bool { return v != "" && !odd(k, v[1:]) } // want ST229@52
	in(b, "a").Filter(odd).To("out")
}

func LeftEarly(b *dsl.Builder) {
	s := in(b, "a")
	for _, t := range []string{"a", "b"} {
		if t == "b" {
			break
		}
		s.To(t) // want ST210@3 "range over a list"
	}
}
