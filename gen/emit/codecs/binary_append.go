package codecs

import (
	"go/types"

	"github.com/dave/jennifer/jen"
)

func (s *Set) binaryAppender(c Codec) (*Appender, error) {
	x, err := s.binaryOf(c.typ, "", nil)
	if err != nil {
		return nil, err
	}
	b := jen.Id("b")
	name := s.name("append", typeName(c.typ)+"Binary")
	fill := s.reserve()
	var body []jen.Code
	failure := jen.Op("&").Err()
	if x.fails {
		body = append(body, jen.Var().Err().Error())
	}
	if x.kind == binStruct {
		body = append(body, s.putFields(x, failure)...)
	} else {
		body = append(body, jen.Add(b).Op("=").Add(s.put(x, b, pointee(jen.Id("v")), failure)))
	}
	if x.fails {
		body = append(body, jen.Return(b, jen.Err()))
	} else {
		body = append(body, jen.Return(b))
	}
	fill(appendFunc(name, c.Type(), x.fails).Block(body...))
	a := &Appender{Fails: x.fails, Allocates: len(x.sorts) > 0, Why: x.sorts, call: byAddress(name)}
	if a.fn = func() jen.Code { return jen.Id(name) }; !x.varies {
		a.Size = x.least
	}
	return a, nil
}

// put spells an expression: dst with the value of p behind it. err is the *error that takes a failure.
func (s *Set) put(x *binary, dst jen.Code, p place, err jen.Code) *jen.Statement {
	number := func(name string, kind types.BasicKind) *jen.Statement {
		if types.Identical(x.typ, types.Typ[kind]) {
			return rt(name).Call(dst, p.val)
		}
		return rt(name).Call(dst, jen.Id(types.Typ[kind].Name()).Call(p.val))
	}
	switch x.kind {
	case binBool:
		return number("AppendBool", types.Bool)
	case bin8:
		return jen.Append(dst, jen.Byte().Call(p.val))
	case bin16:
		return number("AppendInt16", types.Int16)
	case bin32:
		return number("AppendInt32", types.Int32)
	case bin64:
		return number("AppendInt64", types.Int64)
	case binFloat32:
		return number("AppendFloat32", types.Float32)
	case binFloat64:
		return number("AppendFloat64", types.Float64)
	case binText:
		return rt("AppendText").Call(dst, p.val)
	case binBlob:
		return rt("AppendBlob").Call(dst, p.val)
	case binBytes:
		return jen.Append(dst, jen.Add(p.base).Index(jen.Empty(), jen.Empty()).Op("..."))
	case binTime:
		return rt("AppendInstant").Call(dst, p.val)
	case binMethod:
		return rt("AppendMethod").Call(dst, p.ptr, err)
	}
	call := []jen.Code{dst, p.ptr}
	if x.fails {
		call = append(call, err)
	}
	return jen.Id(s.putter(x)).Call(call...)
}

func (s *Set) putFields(x *binary, err jen.Code) (lines []jen.Code) {
	b := jen.Id("b")
	for _, f := range x.fields {
		if f.least == 0 && !f.varies {
			continue
		}
		lines = append(lines, jen.Add(b).Op("=").Add(s.put(f.binary, b, variable(jen.Id("v").Dot(f.name)), err)))
	}
	return lines
}

// putter is the function that writes a type with parts: func(b []byte, v *T) []byte, and with err *error if one fails.
func (s *Set) putter(x *binary) string {
	key := "put " + full(x.typ)
	if name := s.helpers[key]; name != "" {
		return name
	}
	name := s.name("put", typeName(x.typ))
	s.helpers[key] = name
	params := []jen.Code{jen.Id("b").Index().Byte(), jen.Id("v").Op("*").Add(Type(x.typ))}
	if x.fails {
		params = append(params, jen.Id("err").Op("*").Error())
	}
	fill := s.reserve()
	fill(jen.Func().Id(name).Params(params...).Index().Byte().Block(append(s.putParts(x), jen.Return(jen.Id("b")))...))
	return name
}

func (s *Set) putParts(x *binary) []jen.Code {
	b, n, v, err := jen.Id("b"), jen.Id("n"), jen.Id("v"), jen.Err()
	all := jen.Op("*").Add(v)
	set := func(x *binary, p place) jen.Code { return jen.Add(b).Op("=").Add(s.put(x, b, p, err)) }
	count := jen.Add(b).Op("=").Add(rt("AppendCount")).Call(b, jen.Len(all), jen.Add(all).Op("==").Nil())
	switch x.kind {
	case binPointer:
		elem := place{jen.Op("*").Add(all), all, jen.Parens(all)}
		return []jen.Code{
			jen.If(jen.Add(all).Op("==").Nil()).Block(jen.Return(jen.Append(b, jen.Lit(0)))),
			jen.Add(b).Op("=").Add(s.put(x.elem, jen.Append(b, jen.Lit(1)), elem, err)),
		}
	case binArray:
		return []jen.Code{jen.For(jen.Add(n).Op(":=").Range().Add(v)).Block(set(x.elem, variable(jen.Add(v).Index(n))))}
	case binSlice:
		return []jen.Code{count, jen.For(jen.Add(n).Op(":=").Range().Add(all)).Block(set(x.elem, variable(jen.Parens(all).Index(n))))}
	case binMap:
		k, keys := jen.Id("k"), jen.Qual("maps", "Keys").Call(all)
		return []jen.Code{
			count,
			jen.For(jen.List(jen.Id("_"), k).Op(":=").Range().Qual("slices", "Sorted").Call(keys)).Block(
				jen.Id("x").Op(":=").Parens(all).Index(k),
				set(x.key, variable(k)),
				set(x.elem, variable(jen.Id("x"))),
			),
		}
	}
	return s.putFields(x, err)
}
