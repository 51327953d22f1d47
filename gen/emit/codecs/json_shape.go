package codecs

import (
	"go/types"
)

type kind uint8

const (
	kindBool kind = iota
	kindInt
	kindUint
	kindFloat32
	kindFloat64
	kindString
	kindTime
	kindBytes     // base64
	kindByteArray // base64
	kindRaw       // jsontext.Value, read
	kindPointer
	kindSlice
	kindArray
	kindMap
	kindStruct
	kindValue // by encoding/json/v2
)

// shape is how a type is read or written.
type shape struct {
	kind   kind
	typ    types.Type
	plain  bool       // predeclared and of the width that the run time reads: no conversion
	quoted bool       // a number in a string
	elem   types.Type // of pointers, slices, arrays and maps
	key    types.Type // of maps
	object *object    // of structs
	why    string     // of kindValue
}

type direction bool

const (
	reading direction = false
	writing direction = true
)

// marshalers and unmarshalers are the methods that v2 looks for, in its order of preference; signatures, what methods
// that count take and return.
var (
	marshalers   = []string{"MarshalJSONTo", "MarshalJSON", "AppendText", "MarshalText"}
	unmarshalers = []string{"UnmarshalJSONFrom", "UnmarshalJSON", "UnmarshalText"}
	signatures   = map[string][2]string{
		"MarshalJSONTo":     {"(*encoding/json/jsontext.Encoder)", "(error)"},
		"MarshalJSON":       {"()", "([]byte, error)"},
		"AppendText":        {"([]byte)", "([]byte, error)"},
		"MarshalText":       {"()", "([]byte, error)"},
		"UnmarshalJSONFrom": {"(*encoding/json/jsontext.Decoder)", "(error)"},
		"UnmarshalJSON":     {"([]byte)", "(error)"},
		"UnmarshalText":     {"([]byte)", "(error)"},
		"IsZero":            {"()", "(bool)"},
		"MarshalBinary":     {"()", "([]byte, error)"},
		"UnmarshalBinary":   {"([]byte)", "(error)"},
	}
)

// hasMethod says whether t or *t has one of the methods, with v2's signature.
func hasMethod(t types.Type, names ...string) bool {
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		f, ok := obj.(*types.Func)
		if !ok {
			continue
		}
		sig, want := f.Signature(), signatures[name]
		if tuple(sig.Params()) == want[0] && tuple(sig.Results()) == want[1] {
			return true
		}
	}
	return false
}

func tuple(t *types.Tuple) string {
	s := "("
	for i := range t.Len() {
		if i > 0 {
			s += ", "
		}
		s += full(t.At(i).Type())
	}
	return s + ")"
}

// same compares packages by path: one that is loaded twice is the same.
func same(a, b *types.Package) bool { return a == b || a != nil && b != nil && a.Path() == b.Path() }

func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

// shapeOf is the shape of one type, without looking into its parts. quoted is the option "string" of the field.
func (s *Set) shapeOf(t types.Type, dir direction, quoted bool) (shape, *Unsupported) {
	t = types.Unalias(t)
	sh := shape{typ: t, quoted: quoted}
	_, pointer := t.(*types.Pointer)
	_, iface := t.Underlying().(*types.Interface)
	switch {
	case isNamed(t, "time", "Duration"):
		return sh, &Unsupported{Form: "JSON", Type: short(t), Why: "encoding/json/v2 has none for it",
			Fix: "declare a number (of milliseconds, say) or a type with MarshalText and UnmarshalText"}
	case isNamed(t, "time", "Time"):
		sh.kind = kindTime
	case dir == reading && isNamed(t, "encoding/json/jsontext", "Value"):
		sh.kind, sh.quoted = kindRaw, false
	case pointer || iface:
		return indirectShape(sh, dir)
	case dir == reading && hasMethod(t, unmarshalers...), dir == writing && hasMethod(t, marshalers...):
		sh.kind, sh.quoted, sh.why = kindValue, false, "a type with methods for JSON or text"
	case dir == writing && recursive(t):
		sh.kind, sh.why = kindValue, "a type that contains itself"
	default:
		return s.plainShape(sh)
	}
	return sh, quotedOnlyNumbers(sh)
}

func quotedOnlyNumbers(sh shape) *Unsupported {
	if !sh.quoted || sh.kind == kindInt || sh.kind == kindUint || sh.kind == kindFloat32 || sh.kind == kindFloat64 || sh.kind == kindPointer {
		return nil
	}
	return &Unsupported{Form: "JSON", Type: short(sh.typ), Why: `the option "string" of its tag is for numbers`, Fix: "remove it"}
}

// indirectShape is for pointers and interfaces. Anything can be written that is in an interface; to read, it must be any.
func indirectShape(sh shape, dir direction) (shape, *Unsupported) {
	if p, ok := sh.typ.(*types.Pointer); ok {
		sh.kind, sh.elem = kindPointer, p.Elem()
		return sh, nil
	}
	if i := sh.typ.Underlying().(*types.Interface); dir == reading && !i.Empty() {
		return sh, &Unsupported{Form: "JSON", Type: short(sh.typ), Why: "it is an interface: nothing says what to read into it", Fix: "declare a concrete type"}
	}
	sh.kind, sh.why = kindValue, "an interface"
	return sh, quotedOnlyNumbers(sh)
}

// plainShape is for types without methods.
func (s *Set) plainShape(sh shape) (shape, *Unsupported) {
	switch u := sh.typ.Underlying().(type) {
	case *types.Basic:
		if !sh.basic(u) {
			return sh, &Unsupported{Form: "JSON", Type: short(sh.typ), Why: "encoding/json/v2 has none for it"}
		}
	case *types.Slice:
		if sh.kind, sh.elem = kindSlice, u.Elem(); isByte(u.Elem()) {
			sh.kind = kindBytes
		}
	case *types.Array:
		if sh.kind, sh.elem = kindArray, u.Elem(); isByte(u.Elem()) {
			sh.kind = kindByteArray
		}
	case *types.Map:
		return s.mapShape(sh, u)
	case *types.Struct:
		o, err := objectOf(sh.typ, s.pkg)
		if err != nil {
			return sh, err
		}
		if sh.kind, sh.object = kindStruct, o; o.whole != "" {
			sh.kind, sh.why = kindValue, o.whole
		}
	default:
		return sh, &Unsupported{Form: "JSON", Type: short(sh.typ), Why: "encoding/json/v2 has none for it"}
	}
	return sh, quotedOnlyNumbers(sh)
}

// isByte says whether slices of t are base64: byte itself, no type made of it.
func isByte(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func (sh *shape) basic(b *types.Basic) bool {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		sh.kind = kindBool
	case info&types.IsString != 0:
		sh.kind = kindString
	case info&types.IsUnsigned != 0:
		sh.kind = kindUint
	case info&types.IsInteger != 0:
		sh.kind = kindInt
	case b.Kind() == types.Float32:
		sh.kind = kindFloat32
	case b.Kind() == types.Float64:
		sh.kind = kindFloat64
	default:
		return false
	}
	switch b.Kind() {
	case types.Bool, types.String, types.Int64, types.Uint64, types.Float64:
		sh.plain = types.Identical(sh.typ, b)
	}
	return true
}

// mapShape: names are strings or whole numbers; other keys are left to v2, or have no form.
func (s *Set) mapShape(sh shape, m *types.Map) (shape, *Unsupported) {
	sh.kind, sh.key, sh.elem = kindMap, m.Key(), m.Elem()
	if sh.quoted {
		return sh, quotedOnlyNumbers(sh)
	}
	i, iface := m.Key().Underlying().(*types.Interface)
	if _, unnamed := types.Unalias(m.Key()).(*types.Interface); unnamed && !i.Empty() {
		return sh, &Unsupported{Form: "JSON", Type: short(sh.typ), Why: "its key is an interface without a name", Fix: "use text for the key"}
	}
	if iface || hasMethod(m.Key(), unmarshalers...) || hasMethod(m.Key(), marshalers...) {
		sh.kind, sh.why = kindValue, "a map whose key is an interface or has methods for text"
		return sh, nil
	}
	if b, ok := m.Key().Underlying().(*types.Basic); ok {
		switch {
		case b.Info()&types.IsFloat != 0:
			sh.kind, sh.why = kindValue, "a map whose key is no whole number"
			return sh, nil
		case b.Info()&(types.IsString|types.IsInteger) != 0:
			return sh, nil
		}
	}
	return sh, &Unsupported{Form: "JSON", Type: short(sh.typ), Why: "its key is neither text nor a number", Fix: "give the key's type MarshalText and UnmarshalText"}
}
