package codecs

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// member is a field of a struct as a member of its JSON object.
type member struct {
	options
	path  []*types.Var // selectors from the struct to the field
	index []int
}

func (m *member) typ() types.Type { return m.path[len(m.path)-1].Type() }

// selector is the field as Go code has it.
func (m *member) selector() string {
	var names []string
	for _, f := range m.path {
		names = append(names, f.Name())
	}
	return strings.Join(names, ".")
}

// object is a struct as a JSON object: its members in the order in which v2 writes them.
type object struct {
	members []member
	whole   string // why encoding/json/v2 must do the whole struct; empty: no need
}

// level is a struct that a search for members has reached.
type level struct {
	st      *types.Struct
	path    []*types.Var
	index   []int
	descend bool // into its embedded structs
}

// search finds the members of a struct as v2 does: breadth first, embedded structs opened, and of members with the same
// name the one least deep, or the only one that is named by its tag.
type search struct {
	pkg   *types.Package
	queue []level
	seen  map[types.Type]bool
	found []member
	whole string
}

// objectOf is the object of a struct. The error is what v2 would say of every value, with the name of the field.
func objectOf(t types.Type, pkg *types.Package) (*object, *Unsupported) {
	st := t.Underlying().(*types.Struct)
	s := &search{pkg: pkg, seen: map[types.Type]bool{t: true}, queue: []level{{st: st, descend: true}}}
	for len(s.queue) > 0 {
		l := s.queue[0]
		s.queue = s.queue[1:]
		if err := s.visit(l); err != nil {
			return nil, err
		}
	}
	return &object{dominant(s.found), s.whole}, nil
}

func (s *search) visit(l level) *Unsupported {
	names := map[string]bool{}
	tagged, fields := false, false
	for i := range l.st.NumFields() {
		f := l.st.Field(i)
		o, has, err := parseTag(f.Name(), l.st.Tag(i))
		tagged = tagged || has
		if err != nil {
			return refused(f, "%s", err)
		}
		if o.ignored {
			continue
		}
		if !f.Exported() && !f.Anonymous() {
			if has {
				return refused(f, "it has a json tag and is not exported")
			}
			continue
		}
		fields = true
		m := member{o, append(slices.Clone(l.path), f), append(slices.Clone(l.index), i)}
		switch {
		case o.embed, o.ignoreCase:
			s.whole = cmp.Or(s.whole, fmt.Sprintf("field %s has the option embed or case:ignore", f.Name()))
		case f.Anonymous() && !o.named:
			if err := s.embedded(l, m); err != nil {
				return err
			}
		case names[o.name]:
			return refused(f, "another field has the JSON name %q, too", o.name)
		default:
			names[o.name] = true
			if err := s.member(m); err != nil {
				return err
			}
		}
	}
	if l.st.NumFields() > 0 && !tagged && !fields {
		return &Unsupported{Form: "JSON", Why: "a struct of it has no exported field", Fix: "export one, or give the type MarshalJSON and UnmarshalJSON"}
	}
	return nil
}

// embedded opens an embedded struct.
func (s *search) embedded(l level, m member) *Unsupported {
	f := m.path[len(m.path)-1]
	t := types.Unalias(f.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
		s.whole = cmp.Or(s.whole, fmt.Sprintf("field %s embeds a pointer", f.Name()))
	}
	st, ok := t.Underlying().(*types.Struct)
	switch {
	case !ok:
		return refused(f, "it embeds a type that is no struct, without a name in a json tag")
	case m.omitempty || m.omitzero || m.quoted:
		return refused(f, "it embeds a struct, and its tag has options without a name")
	case hasMethod(t, marshalers...) || hasMethod(t, unmarshalers...):
		return refused(f, "it embeds a type with methods for JSON or text")
	}
	if !f.Exported() && !same(f.Pkg(), s.pkg) {
		s.whole = cmp.Or(s.whole, fmt.Sprintf("field %s embeds an unexported type of another package", f.Name()))
	}
	if l.descend {
		s.queue = append(s.queue, level{st, m.path, m.index, !s.seen[t]})
	}
	s.seen[t] = true
	return nil
}

func (s *search) member(m member) *Unsupported {
	f := m.path[len(m.path)-1]
	if !f.Exported() { // v2 takes an embedded struct under a name, but panics where it is null
		return refused(f, "it is not exported")
	}
	if !nameable(f.Type(), s.pkg, locals) {
		s.whole = cmp.Or(s.whole, fmt.Sprintf("field %s has a type that generated code can't name", f.Name()))
	}
	if m.quoted && hasMethod(deref(f.Type()), "MarshalJSONTo", "UnmarshalJSONFrom") {
		s.whole = cmp.Or(s.whole, fmt.Sprintf("field %s has the option string and methods that see it", f.Name()))
	}
	if m.omitzero && !hasMethod(f.Type(), "IsZero") && !zeroByComparison(f.Type()) {
		s.whole = cmp.Or(s.whole, fmt.Sprintf("field %s has the option omitzero and can't be compared", f.Name()))
	}
	s.found = append(s.found, m)
	return nil
}

// zeroByComparison says whether == tells a zero value as reflection does.
func zeroByComparison(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return types.Comparable(t)
	}
	return true
}

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// dominant picks one member a name, and puts them into the order of the fields.
func dominant(found []member) []member {
	slices.SortStableFunc(found, func(a, b member) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(len(a.index), len(b.index)), cmp.Compare(order(a), order(b)))
	})
	var chosen []member
	for len(found) > 0 {
		n := 1
		for n < len(found) && found[n].name == found[0].name {
			n++
		}
		if n == 1 || len(found[0].index) != len(found[1].index) || found[0].named != found[1].named {
			chosen = append(chosen, found[0])
		}
		found = found[n:]
	}
	slices.SortFunc(chosen, func(a, b member) int { return slices.Compare(a.index, b.index) })
	return chosen
}

func order(m member) int {
	if m.named {
		return 0
	}
	return 1
}

func refused(f *types.Var, format string, args ...any) *Unsupported {
	return &Unsupported{Form: "JSON", Type: short(f.Type()), Path: f.Name(), Why: fmt.Sprintf(format, args...)}
}
