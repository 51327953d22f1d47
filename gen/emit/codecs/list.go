package codecs

import (
	"github.com/dave/jennifer/jen"
)

// constant are the codecs whose elements Kafka writes without lengths in a list. Bool is not among them.
var constant = map[string]bool{"Int16": true, "Int32": true, "Int64": true, "Float32": true, "Float64": true, "UUID": true}

// List is a list of elem's values. nullable says that the elements are pointers, nil for null.
func List(elem Codec, nullable bool) Codec { return Codec{form: list, key: &elem, nullable: nullable} }

// elemType is the type of a list's elements, or of a windowed key's inner one.
func (c Codec) elemType() *jen.Statement {
	if c.nullable {
		return jen.Op("*").Add(c.key.Type())
	}
	return c.key.Type()
}

// elemSize is the size of each element in the form for elements of one size, 0 in the other.
func (c Codec) elemSize() int {
	if c.key.form == builtin && constant[c.key.name] {
		return builtins[c.key.name].size
	}
	return 0
}

// elemNull spells what says whether an element is null; nil: none can be.
func (c Codec) elemNull() *jen.Statement {
	switch {
	case c.nullable:
		return rt("IsNil").Types(c.key.Type())
	case c.key.form == builtin && c.key.name == "Bytes":
		return rt("IsNilBytes")
	case c.key.form == builtin && c.key.name == "Void":
		return rt("IsNone").Types(c.key.Type())
	}
	return nil
}

func (s *Set) listDecoder(c Codec) (*Decoder, error) {
	inner, err := s.Decoder(*c.key, All)
	if err != nil {
		return nil, err
	}
	elem := inner.Func()
	if c.nullable {
		x := jen.Op("*").Id("x")
		elem = jen.Func().Params(jen.Id("b").Index().Byte(), jen.Id("x").Op("*").Add(c.elemType())).Bool().Block(
			jen.Add(x).Op("=").New(c.key.Type()),
			jen.Return(inner.Func().Call(jen.Id("b"), x)),
		)
	}
	name := s.name("decode", c.label())
	s.decls = append(s.decls, decodeFunc(name, c.Type()).Block(
		jen.Return(rt("DecodeList").Call(jen.Id("b"), jen.Id("v"), jen.Lit(c.elemSize()), jen.Lit(c.elemNull() != nil), elem)),
	))
	return &Decoder{
		Allocates: true, Why: append([]string{"a list is a slice"}, inner.Why...), fn: jen.Id(name),
		reason: malformed("List", "a list in Kafka's form, of "+c.key.label()),
	}, nil
}

func (s *Set) listAppender(c Codec) (*Appender, error) {
	inner, err := s.Appender(*c.key)
	if err != nil {
		return nil, err
	}
	elem, null, fn := inner.Func(), jen.Nil(), "AppendList"
	if inner.Fails {
		fn = "TryAppendList"
	}
	if is := c.elemNull(); is != nil {
		null = is
	}
	if c.nullable {
		head := jen.Func().Params(jen.Id("b").Index().Byte(), jen.Id("x").Op("*").Add(c.elemType()))
		if inner.Fails {
			head = head.Params(jen.Index().Byte(), jen.Error())
		} else {
			head = head.Index().Byte()
		}
		elem = head.Block(jen.Return(elem.Call(jen.Id("b"), jen.Op("*").Id("x"))))
	}
	name := s.name("append", c.label())
	s.decls = append(s.decls, appendFunc(name, c.Type(), inner.Fails).Block(
		jen.Return(rt(fn).Call(jen.Id("b"), jen.Op("*").Id("v"), jen.Lit(c.elemSize()), null, elem)),
	))
	return &Appender{Fails: inner.Fails, Allocates: inner.Allocates, Why: inner.Why,
		fn: func() jen.Code { return jen.Id(name) }, call: byAddress(name)}, nil
}

// listLayout tells lists apart: a null element is not readable where none can be.
func (c Codec) listLayout(elem string) string {
	if c.nullable {
		return "List of nullable " + elem
	}
	return "List of " + elem
}
