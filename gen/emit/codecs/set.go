package codecs

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
)

// Set is the codec functions of one topology.
type Set struct {
	prefix    string
	pkg       *types.Package
	taken     map[string]bool
	decoders  map[string]*Decoder
	appenders map[string]*Appender
	helpers   map[string]string // name of the function for a nested type, by form, direction and type
	vars      map[string]string // user's codecs, by expression
	decls     []jen.Code
}

// New is an empty set. The names of its functions begin with prefix, "" for none, and differ from all names of pkg, the
// package that they will stand in.
func New(prefix string, pkg *types.Package) *Set {
	return &Set{
		prefix: prefix, pkg: pkg, taken: map[string]bool{}, decoders: map[string]*Decoder{},
		appenders: map[string]*Appender{}, helpers: map[string]string{}, vars: map[string]string{},
	}
}

// Unsupported is a type, or a part of it, for which a form can have no codec.
type Unsupported struct {
	Form string // JSON, Binary
	Type string // the part's
	Path string // from the codec's type to the part; empty: the type itself
	Why  string
	Fix  string
}

func (e *Unsupported) Error() string {
	what := e.Type
	if e.Path != "" {
		what = fmt.Sprintf("field %s of type %s", e.Path, e.Type)
	}
	if e.Fix == "" {
		return fmt.Sprintf("%s has no %s form: %s", what, e.Form, e.Why)
	}
	return fmt.Sprintf("%s has no %s form: %s; %s", what, e.Form, e.Why, e.Fix)
}

// Decoder is how to read c. use says which fields of a JSON struct are wanted; other codecs take no notice of it. The
// error is an *Unsupported.
func (s *Set) Decoder(c Codec, use Demand) (*Decoder, error) {
	key := c.id()
	if use = s.narrow(c, use); use != nil {
		key += "{" + strings.Join(slices.Sorted(maps.Keys(use)), ",") + "}"
	}
	if d := s.decoders[key]; d != nil {
		return d, nil
	}
	d, err := s.newDecoder(c, use)
	if err == nil {
		s.decoders[key] = d
	}
	return d, err
}

// narrow is the demand for a JSON struct, by the selectors of its members, and nil for everything else.
func (s *Set) narrow(c Codec, use Demand) Demand {
	if c.form != jsonForm || use == nil {
		return nil
	}
	sh, err := s.shapeOf(c.typ, reading, false)
	if err != nil || sh.kind != kindStruct {
		return nil
	}
	return sh.object.narrow(use)
}

func (s *Set) newDecoder(c Codec, use Demand) (*Decoder, error) {
	switch c.form {
	case jsonForm:
		return s.jsonDecoder(c, use)
	case binaryForm:
		return s.binaryDecoder(c)
	case custom:
		return s.customDecoder(c), nil
	case timeWindowed, sessionWindowed:
		return s.windowedDecoder(c)
	case list:
		return s.listDecoder(c)
	}
	return builtinDecoder(c), nil
}

// Appender is how to write c. The error is an *Unsupported.
func (s *Set) Appender(c Codec) (*Appender, error) {
	if a := s.appenders[c.id()]; a != nil {
		return a, nil
	}
	a, err := s.newAppender(c)
	if err == nil {
		s.appenders[c.id()] = a
	}
	return a, err
}

func (s *Set) newAppender(c Codec) (*Appender, error) {
	switch c.form {
	case jsonForm:
		return s.jsonAppender(c)
	case binaryForm:
		return s.binaryAppender(c)
	case custom:
		return s.customAppender(c), nil
	case timeWindowed, sessionWindowed:
		return s.windowedAppender(c)
	case list:
		return s.listAppender(c)
	}
	return s.builtinAppender(c), nil
}

// Decls are the functions and variables that the calls so far need, in the order of the calls.
func (s *Set) Decls() []jen.Code {
	return slices.DeleteFunc(slices.Clone(s.decls), func(c jen.Code) bool { return c == nil })
}

// id tells codecs apart.
func (c Codec) id() string {
	switch c.form {
	case builtin:
		return c.name
	case jsonForm:
		return "JSON " + full(c.typ)
	case binaryForm:
		return "Binary " + full(c.typ)
	case custom:
		return "Custom " + full(c.typ) + " " + text(c.expr)
	case timeWindowed:
		return fmt.Sprintf("TimeWindowed %d %v %s", c.size, c.nullable, c.key.id())
	}
	if c.form == list {
		return fmt.Sprintf("List %v %s", c.nullable, c.key.id())
	}
	return fmt.Sprintf("SessionWindowed %v %s", c.nullable, c.key.id())
}

// full is a type with the paths of its packages.
func full(t types.Type) string { return types.TypeString(t, nil) }

func text(c jen.Code) string { return fmt.Sprintf("%#v", jen.Add(c)) }

// name is a name that is still free: prefix, verb and what follows, and a number if it must be.
func (s *Set) name(verb, rest string) string {
	base := verb + rest
	if s.prefix != "" {
		base = s.prefix + upper(verb) + rest
	}
	number := base
	if last := base[len(base)-1]; '0' <= last && last <= '9' {
		number += "No"
	}
	for name, n := base, 2; ; name, n = number+strconv.Itoa(n), n+1 {
		if !s.taken[name] && (s.pkg == nil || s.pkg.Scope().Lookup(name) == nil) {
			s.taken[name] = true
			return name
		}
	}
}

// reserve keeps the place of a declaration, so that a function stands in front of those that it needs.
func (s *Set) reserve() (fill func(jen.Code)) {
	n := len(s.decls)
	s.decls = append(s.decls, nil)
	return func(c jen.Code) { s.decls[n] = c }
}
