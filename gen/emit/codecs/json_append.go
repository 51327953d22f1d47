package codecs

import (
	"go/types"

	"github.com/dave/jennifer/jen"
)

func (s *Set) jsonAppender(c Codec) (*Appender, error) {
	if err := s.root("JSON", c.typ); err != nil {
		return nil, err
	}
	a := &Appender{}
	err := s.walk(c.typ, writing, All, func(sh shape, path string) {
		if why := sh.allocates(writing); why != "" {
			a.Allocates, a.Why = true, append(a.Why, sentence(path, why))
		}
		a.Fails = a.Fails || sh.fails()
	})
	if err != nil {
		return nil, err
	}
	name := s.appendRoot(s.part(c.typ, writing, false), a.Fails)
	a.fn, a.call = func() jen.Code { return jen.Id(name) }, byAddress(name)
	return a, nil
}

// fails says whether there are values of the shape without a form.
func (sh shape) fails() bool {
	switch sh.kind {
	case kindFloat32, kindFloat64, kindString, kindTime, kindValue:
		return true
	case kindMap:
		b, ok := sh.key.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	}
	return false
}

// anyFails says whether a type has a part that fails.
func (s *Set) anyFails(t types.Type) (yes bool) {
	if err := s.walk(t, writing, All, func(sh shape, _ string) { yes = yes || sh.fails() }); err != nil {
		panic("codecs: a part was written before it was looked at: " + err.Error())
	}
	return yes
}

// appendRoot is the appender of a whole text. Where nothing fails, it serves for parts of the type as well.
func (s *Set) appendRoot(sh shape, fails bool) string {
	b, v := jen.Id("b"), jen.Id("v")
	from := pointee(v)
	if !fails && sh.composite() {
		return s.writer(sh)
	}
	name := s.name("append", typeName(sh.typ))
	fill := s.reserve()
	f := appendFunc(name, Type(sh.typ), fails)
	if !fails {
		fill(f.Block(jen.Return(s.write(sh, b, from, nil))))
		return name
	}
	fill(f.Block(
		jen.Var().Err().Error(),
		jen.Add(b).Op("=").Add(s.write(sh, b, from, jen.Op("&").Err())),
		jen.Return(b, jen.Err()),
	))
	return name
}

// composite says whether a shape has a function of its own to write it.
func (sh shape) composite() bool {
	switch sh.kind {
	case kindPointer, kindSlice, kindArray, kindMap, kindStruct:
		return true
	}
	return false
}

// write spells an expression: dst with the value of p behind it. err is the *error that takes a failure.
func (s *Set) write(sh shape, dst jen.Code, p place, err jen.Code) *jen.Statement {
	convert := func(to *jen.Statement) jen.Code {
		if sh.plain {
			return p.val
		}
		return to.Call(p.val)
	}
	switch sh.kind {
	case kindBool:
		return jen.Qual("strconv", "AppendBool").Call(dst, convert(jen.Bool()))
	case kindInt:
		return jen.Qual("strconv", "AppendInt").Call(dst, convert(jen.Int64()), jen.Lit(10))
	case kindUint:
		return jen.Qual("strconv", "AppendUint").Call(dst, convert(jen.Uint64()), jen.Lit(10))
	case kindFloat32:
		return rt("AppendFloat32As").Call(dst, p.val, err)
	case kindFloat64:
		return rt("AppendFloat").Call(dst, convert(jen.Float64()), err)
	case kindString:
		return rt("AppendStr").Call(dst, convert(jen.String()), err)
	case kindTime:
		return rt("AppendTime").Call(dst, p.val, err)
	case kindBytes:
		return rt("AppendBase64").Call(dst, p.val)
	case kindByteArray:
		return rt("AppendBase64").Call(dst, jen.Add(p.base).Index(jen.Empty(), jen.Empty()))
	case kindValue:
		return rt("AppendValue").Call(dst, p.ptr, err)
	}
	call := []jen.Code{dst, p.ptr}
	if s.anyFails(sh.typ) {
		call = append(call, err)
	}
	return jen.Id(s.writer(sh)).Call(call...)
}

// writer is the function that writes a type with parts: func(b []byte, v *T, err *error) []byte, without err if nothing
// can fail.
func (s *Set) writer(sh shape) string {
	fails := s.anyFails(sh.typ)
	key, label, verb := "write "+full(sh.typ), typeName(sh.typ), "append"
	if fails {
		verb = "write"
	}
	if sh.quoted {
		key, label = "quoted "+key, label+"Quoted"
	}
	if name := s.helpers[key]; name != "" {
		return name
	}
	name := s.name(verb, label)
	s.helpers[key] = name
	params := []jen.Code{jen.Id("b").Index().Byte(), jen.Id("v").Op("*").Add(Type(sh.typ))}
	if fails {
		params = append(params, jen.Id("err").Op("*").Error())
	}
	fill := s.reserve()
	fill(jen.Func().Id(name).Params(params...).Index().Byte().Block(s.parts(sh)...))
	return name
}

// parts is the body of a writer.
func (s *Set) parts(sh shape) []jen.Code {
	switch sh.kind {
	case kindStruct:
		return s.writeObject(sh)
	case kindPointer:
		elem := s.part(sh.elem, writing, sh.quoted)
		value := s.quoted(elem, jen.Id("b"), place{jen.Op("*").Op("*").Id("v"), jen.Op("*").Id("v"), jen.Parens(jen.Op("*").Id("v"))})
		return []jen.Code{
			jen.If(jen.Op("*").Id("v").Op("==").Nil()).Block(jen.Return(jen.Append(jen.Id("b"), jen.Lit("null").Op("...")))),
			jen.Return(value),
		}
	case kindMap:
		return s.writeMap(sh)
	}
	return s.writeList(sh)
}

// quoted is write, in quotes where the shape says so.
func (s *Set) quoted(sh shape, b jen.Code, p place) *jen.Statement {
	if !sh.quoted || sh.kind == kindPointer {
		return s.write(sh, b, p, jen.Err())
	}
	return jen.Append(s.write(sh, jen.Append(b, jen.LitRune('"')), p, jen.Err()), jen.LitRune('"'))
}

// writeList writes slices, nil ones as empty, and arrays.
func (s *Set) writeList(sh shape) []jen.Code {
	b, i, v := jen.Id("b"), jen.Id("i"), jen.Id("v")
	list, elem := jen.Add(v), jen.Add(v).Index(i)
	if sh.kind == kindSlice {
		list, elem = jen.Op("*").Add(v), jen.Parens(jen.Op("*").Add(v)).Index(i)
	}
	return []jen.Code{
		jen.Add(b).Op("=").Append(b, jen.LitRune('[')),
		jen.For(jen.Add(i).Op(":=").Range().Add(list)).Block(
			jen.If(jen.Add(i).Op(">").Lit(0)).Block(jen.Add(b).Op("=").Append(b, jen.LitRune(','))),
			jen.Add(b).Op("=").Add(s.write(s.part(sh.elem, writing, false), b, variable(elem), jen.Err())),
		),
		jen.Return(jen.Append(b, jen.LitRune(']'))),
	}
}

// writeMap writes the members in the order of their names.
func (s *Set) writeMap(sh shape) []jen.Code {
	b, k, v := jen.Id("b"), jen.Id("k"), jen.Op("*").Id("v")
	key := s.part(sh.key, writing, false)
	keys := jen.Qual("maps", "Keys").Call(v)
	sorted := jen.Qual("slices", "Sorted").Call(keys)
	name := s.write(key, b, variable(k), jen.Err())
	if key.kind != kindString {
		sorted = jen.Qual("slices", "SortedFunc").Call(keys, rt("ByDecimal").Types(Type(key.typ)))
		name = jen.Append(s.write(key, jen.Append(b, jen.LitRune('"')), variable(k), nil), jen.LitRune('"'))
	}
	return []jen.Code{
		jen.If(jen.Len(v).Op("==").Lit(0)).Block(jen.Return(jen.Append(b, jen.Lit("{}").Op("...")))),
		jen.Add(b).Op("=").Append(b, jen.LitRune('{')),
		jen.For(jen.List(jen.Id("_"), k).Op(":=").Range().Add(sorted)).Block(
			jen.Id("x").Op(":=").Parens(v).Index(k),
			jen.Add(b).Op("=").Append(name, jen.LitRune(':')),
			jen.Add(b).Op("=").Append(s.write(s.part(sh.elem, writing, false), b, variable(jen.Id("x")), jen.Err()), jen.LitRune(',')),
		),
		jen.Add(b).Index(jen.Len(b).Op("-").Lit(1)).Op("=").LitRune('}'),
		jen.Return(b),
	}
}
