package codecs

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// Type spells a type. Names of other packages come with their import.
func Type(t types.Type) *jen.Statement {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return jen.Qual("unsafe", "Pointer")
		}
		return jen.Id(t.Name())
	case *types.Named:
		return declared(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		return jen.Op("*").Add(Type(t.Elem()))
	case *types.Slice:
		return jen.Index().Add(Type(t.Elem()))
	case *types.Array:
		return jen.Index(jen.Lit(int(t.Len()))).Add(Type(t.Elem()))
	case *types.Map:
		return jen.Map(Type(t.Key())).Add(Type(t.Elem()))
	case *types.Struct:
		return structType(t)
	case *types.Interface:
		if t.Empty() {
			return jen.Any()
		}
		return interfaceType(t)
	case *types.Signature: // of a member that no codec looks at
		return jen.Func().Add(signature(t))
	case *types.Chan:
		switch t.Dir() {
		case types.SendOnly:
			return jen.Chan().Op("<-").Add(Type(t.Elem()))
		case types.RecvOnly:
			return jen.Op("<-").Chan().Add(Type(t.Elem()))
		}
		return jen.Chan().Parens(Type(t.Elem()))
	}
	panic(fmt.Sprintf("codecs: nothing has a part of type %s", t))
}

func interfaceType(t *types.Interface) *jen.Statement {
	var methods []jen.Code
	for m := range t.Methods() {
		methods = append(methods, jen.Id(m.Name()).Add(signature(m.Signature())))
	}
	return jen.Interface(methods...)
}

func signature(s *types.Signature) *jen.Statement {
	list := func(of *types.Tuple) (out []jen.Code) {
		for v := range of.Variables() {
			out = append(out, Type(v.Type()))
		}
		return out
	}
	in := list(s.Params())
	if s.Variadic() {
		last := s.Params().At(len(in) - 1).Type().(*types.Slice)
		in[len(in)-1] = jen.Op("...").Add(Type(last.Elem()))
	}
	return jen.Params(in...).Params(list(s.Results())...)
}

func declared(obj *types.TypeName, of *types.TypeList) *jen.Statement {
	s := jen.Id(obj.Name())
	if obj.Pkg() != nil {
		s = jen.Qual(obj.Pkg().Path(), obj.Name())
	}
	if of.Len() > 0 {
		var args []jen.Code
		for a := range of.Types() {
			args = append(args, Type(a))
		}
		s.Types(args...)
	}
	return s
}

func structType(t *types.Struct) *jen.Statement {
	var fields []jen.Code
	for i := range t.NumFields() {
		f := t.Field(i)
		s := jen.Id(f.Name()).Add(Type(f.Type()))
		if f.Anonymous() {
			s = embedded(f.Type())
		}
		if tag := t.Tag(i); strconv.CanBackquote(tag) && tag != "" {
			s.Op("`" + tag + "`")
		} else if tag != "" {
			s.Lit(tag)
		}
		fields = append(fields, s)
	}
	return jen.Struct(fields...)
}

// embedded spells the type of an embedded field, by which it is called: that of an alias is the alias'.
func embedded(t types.Type) *jen.Statement {
	switch t := t.(type) {
	case *types.Pointer:
		return jen.Op("*").Add(embedded(t.Elem()))
	case *types.Alias:
		return declared(t.Obj(), t.TypeArgs())
	}
	return Type(t)
}

// typeName is what functions for a type are called after: Order, Orders for []Order, OrderByString for a map.
func typeName(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return upper(t.Name())
	case *types.Named:
		name := upper(t.Obj().Name())
		for a := range t.TypeArgs().Types() {
			name += "Of" + typeName(a)
		}
		return name
	case *types.Pointer:
		return typeName(t.Elem()) + "Pointer"
	case *types.Slice:
		return typeName(t.Elem()) + "Slice"
	case *types.Array:
		return fmt.Sprintf("%sArray%d", typeName(t.Elem()), t.Len())
	case *types.Map:
		return typeName(t.Elem()) + "By" + typeName(t.Key())
	case *types.Struct:
		var names []string
		for f := range t.Fields() {
			names = append(names, upper(f.Name()))
		}
		return "Struct" + strings.Join(names[:min(len(names), 3)], "")
	}
	return "Any"
}

func upper(s string) string {
	s = strings.TrimLeft(s, "_")
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// short is a type as diagnostics and layouts name it: packages by their names.
func short(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
