package codecs

import "github.com/dave/jennifer/jen"

func (s *Set) jsonDecoder(c Codec, _ Demand) (*Decoder, error) {
	name := s.name("decode", typeName(c.typ))
	s.decls = append(s.decls, decodeFunc(name, c.Type()).Block(
		jen.Id("x").Op(",").Id("i").Op(":=").Add(rt("Value")).Types(c.Type()).Call(jen.Id("b"), jen.Lit(0)),
		jen.Op("*").Id("v").Op("=").Id("x"),
		jen.Return(rt("Whole").Call(jen.Id("b"), jen.Id("i"))),
	))
	return &Decoder{Allocates: true, fn: jen.Id(name), reason: func(src jen.Code) *jen.Statement {
		return rt("MalformedJSON").Types(c.Type()).Call(src)
	}}, nil
}

func (s *Set) jsonAppender(c Codec) (*Appender, error) {
	name := s.name("append", typeName(c.typ))
	s.decls = append(s.decls, appendFunc(name, c.Type(), true).Block(
		jen.Var().Err().Error(),
		jen.Id("b").Op("=").Add(rt("AppendValue")).Call(jen.Id("b"), jen.Id("v"), jen.Op("&").Err()),
		jen.Return(jen.Id("b"), jen.Err()),
	))
	return &Appender{Fails: true, Allocates: true, fn: func() jen.Code { return jen.Id(name) }, call: byAddress(name)}, nil
}
