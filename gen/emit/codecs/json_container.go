package codecs

import "github.com/dave/jennifer/jen"

// container is the body of a function that reads a pointer, slice, array or map. null leaves it as it is: zero.
func (s *Set) container(sh shape) []jen.Code {
	null := jen.If(rt("Null").Call(jen.Id("b"), jen.Id("i"))).Block(jen.Return(jen.Id("i").Op("+").Lit(4)))
	var body []jen.Code
	switch sh.kind {
	case kindPointer:
		body = s.readPointer(sh)
	case kindSlice:
		body = s.readSlice(sh)
	case kindArray:
		body = s.readArray(sh)
	case kindMap:
		body = s.readMap(sh)
	default:
		panic("codecs: no container")
	}
	return append([]jen.Code{null}, body...)
}

func (s *Set) readPointer(sh shape) []jen.Code {
	p := jen.Id("p")
	elem := s.part(sh.elem, reading, sh.quoted)
	return []jen.Code{
		jen.Add(p).Op(":=").New(Type(sh.elem)),
		s.read(elem, jen.Id("i"), pointee(p)),
		jen.Op("*").Id("v").Op("=").Add(p),
		jen.Return(jen.Id("i")),
	}
}

func (s *Set) readSlice(sh shape) []jen.Code {
	at, v := jen.Id("at"), jen.Op("*").Id("v")
	return []jen.Code{
		jen.Add(v).Op("=").Add(Type(sh.typ)).Values(),
		jen.Add(at).Op(":=").Add(rt("Array")).Call(jen.Id("b"), jen.Id("i")),
		jen.For(jen.Add(at).Op(">=").Lit(0)).Block(
			jen.Var().Id("x").Add(Type(sh.elem)),
			s.read(s.part(sh.elem, reading, false), at, variable(jen.Id("x"))),
			jen.Add(v).Op("=").Append(v, jen.Id("x")),
			jen.Add(at).Op("=").Add(rt("Element")).Call(jen.Id("b"), jen.Id("i")),
		),
		jen.Return(rt("Behind").Call(at)),
	}
}

func (s *Set) readArray(sh shape) []jen.Code {
	at, n, v := jen.Id("at"), jen.Id("n"), jen.Id("v")
	elem := jen.Add(v).Index(n)
	return []jen.Code{
		jen.List(n, at).Op(":=").List(jen.Lit(0), rt("Array").Call(jen.Id("b"), jen.Id("i"))),
		jen.For(jen.Add(at).Op(">=").Lit(0)).Block(
			jen.If(jen.Add(n).Op("==").Len(v)).Block(jen.Return(rt("Bad"))),
			s.read(s.part(sh.elem, reading, false), at, variable(elem)),
			jen.List(n, at).Op("=").List(jen.Add(n).Op("+").Lit(1), rt("Element").Call(jen.Id("b"), jen.Id("i"))),
		),
		jen.If(jen.Add(n).Op("<").Len(v)).Block(jen.Return(rt("Bad"))),
		jen.Return(rt("Behind").Call(at)),
	}
}

// readMap refuses a key that comes twice, by its value: "0" and "-0" are one.
func (s *Set) readMap(sh shape) []jen.Code {
	b, i, at, m, k := jen.Id("b"), jen.Id("i"), jen.Id("at"), jen.Id("m"), jen.Id("k")
	bad := jen.Return(rt("Bad"))
	loop := []jen.Code{
		jen.List(jen.Id("name"), at).Op(":=").Add(rt("Member")).Call(b, i),
		jen.If(jen.Add(at).Op("<").Lit(0)).Block(jen.Op("*").Id("v").Op("=").Add(m), jen.Return(rt("Behind").Call(at))),
	}
	loop = append(loop, s.mapKey(sh, k)...)
	loop = append(loop,
		jen.If(jen.List(jen.Id("_"), jen.Id("twice")).Op(":=").Add(m).Index(k), jen.Id("twice")).Block(bad),
		jen.Var().Id("x").Add(Type(sh.elem)),
		s.read(s.part(sh.elem, reading, false), at, variable(jen.Id("x"))),
		jen.Add(m).Index(k).Op("=").Id("x"),
	)
	return []jen.Code{
		jen.Add(m).Op(":=").Add(Type(sh.typ)).Values(),
		jen.Add(i).Op("=").Add(rt("Object")).Call(b, i),
		jen.For(jen.Add(i).Op(">=").Lit(0)).Block(loop...),
		bad,
	}
}

// mapKey reads the key from a member's name.
func (s *Set) mapKey(sh shape, k jen.Code) []jen.Code {
	key := s.part(sh.key, reading, false)
	read := "IntName"
	switch key.kind {
	case kindString:
		text := rt("String").Call(jen.Id("name"))
		if !key.plain {
			text = Type(key.typ).Call(text)
		}
		return []jen.Code{jen.Add(k).Op(":=").Add(text)}
	case kindUint:
		read = "UintName"
	}
	return []jen.Code{
		jen.List(k, jen.Id("ok")).Op(":=").Add(rt(read)).Types(Type(key.typ)).Call(jen.Id("name")),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Return(rt("Bad"))),
	}
}
