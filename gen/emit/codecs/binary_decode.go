package codecs

import (
	"fmt"
	"go/types"

	"github.com/dave/jennifer/jen"
)

func (s *Set) binaryDecoder(c Codec) (*Decoder, error) {
	x, err := s.binaryOf(c.typ, "", nil)
	if err != nil {
		return nil, err
	}
	b, i, v := jen.Id("b"), jen.Id("i"), jen.Id("v")
	name := s.name("decode", typeName(c.typ)+"Binary")
	fill := s.reserve()
	f := decodeFunc(name, c.Type())
	if x.flat() {
		fill(f.Block(append([]jen.Code{jen.If(jen.Len(b).Op("!=").Lit(x.least)).Block(jen.Return(jen.False()))},
			append(x.fetch(jen.Add(v), new(int)), jen.Return(jen.True()))...)...))
	} else {
		body := []jen.Code{jen.Add(i).Op(":=").Lit(0)}
		if x.kind == binStruct {
			body = append(body, s.takeFields(x)...)
		} else {
			body = append(body, s.take(x, pointee(v)))
		}
		fill(f.Block(append(body, jen.Return(jen.Add(i).Op("==").Len(b)))...))
	}
	expected := x.layout
	if !x.varies {
		expected = fmt.Sprintf("%d bytes, %s", x.least, x.layout)
	}
	return &Decoder{
		Allocates: len(x.why) > 0, Why: x.why, fn: jen.Id(name), reason: malformed("Binary "+short(c.typ), expected),
	}, nil
}

// flat says whether x is a struct of numbers, whose places in the bytes are known.
func (x *binary) flat() bool {
	if x.kind != binStruct || len(x.fields) == 0 {
		return false
	}
	for _, f := range x.fields {
		if (f.kind < bin8 || f.kind > binFloat64) && !f.flat() {
			return false
		}
	}
	return true
}

// fetch spells the assignments to the fields of a flat struct from their places.
func (x *binary) fetch(v *jen.Statement, at *int) (lines []jen.Code) {
	for _, f := range x.fields {
		field := jen.Add(v).Dot(f.name)
		if f.kind == binStruct {
			lines = append(lines, f.fetch(field, at)...)
			continue
		}
		from := jen.Id("b").Index(jen.Lit(*at), jen.Empty())
		big := func(bits string) *jen.Statement {
			return jen.Qual("encoding/binary", "BigEndian").Dot("Uint" + bits).Call(from)
		}
		var value *jen.Statement
		var typ types.BasicKind // of value
		switch f.kind {
		case bin8:
			value, typ = jen.Id("b").Index(jen.Lit(*at)), types.Uint8
		case bin16:
			value, typ = big("16"), types.Uint16
		case bin32:
			value, typ = big("32"), types.Uint32
		case bin64:
			value, typ = big("64"), types.Uint64
		case binFloat32:
			value, typ = jen.Qual("math", "Float32frombits").Call(big("32")), types.Float32
		case binFloat64:
			value, typ = jen.Qual("math", "Float64frombits").Call(big("64")), types.Float64
		}
		if !types.Identical(f.typ, types.Typ[typ]) {
			value = Type(f.typ).Call(value)
		}
		lines = append(lines, field.Op("=").Add(value))
		*at += f.least
	}
	return lines
}

// take spells the statement that reads a part at i into p and moves i behind it.
func (s *Set) take(x *binary, p place) jen.Code {
	b, i := jen.Id("b"), jen.Id("i")
	f := ""
	switch x.kind {
	case binBool:
		f = "TakeBool"
	case bin8:
		f = "Take8"
	case bin16:
		f = "Take16"
	case bin32:
		f = "Take32"
	case bin64:
		f = "Take64"
	case binFloat32:
		f = "TakeFloat32"
	case binFloat64:
		f = "TakeFloat64"
	case binText:
		f = "TakeText"
	case binBlob:
		f = "TakeBlob"
	case binMethod:
		f = "TakeMethod"
	case binTime:
		return jen.List(p.val, i).Op("=").Add(rt("TakeInstant")).Call(b, i)
	case binBytes:
		return jen.Add(i).Op("=").Add(rt("TakeInto")).Call(b, i, jen.Add(p.base).Index(jen.Empty(), jen.Empty()))
	default:
		return jen.Add(i).Op("=").Id(s.taker(x)).Call(b, i, p.ptr)
	}
	return jen.List(p.val, i).Op("=").Add(rt(f)).Types(Type(x.typ)).Call(b, i)
}

func (s *Set) takeFields(x *binary) (lines []jen.Code) {
	for _, f := range x.fields {
		if f.least == 0 && !f.varies {
			continue
		}
		lines = append(lines, s.take(f.binary, variable(jen.Id("v").Dot(f.name))))
	}
	return lines
}

// taker is the function that reads a type with parts: func(b []byte, i int, v *T) int.
func (s *Set) taker(x *binary) string {
	key := "take " + full(x.typ)
	if name := s.helpers[key]; name != "" {
		return name
	}
	name := s.name("take", typeName(x.typ))
	s.helpers[key] = name
	fill := s.reserve()
	fill(readFunc(name, x.typ).Block(append(s.takeParts(x), jen.Return(jen.Id("i")))...))
	return name
}

func (s *Set) takeParts(x *binary) []jen.Code {
	b, i, n, v := jen.Id("b"), jen.Id("i"), jen.Id("n"), jen.Id("v")
	count := func(least int) []jen.Code {
		return []jen.Code{
			jen.List(n, i).Op(":=").Add(rt("TakeCount")).Call(b, i, jen.Lit(least)),
			jen.If(jen.Add(n).Op("<").Lit(0)).Block(jen.Return(i)),
		}
	}
	switch x.kind {
	case binPointer:
		return []jen.Code{
			jen.List(jen.Id("there"), i).Op(":=").Add(rt("TakeBool")).Types(jen.Bool()).Call(b, i),
			jen.If(jen.Op("!").Id("there")).Block(jen.Return(i)),
			jen.Id("p").Op(":=").New(Type(x.elem.typ)),
			s.take(x.elem, pointee(jen.Id("p"))),
			jen.Op("*").Add(v).Op("=").Id("p"),
		}
	case binArray:
		return []jen.Code{jen.For(jen.Add(n).Op(":=").Range().Add(v)).Block(s.take(x.elem, variable(jen.Add(v).Index(n))))}
	case binSlice:
		list := jen.Op("*").Add(v)
		return append(count(x.elem.least),
			jen.Add(list).Op("=").Make(Type(x.typ), n),
			jen.For(jen.Add(n).Op(":=").Range().Add(list)).Block(s.take(x.elem, variable(jen.Parens(list).Index(n)))),
		)
	case binMap:
		return append(count(x.key.least+x.elem.least), s.takeMap(x)...)
	}
	return s.takeFields(x)
}

// takeMap reads n members; none may come twice.
func (s *Set) takeMap(x *binary) []jen.Code {
	m, k, n := jen.Id("m"), jen.Id("k"), jen.Id("n")
	return []jen.Code{
		jen.Add(m).Op(":=").Make(Type(x.typ), n),
		jen.For(jen.Range().Add(n)).Block(
			jen.Var().Add(k).Add(Type(x.key.typ)),
			s.take(x.key, variable(k)),
			jen.Var().Id("x").Add(Type(x.elem.typ)),
			s.take(x.elem, variable(jen.Id("x"))),
			jen.Add(m).Index(k).Op("=").Id("x"),
		),
		jen.If(jen.Len(m).Op("!=").Add(n)).Block(jen.Return(rt("Bad"))),
		jen.Op("*").Id("v").Op("=").Add(m),
	}
}
