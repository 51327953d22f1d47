package codecs

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// form names of windowed keys, as functions and errors have them.
func (c Codec) windowedForm() string {
	if c.form == timeWindowed {
		return "TimeWindowed"
	}
	return "SessionWindowed"
}

func (s *Set) windowedDecoder(c Codec) (*Decoder, error) {
	inner, err := s.Decoder(*c.key, All)
	if err != nil {
		return nil, err
	}
	key, v := jen.Id("key"), jen.Id("v")
	split := jen.List(key, jen.Id("start"), jen.Id("ok")).Op(":=").Add(rt("SplitWindowed")).Call(jen.Id("b"))
	end, expected := rt("WindowEnd").Call(jen.Id("start"), jen.Lit(int(c.size))), "a key and 8 bytes of start"
	if c.form == sessionWindowed {
		split = jen.List(key, jen.Id("start"), jen.Id("end"), jen.Id("ok")).Op(":=").Add(rt("SplitSession")).Call(jen.Id("b"))
		end, expected = jen.Id("end"), "a key, 8 bytes of end and 8 of start"
	}
	to := c.innerKey(v)
	decode := jen.Return(inner.Call(key, to))
	if inner.Total {
		decode = jen.Add(to).Op("=").Add(inner.Value(key)).Line().Return(jen.True())
	}
	if c.nullable {
		decode = jen.Add(v).Dot("Key").Op("=").New(c.key.Type()).Line().Add(decode)
	}
	name := s.name("decode", c.windowedLabel())
	s.decls = append(s.decls, decodeFunc(name, c.Type()).Block(
		split,
		jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.False())),
		jen.List(jen.Add(v).Dot("Start"), jen.Add(v).Dot("End")).Op("=").List(jen.Id("start"), end),
		decode,
	))
	d := &Decoder{Allocates: inner.Allocates, Why: inner.Why, fn: jen.Id(name)}
	d.reason = malformed(c.windowedForm(), expected+fmt.Sprintf(" (key: %s)", c.key.label()))
	return d, nil
}

func (s *Set) windowedAppender(c Codec) (*Appender, error) {
	inner, err := s.Appender(*c.key)
	if err != nil {
		return nil, err
	}
	b, v := jen.Id("b"), jen.Id("v")
	finish := func(b jen.Code) jen.Code { return rt("AppendWindowed").Call(b, jen.Add(v).Dot("Start")) }
	size := 8
	if c.form == sessionWindowed {
		finish = func(b jen.Code) jen.Code {
			return rt("AppendSession").Call(b, jen.Add(v).Dot("Start"), jen.Add(v).Dot("End"))
		}
		size = 16
	}
	a := &Appender{Fails: inner.Fails, Allocates: inner.Allocates, Why: inner.Why}
	if inner.Size > 0 {
		a.Size = inner.Size + size
	}
	name := s.name("append", c.windowedLabel())
	f := appendFunc(name, c.Type(), a.Fails)
	if key := inner.Call(b, c.innerKey(v)); a.Fails {
		f.Block(jen.List(b, jen.Err()).Op(":=").Add(key), jen.Return(finish(b), jen.Err()))
	} else {
		f.Block(jen.Return(finish(key)))
	}
	s.decls = append(s.decls, f)
	a.fn, a.call = func() jen.Code { return jen.Id(name) }, byAddress(name)
	return a, nil
}

// innerKey spells the key of a window in a variable.
func (c Codec) innerKey(v jen.Code) jen.Code {
	key := jen.Add(v).Dot("Key")
	if c.nullable {
		return jen.Op("*").Add(key)
	}
	return key
}

// label is a codec in the name of a function.
func (c Codec) label() string {
	switch c.form {
	case builtin:
		return c.name
	case jsonForm:
		return typeName(c.typ)
	case binaryForm:
		return typeName(c.typ) + "Binary"
	case custom:
		return typeName(c.typ) + "Custom"
	case list:
		if c.nullable {
			return "ListOfNullable" + c.key.label()
		}
		return "ListOf" + c.key.label()
	}
	return c.windowedLabel()
}

func (c Codec) windowedLabel() string {
	if c.nullable {
		return c.windowedForm() + "Nullable" + c.key.label()
	}
	return c.windowedForm() + c.key.label()
}
