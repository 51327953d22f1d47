package codecs

import "github.com/dave/jennifer/jen"

func rt(name string) *jen.Statement { return jen.Qual(rtCodec, name) }

// malformed spells the reason for bytes that are not of the form.
func malformed(form, expected string) func(src jen.Code) *jen.Statement {
	return func(src jen.Code) *jen.Statement {
		return rt("Malformed").Call(src, jen.Lit(form), jen.Lit(expected))
	}
}

func builtinDecoder(c Codec) *Decoder {
	d := &Decoder{fn: rt("Decode" + c.name), reason: malformed(c.name, builtins[c.name].expected)}
	switch c.name {
	case "String":
		d.Total, d.value = true, func(src jen.Code) *jen.Statement { return rt("String").Call(src) }
	case "Bytes":
		d.Total, d.value = true, func(src jen.Code) *jen.Statement { return jen.Add(src) }
	case "Void":
		d.fn = rt("DecodeVoid").Types(c.Type())
	}
	return d
}

// builtinAppender calls the run time's function with the value; only where a function of a pointer is asked for, one is
// written around it.
func (s *Set) builtinAppender(c Codec) *Appender {
	a := &Appender{Size: builtins[c.name].size}
	a.call = func(dst, src jen.Code) *jen.Statement { return rt("Append"+c.name).Call(dst, src) }
	var name string
	a.fn = func() jen.Code {
		if name == "" {
			name = s.name("append", c.name+"Kafka")
			s.decls = append(s.decls, jen.Func().Id(name).Params(jen.Id("b").Index().Byte(), jen.Id("v").Op("*").Add(c.Type())).
				Index().Byte().Block(jen.Return(a.call(jen.Id("b"), jen.Op("*").Id("v")))))
		}
		return jen.Id(name)
	}
	return a
}
