package codecs

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/dave/jennifer/jen"
)

// maxBits is how many members of a struct have a bit; the others are remembered by name.
const maxBits = 64

func (s *Set) jsonDecoder(c Codec, use Demand) (*Decoder, error) {
	d := &Decoder{reason: func(src jen.Code) *jen.Statement { return rt("MalformedJSON").Types(c.Type()).Call(src) }}
	if err := s.root("JSON", c.typ); err != nil {
		return nil, err
	}
	sh, err := s.shapeOf(c.typ, reading, false)
	if err != nil {
		return nil, err.in("", c.typ)
	}
	err = s.walk(c.typ, reading, use, func(sh shape, path string) {
		if why := sh.allocates(reading); why != "" {
			d.Allocates, d.Why = true, append(d.Why, sentence(path, why))
		}
	})
	if err != nil {
		return nil, err
	}
	label := typeName(c.typ)
	if sh.kind == kindStruct {
		label += sh.object.suffix(use)
	}
	name := s.name("decode", label)
	d.fn = jen.Id(name)
	fill := s.reserve()
	fill(s.decodeRoot(name, label, sh, use))
	return d, nil
}

// decodeRoot is the decoder of a whole text.
func (s *Set) decodeRoot(name, label string, sh shape, use Demand) jen.Code {
	b, i, v := jen.Id("b"), jen.Id("i"), jen.Id("v")
	start := rt("Start").Call(b)
	f := decodeFunc(name, Type(sh.typ))
	switch {
	case sh.kind != kindStruct:
		return f.Block(
			jen.Add(i).Op(":=").Add(start),
			jen.If(jen.Add(i).Op("<").Lit(0)).Block(jen.Return(jen.False())),
			s.read(sh, i, pointee(v)),
			jen.Return(rt("Whole").Call(b, i)),
		)
	case len(sh.object.members) == 0 || use != nil && len(use) == 0:
		doc := jen.Comment(name + " checks that there is an object, or null, and skips it.").Line()
		return doc.Add(f.Block(jen.Return(rt("Whole").Call(b, rt("SkipObject").Call(b, start)))))
	}
	doc, read := name+" reads all members and skips what is unknown.", ""
	if use == nil {
		read = s.helper(sh)
	} else {
		doc = name + " reads " + sh.object.used(use) + " and skips the rest."
		read = s.readObject(sh, use, label)
	}
	return jen.Comment(doc).Line().Add(f.Block(jen.Return(rt("Whole").Call(b, jen.Id(read).Call(b, start, v)))))
}

// place is a variable that is read or written: its value, its address, and what an index can follow.
type place struct{ val, ptr, base jen.Code }

func variable(v *jen.Statement) place { return place{v, jen.Op("&").Add(v), v} }

func pointee(p *jen.Statement) place { return place{jen.Op("*").Add(p), p, p} }

// read spells the statement that reads the value at position at into p and moves i behind it.
func (s *Set) read(sh shape, at jen.Code, p place) *jen.Statement {
	b := jen.Id("b")
	if f := s.reader(sh); f != nil {
		call := jen.Add(f).Call(b, at)
		if sh.quoted {
			call = rt("Quoted").Call(b, at, f)
		}
		return jen.List(p.val, jen.Id("i")).Op("=").Add(call)
	}
	if sh.kind == kindByteArray {
		return jen.Id("i").Op("=").Add(rt("Base64Array")).Call(b, at, jen.Add(p.base).Index(jen.Empty(), jen.Empty()))
	}
	return jen.Id("i").Op("=").Id(s.helper(sh)).Call(b, at, p.ptr)
}

// reader spells a function of the run time that reads a value and returns it; nil where a generated one fills it.
func (s *Set) reader(sh shape) *jen.Statement {
	as := func(name string) *jen.Statement {
		if sh.plain {
			return rt(name)
		}
		return rt(name + "As").Types(Type(sh.typ))
	}
	switch sh.kind {
	case kindBool:
		return as("Bool")
	case kindInt:
		return as("Int")
	case kindUint:
		return as("Uint")
	case kindFloat32:
		return rt("Float32As").Types(Type(sh.typ))
	case kindFloat64:
		return as("Float")
	case kindString:
		return as("Str")
	case kindTime:
		return rt("Time")
	case kindBytes:
		return rt("Base64").Types(Type(sh.typ))
	case kindRaw:
		return rt("Raw")
	case kindValue:
		return rt("Value").Types(Type(sh.typ))
	}
	return nil
}

// helper is the function that reads a type with parts, func(b []byte, i int, v *T) int.
func (s *Set) helper(sh shape) string {
	key, label := "read "+full(sh.typ), typeName(sh.typ)
	if sh.quoted {
		key, label = "quoted "+key, label+"Quoted"
	}
	if name := s.helpers[key]; name != "" {
		return name
	}
	if sh.kind == kindStruct {
		if len(sh.object.members) == 0 {
			return s.skipHelper(key, sh)
		}
		return s.readObject(sh, nil, label)
	}
	name := s.name("read", label)
	s.helpers[key] = name
	fill := s.reserve()
	fill(readFunc(name, sh.typ).Block(s.container(sh)...))
	return name
}

// readFunc is the head of a function that reads at a position.
func readFunc(name string, t types.Type) *jen.Statement {
	return jen.Func().Id(name).Params(jen.Id("b").Index().Byte(), jen.Id("i").Int(), jen.Id("v").Op("*").Add(Type(t))).Int()
}

// skipHelper is for structs without members: any object will do.
func (s *Set) skipHelper(key string, sh shape) string {
	name := s.name("read", typeName(sh.typ))
	s.helpers[key] = name
	s.decls = append(s.decls, jen.Func().Id(name).Params(jen.Id("b").Index().Byte(), jen.Id("i").Int(), jen.Id("_").Op("*").Add(Type(sh.typ))).Int().
		Block(jen.Return(rt("SkipObject").Call(jen.Id("b"), jen.Id("i")))))
	return name
}

// part is the shape of an element; walk has found that it has one.
func (s *Set) part(t types.Type, dir direction, quoted bool) shape {
	sh, err := s.shapeOf(t, dir, quoted)
	if err != nil {
		panic("codecs: a part was read before it was looked at: " + err.Error())
	}
	return sh
}

// narrow is the demand by selectors, nil if it is for all members.
func (o *object) narrow(use Demand) Demand {
	wanted := Demand{}
	for _, m := range o.members {
		if use.has(m.path) {
			wanted[m.selector()] = true
		}
	}
	if len(wanted) == len(o.members) {
		return nil
	}
	return wanted
}

// suffix is what a function for a narrowed demand adds to its name.
func (o *object) suffix(use Demand) (names string) {
	switch n := len(use); {
	case use == nil:
		return ""
	case n == 0:
		return "Nothing"
	case n > 2:
		return "Fields"
	}
	for _, m := range o.members {
		if use.wants(m) {
			names += upper(m.path[len(m.path)-1].Name())
		}
	}
	return names
}

// wants says whether a narrowed demand has the member.
func (d Demand) wants(m member) bool { return d == nil || d[m.selector()] }

// used lists the members of a narrowed demand.
func (o *object) used(use Demand) string {
	var names []string
	for _, m := range o.members {
		if use.wants(m) {
			names = append(names, m.name)
		}
	}
	return strings.Join(names, ", ")
}

func sentence(path, why string) string {
	if path == "" {
		return "the value is " + why
	}
	return fmt.Sprintf("%s is %s", path, why)
}

// allocates is why a shape needs memory of its own; empty: it doesn't.
func (sh shape) allocates(dir direction) string {
	switch {
	case sh.kind == kindValue:
		return sh.why + " (left to encoding/json/v2)"
	case sh.kind == kindMap:
		return "a map"
	case dir == writing:
		return ""
	case sh.kind == kindSlice:
		return "a slice"
	case sh.kind == kindBytes:
		return "base64"
	case sh.kind == kindPointer:
		return "a pointer"
	}
	return ""
}
