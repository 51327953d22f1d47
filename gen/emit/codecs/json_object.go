package codecs

import (
	"encoding/json/jsontext"
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"
)

// readObject is the function that reads a struct's members, those of use: func(b []byte, i int, v *T) int. It guesses
// that they come as declared, and goes on in a loop, a function of its own, at the member where the guess fails.
func (s *Set) readObject(sh shape, use Demand, label string) string {
	name := s.name("read", label)
	if use == nil {
		s.helpers["read "+full(sh.typ)] = name
	}
	rest := s.name("rest", label)
	fill := s.reserve()
	fillRest := s.reserve()
	fill(s.guess(name, rest, sh, use))
	fillRest(s.loop(rest, sh, use))
	return name
}

// prefix is a member's name as it stands in JSON, with what leads to its value.
func prefix(lead string, m member) string { return lead + quote(m.name) + ":" }

func (s *Set) guess(name, rest string, sh shape, use Demand) jen.Code {
	b, i, v := jen.Id("b"), jen.Id("i"), jen.Id("v")
	first := prefix("{", sh.object.members[0])
	is := func(want string) jen.Code { return jen.Op("!").Add(rt("Is")).Call(b, i, rawLit(want)) }
	goOn := func(at jen.Code, seen *jen.Statement) jen.Code {
		return jen.Return(jen.Id(rest).Call(b, jen.Id("from"), at, v, seen))
	}
	body := []jen.Code{
		jen.Id("from").Op(":=").Add(i),
		jen.If(is(first)).Block(goOn(rt("Object").Call(b, i), jen.Lit(0))),
	}
	members := sh.object.members[:min(len(sh.object.members), maxBits)]
	skip := len(first)
	for n, m := range members {
		seen := jen.Lit(1).Op("<<").Lit(n + 1).Op("-").Lit(1)
		value := s.member(m, use, jen.Add(i).Op("+").Lit(skip))
		if n+1 == len(sh.object.members) {
			body = append(body, jen.If(value, rt("Ends").Call(b, i)).Block(jen.Return(jen.Add(i).Op("+").Lit(1))), goOn(i, seen))
			break
		}
		if n+1 == len(members) {
			body = append(body, value, goOn(i, seen))
			break
		}
		next := prefix(",", members[n+1])
		body = append(body, jen.If(value, is(next)).Block(goOn(i, seen)))
		skip = len(next)
	}
	doc := name + " guesses that the members come as declared; where that fails, " + rest + " goes on."
	return jen.Comment(doc).Line().Add(readFunc(name, sh.typ).Block(body...))
}

// member spells the statement that reads or skips a member's value.
func (s *Set) member(m member, use Demand, at jen.Code) *jen.Statement {
	if !use.wants(m) {
		return jen.Id("i").Op("=").Add(rt("Skip")).Call(jen.Id("b"), at)
	}
	field := jen.Id("v")
	for _, f := range m.path {
		field = field.Dot(f.Name())
	}
	return s.read(s.part(m.typ(), reading, m.quoted), at, variable(field))
}

// loop is the function that reads members in any order from i on. seen has a bit for each that was read, and none may
// come again.
func (s *Set) loop(name string, sh shape, use Demand) jen.Code {
	b, i, at := jen.Id("b"), jen.Id("i"), jen.Id("at")
	var cases []jen.Code
	for n, m := range sh.object.members {
		body := []jen.Code{jen.Id("bit").Op("=").Lit(1).Op("<<").Lit(n), s.member(m, use, at)}
		if n >= maxBits {
			body = []jen.Code{jen.Id("other").Dot("Add").Call(jen.Id("name")), s.member(m, use, at)}
		}
		cases = append(cases, jen.Case(jen.Lit(m.name)).Block(body...))
	}
	cases = append(cases, jen.Default().Block(i.Clone().Op("=").Id("other").Dot("Skip").Call(b, jen.Id("name"), at)))
	doc := name + " reads members in any order from i on. seen has a bit for each that was read: none may come twice."
	return jen.Comment(doc).Line().Func().Id(name).Params(
		jen.Id("b").Index().Byte(), jen.List(jen.Id("from"), jen.Id("i")).Int(), jen.Id("v").Op("*").Add(Type(sh.typ)), jen.Id("seen").Uint64(),
	).Int().Block(
		jen.Var().Id("other").Add(rt("Names")),
		jen.For(jen.Add(i).Op(">=").Lit(0)).Block(
			jen.List(jen.Id("name"), at).Op(":=").Add(rt("Member")).Call(b, i),
			jen.If(jen.Add(at).Op("<").Lit(0)).Block(jen.Return(jen.Id("other").Dot("End").Call(b, jen.Id("from"), at))),
			jen.Var().Id("bit").Uint64(),
			jen.Switch(jen.String().Call(jen.Id("name"))).Block(cases...),
			jen.If(jen.Id("seen").Op("&").Id("bit").Op("!=").Lit(0)).Block(jen.Return(rt("Bad"))),
			jen.Id("seen").Op("|=").Id("bit"),
		),
		jen.Return(rt("Behind").Call(i)),
	)
}

// quote is a name as JSON has it.
func quote(name string) string {
	b, err := jsontext.AppendQuote(nil, name)
	if err != nil {
		panic(fmt.Sprintf("codecs: name %q was found to be UTF-8 and is not", name))
	}
	return string(b)
}

// rawLit spells a string between back quotes where that is possible, so that JSON can be read.
func rawLit(s string) *jen.Statement {
	if strconv.CanBackquote(s) {
		return jen.Op("`" + s + "`")
	}
	return jen.Lit(s)
}
