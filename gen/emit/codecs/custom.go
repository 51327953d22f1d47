package codecs

import "github.com/dave/jennifer/jen"

// variable is the one variable that holds the user's codec of an expression.
func (s *Set) variable(c Codec) *jen.Statement {
	key := text(c.expr)
	name, ok := s.vars[key]
	if !ok {
		name = s.name("codec", typeName(c.typ))
		s.vars[key] = name
		s.decls = append(s.decls, jen.Var().Id(name).Op("=").Add(c.expr))
	}
	return jen.Id(name)
}

func (s *Set) customDecoder(c Codec) *Decoder {
	v := s.variable(c)
	name := s.name("decode", typeName(c.typ)+"Custom")
	s.decls = append(s.decls, decodeFunc(name, c.Type()).Block(
		jen.List(jen.Id("x"), jen.Err()).Op(":=").Add(v).Dot("Decode").Call(jen.Id("b")),
		jen.Op("*").Id("v").Op("=").Id("x"),
		jen.Return(jen.Err().Op("==").Nil()),
	))
	return &Decoder{
		Allocates: true, Why: []string{"the codec is the user's own"}, fn: jen.Id(name),
		reason: func(src jen.Code) *jen.Statement { return rt("Refused").Types(c.Type()).Call(v, src) },
	}
}

func (s *Set) customAppender(c Codec) *Appender {
	v := s.variable(c)
	name := s.name("append", typeName(c.typ)+"Custom")
	s.decls = append(s.decls, appendFunc(name, c.Type(), true).Block(
		jen.Return(jen.Add(v).Dot("Append").Call(jen.Id("b"), jen.Op("*").Id("v"))),
	))
	return &Appender{
		Fails: true, Allocates: true, Why: []string{"the codec is the user's own"},
		fn: func() jen.Code { return jen.Id(name) }, call: byAddress(name),
	}
}

// decodeFunc is the head of a decoder, appendFunc that of an appender.
func decodeFunc(name string, t jen.Code) *jen.Statement {
	return jen.Func().Id(name).Params(jen.Id("b").Index().Byte(), jen.Id("v").Op("*").Add(t)).Bool()
}

func appendFunc(name string, t jen.Code, fails bool) *jen.Statement {
	f := jen.Func().Id(name).Params(jen.Id("b").Index().Byte(), jen.Id("v").Op("*").Add(t))
	if fails {
		return f.Params(jen.Index().Byte(), jen.Error())
	}
	return f.Index().Byte()
}

// byAddress is the call of an appender that was generated.
func byAddress(name string) func(dst, src jen.Code) *jen.Statement {
	return func(dst, src jen.Code) *jen.Statement { return jen.Id(name).Call(dst, jen.Op("&").Add(src)) }
}
