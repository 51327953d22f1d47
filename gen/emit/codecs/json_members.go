package codecs

import (
	"go/types"

	"github.com/dave/jennifer/jen"
)

// writeObject writes a struct: constant names and the values between them.
func (s *Set) writeObject(sh shape) []jen.Code {
	b := jen.Id("b")
	members := sh.object.members
	if len(members) == 0 {
		return []jen.Code{jen.Return(jen.Append(b, jen.Lit("{}").Op("...")))}
	}
	// Until one member is certain to be written, each has its comma in front, and Close makes a brace of the first.
	open := s.mayDrop(members[0])
	var body []jen.Code
	if open {
		body = append(body, jen.Id("from").Op(":=").Len(b))
	}
	lead := "{"
	for _, m := range members {
		if open {
			lead = ","
		}
		body = append(body, s.writeMember(m, lead))
		lead = ","
	}
	if open {
		return append(body, jen.Return(rt("Close").Call(b, jen.Id("from"))))
	}
	return append(body, jen.Return(jen.Append(b, jen.LitRune('}'))))
}

func (s *Set) mayDrop(m member) bool {
	present, after := emptiness(s.part(m.typ(), writing, m.quoted), jen.Id("v"))
	return m.omitzero || m.omitempty && (after || present != nil)
}

// writeMember spells the statement that writes a member, or leaves it out.
func (s *Set) writeMember(m member, lead string) jen.Code {
	b := jen.Id("b")
	field := jen.Id("v")
	for _, f := range m.path {
		field = field.Dot(f.Name())
	}
	p := variable(field)
	sh := s.part(m.typ(), writing, m.quoted)
	name := prefix(lead, m)
	if sh.quoted && sh.kind != kindPointer {
		name += `"`
	}
	value := s.write(sh, jen.Append(b, rawLit(name).Op("...")), p, jen.Err())
	if sh.quoted && sh.kind != kindPointer {
		value = jen.Append(value, jen.LitRune('"'))
	}
	var present []jen.Code
	if m.omitempty {
		now, after := emptiness(sh, field)
		if now != nil {
			present = append(present, now)
		}
		if after {
			value = rt("DropEmpty").Call(value, jen.Len(b), jen.Len(b).Op("+").Lit(len(name)))
		}
	}
	if m.omitzero {
		present = append(present, s.notZero(sh, field))
	}
	write := jen.Add(b).Op("=").Add(value)
	if len(present) == 0 {
		return write
	}
	cond := jen.Add(present[0])
	for _, c := range present[1:] {
		cond = cond.Op("&&").Add(c)
	}
	return jen.If(cond).Block(write)
}

// emptiness is how "omitempty" is decided: a condition for the value being there, nil for none, and whether what was
// written must be looked at, too. Numbers, bools and times are never empty.
func emptiness(sh shape, field jen.Code) (present jen.Code, after bool) {
	switch sh.kind {
	case kindString:
		return jen.Add(field).Op("!=").Lit(""), false
	case kindBytes, kindByteArray, kindSlice, kindArray, kindMap:
		return jen.Len(field).Op("!=").Lit(0), false
	case kindPointer:
		return jen.Add(field).Op("!=").Nil(), true
	}
	return nil, sh.kind == kindStruct || sh.kind == kindValue
}

// notZero is the condition of "omitzero": by the method IsZero if there is one, else by Go's zero value.
func (s *Set) notZero(sh shape, field *jen.Statement) jen.Code {
	_, pointer := sh.typ.(*types.Pointer)
	if hasMethod(sh.typ, "IsZero") {
		not := jen.Op("!").Add(field).Dot("IsZero").Call()
		if pointer {
			return jen.Add(field).Op("!=").Nil().Op("&&").Add(not)
		}
		return not
	}
	switch u := sh.typ.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return jen.Add(field)
		case info&types.IsString != 0:
			return jen.Add(field).Op("!=").Lit("")
		}
		return jen.Add(field).Op("!=").Lit(0)
	case *types.Struct, *types.Array:
		return jen.Add(field).Op("!=").Parens(Type(sh.typ).Values())
	}
	return jen.Add(field).Op("!=").Nil()
}
